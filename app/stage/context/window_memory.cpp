#include "app/stage/context/window_memory.h"

#include "core/base/number.h"
#include "core/base/settings_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

namespace warpstage::stage {

namespace {

constexpr int kMinWidth = 320;
constexpr int kMinHeight = 200;
constexpr int kMaxCoordinate = 32768;
constexpr int kTitleBar = 40; // height of the title bar above the window

std::optional<WindowBox> box_of(std::string_view words)
{
    std::vector<int> numbers;
    for (const std::string_view word : text::split(words, ' ')) {
        const auto number = number_in<int>(word);
        if (!number || *number < -kMaxCoordinate || *number > kMaxCoordinate)
            return std::nullopt;
        numbers.push_back(*number);
    }
    if (numbers.size() != 4 || numbers[2] < kMinWidth || numbers[3] < kMinHeight)
        return std::nullopt;
    return WindowBox { numbers[0], numbers[1], numbers[2], numbers[3] };
}

} // namespace

std::optional<WindowMemory> load_window(const std::filesystem::path& path)
{
    std::optional<WindowBox> box;
    WindowMemory memory;
    for (const auto& [name, value] : read_settings(path)) {
        if (name == "box")
            box = box_of(value);
        else if (name == "maximized")
            memory.maximized = value == "yes";
        else if (name == "full-screen")
            memory.full_screen = value == "yes";
    }
    if (!box)
        return std::nullopt;
    memory.box = *box;
    return memory;
}

Result<void> save_window(const WindowMemory& memory, const std::filesystem::path& path)
{
    const WindowBox& box = memory.box;
    return write_settings(path,
        fmt::format("box = {} {} {} {}\nmaximized = {}\nfull-screen = {}\n", box.x, box.y, box.width, box.height,
            memory.maximized ? "yes" : "no", memory.full_screen ? "yes" : "no"));
}

WindowBox first_window(const WindowBox& work_area)
{
    // The panels are designed for 16:9. On a small screen, as much of 1280x720 as fits.
    int width = std::min(work_area.width * 8 / 10, work_area.height * 85 / 100 * 16 / 9);
    int height = width * 9 / 16;
    if (width < 1280 || height < 720) {
        width = std::min(1280, work_area.width * 96 / 100);
        height = std::min(720, work_area.height * 92 / 100 - kTitleBar / 2);
    }
    width = std::max(width, kMinWidth);
    height = std::max(height, kMinHeight);
    return { work_area.x + std::max(0, work_area.width - width) / 2, work_area.y + std::max(0, work_area.height - height) / 2,
        width, height };
}

std::optional<WindowBox> window_on(const WindowBox& remembered, const std::vector<WindowBox>& work_areas)
{
    const int x = remembered.x + remembered.width / 2;
    const int y = remembered.y + remembered.height / 2;
    for (const WindowBox& area : work_areas) {
        if (x < area.x || x >= area.x + area.width || y < area.y || y >= area.y + area.height)
            continue;
        WindowBox box = remembered;
        box.width = std::min(box.width, area.width);
        box.height = std::min(box.height, std::max(area.height - kTitleBar, kMinHeight));
        box.x = std::clamp(box.x, area.x, area.x + area.width - box.width);
        box.y = std::clamp(box.y, area.y, std::max(area.y, area.y + area.height - box.height));
        return box;
    }
    return std::nullopt;
}

WindowBox whole_window(const WindowBox& drawn, const WindowFrame& frame, const WindowBox& work_area)
{
    WindowBox box;
    box.width = std::min(drawn.width, std::max(1, work_area.width - frame.left - frame.right));
    box.height = std::min(drawn.height, std::max(1, work_area.height - frame.top - frame.bottom));
    const int left = work_area.x + frame.left;
    const int top = work_area.y + frame.top;
    box.x = std::clamp(drawn.x, left, std::max(left, work_area.x + work_area.width - frame.right - box.width));
    box.y = std::clamp(drawn.y, top, std::max(top, work_area.y + work_area.height - frame.bottom - box.height));
    return box;
}

} // namespace warpstage::stage

// Windows of every size, from one point to eight thousand: every view ends, and nothing is drawn outside of its place.
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace warpstage::views {
namespace {

constexpr std::array<float, 12> kLengths = { 1, 13, 64, 120, 200, 319, 360, 480, 640, 720, 1280, 8000 };

// Everything that fills a window: the panels, each maximized view, each figure in hall mode, each sheet.
std::vector<WindowState> all_windows()
{
    std::vector<WindowState> windows(1);
    for (const View& view : all_views()) {
        if (can_be_maximized(view)) {
            windows.emplace_back();
            windows.back().display = Display::maximized;
            windows.back().maximized = &view;
            windows.emplace_back();
            windows.back().hall = Hall { &view };
        }
        if (view.place == Place::sheet) {
            windows.emplace_back();
            windows.back().sheet = &view;
        }
    }
    for (WindowState& window : windows) {
        window.keys = &testing::sample_keys();
        window.message.text = "Saved /home/presenter/Pictures/warpstage-0007.png";
    }
    return windows;
}

class AnySize : public ::testing::TestWithParam<float> { };

TEST_P(AnySize, EveryViewEndsAndStaysInside)
{
    const auto snapshots = testing::all_snapshots();
    const Style style = make_style(Theme::dark, GetParam());
    for (WindowState& window : all_windows())
        for (const float width : kLengths)
            for (const float height : kLengths)
                for (const auto& named : snapshots) {
                    window.size = { width, height };
                    for (const Placed& placed : arrange(named.snapshot, scene_views(named.snapshot), window, style).views) {
                        const auto outside =
                            draw::testing::outside_items(testing::build_placed(placed, named.snapshot, window, style));
                        ASSERT_TRUE(outside.empty())
                            << fmt::format("{} of {} in {}x{}: {}", placed.view->id, named.name, width, height, outside.front());
                    }
                }
}

INSTANTIATE_TEST_SUITE_P(Scales, AnySize, ::testing::Values(1.0F, 2.0F, 4.0F));

} // namespace
} // namespace warpstage::views

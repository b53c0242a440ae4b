#include "app/cli/stage_options.h"

#include "app/cli/drawing_option.h"
#include "app/cli/sides.h"
#include "core/session_file/session_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <tuple>
#include <utility>

namespace warpstage::cli {

namespace {

constexpr std::uint32_t kSmallestPicture = 64;
constexpr std::uint32_t kLargestPicture = 16384;

// "1920x1080"; false where it is none or no size that OpenGL would draw.
bool parse_size(std::string_view text, std::uint32_t& width, std::uint32_t& height)
{
    const auto sides = parse_sides(text);
    if (!sides)
        return false;
    std::tie(width, height) = *sides;
    return width >= kSmallestPicture && height >= kSmallestPicture && width <= kLargestPicture && height <= kLargestPicture;
}

// "60:Tab"; nothing where it is none.
std::optional<ScriptedKey> parse_press(std::string_view text)
{
    ScriptedKey press;
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, press.frame);
    if (error != std::errc {} || after == end || *after != ':' || after + 1 == end)
        return std::nullopt;
    press.key = std::string(after + 1, end);
    return press;
}

} // namespace

void add_stage(CLI::App& app, RunCommand& run, RawStage& raw)
{
    app.add_option("--lesson", run.lesson, "Lesson to open: see `warpstage list`");
    app.add_option("--variant", run.variant, "Variant of the lesson to start with");
    raw.offscreen_option = app.add_option("--offscreen", raw.offscreen, "Draw without a window, WIDTHxHEIGHT pixels");
    app.add_option("--frames", run.frames, "End after this many frames")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 40));
    app.add_option("--screenshot", run.screenshot, "Save the last frame as PNG");
    app.add_option("--scale", run.scale, "Size of text and panels: 1 for a desk, 1.5 to 2 for a lecture hall")
        ->check(CLI::Range(1.0F, 4.0F));
    app.add_option("--pictures", run.pictures, "Folder in which F12 and Shift+F12 save; else warpstage/ in your pictures");
    app.add_option("--press", raw.presses, "Press a key before a frame, FRAME:KEY, as in 60:2; may be given more than once")
        ->allow_extra_args(false);
    app.add_option(
        "--script", run.script, "Obey the commands in a text file, one a line: see README.md; off screen it ends with them");
    app.add_flag("--light", run.light, "Light theme");
    add_drawing(app, run.drawing);
    app.add_flag("--no-panels", run.hide_overlay, "Start with the panels hidden");

    app.add_option(
        "FILE", run.session, "A session file (.warpstage) to show: a lecture that was saved, here or on another computer");
    raw.console_option = app.add_flag("--console,!--no-console", raw.console,
        "Open the presenter's console beside the stage; without the option it opens where there is a second screen. Key F2");
}

std::string finish_stage(RunCommand& run, const RawStage& raw)
{
    for (const auto& press : raw.presses) {
        auto key = parse_press(press);
        if (!key)
            return fmt::format("--press wants FRAME:KEY, as in 60:2 or 90:Tab, not `{}`.", press);
        run.keys.push_back(std::move(*key));
    }
    run.offscreen = raw.offscreen_option->count() != 0;
    if (raw.console_option->count() != 0)
        run.console = raw.console;
    if (run.offscreen && raw.console)
        return "--console is a window beside the stage's; --offscreen draws without windows.";
    if (run.offscreen && !parse_size(raw.offscreen, run.width, run.height))
        return fmt::format("--offscreen wants WIDTHxHEIGHT, as in 1920x1080, each side {} to {}, not `{}`.", kSmallestPicture,
            kLargestPicture, raw.offscreen);
    if (run.offscreen && run.frames == 0 && run.script.empty())
        return "--offscreen needs --frames N, the number of frames to draw.";
    if (!run.screenshot.empty() && run.frames == 0)
        return "--screenshot needs --frames N: the picture is that of the last frame. In the window, F12 saves a picture at any "
               "time.";
    if (!run.session.empty() && run.session.extension() != session_file::kEnding)
        return fmt::format(
            "`{}` is neither a command nor a session file (*.warpstage); `warpstage --help` shows both.", run.session.string());
    return {};
}

} // namespace warpstage::cli

// What opens the stage: the options of `warpstage` without a command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
class Option;
} // namespace CLI

namespace warpstage::cli {

// A key pressed before a frame is drawn, for pictures and measurements from a script.
struct ScriptedKey {
    std::uint64_t frame = 0;
    std::string key; // as stage::key_named() takes it
};

struct RunCommand {
    std::string lesson;
    std::string variant;
    bool offscreen = false;
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
    std::uint64_t frames = 0; // 0: until the window is closed
    std::filesystem::path screenshot;
    float scale = 0.0F; // 0: from the display
    bool light = false;
    bool hide_overlay = false;
    std::string drawing = "auto"; // see drawing_option.h
    std::filesystem::path pictures; // where F12 and Shift+F12 save; empty: the user's pictures
    std::vector<ScriptedKey> keys;
    std::filesystem::path script; // commands to obey, see app/stage/script/script.h; empty: none
    std::filesystem::path session; // a file to show; empty: none
    std::optional<bool> console; // the presenter's window beside the stage; nothing: where there is a second screen
};

struct RawStage { // as it is typed
    std::string offscreen;
    std::vector<std::string> presses;
    bool console = false;
    const CLI::Option* offscreen_option = nullptr; // whether it was said at all
    const CLI::Option* console_option = nullptr;
};

void add_stage(CLI::App& app, RunCommand& run, RawStage& raw);
// The sentence about what is wrong; empty where nothing is.
[[nodiscard]] std::string finish_stage(RunCommand& run, const RawStage& raw);

} // namespace warpstage::cli

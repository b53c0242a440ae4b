// A demonstration as a text file: what the user does and what the session is asked for, one command a line.
#pragma once

#include "app/stage/gl/texture.h"
#include "app/stage/input/event.h"
#include "core/base/result.h"
#include "core/session/command.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::stage {

struct WaitFrames {
    std::uint64_t frames = 1;
};
struct ResizeTo {
    gl::PixelSize size;
};
struct TakeScreenshot {
    std::filesystem::path path;
};
struct ChooseVariant {
    std::string name; // its id, or its number counted from 1
};
// What must be so, else the script ends with a sentence.
struct Expect {
    std::string what; // "lesson", "variant", "architecture", "engine", "mode"
    std::string value;
};

struct ScriptStep {
    std::size_t line = 0; // of the file, counted from 1
    std::variant<WaitFrames, std::vector<Event>, ResizeTo, TakeScreenshot, session::Command, ChooseVariant, Expect> order;
};

struct Script {
    std::string name; // of the file, for messages
    std::vector<ScriptStep> steps;
};

// What stands behind a # says nothing, but for what is typed. Errors: "demo.txt, line 3: …".
[[nodiscard]] Result<Script> parse_script(std::string_view text, const std::string& name);
// Errors: likewise, and a file that cannot be read.
[[nodiscard]] Result<Script> load_script(const std::filesystem::path& path);

} // namespace warpstage::stage

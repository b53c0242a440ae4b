// A demonstration as a text file: what the user does and what the session is asked for, one command per line. It is played on a
// stage and a session, a frame at a time.
#pragma once

#include "app/stage/input/keys.h"
#include "core/session/command.h"
#include "core/session/session.h"

namespace warpstage::stage {

class Stage;

struct WaitFrames {
    std::uint64_t frames = 1;
};

// Until the time of the present variant is a summary of so many samples.
struct WaitSamples {
    std::size_t samples = 1;
};

// Anything that is neither input nor a command of the session.
struct ScriptAction {
    // About frames that have been drawn, so it waits for the one that shows all before it. `adjust` changes something even so.
    enum class Kind : std::uint8_t { change, look, adjust };

    // Errors: a sentence; the script ends there.
    Result<void> (*act)(const std::string& argument, Stage& stage, session::Session& session) = nullptr;
    Kind kind = Kind::change;
    std::string argument; // what stands behind the command
};

struct ScriptStep {
    std::size_t line = 0; // of the file, counted from 1
    std::variant<WaitFrames, WaitSamples, std::vector<Event>, session::Command, ScriptAction> order;
};

struct Script {
    std::string name; // of the file, for messages
    std::vector<ScriptStep> steps;
};

// What stands behind a # is a remark, except in text that is typed. Errors: "demo.txt, line 3: …".
[[nodiscard]] Result<Script> parse_script(std::string_view text, const std::string& name);
// Errors: likewise, and a file that cannot be read.
[[nodiscard]] Result<Script> load_script(const std::filesystem::path& path);

class ScriptPlayer {
public:
    explicit ScriptPlayer(Script script)
        : m_script(std::move(script))
    {
    }

    // Before each frame. Errors: with file and line; the script ends there.
    [[nodiscard]] Result<void> before_frame(Stage& stage, session::Session& session);
    [[nodiscard]] bool done() const { return m_next >= m_script.steps.size() && m_waiting == 0 && m_samples == 0; }

private:
    // Whether the samples are there. Errors: they do not come.
    [[nodiscard]] Result<bool> have_samples(const session::Session& session);

    Script m_script;
    std::size_t m_next = 0;
    std::uint64_t m_waiting = 0; // frames
    std::size_t m_samples = 0; // waiting for so many
    std::uint64_t m_waited = 0; // frames, for them
};

} // namespace warpstage::stage

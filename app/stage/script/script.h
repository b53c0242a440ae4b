// A script: a text file with one command per line, for user input and requests to the session. Played on a stage and a session,
// frame by frame.
#pragma once

#include "app/stage/input/command_readers.h"
#include "app/stage/input/keys.h"
#include "core/session/command.h"
#include "core/session/session.h"

namespace warpstage::stage {

class Stage;

struct WaitFrames {
    std::uint64_t frames = 1;
};

// Waits until the time of the current variant is based on this number of samples.
struct WaitSamples {
    std::size_t samples = 1;
};

// An action that is neither input nor a command of the session.
struct ScriptAction {
    // `look` depends on drawn frames, so it waits for a frame that shows all changes before it, as does a ShownCommand.
    enum class Kind : std::uint8_t { change, look };

    // Errors: a sentence; ends the script.
    Result<void> (*act)(const std::string& argument, Stage& stage, session::Session& session) = nullptr;
    Kind kind = Kind::change;
    std::string argument; // the text after the command
};

struct ScriptStep {
    std::size_t line = 0; // line in the file, counted from 1
    std::variant<WaitFrames, WaitSamples, std::vector<Event>, session::Command, ShownCommand, ScriptAction> order;
};

struct Script {
    std::string name; // name of the file, for messages
    std::vector<ScriptStep> steps;
};

// Text after a # is a comment, except in typed text. Errors: "demo.txt, line 3: …".
[[nodiscard]] Result<Script> parse_script(std::string_view text, const std::string& name);
// Errors: those of parse_script(); the file cannot be read.
[[nodiscard]] Result<Script> load_script(const std::filesystem::path& path);

class ScriptPlayer {
public:
    explicit ScriptPlayer(Script script)
        : m_script(std::move(script))
    {
    }

    // Called before each frame. Errors: with file and line; ends the script.
    [[nodiscard]] Result<void> before_frame(Stage& stage, session::Session& session);
    [[nodiscard]] bool done() const { return m_next >= m_script.steps.size() && m_waiting == 0 && m_samples == 0; }

private:
    [[nodiscard]] static Result<void> carry_out(const ScriptStep& step, Stage& stage, session::Session& session);
    // Whether the samples are available. Errors: they did not arrive in time.
    [[nodiscard]] Result<bool> have_samples(const session::Session& session);

    Script m_script;
    std::size_t m_next = 0;
    std::uint64_t m_waiting = 0; // frames
    std::size_t m_samples = 0; // number of samples to wait for
    std::uint64_t m_waited = 0; // frames waited for them
};

} // namespace warpstage::stage

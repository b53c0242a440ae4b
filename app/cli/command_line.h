// The command line: what all commands share, and how a command joins it. Wrong words end here, with one sentence and status 2.
#pragma once

#include "core/base/result.h"
#include "core/engine/vm_engine.h"

// With what every command uses.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::cli {

// Status of the process.
inline constexpr int kSuccess = 0;
inline constexpr int kDiffers = 1; // a check failed
inline constexpr int kRefused = 2; // wrong input, or the world said no

// Ends the command with a sentence on standard error and kRefused. It is thrown and caught in this folder alone.
struct Refusal {
    std::string sentence;
};

// Prints the sentence and returns kRefused.
int report_refusal(const std::string& sentence);

[[noreturn]] void refuse(std::string sentence);

template <typename T> T or_refuse(Result<T> result)
{
    if (!result)
        refuse(result.error().message);
    return *std::move(result);
}

inline void or_refuse(const Result<void>& result)
{
    if (!result)
        refuse(result.error().message);
}

// "warpstage 0.1.0": for files and for whoever reports a mistake.
[[nodiscard]] std::string program_version();

// What every command can be given.
struct Common {
    std::filesystem::path assets; // empty: looked for beside the program
    std::vector<std::filesystem::path> lessons; // further folders of lessons
    std::optional<engine::EngineKind> engine; // nothing: automatic
    std::string language; // "cs"; empty: English, and that of the system for the windows
    int gpu = 0; // which of several, as the driver counts them
    std::vector<std::pair<std::string, std::string>> settings; // of --set
    engine::VmSettings vm; // of the commands that have such options; other than usual: for the virtual machine alone
};

struct NoOptions { };

class CommandLine {
public:
    CommandLine(); // with the options of the stage and every command of command_list.cpp
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    [[nodiscard]] CLI::App& app() { return m_app; }
    [[nodiscard]] Common& common() { return m_common; }

    // A subcommand; what it does is told to options_of().
    CLI::App& add(const std::string& name, const std::string& help) { return *m_app.add_subcommand(name, help); }

    // What the words of `app` become, and what is then done with it. `check` sees what has arrived and may refuse it.
    template <typename Options>
    Options& options_of(
        CLI::App& app, int (*action)(const Common&, const Options&), void (*check)(const Options&) = [](const Options&) {})
    {
        const auto options = std::make_shared<Options>();
        app.callback([this, options, action, check] {
            check(*options);
            if (!m_action) // the program's own is called back last, after that of a subcommand
                m_action = [this, options, action] {
                    return action(m_common, *options);
                };
        });
        return *options;
    }

    // Nothing: an action was chosen; else the status to end with (help was printed, or a sentence about what is wrong).
    [[nodiscard]] std::optional<int> parse(int argc, const char* const* argv);
    // The chosen action's status.
    [[nodiscard]] int act() const;

private:
    void add_common();

    CLI::App m_app;
    Common m_common;
    std::function<int()> m_action;
};

// Adds what command_list.cpp names.
void add_commands(CommandLine& line);
// "list", "new-lesson", ...: in the order of --help.
[[nodiscard]] std::vector<std::string> command_names();
// Adds what the program takes without a command.
void add_stage(CommandLine& line);

} // namespace warpstage::cli

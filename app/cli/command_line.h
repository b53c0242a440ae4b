// The command line: options common to all commands, and registration of commands. Invalid arguments are reported here in one
// sentence, with exit status 2.
#pragma once

#include "core/base/result.h"
#include "core/engine/vm_engine.h"

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
#include <type_traits>
#include <utility>
#include <vector>

namespace warpstage::cli {

// Exit status of the process.
inline constexpr int kSuccess = 0;
inline constexpr int kDiffers = 1; // a check failed
inline constexpr int kRefused = 2; // invalid input, or an error of the system
inline constexpr int kInternalError = 70; // a mistake of this program, or no memory

// Ends the command with a message on standard error and kRefused. Thrown and caught only in this folder.
struct Refusal {
    std::string sentence;
};

// Prints the message and returns kRefused.
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

// "warpstage 0.1.0": written to result files and needed in bug reports.
[[nodiscard]] std::string program_version();
// "warpstage 0.1.0 (commit 1234567)"
[[nodiscard]] std::string version_with_commit();

// Whether an action needs windows or Qt, with which `warpstage` is not linked: app/cli/desktop starts the program that has them.
enum class Desktop : std::uint8_t {
    unused,
    useful, // without them it does less
    needed,
};

// Continues in the other program; returns only an error.
using DesktopStart = std::function<Error()>;

// Options of every command.
struct Common {
    std::filesystem::path assets; // empty: searched beside the program
    std::vector<std::filesystem::path> lessons; // additional folders of lessons
    std::optional<engine::EngineKind> engine; // nothing: automatic
    std::string language; // "cs"; empty: English, and that of the system for the windows
    int gpu = 0; // index in the driver's order
    std::vector<std::pair<std::string, std::string>> settings; // of --set
    std::string no_desktop; // why there are neither windows nor Qt, for actions to which they are useful; empty: there are
    engine::VmSettings vm; // for the commands with such options; values other than the default require the virtual machine
};

struct NoOptions { };

class CommandLine {
public:
    // With the options of the stage and every command of command_list.cpp. `start_desktop`: empty in a program with windows and
    // Qt.
    explicit CommandLine(DesktopStart start_desktop = {});
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    [[nodiscard]] CLI::App& app() { return m_app; }
    [[nodiscard]] Common& common() { return m_common; }

    // Adds a subcommand; options_of() sets its action.
    CLI::App& add(const std::string& name, const std::string& help) { return *m_app.add_subcommand(name, help); }

    // Returns the options that `app` fills, and sets the action that then uses them. `check` runs after parsing and may refuse
    // the values; `need` then says whether the action needs windows or Qt.
    template <typename Options>
    Options& options_of(
        CLI::App& app, int (*action)(const Common&, const Options&),
        std::type_identity_t<void (*)(const Options&)> check = [](const Options&) {},
        std::type_identity_t<Desktop (*)(const Options&)> need = [](const Options&) { return Desktop::unused; })
    {
        const auto options = std::make_shared<Options>();
        app.callback([this, options, action, check, need] {
            check(*options);
            if (m_action) // CLI11 calls the program's callback last, after that of a subcommand
                return;
            m_desktop = need(*options);
            m_action = [this, options, action] {
                return action(m_common, *options);
            };
        });
        return *options;
    }

    // Returns nothing if an action was selected; else the exit status (help or an error message was printed).
    [[nodiscard]] std::optional<int> parse(int argc, const char* const* argv);
    // Whether the selected action needs windows or Qt.
    [[nodiscard]] Desktop desktop() const { return m_desktop; }
    // Runs the selected action and returns its exit status.
    [[nodiscard]] int act();

private:
    void add_common();
    void start_desktop(); // returns only if it cannot be started

    CLI::App m_app;
    Common m_common;
    DesktopStart m_start_desktop;
    Desktop m_desktop = Desktop::unused;
    std::function<int()> m_action;
};

// Adds the commands of command_list.cpp.
void add_commands(CommandLine& line);
// "list", "new-lesson", ...: in the order of --help.
[[nodiscard]] std::vector<std::string> command_names();
// Adds the options of the program without a command.
void add_stage(CommandLine& line);

// The whole program: parses, acts, and reports what nobody else did. Returns the exit status.
[[nodiscard]] int run_command_line(int argc, const char* const* argv, DesktopStart start_desktop = {});

} // namespace warpstage::cli

#include "app/cli/command_line.h"

#include "app/cli/did_you_mean.h"
#include "app/cli/help_formatter.h"
#include "app/cli/option_groups.h"
#include "app/cli/standard_streams.h"
#include "app/console/libraries.h"
#include "app/export/export.h"
#include "app/stage/stage.h"
#include "core/base/concurrency/parallel.h"
#include "core/base/process/large_blocks.h"
#include "core/base/process/process.h"
#include "core/base/process/thread_stacks.h"
#include "core/base/text.h"

#include <commit.h> // made by cmake/commit.cmake

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

namespace warpstage::cli {

namespace {

// The version with the commit, and one line for each linked library.
std::string version_text()
{
    std::string text = version_with_commit() + "\n";
    for (const auto& libraries : { exporter::library_versions(), console::library_versions(), stage::library_versions() })
        for (const auto& library : libraries)
            text += library + "\n";
    text += fmt::format("fmt {}.{}.{}\n", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
    text += fmt::format(
        "nlohmann-json {}.{}.{}\n", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
    text += "CLI11 " CLI11_VERSION;
    return text;
}

int report_lost_output(const std::exception& error)
{
    const auto* const failure = dynamic_cast<const std::system_error*>(&error);
    warn(fmt::format("Cannot write to standard output: {}.", failure != nullptr ? failure->code().message() : error.what()));
    std::clearerr(stdout);
    return kDiffers;
}

} // namespace

std::string program_version()
{
    return "warpstage " WARPSTAGE_VERSION;
}

std::string version_with_commit()
{
    return fmt::format("{} (commit {})", program_version(), WARPSTAGE_COMMIT);
}

int report_refusal(const std::string& sentence)
{
    warn(sentence);
    return kRefused;
}

void refuse(std::string sentence)
{
    throw Refusal { std::move(sentence) };
}

CommandLine::CommandLine(DesktopStart start_desktop)
    : m_app("warpstage runs CUDA kernels live on an NVIDIA GPU or on its own PTX virtual machine and shows how warps execute and "
            "how they access shared-memory banks and memory sectors.",
        "warpstage")
    , m_start_desktop(std::move(start_desktop))
{
    m_app.formatter(std::make_shared<HelpFormatter>());
    m_app.set_version_flag("--version", version_text, "Print version, commit and linked libraries and exit");
    m_app.require_subcommand(0, 1);
    m_app.fallthrough();
    add_common();
    add_stage(*this);
    add_commands(*this);
}

void CommandLine::add_common()
{
    using engine::EngineKind;
    m_app.add_option("--language", m_common.language,
        "Display language: en, cs, el, es, ja, ko or ru (default: the system language for the graphical program, en on the "
        "command "
        "line)");
    m_app
        .add_option("--assets", m_common.assets,
            "Folder that contains lessons and shaders (default: the folder installed with the program)")
        ->check(CLI::ExistingDirectory);
    m_app.add_option("--lessons", m_common.lessons, "Folder with additional lessons; may be repeated")
        ->check(CLI::ExistingDirectory);
    add_choice<std::optional<EngineKind>>(m_app, "--engine", m_common.engine,
        { { "auto", std::nullopt }, { "gpu", EngineKind::gpu }, { "vm", EngineKind::vm } },
        "Device that runs the kernels: auto, gpu or vm (PTX virtual machine); auto selects the GPU if one is available")
        ->default_str("auto");
    const auto* const gpu =
        m_app.add_option("--gpu", m_common.gpu, "Index of the GPU to use; `warpstage doctor` lists the indices")
            ->check(CLI::Range(0, 255));
    add_parsed_list(
        m_app, "--set", m_common.settings,
        [](const std::string& setting) -> Result<std::pair<std::string, std::string>> {
            const auto equals = setting.find('=');
            if (equals == std::string::npos || equals == 0)
                return Error { fmt::format("`--set` requires NAME=VALUE, for example `--set n=4096`, not `{}`.", setting) };
            return std::pair { setting.substr(0, equals), setting.substr(equals + 1) };
        },
        "Set a parameter of the lesson, NAME=VALUE; may be repeated");
    m_app.parse_complete_callback([this, gpu] {
        if (gpu->count() != 0) { // an explicit GPU index implies the GPU
            if (m_common.engine == EngineKind::vm)
                refuse("`--gpu` selects a GPU, but `--engine vm` uses none. Remove one of the two options.");
            m_common.engine = EngineKind::gpu;
        }
        if (m_common.vm != engine::VmSettings {} && m_common.engine == EngineKind::gpu)
            refuse("`--checks` and `--schedule` apply to the virtual machine only. Remove `--engine gpu`.");
    });
}

std::optional<int> CommandLine::parse(int argc, const char* const* argv)
{
    // CLI11 would read the compilers' -std=c++20 as the short option -s.
    std::vector<std::string> words { argv + 1, argv + argc };
    for (auto& word : words) {
        if (word == "--")
            break;
        if (word.starts_with("-std="))
            word.insert(0, "-");
    }
    std::ranges::reverse(words); // the order that CLI11 takes
    try {
        m_app.parse(std::move(words));
    } catch (const CLI::CallForVersion& version) {
        start_desktop(); // whose libraries are listed, too
        return m_app.exit(version);
    } catch (const CLI::Success& success) {
        return m_app.exit(success);
    } catch (const CLI::ExtrasError&) {
        return report_refusal(unexpected_words(m_app));
    } catch (const CLI::ParseError& error) {
        return report_refusal(invalid_option(m_app, error.what()));
    } catch (const Refusal& refusal) {
        return report_refusal(refusal.sentence);
    }
    return std::nullopt;
}

void CommandLine::start_desktop()
{
    if (m_start_desktop)
        m_common.no_desktop = m_start_desktop().message;
}

int CommandLine::act()
{
    if (m_desktop != Desktop::unused)
        start_desktop();
    if (m_desktop == Desktop::needed && !m_common.no_desktop.empty()) {
        warn(m_common.no_desktop);
        return kDiffers;
    }
    try {
        return m_action();
    } catch (const Refusal& refusal) {
        return report_refusal(refusal.sentence);
    }
}

int run_command_line(int argc, const char* const* argv, DesktopStart start_desktop)
{
    spare_address_space();
    return_large_blocks();
    use_known_stacks();
    int status = kInternalError;
    try {
        CommandLine line { std::move(start_desktop) };
        const auto ended = line.parse(argc, argv);
        status = ended ? *ended : line.act();
    } catch (const std::bad_alloc&) {
        warn("The memory of this computer is exhausted. Choose a smaller input.");
    } catch (const std::system_error& error) {
        if (std::ferror(stdout) != 0)
            return report_lost_output(error);
        if (error.code() == std::errc::resource_unavailable_try_again) {
            warn(fmt::format("Cannot start a thread: {}.", start_failure(EAGAIN)));
            return kRefused;
        }
        warn(fmt::format("The system refuses what the program needs: {}.", error.code().message()));
    } catch (const std::exception& error) {
        if (std::ferror(stdout) != 0) // fmt reports with an exception that standard output failed
            return report_lost_output(error);
        warn(fmt::format("Internal error: {}. Please report it with the output of `warpstage doctor`.", error.what()));
    }
    return finish_output() || status != kSuccess ? status : kDiffers;
}

} // namespace warpstage::cli

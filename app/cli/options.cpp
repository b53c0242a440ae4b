#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <string_view>

namespace warpstage::cli {

namespace {

constexpr std::uint32_t kSmallestPicture = 64;
constexpr std::uint32_t kLargestPicture = 16384;

// "1920x1080"; false where it is none or no size that OpenGL would draw.
bool parse_size(std::string_view text, std::uint32_t& width, std::uint32_t& height)
{
    const auto* const end = text.data() + text.size();
    const auto [after_width, width_error] = std::from_chars(text.data(), end, width);
    if (width_error != std::errc {} || after_width == end || *after_width != 'x')
        return false;
    const auto [after_height, height_error] = std::from_chars(after_width + 1, end, height);
    return height_error == std::errc {} && after_height == end && width >= kSmallestPicture && height >= kSmallestPicture
        && width <= kLargestPicture && height <= kLargestPicture;
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

std::vector<std::string> names_of_checks()
{
    std::vector<std::string> names;
    for (const simt::NamedChecks& known : simt::kNamedChecks)
        names.emplace_back(known.name);
    return names;
}

// "lock-step", "independent", "independent:7"; nothing where it is none.
std::optional<simt::Scheduling> parse_schedule(std::string_view text)
{
    constexpr std::string_view kIndependent = "independent";
    if (text == "lock-step")
        return simt::Scheduling {};
    if (!text.starts_with(kIndependent))
        return std::nullopt;
    simt::Scheduling scheduling { simt::Scheduling::Policy::independent, 0 };
    text.remove_prefix(kIndependent.size());
    if (text.empty())
        return scheduling;
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data() + 1, end, scheduling.seed);
    if (text.front() != ':' || error != std::errc {} || after != end)
        return std::nullopt;
    return scheduling;
}

// What CLI11 collects before it becomes Options.
struct Raw {
    std::string engine = "auto";
    std::vector<std::string> settings;
    std::string offscreen;
    std::vector<std::string> presses;
    std::string checks = "off";
    std::string schedule = "lock-step";
};

void add_common(CLI::App& app, Common& common, Raw& raw)
{
    app.add_option("--assets", common.assets, "Folder with lessons and shaders, instead of the one beside the program")
        ->check(CLI::ExistingDirectory);
    app.add_option("--lessons", common.lessons, "Folder with further lessons; may be given more than once")
        ->check(CLI::ExistingDirectory);
    app.add_option("--engine", raw.engine, "Which machine computes: auto, gpu or vm")
        ->check(CLI::IsMember({ "auto", "gpu", "vm" }))
        ->capture_default_str();
    app.add_option("--set", raw.settings, "A parameter of the lesson, NAME=VALUE; may be given more than once")
        ->allow_extra_args(false);
}

int refuse(const std::string& sentence)
{
    fmt::print(stderr, "warpstage: {}\n", sentence);
    return kRefused;
}

} // namespace

std::variant<Options, int> parse_options(int argc, const char* const* argv)
{
    Options options;
    Raw raw;
    RunCommand run;
    CheckCommand check;
    TraceCommand trace;

    CLI::App app {
        "warpstage runs real CUDA kernels live, on an NVIDIA GPU or on its own PTX virtual machine, and shows what warps, banks "
        "and memory sectors do.",
        "warpstage"
    };
    app.set_version_flag("--version", WARPSTAGE_VERSION);
    app.require_subcommand(0, 1);
    app.fallthrough();
    add_common(app, options.common, raw);
    app.add_option("--lesson", run.lesson, "Lesson to open: see `warpstage list`");
    app.add_option("--variant", run.variant, "Variant of the lesson to start with");
    auto* offscreen = app.add_option("--offscreen", raw.offscreen, "Draw without a window, WIDTHxHEIGHT pixels");
    app.add_option("--frames", run.frames, "End after this many frames")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 40));
    app.add_option("--screenshot", run.screenshot, "Save the last frame as PNG");
    app.add_option("--scale", run.scale, "Size of text and panels: 1 for a desk, 1.5 to 2 for a lecture hall")
        ->check(CLI::Range(1.0F, 4.0F));
    app.add_option("--press", raw.presses, "Press a key before a frame, FRAME:KEY, as in 60:2; may be given more than once")
        ->allow_extra_args(false);
    app.add_flag("--light", run.light, "Light theme");
    app.add_flag("--no-panels", run.hide_overlay, "Start with the panels hidden");

    auto* list_command = app.add_subcommand("list", "Lessons, their variants and parameters; broken lessons with the reason");
    auto* check_command = app.add_subcommand("check", "Runs every variant against its reference; status 1 if one differs");
    check_command->add_option("LESSON", check.lessons, "Lessons to check; all where none is named");
    check_command
        ->add_option("--checks", raw.checks,
            "Faults that the virtual machine also looks for: memory that nobody has written, races, all; all-in-step takes the "
            "lanes of a warp to run in step")
        ->check(CLI::IsMember(names_of_checks()))
        ->capture_default_str();
    check_command
        ->add_option("--schedule", raw.schedule,
            "How the virtual machine runs the lanes of a warp: lock-step, or independent:SEED, where they drift apart")
        ->capture_default_str();
    auto* trace_command =
        app.add_subcommand("trace", "What warps, banks and sectors did in one block, per kernel and source line");
    trace_command->add_option("LESSON", trace.lesson)->required();
    trace_command->add_option("VARIANT", trace.variant)->required();
    trace_command->add_option("--block", trace.block, "Block to record, by its linear index")->capture_default_str();
    trace_command->add_option("--warp-width", trace.warp_width, "Lanes of a warp")
        ->check(CLI::IsMember({ 2, 4, 8, 16, 32 }))
        ->capture_default_str();
    trace_command->add_option("--checks", raw.checks, "Faults to look for as well, as for `check`")
        ->check(CLI::IsMember(names_of_checks()))
        ->capture_default_str();
    trace_command->add_flag("--json", trace.json, "JSON instead of text");
    auto* doctor_command = app.add_subcommand("doctor", "What this machine has for warpstage, what is missing and what to do");

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        return refuse(fmt::format("{} (`warpstage --help` shows the options.)", error.what()));
    }

    if (raw.engine != "auto")
        options.common.engine = raw.engine == "gpu" ? engine::EngineKind::gpu : engine::EngineKind::vm;
    for (const auto& setting : raw.settings) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            return refuse(fmt::format("--set wants NAME=VALUE, as in --set n=4096, not `{}`.", setting));
        options.common.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    for (const auto& press : raw.presses) {
        auto key = parse_press(press);
        if (!key)
            return refuse(fmt::format("--press wants FRAME:KEY, as in 60:2 or 90:Tab, not `{}`.", press));
        run.keys.push_back(std::move(*key));
    }
    check.vm.checks = trace.checks = *simt::find_checks(raw.checks);
    if (const auto schedule = parse_schedule(raw.schedule))
        check.vm.scheduling = *schedule;
    else
        return refuse(fmt::format(
            "--schedule wants lock-step, independent or independent:SEED, as in independent:7, not `{}`.", raw.schedule));
    if (check.vm != engine::VmSettings {} && options.common.engine == engine::EngineKind::gpu)
        return refuse("--checks and --schedule are for the virtual machine, not for --engine gpu.");
    run.offscreen = offscreen->count() != 0;
    if (run.offscreen && !parse_size(raw.offscreen, run.width, run.height))
        return refuse(fmt::format("--offscreen wants WIDTHxHEIGHT, as in 1920x1080, each side {} to {}, not `{}`.",
            kSmallestPicture, kLargestPicture, raw.offscreen));
    if (run.offscreen && run.frames == 0)
        return refuse("--offscreen needs --frames N, the number of frames to draw.");
    if (!run.screenshot.empty() && run.frames == 0)
        return refuse("--screenshot needs --frames N: the picture is that of the last frame. In the window, F12 saves a picture "
                      "at any time.");

    if (*list_command)
        options.command = ListCommand {};
    else if (*check_command)
        options.command = check;
    else if (*trace_command)
        options.command = trace;
    else if (*doctor_command)
        options.command = DoctorCommand {};
    else
        options.command = run;
    return options;
}

} // namespace warpstage::cli

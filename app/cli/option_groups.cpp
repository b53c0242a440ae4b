#include "app/cli/option_groups.h"

#include "app/cli/did_you_mean.h"
#include "core/base/text.h"
#include "core/simt/faults/fault_names.h"

#include <fmt/ranges.h>

namespace warpstage::cli {

CLI::Validator one_of(const std::vector<std::string>& words)
{
    const auto check = [words](const std::string& word) -> std::string {
        if (std::ranges::find(words, word) != words.end())
            return {};
        const auto hint = did_you_mean(word, words);
        return fmt::format("Unknown value `{}`.{}", word, hint.empty() ? " Use " + text::alternatives(words) + "." : hint);
    };
    return { check, fmt::format("{{{}}}", fmt::join(words, ",")) };
}

void add_variant(CLI::App& app, std::string& lesson, std::string& variant)
{
    app.add_option("LESSON", lesson, "Id of the lesson")->required();
    app.add_option("VARIANT", variant, "Id of the variant")->required();
}

void add_repeat(CLI::App& app, std::uint32_t& repeat, const std::string& help)
{
    app.add_option("--repeat", repeat, help)->check(CLI::Range(1U, 100000U))->capture_default_str();
}

void add_no_check(CLI::App& app, bool& check)
{
    app.add_flag("!--no-check", check, "Measure without comparing the result with the reference");
}

void add_variants(CLI::App& app, std::vector<std::string>& variants, const std::string& help)
{
    app.add_option("--variant", variants, help + "; may be repeated")->allow_extra_args(false);
}

void add_recorded_block(CLI::App& app, std::uint64_t& block, const std::string& name)
{
    app.add_option(name, block, "Linear index of the block to record")->capture_default_str();
}

void add_warp_width(CLI::App& app, std::uint32_t& width, const std::string& help)
{
    app.add_option("--warp-width", width, help)->check(CLI::IsMember({ 2, 4, 8, 16, 32 }))->capture_default_str();
}

void add_architecture(CLI::App& app, std::string& architecture, const std::string& more)
{
    app.add_option(
           "--arch", architecture, "Compute capability or GPU used for the analysis, for example 1.3, 3.5:8byte or GTX280" + more)
        ->capture_default_str();
}

void add_json(CLI::App& app, bool& json)
{
    app.add_flag("--json", json, "Write JSON instead of text");
}

void add_checks(CLI::App& app, engine::VmSettings& vm, const std::string& help)
{
    add_parsed(
        app, "--checks", vm.checks, [](const std::string& list) { return simt::find_checks(list); },
        help + "; or a tool of compute-sanitizer: memcheck, racecheck, initcheck, synccheck; or several, separated by commas")
        ->default_str("off")
        ->option_text("CHECKS=off");
}

void add_vm_settings(CLI::App& app, engine::VmSettings& vm)
{
    add_checks(app, vm,
        "Additional checks on the virtual machine: memory (uninitialized reads), races, all, or all-in-step (all, assuming that "
        "the lanes of a warp run in lock step)");
    add_parsed(
        app, "--schedule", vm.scheduling,
        [](const std::string& text) -> Result<simt::Scheduling> {
            if (const auto schedule = simt::find_scheduling(text))
                return *schedule;
            return Error { fmt::format(
                "`--schedule` requires lock-step, independent or independent:SEED, for example independent:7, not `{}`.", text) };
        },
        "Thread scheduling on the virtual machine: lock-step, or independent[:SEED] (independent thread scheduling in random "
        "order)")
        ->default_str("lock-step");
}

void add_drawing(CLI::App& app, std::optional<stage::Drawing>& drawing)
{
    add_choice<std::optional<stage::Drawing>>(app, "--drawing", drawing,
        { { "auto", std::nullopt }, { "graphics", stage::Drawing::graphics }, { "processor", stage::Drawing::processor } },
        "Renderer of the scene: graphics (OpenGL) or processor (software, redraws only changes); auto selects processor if "
        "OpenGL runs in software");
}

void add_level(CLI::App& app, std::optional<analysis::Level>& level)
{
    using analysis::Level;
    add_choice<std::optional<Level>>(app, "--by", level,
        { { "kernel", Level::kernel }, { "line", Level::line }, { "instruction", Level::instruction },
            { "access", Level::access }, { "iteration", Level::iteration } },
        "Level of detail: kernel, line, instruction, access, or iteration (each iteration of a loop's branch)");
}

void add_report_format(CLI::App& app, ReportFormat& format)
{
    auto* const option = add_choice(app, "--format", format,
        { { "text", ReportFormat::text }, { "json", ReportFormat::json }, { "csv", ReportFormat::csv } },
        "Output format: text, json or csv")
                             ->default_str("text");
    auto* const json = app.add_flag_callback(
                              "--json", [&format] { format = ReportFormat::json; }, "Same as --format json")
                           ->excludes(option);
    app.add_flag_callback(
           "--csv", [&format] { format = ReportFormat::csv; }, "Same as --format csv")
        ->excludes(option)
        ->excludes(json);
}

} // namespace warpstage::cli

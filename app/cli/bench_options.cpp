#include "app/cli/bench_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

namespace {

// --json, --csv and --markdown exclude each other; without one, a text for the terminal.
void add_format(CLI::App& command, bench::Format& format)
{
    auto* const group = command.add_option_group("format");
    group->add_flag_callback(
        "--json", [&format] { format = bench::Format::json; }, "As JSON, which `warpstage compare` reads");
    group->add_flag_callback(
        "--csv", [&format] { format = bench::Format::csv; }, "As CSV, for a spreadsheet");
    group->add_flag_callback(
        "--markdown", [&format] { format = bench::Format::markdown; }, "As a Markdown table");
    group->require_option(0, 1);
}

} // namespace

void add_bench(CLI::App& command, BenchCommand& bench, RawVm& vm)
{
    command.add_option("LESSON", bench.lessons, "Lessons to measure; all where none is named");
    command
        .add_option("--variant", bench.variants,
            "This variant alone, or library for the line of cuBLAS or CUB; may be given more than once")
        ->allow_extra_args(false);
    command.add_option("--repeat", bench.repeat, "Samples of each variant, of which median, minimum and maximum are shown")
        ->check(CLI::Range(1U, 100000U))
        ->capture_default_str();
    command.add_flag("!--no-check", bench.check, "Measure alone, without comparing the result with the reference");
    command.add_flag("--published", bench.published, "What the lectures printed beside it");
    command.add_option("--output", bench.output, "File to write, instead of the terminal");
    add_format(command, bench.format);
    add_vm_settings(command, vm);
}

void add_compare(CLI::App& command, CompareCommand& compare)
{
    command.add_option("BEFORE", compare.before, "Result of `warpstage bench --json`")->required();
    command.add_option("AFTER", compare.after, "Another one")->required();
    command.add_flag_callback(
        "--markdown", [&compare] { compare.format = bench::Format::markdown; }, "As a Markdown table");
}

} // namespace warpstage::cli

#include "app/cli/trace_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_trace(CLI::App& command, TraceCommand& trace, RawReport& report, RawVm& vm)
{
    command.add_option("LESSON", trace.lesson)->required();
    command.add_option("VARIANT", trace.variant)->required();
    command.add_option("--block", trace.block, "Block to record, by its linear index")->capture_default_str();
    command.add_option("--warp-width", trace.warp_width, "Lanes of a warp")
        ->check(CLI::IsMember({ 2, 4, 8, 16, 32 }))
        ->capture_default_str();
    add_checks(command, vm, "Faults to look for as well, as for `check`");
    add_report(command, report);
    command
        .add_option("--arch", trace.architecture,
            "Whose rules: a compute capability or a GPU, as in 1.3, 3.5:8byte, GTX280; the kernel runs the same")
        ->capture_default_str();
    add_level(command, report);
}

void add_counters(CLI::App& command, CountersCommand& counters, RawReport& report)
{
    command.add_option("LESSON", counters.lesson)->required();
    command.add_option("VARIANT", counters.variant)->required();
    add_report(command, report);
}

} // namespace warpstage::cli

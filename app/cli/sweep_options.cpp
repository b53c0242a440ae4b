#include "app/cli/sweep_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_sweep(CLI::App& command, SweepCommand& sweep, RawReport& report, std::string& swept)
{
    command.add_option("LESSON", sweep.lesson)->required();
    command.add_option("VARIANT", sweep.variant)->required();
    command.add_option("--parameter", swept, "What to vary: NAME=FROM..TO[:STEP] or NAME=VALUE,VALUE,..., as in offset=0..32")
        ->required();
    command
        .add_option(
            "--arch", sweep.architectures, "Whose rules, as in 1.3, 3.5:8byte, GTX280; usually 9.0; may be given more than once")
        ->allow_extra_args(false);
    command.add_option("--repeat", sweep.repeat, "Samples of each value, of which the median is shown")
        ->check(CLI::Range(1U, 100000U))
        ->capture_default_str();
    command.add_flag("!--no-check", sweep.check, "Measure alone, without comparing the result with the reference");
    command.add_option("-o,--output", sweep.picture, "Draw the curves into a .png, .svg or .pdf file");
    add_report(command, report);
}

} // namespace warpstage::cli

#include "app/cli/tune_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_tune(CLI::App& command, TuneCommand& tune)
{
    command.add_option("LESSON", tune.lesson)->required();
    command.add_option("VARIANT", tune.variant)->required();
    command
        .add_option("--repeat", tune.repeat, "Samples of the best combinations, of which median, minimum and maximum are shown")
        ->check(CLI::Range(1U, 100000U))
        ->capture_default_str();
    command.add_flag("!--no-keep", tune.keep, "Show the table, and leave the user's settings as they are");
}

} // namespace warpstage::cli

#include "app/cli/limits_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_limits(CLI::App& command, LimitsCommand& limits)
{
    command.add_flag("--measure", limits.measure, "Measure anew, instead of telling what was kept");
    command.add_flag("--json", limits.json, "JSON instead of text");
}

} // namespace warpstage::cli

#include "app/cli/trajectory_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_trajectory(CLI::App& app, TrajectoryCommand& command)
{
    constexpr std::uint32_t kMostSteps = 1'000'000;
    app.add_option("LESSON", command.lesson, "A lesson whose picture is bodies, as nbody")->required();
    app.add_option("VARIANT", command.variant)->required();
    app.add_option("--steps", command.steps, "How many steps from the start")
        ->check(CLI::Range(1U, kMostSteps))
        ->capture_default_str();
    app.add_option("--every", command.every, "Write the start and every so many steps")
        ->check(CLI::Range(1U, kMostSteps))
        ->capture_default_str();
    app.add_option("-o,--output", command.output, "CSV file to write, instead of the terminal");
}

} // namespace warpstage::cli

// `warpstage gpus`: lists the architectures that `--arch` accepts, with their properties.
#include "app/cli/command.h"
#include "core/arch/architecture.h"
#include "core/arch/gpu_tables.h"
#include "core/arch/timing/timing_table.h"

namespace warpstage::cli {

namespace {

struct GpusOptions {
    bool timing = false;
    std::string architecture = "9.0"; // see arch::parse_architecture
};

int list_gpus(const Common& /*common*/, const GpusOptions& options)
{
    const auto architecture = or_refuse(arch::parse_architecture(options.architecture));
    if (options.timing)
        fmt::print("{}", arch::timing_text(arch::timing_of(architecture.traits->capability)));
    else
        fmt::print("{}\n{}", arch::capabilities_text(), arch::gpus_text());
    return kSuccess;
}

} // namespace

void add_gpus(CommandLine& line)
{
    auto& app = line.add("gpus", "List the supported compute capabilities and GPUs with their limits");
    auto& options = line.options_of(app, list_gpus);
    auto* const timing =
        app.add_flag("--timing", options.timing, "List the latencies and throughputs of one compute capability, with sources");
    app.add_option("--arch", options.architecture,
           "Compute capability or GPU for `--timing`, for example 1.3, sm_90 or GTX280 (default: 9.0)")
        ->needs(timing);
}

} // namespace warpstage::cli

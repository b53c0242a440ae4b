// `warpstage gpus`: the architectures that `--arch` takes, and what is known of them.
#include "app/cli/command_line.h"
#include "core/arch/gpu_tables.h"

namespace warpstage::cli {

namespace {

int list_gpus(const Common& /*common*/, const NoOptions& /*options*/)
{
    fmt::print("{}\n{}", arch::capabilities_text(), arch::gpus_text());
    return kSuccess;
}

} // namespace

void add_gpus(CommandLine& line)
{
    line.options_of(line.add("gpus", "Compute capabilities and GPUs that warpstage knows"), list_gpus);
}

} // namespace warpstage::cli

// The worker process of a trial on the GPU: see core/live/worker_side.h. Internal, hidden from --help.
#include "app/cli/command_line.h"
#include "core/live/worker_side.h"

namespace warpstage::cli {

namespace {

int try_kernels(const Common& common, const NoOptions& /*options*/)
{
    return live::serve_trials(common.gpu);
}

} // namespace

void add_try_kernels(CommandLine& line)
{
    line.options_of(
        *line.add(live::kWorkerCommand, "Worker process of a trial run on the GPU (internal)").group(""), try_kernels);
}

} // namespace warpstage::cli

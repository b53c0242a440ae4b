// Replaces the GPU engine in the web edition.
#include "core/base/words.h"
#include "core/engine/gpu/counted_step.h"
#include "core/engine/gpu/gpu_engine.h"

namespace warpstage::engine {

namespace {

Error no_gpu_here()
{
    return Error { tr("A web page cannot run CUDA kernels on a GPU. Install warpstage on a computer with an NVIDIA GPU.") };
}

} // namespace

Result<std::unique_ptr<Engine>> make_gpu_engine(int /*device_index*/)
{
    return no_gpu_here();
}

std::vector<std::string> gpu_names()
{
    return {};
}

Result<CountedStep> count_step(const std::shared_ptr<const lesson::Lesson>& /*lesson*/,
    const std::shared_ptr<const problem::Plan>& /*plan*/, const std::vector<std::string>& /*counters*/, int /*device*/)
{
    return no_gpu_here();
}

} // namespace warpstage::engine

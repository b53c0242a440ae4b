#include "core/engine/gpu/gpu_engine.h"
#include "tests/kernels/machine_under_test.h"

namespace warpstage::kernels::test {

Result<std::unique_ptr<engine::Engine>> machine_under_test()
{
    return engine::make_gpu_engine();
}

} // namespace warpstage::kernels::test

#include "core/gpu/driver/driver.h"
#include "tests/core/gpu/engine_under_test.h"

namespace warpstage::engine::test {

std::optional<std::string> why_not()
{
    const auto driver = gpu::Driver::load();
    if (!driver)
        return driver.error().message;
    return std::nullopt;
}

Result<std::unique_ptr<Engine>> engine_under_test()
{
    return make_gpu_engine();
}

} // namespace warpstage::engine::test

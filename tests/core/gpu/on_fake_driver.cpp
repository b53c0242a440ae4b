#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/fake_driver.h"

namespace warpstage::engine::test {

std::optional<std::string> why_not()
{
    return std::nullopt;
}

Result<std::unique_ptr<Engine>> engine_under_test()
{
    auto driver = gpu::test::load_fake();
    if (!driver)
        return driver.error();
    return make_gpu_engine(*driver);
}

} // namespace warpstage::engine::test

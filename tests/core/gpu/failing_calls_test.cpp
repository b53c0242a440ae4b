// Failures of every single call of the driver, with the fake driver.
#include "core/engine/gpu/gpu_engine.h"
#include "tests/core/gpu/fake_driver.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace warpstage::engine::test {

namespace {

using gpu::test::create_gl_buffer;
using gpu::test::fake_calls;
using gpu::test::fake_live_objects;
using gpu::test::fake_violations;
using gpu::test::load_fake;

struct Run {
    std::optional<Error> error; // the first
    std::size_t calls = 0; // of one function, before the engine was destroyed
};

Result<void> one_step(Engine& engine)
{
    if (auto done = engine.start(); !done)
        return done;
    while (true) {
        const auto outcome = engine.poll();
        if (!outcome)
            return outcome.error();
        if (outcome->has_value())
            return {};
        std::this_thread::sleep_for(std::chrono::microseconds { 100 });
    }
}

// All features of the engine: its own memory, sharing, its own memory again. `read`: outlives the engine, because a copy may be
// pending after a failure.
Result<void> use(Engine& engine, std::span<std::byte> read)
{
    if (auto done = engine.load(steps_lesson()); !done)
        return done;
    const problem::KernelLaunch large_shared { "reverse", {}, { 32 }, 60000,
        { problem::BufferArgument { 1 }, std::int32_t { 4 } } };
    const TextureDescription array { .shape = TextureShape::array_2d, .width = 4 };
    const problem::KernelLaunch textured { "read_texture", {}, { 32 }, 0,
        { problem::BufferArgument { 1 }, problem::TextureArgument { 0, array }, std::int32_t { 4 } } };
    const auto plan = plan_of({ buffer_of("x", ramp(4)), { "y", 16, {}, true } },
        { scale(0, 2.0F, 4), textured, on_floats(0, [](std::span<float> x) { x[0] = 1.0F; }), large_shared });
    const std::array<std::vector<Engine::SharedBuffer>, 3> shares { { {}, { { "x", 5, 16 } }, {} } };
    for (const auto& share : shares) {
        if (auto done = engine.share(share); !done)
            return done;
        if (auto done = engine.adopt(plan, Contents::keep); !done)
            return done;
        if (auto done = one_step(engine); !done)
            return done;
        if (auto done = engine.start(); !done)
            return done;
        if (auto done = engine.wait(); !done)
            return done.error();
        if (auto done = engine.read(0, read); !done)
            return done;
    }
    return {};
}

Run run_with(const std::string& switches, const std::string& counted_function)
{
    auto driver = load_fake(switches);
    if (!driver)
        return { driver.error(), 0 };
    std::array<std::byte, 16> read {};
    auto engine = make_gpu_engine(*driver);
    if (!engine)
        return { engine.error(), fake_calls(counted_function.c_str()) };
    create_gl_buffer(5, 16);
    const auto used = use(**engine, read);
    const auto calls = fake_calls(counted_function.c_str());
    return { used.ok() ? std::nullopt : std::optional { used.error() }, calls };
}

class FailingCall : public testing::TestWithParam<std::tuple<const char*, int>> { };

constexpr int kOutOfMemory = 2; // a plain failure
constexpr int kIllegalAddress = 700; // a fault

} // namespace

// Whichever call fails, with a plain failure or with a fault: a sentence, no misuse of the driver, nothing left behind.
TEST_P(FailingCall, IsReportedAndLeaksNothing)
{
    const std::string function = std::get<0>(GetParam());
    const int status = std::get<1>(GetParam());
    std::size_t call = 1;
    for (;; ++call) {
        const auto run =
            run_with("pending=1 fail=" + function + ":" + std::to_string(call) + ":" + std::to_string(status), function);
        EXPECT_EQ(run.error.has_value(), call <= run.calls) << function << " call " << call << " of " << run.calls;
        if (run.error) {
            EXPECT_THAT(run.error->message, testing::EndsWith("."));
            EXPECT_THAT(run.error->message, HasSubstr("fake driver"));
        }
        EXPECT_EQ(fake_violations(), "") << function << " call " << call;
        EXPECT_EQ(fake_live_objects(), 0U) << function << " call " << call;
        if (run.calls < call)
            break;
    }
    EXPECT_GT(call, 1U) << "the scenario must call what it tests";
}

INSTANTIATE_TEST_SUITE_P(OfTheDriver, FailingCall,
    testing::Combine(
        testing::Values("cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceTotalMem", "cuDeviceGetAttribute",
            "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuMemAlloc", "cuMemHostAlloc", "cuMemcpyHtoDAsync",
            "cuMemcpyDtoHAsync", "cuMemcpyDtoDAsync", "cuMemsetD8Async", "cuModuleLoadDataEx", "cuModuleGetFunction",
            "cuFuncGetAttribute", "cuFuncSetAttribute", "cuLaunchKernel", "cuStreamCreate", "cuStreamSynchronize",
            "cuEventCreate", "cuEventRecord", "cuEventQuery", "cuEventSynchronize", "cuEventElapsedTime", "cuGLGetDevices",
            "cuGraphicsGLRegisterBuffer", "cuGraphicsMapResources", "cuGraphicsUnmapResources",
            "cuGraphicsResourceGetMappedPointer", "cuArray3DCreate", "cuMemcpy3DAsync", "cuTexObjectCreate"),
        testing::Values(kOutOfMemory, kIllegalAddress)),
    [](const testing::TestParamInfo<FailingCall::ParamType>& function) {
        return std::string { std::get<0>(function.param) }
        + (std::get<1>(function.param) == kIllegalAddress ? "Faults" : "Refuses");
    });

} // namespace warpstage::engine::test

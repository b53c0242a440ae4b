// What only a real GPU can show: that memory really comes back, and what a fault does to a process.
#include "core/gpu/context.h"
#include "core/gpu/probe.h"
#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace warpstage::engine::test {

namespace {

using testing::HasSubstr;

class GpuDevice : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto reason = why_not())
            GTEST_SKIP() << *reason;
    }
};

using GpuFaultDeathTest = GpuDevice;

std::shared_ptr<const problem::Plan> faulty_plan()
{
    return plan_of(
        { buffer_of("x", { 1.0F }) }, { problem::KernelLaunch { "fault", {}, {}, 0, { problem::BufferArgument { 0 } } } });
}

// Status 0 when every call after the fault tells of it, and the sentence on stderr.
[[noreturn]] void fault_in_this_process()
{
    {
        auto engine = engine_under_test();
        if (!engine || !(*engine)->load(steps_lesson()) || !(*engine)->adopt(faulty_plan(), Contents::initial)
            || !(*engine)->start())
            std::exit(10);
        const auto outcome = (*engine)->wait();
        if (outcome.ok())
            std::exit(11);
        const auto& sentence = outcome.error().message;
        std::fprintf(stderr, "%s\n", sentence.c_str());
        std::array<std::byte, sizeof(float)> bytes {};
        if ((*engine)->start().error().message != sentence || (*engine)->poll().error().message != sentence
            || (*engine)->read(0, bytes).error().message != sentence
            || (*engine)->adopt(faulty_plan(), Contents::keep).error().message != sentence)
            std::exit(12);
    }
    std::exit(0);
}

} // namespace

TEST_F(GpuDevice, ProbeFindsIt)
{
    const auto found = gpu::probe();
    ASSERT_FALSE(found.devices.empty());
    EXPECT_GT(found.devices[0].multiprocessors, 0U);
    EXPECT_GT(found.devices[0].clock_megahertz, 0U);
    EXPECT_GE(found.devices[0].shared_bytes_per_block, 48U * 1024U);
    for (const auto& finding : found.findings)
        std::printf("%s: %s\n", finding.subject.c_str(), finding.sentence.c_str());
}

TEST_F(GpuDevice, AThousandAdoptedPlansGiveTheirMemoryBack)
{
    auto driver = gpu::Driver::load();
    ASSERT_TRUE(driver.ok());
    auto context = gpu::Context::create(*driver, 0);
    ASSERT_TRUE(context.ok());
    auto engine = make_gpu_engine(*driver);
    ASSERT_TRUE(engine.ok());
    ASSERT_TRUE((*engine)->load(steps_lesson()).ok());

    constexpr std::size_t kBytes = 8 << 20;
    const auto plan = plan_of({ { "x", kBytes, {}, true }, { "y", kBytes, {}, false } },
        { scale(0, 2.0F, 1000), on_floats(1, [](std::span<float>) {}) });
    ASSERT_TRUE((*engine)->adopt(plan, Contents::initial).ok());
    const auto before = (*context)->memory();
    ASSERT_TRUE(before.ok());
    for (int i = 0; i < 1000; ++i) {
        const auto adopted = (*engine)->adopt(plan, i % 2 == 0 ? Contents::keep : Contents::initial);
        ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    }
    const auto after = (*context)->memory();
    ASSERT_TRUE(after.ok());
    // A leak of one buffer a plan would be 8 GB; the driver may keep a little for itself.
    EXPECT_LT(before->free - std::min(before->free, after->free), std::size_t { 64 } << 20);
}

TEST_F(GpuDevice, SharingWithoutOpenGlSaysSoAndTheEngineGoesOn)
{
    auto engine = engine_under_test();
    ASSERT_TRUE(engine.ok());
    ASSERT_TRUE((*engine)->load(steps_lesson()).ok());
    const auto shared = (*engine)->share({ { "x", 1, sizeof(float) } });
    ASSERT_FALSE(shared.ok());
    EXPECT_THAT(shared.error().message, HasSubstr("data goes through the host"));
    ASSERT_TRUE((*engine)->adopt(plan_of({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) }), Contents::initial).ok());
    ASSERT_TRUE((*engine)->start().ok());
    EXPECT_TRUE((*engine)->wait().ok());
}

// In a process of its own, which the fault ruins: a threadsafe death test starts the program again.
TEST_F(GpuFaultDeathTest, AFaultEndsGpuWorkForTheProcess)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(fault_in_this_process(), testing::ExitedWithCode(0),
        "CUDA_ERROR_ILLEGAL_ADDRESS.*After such a fault the GPU does no more work for this process");
}

} // namespace warpstage::engine::test

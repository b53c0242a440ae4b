// Properties that only a real GPU can show: that memory is really freed.
#include "core/gpu/context.h"
#include "core/gpu/driver/probe.h"
#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
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

TEST_F(GpuDevice, AThousandAdoptedPlansFreeTheirMemory)
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
    // A leak of one buffer per plan would be 8 GB; the driver may keep a small amount.
    EXPECT_LT(before->free - std::min(before->free, after->free), std::size_t { 64 } << 20);
}

TEST_F(GpuDevice, SharingWithoutOpenGlIsAnErrorAndTheEngineContinues)
{
    auto engine = engine_under_test();
    ASSERT_TRUE(engine.ok());
    ASSERT_TRUE((*engine)->load(steps_lesson()).ok());
    const auto shared = (*engine)->share({ { "x", 1, sizeof(float) } });
    ASSERT_FALSE(shared.ok());
    EXPECT_THAT(shared.error().message, HasSubstr("Data is copied through the host"));
    ASSERT_TRUE((*engine)->adopt(plan_of({ buffer_of("x", { 1.0F }) }, { scale(0, 2.0F, 1) }), Contents::initial).ok());
    ASSERT_TRUE((*engine)->start().ok());
    EXPECT_TRUE((*engine)->wait().ok());
}

} // namespace warpstage::engine::test

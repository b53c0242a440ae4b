// A user's kernel on the fake GPU: repetitions, their contents, and faults.
#include "core/engine/gpu/gpu_engine.h"
#include "core/kernel_run/kernel_job.h"
#include "core/problem/buffers/element_type.h"
#include "tests/core/gpu/fake_driver.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

namespace warpstage::kernel_run {
namespace {

KernelJob scale_job()
{
    const auto file = std::string { WARPSTAGE_FIXTURES } + "/gpu/steps.ptx";
    auto loaded = load_source({ file, "scale" });
    EXPECT_TRUE(loaded.source.ok()) << loaded.source.error().message;
    auto job = make_job(*loaded.source, { "1", "4", "0", { "x:f32[4]=iota", "f32=3", "s32=4" }, {} });
    EXPECT_TRUE(job.ok()) << job.error().message;
    return *job;
}

std::unique_ptr<engine::Engine> fake_gpu(const std::string& switches = {})
{
    auto driver = gpu::test::load_fake(switches);
    EXPECT_TRUE(driver.ok());
    auto engine = engine::make_gpu_engine(*driver);
    EXPECT_TRUE(engine.ok());
    return std::move(*engine);
}

TEST(KernelJobOnGpu, EveryRepetitionStartsWithTheInitialContents)
{
    const auto gpu = fake_gpu();
    const auto job = scale_job();
    const auto outcome = run_on_gpu(job, *gpu, 5);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_EQ(outcome->times.size(), 5U);
    EXPECT_FALSE(outcome->fault.has_value());
    EXPECT_EQ(outcome->warp_instructions, 0U);
    ASSERT_EQ(outcome->contents.size(), 1U);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, i), 3.0 * static_cast<double>(i));
    EXPECT_EQ(gpu::test::fake_calls("cuLaunchKernel"), 6U) << "one warms up";
}

TEST(KernelJobOnGpu, AFaultIsAnOutcomeWithTheDriversMessage)
{
    const auto gpu = fake_gpu("fail=cuEventSynchronize:1:700");
    const auto outcome = run_on_gpu(scale_job(), *gpu, 5);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    ASSERT_TRUE(outcome->fault.has_value());
    EXPECT_NE(outcome->fault->find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << *outcome->fault;
    EXPECT_FALSE(outcome->trap.has_value());
    EXPECT_TRUE(outcome->contents.empty());
}

TEST(KernelJobOnGpu, UnsupportedLaunchesAreErrors)
{
    const auto gpu = fake_gpu("fail=cuMemAlloc:1:2");
    const auto outcome = run_on_gpu(scale_job(), *gpu, 5);
    ASSERT_FALSE(outcome.ok());
    EXPECT_NE(outcome.error().message.find("`x`"), std::string::npos) << outcome.error().message;
}

TEST(KernelJobOnGpu, LaunchesShareBuffersAndPassAddressesInside)
{
    const auto file = std::string { WARPSTAGE_FIXTURES } + "/gpu/steps.ptx";
    auto loaded = load_source({ file, "scale", {}, { "scale" } });
    ASSERT_TRUE(loaded.source.ok()) << loaded.source.error().message;
    LaunchRequest request { "1", "4", "0", { "x:f32[4]=iota", "f32=3", "s32=4" }, {} };
    request.further.push_back({ "1", "2", "0", { "@x+2", "f32=10", "s32=2" } });
    const auto job = make_job(*loaded.source, request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    const auto gpu = fake_gpu();
    const auto outcome = run_on_gpu(*job, *gpu, 1);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    const std::array expected { 0.0, 3.0, 60.0, 90.0 };
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, i), expected.at(i));
}

} // namespace
} // namespace warpstage::kernel_run

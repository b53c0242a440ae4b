#include "core/arch/occupancy.h"
#include "tests/approved.h"

#include <cuda_occupancy.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace warpstage::arch {
namespace {

Occupancy occupancy_of(ComputeCapability capability, const KernelResources& kernel)
{
    const auto result = occupancy(traits_of(capability), kernel);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
    return result.ok() ? *result : Occupancy {};
}

std::string limiter_list(const Occupancy& occupancy)
{
    std::string text;
    for (const ResourceUse& use : occupancy.resources) {
        if (use.limits)
            text += fmt::format("{}{}", text.empty() ? "" : ", ", name_of(use.resource));
    }
    return text;
}

TEST(Occupancy, TheLimitersAreListed)
{
    EXPECT_EQ(limiters(occupancy_of({ 9, 0 }, { .threads_per_block = 128, .shared_bytes_per_block = 49152 })), "shared memory");
    EXPECT_EQ(limiters(occupancy_of({ 9, 0 }, { .threads_per_block = 32 })), "blocks");
    EXPECT_EQ(limiters(occupancy_of({ 9, 0 }, { .threads_per_block = 128 })), "") << "all warps are resident";
}

// Kirk and Hwu, "Programming Massively Parallel Processors", on the G80: with 10 registers per thread three blocks of 256 threads
// fit, with 11 only two.
TEST(Occupancy, OfTheG80FallsByAThirdWithOneMoreRegister)
{
    const auto ten = occupancy_of({ 1, 0 }, { .threads_per_block = 256, .registers_per_thread = 10 });
    EXPECT_EQ(ten.blocks, 3U);
    EXPECT_DOUBLE_EQ(ten.fraction(), 1.0);
    EXPECT_EQ(limiter_list(ten), "warps, registers");
    const auto eleven = occupancy_of({ 1, 0 }, { .threads_per_block = 256, .registers_per_thread = 11 });
    EXPECT_EQ(eleven.blocks, 2U);
    EXPECT_EQ(eleven.warps, 16U);
    EXPECT_EQ(limiter_list(eleven), "registers");
    EXPECT_EQ(eleven.left(Resource::registers), 8192U - 2 * 2816U) << "the next block would need 2816";
    EXPECT_EQ(eleven.resources[2].per_block, 2816U);
}

// CUDA C++ Best Practices Guide, "Calculating Occupancy", CC 7.0: 37 registers per thread, blocks of 128 and of 320 threads.
TEST(Occupancy, OfTheBestPracticesGuide)
{
    const auto small = occupancy_of({ 7, 0 }, { .threads_per_block = 128, .registers_per_thread = 37 });
    EXPECT_EQ(small.blocks, 12U);
    EXPECT_DOUBLE_EQ(small.fraction(), 0.75);
    const auto large = occupancy_of({ 7, 0 }, { .threads_per_block = 320, .registers_per_thread = 37 });
    EXPECT_EQ(large.blocks, 4U);
    EXPECT_DOUBLE_EQ(large.fraction(), 0.625);
    EXPECT_EQ(limiter_list(large), "registers");
}

TEST(Occupancy, FindsTheLimitingResource)
{
    EXPECT_EQ(limiter_list(occupancy_of({ 9, 0 }, { .threads_per_block = 32, .registers_per_thread = 16 })), "blocks");
    EXPECT_EQ(limiter_list(occupancy_of({ 9, 0 }, { .threads_per_block = 1024, .registers_per_thread = 16 })), "warps");
    EXPECT_EQ(
        limiter_list(occupancy_of({ 9, 0 }, { .threads_per_block = 1024, .registers_per_thread = 32 })), "warps, registers");
    EXPECT_EQ(limiter_list(occupancy_of({ 3, 5 }, { .threads_per_block = 64, .registers_per_thread = 32 })), "blocks");
    const auto shared = occupancy_of({ 9, 0 }, { .threads_per_block = 64, .shared_bytes_per_block = 100 * 1024 });
    EXPECT_EQ(limiter_list(shared), "shared memory");
    EXPECT_EQ(shared.blocks, 2U);
    EXPECT_EQ(shared.left(Resource::shared_memory), 26U * 1024) << "each block takes 1 KiB more than requested";
    EXPECT_EQ(shared.left(Resource::blocks), 30U);
    EXPECT_EQ(shared.left(Resource::warps), 60U);
}

// A tile of 32 x 33 floats and 256 threads, as lecture 000 transposes: on a GTX 280 three blocks, by shared memory.
TEST(Occupancy, OfTheLecturesTransposeOnAGtx280)
{
    const auto padded =
        occupancy_of({ 1, 3 }, { .threads_per_block = 256, .registers_per_thread = 10, .shared_bytes_per_block = 32 * 33 * 4 });
    EXPECT_EQ(padded.blocks, 3U);
    EXPECT_EQ(limiter_list(padded), "shared memory");
    EXPECT_EQ(padded.resources[3].per_block, 4608U) << "rounded up to 512 bytes";
    EXPECT_DOUBLE_EQ(padded.fraction(), 0.75);
}

TEST(Occupancy, RefusesBlocksThatFitNoMultiprocessor)
{
    const auto refusal = [](ComputeCapability capability, const KernelResources& kernel) {
        const auto result = occupancy(traits_of(capability), kernel);
        return result.ok() ? std::string { "it fits" } : result.error().message;
    };
    EXPECT_APPROVED(refusal({ 9, 0 }, {}));
    EXPECT_APPROVED(refusal({ 1, 3 }, { .threads_per_block = 1024 }));
    EXPECT_APPROVED(refusal({ 3, 0 }, { .threads_per_block = 32, .registers_per_thread = 64 }));
    EXPECT_APPROVED(refusal({ 5, 0 }, { .threads_per_block = 32, .shared_bytes_per_block = 49153 }));
    EXPECT_APPROVED(refusal({ 9, 0 }, { .threads_per_block = 1024, .registers_per_thread = 65 }));
    EXPECT_APPROVED(refusal({ 1, 0 }, { .threads_per_block = 512, .registers_per_thread = 17 }));
    EXPECT_APPROVED(refusal({ 9, 0 }, { .threads_per_block = ~0U, .registers_per_thread = ~0U, .shared_bytes_per_block = ~0U }));
}

// NVIDIA's formula in the header of the CUDA Toolkit, for CC 3.0 and later.
class Reference {
public:
    explicit Reference(const Traits& traits)
    {
        const Limits& limits = traits.limits;
        m_device.computeMajor = static_cast<int>(traits.capability.major);
        m_device.computeMinor = static_cast<int>(traits.capability.minor);
        m_device.maxThreadsPerBlock = static_cast<int>(limits.threads_per_block);
        m_device.maxThreadsPerMultiprocessor = static_cast<int>(limits.threads());
        m_device.regsPerBlock = static_cast<int>(limits.registers_per_block);
        m_device.regsPerMultiprocessor = static_cast<int>(limits.registers);
        m_device.warpSize = 32;
        m_device.sharedMemPerBlock = 48 * 1024;
        m_device.sharedMemPerMultiprocessor = limits.shared_bytes;
        m_device.numSms = 1;
        m_device.sharedMemPerBlockOptin = limits.shared_bytes_per_block;
        m_device.reservedSharedMemPerBlock = limits.shared_reserved;
    }

    // Nothing if this toolkit's header does not support the capability.
    [[nodiscard]] bool known() const
    {
        int unit = 0;
        return cudaOccSMemAllocationGranularity(&unit, &m_device) == CUDA_OCC_SUCCESS;
    }

    [[nodiscard]] cudaOccResult occupancy(const KernelResources& kernel) const
    {
        cudaOccFuncAttributes function;
        function.maxThreadsPerBlock = m_device.maxThreadsPerBlock;
        function.numRegs = static_cast<int>(kernel.registers_per_thread);
        function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
        function.maxDynamicSharedSizeBytes = kernel.shared_bytes_per_block;
        cudaOccDeviceState state;
        state.cacheConfig = CACHE_PREFER_SHARED;
        state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
        cudaOccResult result;
        EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &m_device, &function, &state,
                      static_cast<int>(kernel.threads_per_block), kernel.shared_bytes_per_block),
            CUDA_OCC_SUCCESS);
        return result;
    }

private:
    cudaOccDeviceProp m_device;
};

TEST(Occupancy, AgreesWithNvidiasHeaderForRandomKernels)
{
    std::mt19937 random(1024);
    const auto below = [&](std::uint32_t bound) {
        return static_cast<std::uint32_t>(random() % bound);
    };
    int refused = 0;
    int compared = 0;
    for (const Traits& traits : all_traits()) {
        const Reference reference(traits);
        if (traits.capability.major < 3 || !traits.usual || !reference.known())
            continue;
        for (int i = 0; i < 1000; ++i) {
            const KernelResources kernel { .threads_per_block = i % 2 == 0 ? 32 * (1 + below(32)) : 1 + below(1024),
                .registers_per_thread = 1 + below(traits.limits.registers_per_thread),
                .shared_bytes_per_block = i % 3 == 0 ? 0 : below(traits.limits.shared_bytes_per_block >> below(8)) };
            const cudaOccResult expected = reference.occupancy(kernel);
            const auto result = occupancy(traits, kernel);
            const std::string words = fmt::format("{}: {} threads, {} registers, {} bytes", traits.name, kernel.threads_per_block,
                kernel.registers_per_thread, kernel.shared_bytes_per_block);
            ASSERT_EQ(result.ok(), expected.activeBlocksPerMultiprocessor != 0) << words;
            if (!result.ok()) {
                ++refused;
                continue;
            }
            ++compared;
            ASSERT_EQ(result->blocks, static_cast<std::uint32_t>(expected.activeBlocksPerMultiprocessor)) << words;
            ASSERT_EQ(result->resources[0].blocks, static_cast<std::uint32_t>(expected.blockLimitBlocks)) << words;
            ASSERT_EQ(result->resources[0].limits, (expected.limitingFactors & OCC_LIMIT_BLOCKS) != 0) << words;
            ASSERT_EQ(result->resources[1].limits, (expected.limitingFactors & OCC_LIMIT_WARPS) != 0) << words;
            ASSERT_EQ(result->resources[2].limits, (expected.limitingFactors & OCC_LIMIT_REGISTERS) != 0) << words;
            ASSERT_EQ(result->resources[3].limits, (expected.limitingFactors & OCC_LIMIT_SHARED_MEMORY) != 0) << words;
            ASSERT_EQ(result->resources[2].per_block, static_cast<std::uint32_t>(expected.allocatedRegistersPerBlock)) << words;
            ASSERT_EQ(result->resources[3].per_block, expected.allocatedSharedMemPerBlock) << words;
        }
    }
    EXPECT_GT(refused, 500);
    EXPECT_GT(compared, 5000);
}

} // namespace
} // namespace warpstage::arch

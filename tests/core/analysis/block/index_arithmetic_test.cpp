#include "core/analysis/block/index_arithmetic.h"
#include "core/analysis/block/l1_reuse.h"
#include "core/arch/architecture.h"

#include <gtest/gtest.h>

#include <functional>

namespace warpstage::analysis {
namespace {

constexpr std::uint64_t kOrigin = 4096;

// Each warp of a block loads once; `element` returns the element of a thread.
trace::Trace loads(
    const Dim3& block, const std::function<std::uint64_t(const Dim3&)>& element, ptx::StateSpace space = ptx::StateSpace::global)
{
    trace::Trace trace;
    trace.warps = static_cast<std::uint32_t>((block.count() + kMaxLanes - 1) / kMaxLanes);
    for (std::uint32_t warp = 0; warp < trace.warps; ++warp) {
        simt::Access access;
        access.space = space;
        access.bytes = 4;
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const std::uint32_t number = warp * kMaxLanes + lane;
            if (number >= block.count())
                break;
            access.lanes |= LaneMask { 1 } << lane;
            access.addresses[lane] = kOrigin + 4 * element(block.index_of(number));
        }
        trace::StepRecord step;
        step.warp = warp;
        step.pc = 7;
        step.active = access.lanes;
        step.executed = access.lanes;
        trace.accesses.push_back(access);
        step.access = static_cast<std::uint32_t>(trace.accesses.size());
        trace.steps.push_back(step);
    }
    return trace;
}

IndexArithmetic arithmetic_of(const trace::Trace& trace, const Dim3& block, std::size_t occurrence = 0)
{
    return index_arithmetic({ &trace, block, 7, ptx::StateSpace::global, occurrence, kOrigin });
}

// ind = tx + ty * BLOCK_SIZE and indM = ty + tx * BLOCK_SIZE of the lecture's first version in shared memory.
TEST(IndexArithmetic, FindsTheFormulaOfATurnedTile)
{
    const Dim3 block { 32, 32, 1 };
    const auto turned = arithmetic_of(loads(block, [](const Dim3& at) { return at.y + 32 * at.x; }), block, 3);
    ASSERT_TRUE(turned.formula);
    EXPECT_EQ(*turned.formula, (LinearIndex { 0, 32, 1, 0 }));
    EXPECT_EQ(turned.known_threads, 1024U);
    EXPECT_EQ(turned.warp, 3U);
    ASSERT_EQ(turned.threads.size(), 32U);
    EXPECT_EQ(turned.threads[2], (IndexedThread { { 2, 3, 0 }, 98, 67 }));
}

TEST(IndexArithmetic, HasAConstantAndThreeDirections)
{
    const Dim3 block { 4, 4, 4 };
    const auto found = arithmetic_of(loads(block, [](const Dim3& at) { return 1000 + 2 * at.x + 100 * at.y + 7 * at.z; }), block);
    ASSERT_TRUE(found.formula);
    EXPECT_EQ(*found.formula, (LinearIndex { 1000, 2, 100, 7 }));
}

TEST(IndexArithmetic, APermutationHasNoFormula)
{
    const Dim3 block { 64, 1, 1 };
    const auto found = arithmetic_of(loads(block, [](const Dim3& at) { return at.x ^ 15U; }), block);
    EXPECT_FALSE(found.formula);
    EXPECT_EQ(found.threads.size(), 32U);
    EXPECT_TRUE(arithmetic_of(loads(block, [](const Dim3& at) { return at.x; }), block, 2).threads.empty());
}

// The lecture on Fermi: misaligned accesses cause almost no slowdown. 8 warps need two lines each, of which 7 are shared.
TEST(L1Reuse, AMisalignedBlockFetchesOneLineMore)
{
    const auto& fermi = *arch::parse_architecture("2.0")->traits;
    const Dim3 block { 256, 1, 1 };
    const auto aligned = l1_reuse(loads(block, [](const Dim3& at) { return at.x; }), fermi);
    EXPECT_EQ(aligned.at(7), (L1Use { 8, 8 }));
    const auto offset = l1_reuse(loads(block, [](const Dim3& at) { return at.x + 1; }), fermi);
    EXPECT_EQ(offset.at(7), (L1Use { 16, 9 }));
    EXPECT_TRUE(l1_reuse(loads(block, [](const Dim3& at) { return at.x; }), *arch::parse_architecture("2.0:l2")->traits).empty());
    EXPECT_TRUE(l1_reuse(loads(block, [](const Dim3& at) { return at.x; }), *arch::parse_architecture("9.0")->traits).empty());
}

TEST(L1Reuse, AStrideOfALineUsesEachLineOnce)
{
    const auto& fermi = *arch::parse_architecture("2.0")->traits;
    const auto stride = l1_reuse(loads({ 256, 1, 1 }, [](const Dim3& at) { return 32 * at.x; }), fermi);
    EXPECT_EQ(stride.at(7), (L1Use { 256, 256 }));
}

} // namespace
} // namespace warpstage::analysis

#include "core/arch/constant_local.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace warpstage::arch {
namespace {

SplitCount constant(ComputeCapability capability, const Addresses& addresses, LaneMask lanes = kFullWarp)
{
    return count_constant(traits_of(capability), { .lanes = lanes, .addresses = addresses });
}

// Lecture 000: constant memory is as fast as registers if all threads read one value, and slows down linearly with the number of
// values.
TEST(ConstantMemory, ServesOneWordForAllLanesAtOnceAndDifferentWordsSequentially)
{
    EXPECT_EQ(constant({ 9, 0 }, addresses_of([](unsigned) { return 40; })), (SplitCount { 1, 1 }));
    for (std::uint32_t words = 1; words <= 32; ++words) {
        EXPECT_EQ(
            constant({ 9, 0 }, addresses_of([&](std::uint64_t lane) { return 4 * (lane % words); })), (SplitCount { words, 1 }));
    }
}

TEST(ConstantMemory, IsReadByHalfWarpsOnComputeCapability1)
{
    EXPECT_EQ(constant({ 1, 3 }, addresses_of([](unsigned) { return 40; })), (SplitCount { 2, 2 }));
    EXPECT_EQ(constant({ 1, 3 }, addresses_of([](std::uint64_t lane) { return 4 * lane; })), (SplitCount { 32, 2 }));
    EXPECT_EQ(constant({ 1, 3 }, addresses_of([](unsigned) { return 40; }), 0xffff0000), (SplitCount { 1, 1 }));
}

TEST(ConstantMemory, CostsOneAccessPerDistinctWord)
{
    std::mt19937 random(64);
    for (int i = 0; i < 1000; ++i) {
        const RandomPattern pattern = random_pattern(random);
        for (const ComputeCapability capability : { ComputeCapability { 1, 0 }, { 2, 0 }, { 9, 0 } }) {
            const auto split = count_constant(
                traits_of(capability), { .bytes = pattern.bytes, .lanes = pattern.lanes, .addresses = pattern.addresses });
            std::set<std::pair<unsigned, std::uint64_t>> wanted; // (half-warp, word)
            for_each_lane(pattern.lanes, [&](unsigned lane) {
                wanted.insert({ capability.major == 1 ? lane / 16 : 0,
                    pattern.bytes <= 4 ? pattern.addresses[lane] / 4 : pattern.addresses[lane] / pattern.bytes });
            });
            ASSERT_EQ(split.cost, wanted.size()) << i;
            ASSERT_LE(split.ideal, split.cost) << i;
        }
    }
}

// The layout interleaves the threads' words, so one offset for all lanes is one row of 128 bytes.
TEST(LocalMemory, IsCoalescedIfAllLanesAccessTheSameOffset)
{
    const auto same = addresses_of([](unsigned) { return 16; });
    EXPECT_EQ(count_local({ .bytes = 4, .lanes = kFullWarp, .addresses = same }), (SplitCount { 4, 4 }));
    EXPECT_EQ(count_local({ .bytes = 8, .lanes = kFullWarp, .addresses = same }), (SplitCount { 8, 8 }));
    EXPECT_EQ(count_local({ .bytes = 16, .lanes = kFullWarp, .addresses = same }), (SplitCount { 16, 16 }));
    EXPECT_EQ(count_local({ .bytes = 1, .lanes = kFullWarp, .addresses = same }), (SplitCount { 4, 4 }));
    EXPECT_EQ(count_local({ .bytes = 4, .lanes = 0xff, .addresses = same }), (SplitCount { 1, 1 }));
    EXPECT_EQ(count_local({ .bytes = 4, .lanes = 0x01010101, .addresses = same }), (SplitCount { 4, 4 }));
    EXPECT_EQ(count_local({ .bytes = 4, .lanes = 0, .addresses = same }), (SplitCount {}));
}

// An array indexed by the thread index: each lane accesses a different row.
TEST(LocalMemory, CostsASectorPerLaneWithItsOwnOffset)
{
    const auto own = addresses_of([](std::uint64_t lane) { return 4 * lane; });
    EXPECT_EQ(count_local({ .bytes = 4, .lanes = kFullWarp, .addresses = own }), (SplitCount { 32, 4 }));
    const auto two = addresses_of([](std::uint64_t lane) { return 4 * (lane % 2); });
    EXPECT_EQ(count_local({ .bytes = 4, .lanes = kFullWarp, .addresses = two }), (SplitCount { 8, 4 }));
}

} // namespace
} // namespace warpstage::arch

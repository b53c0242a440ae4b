#include "core/arch/constant_cache.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace warpstage::arch {
namespace {

ConstantService serve(ComputeCapability capability, const Addresses& addresses, LaneMask lanes = kFullWarp)
{
    return serve_constant(traits_of(capability), { .lanes = lanes, .addresses = addresses });
}

// Lecture 000: constant memory is as fast as registers where all read one value, and slows down linearly with the number of
// values.
TEST(ConstantCache, ServesOneWordForAllAtOnceAndDifferentWordsOneAfterTheOther)
{
    EXPECT_EQ(serve({ 9, 0 }, addresses_of([](unsigned) { return 40; })).serialized(), 1U);
    for (std::uint64_t words = 1; words <= 32; ++words) {
        const auto service = serve({ 9, 0 }, addresses_of([&](std::uint64_t lane) { return 4 * (lane % words); }));
        EXPECT_EQ(service.serialized(), words);
        EXPECT_EQ(service.ideal, 1U);
    }
}

TEST(ConstantCache, ServesHalfWarpsByThemselvesOnOne)
{
    const auto service = serve({ 1, 3 }, addresses_of([](unsigned) { return 40; }));
    EXPECT_EQ(service.serialized(), 2U);
    EXPECT_EQ(service.ideal, 2U);
    EXPECT_EQ(service.words[0].lanes, 0xffffU);
    EXPECT_EQ(service.words[1].lanes, 0xffff0000U);
    EXPECT_EQ(service.words[1].request, 1U);
    EXPECT_EQ(serve({ 1, 3 }, addresses_of([](std::uint64_t lane) { return 4 * lane; })).serialized(), 32U);
    EXPECT_EQ(serve({ 1, 3 }, addresses_of([](unsigned) { return 40; }), 0xffff0000).ideal, 1U);
}

TEST(ConstantCache, GivesEachLaneItsWordOnce)
{
    std::mt19937 random(64);
    for (int i = 0; i < 1000; ++i) {
        const RandomPattern pattern = random_pattern(random);
        for (const ComputeCapability capability : { ComputeCapability { 1, 0 }, { 2, 0 }, { 9, 0 } }) {
            const auto service = serve_constant(
                traits_of(capability), { .bytes = pattern.bytes, .lanes = pattern.lanes, .addresses = pattern.addresses });
            std::set<std::pair<unsigned, std::uint64_t>> wanted; // (half-warp, word)
            for_each_lane(pattern.lanes, [&](unsigned lane) {
                wanted.insert({ capability.major == 1 ? lane / 16 : 0,
                    pattern.bytes <= 4 ? pattern.addresses[lane] / 4 : pattern.addresses[lane] / pattern.bytes });
            });
            LaneMask served = 0;
            for (const ConstantWord& word : service.words) {
                EXPECT_EQ(served & word.lanes, 0U);
                served |= word.lanes;
            }
            EXPECT_EQ(served, pattern.lanes);
            ASSERT_EQ(service.serialized(), wanted.size()) << i;
        }
    }
}

} // namespace
} // namespace warpstage::arch

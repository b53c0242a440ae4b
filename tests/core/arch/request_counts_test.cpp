// Counts of requests are those of sets of bytes, words and sectors, on random patterns of all widths and lanes.
#include "core/arch/constant_local.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace warpstage::arch {
namespace {

constexpr int kRequests = 20'000;

// All lanes in buffers that are terabytes apart, as the sum of their sectors.
TEST(RequestCounts, ADistantLaneCountsAsAnother)
{
    Addresses addresses = addresses_of([](unsigned lane) { return 32 * std::uint64_t { lane }; });
    addresses[31] = std::uint64_t { 1 } << 46;
    const auto count = count_global(traits_of({ 9, 0 }), { 4, kFullWarp, addresses });
    EXPECT_EQ(count.sectors, 32U);
    EXPECT_EQ(count.ideal, 4U);
}

TEST(RequestCounts, GlobalAndSharedRequestsCountDistinctSectorsAndWords)
{
    const Traits& traits = traits_of({ 9, 0 });
    std::mt19937 random(12);
    for (int i = 0; i < kRequests; ++i) {
        const RandomPattern pattern = random_pattern(random);
        std::set<std::uint64_t> sectors;
        std::set<std::uint64_t> bytes;
        for_each_lane(pattern.lanes, [&](unsigned lane) {
            for (std::uint64_t byte = pattern.addresses[lane]; byte < pattern.addresses[lane] + pattern.bytes; ++byte) {
                bytes.insert(byte);
                sectors.insert(byte / 32);
            }
        });
        const auto global = count_global(traits, { pattern.bytes, pattern.lanes, pattern.addresses });
        EXPECT_EQ(global.sectors, sectors.size());
        EXPECT_EQ(global.transactions, sectors.size());
        EXPECT_EQ(global.ideal, (bytes.size() + 31) / 32);
        for (const auto operation :
            { SharedOperation::load, SharedOperation::store, SharedOperation::load_matrix, SharedOperation::async_copy }) {
            const SharedRequest request { operation, pattern.bytes, pattern.lanes, pattern.addresses };
            const SharedCount shared = count_shared(traits, request);
            const SharedService served = serve_shared(traits, request); // bank by bank
            EXPECT_EQ(shared.wavefronts, served.wavefronts);
            EXPECT_EQ(shared.ideal, served.ideal);
        }
    }
}

TEST(RequestCounts, ConstantAndLocalRequestsCountDistinctWordsAndSectors)
{
    std::mt19937 random(13);
    for (int i = 0; i < kRequests; ++i) {
        const RandomPattern pattern = random_pattern(random);
        std::set<std::uint64_t> words;
        std::map<unsigned, std::set<std::uint64_t>> sectors; // by group of eight lanes: words of the lane's own memory
        for_each_lane(pattern.lanes, [&](unsigned lane) {
            words.insert(pattern.addresses[lane] / std::max(pattern.bytes, 4U));
            for (std::uint64_t byte = pattern.addresses[lane]; byte < pattern.addresses[lane] + pattern.bytes; ++byte)
                sectors[lane / 8].insert(byte / 4);
        });
        std::size_t of_groups = 0;
        for (const auto& [group, distinct] : sectors)
            of_groups += distinct.size();
        const LaneAddresses request { pattern.bytes, pattern.lanes, pattern.addresses };
        const SplitCount constant = count_constant(traits_of({ 9, 0 }), request);
        EXPECT_EQ(constant.cost, words.size());
        EXPECT_EQ(constant.ideal, pattern.lanes == 0 ? 0U : 1U);
        const SplitCount local = count_local(request);
        EXPECT_EQ(local.cost, of_groups);
        EXPECT_EQ(local.ideal, sectors.size() * std::max(pattern.bytes / 4, 1U));
    }
}

} // namespace
} // namespace warpstage::arch

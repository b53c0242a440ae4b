// Random patterns on CC 1.x, 2.x and 3.x: conditions on the result, checked byte by byte, independent of the algorithm.
#include "core/arch/shared/shared_banks.h"
#include "tests/core/arch/allocation_counter.h"
#include "tests/core/arch/patterns.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::arch {
namespace {

constexpr int kBankPatterns = 2000;

// Every setting of the capabilities before 5.0.
std::vector<const Traits*> older()
{
    std::vector<const Traits*> all;
    for (const Traits& traits : all_traits()) {
        if (traits.capability.major < 5)
            all.push_back(&traits);
    }
    return all;
}

std::string describe(const Traits& traits, const SharedRequest& request)
{
    std::string text = fmt::format("{}: {} bytes, lanes {:08x}:", traits.name, request.bytes, request.lanes);
    for_each_lane(request.lanes, [&](unsigned lane) { text += fmt::format(" {}", request.addresses[lane]); });
    return text;
}

template <typename Check> void for_random_shared_requests(unsigned seed, Check&& check)
{
    std::mt19937 random(seed);
    for (int i = 0; i < kBankPatterns; ++i) {
        const RandomPattern pattern = random_pattern(random);
        check(SharedRequest { .operation = i % 2 == 0 ? SharedOperation::load : SharedOperation::store,
            .bytes = pattern.bytes,
            .lanes = pattern.lanes,
            .addresses = pattern.addresses });
        if (testing::Test::HasFailure())
            return;
    }
}

// The lanes that share a phase, of a whole warp.
unsigned lanes_together(const Traits& traits, std::uint32_t bytes)
{
    if (traits.capability.major == 1)
        return 16;
    return bytes <= (traits.capability.major == 2 ? 4U : 8U) ? 32 : 16;
}

// A number that is equal for two bytes if one wavefront of the bank serves both. CC 3.x has banks of 64 bits: in the 4-byte mode
// words i and i + 32 of 64 share a bank's row.
std::pair<std::uint64_t, std::uint64_t> bank_and_row(const Traits& traits, std::uint64_t byte)
{
    if (traits.capability.major == 3 && traits.bank_bytes == 8)
        return { byte / 8 % 32, byte / 256 };
    if (traits.capability.major == 3)
        return { byte / 4 % 32, byte / 256 };
    return { byte / 4 % 32, byte / 128 };
}

TEST(OlderBanks, OfTwoAndThreeTakeAsManyWavefrontsAsTheFullestBankHasRows)
{
    for (const Traits* traits : older()) {
        if (traits->capability.major == 1)
            continue;
        for_random_shared_requests(traits->capability.major * 10 + traits->bank_bytes, [&](const SharedRequest& request) {
            std::map<unsigned, std::map<std::uint64_t, std::set<std::uint64_t>>> rows; // phase -> bank -> rows
            for_each_lane(request.lanes, [&](unsigned lane) {
                for (std::uint64_t i = 0; i < request.bytes; ++i) {
                    const auto [bank, row] = bank_and_row(*traits, request.addresses[lane] + i);
                    rows[lane / lanes_together(*traits, request.bytes)][bank].insert(row);
                }
            });
            std::size_t wavefronts = 0;
            for (const auto& [phase, banks] : rows)
                wavefronts += std::ranges::max_element(banks, {}, [](const auto& b) { return b.second.size(); })->second.size();
            const SharedCount count = count_shared(*traits, request);
            EXPECT_EQ(count.wavefronts, wavefronts) << describe(*traits, request);
            EXPECT_EQ(count.ideal, rows.size()) << describe(*traits, request);
        });
    }
}

TEST(OlderBanks, EveryLaneGetsEachWordOnceAndABankServesOneRowPerWavefront)
{
    for (const Traits* traits : older()) {
        for_random_shared_requests(17, [&](const SharedRequest& request) {
            const SharedService service = serve_shared(*traits, request);
            const SharedCount count = count_shared(*traits, request);
            EXPECT_EQ(service.wavefronts, count.wavefronts) << describe(*traits, request);
            EXPECT_EQ(service.ideal, count.ideal) << describe(*traits, request);
            std::multiset<std::pair<unsigned, std::uint64_t>> served; // lane, word
            for (const BankPhase& phase : service.phases) {
                std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint64_t>> rows; // (bank, wavefront) -> rows
                std::uint32_t most = 0;
                for (const BankWord& word : phase.words) {
                    EXPECT_EQ(word.bank, word.word % traits->shared_banks) << describe(*traits, request);
                    EXPECT_EQ(word.lanes & ~phase.lanes, 0U) << describe(*traits, request);
                    const std::uint64_t byte = word.word * traits->bank_bytes;
                    rows[{ word.bank, word.wavefront }].insert(
                        traits->capability.major == 1 ? word.word : bank_and_row(*traits, byte).second);
                    for_each_lane(word.lanes, [&](unsigned lane) { served.insert({ lane, word.word }); });
                    most = std::max(most, word.wavefront + 1);
                }
                for (const auto& [slot, of_slot] : rows) {
                    EXPECT_EQ(of_slot.size(), 1U) << describe(*traits, request);
                    EXPECT_TRUE(slot.second == 0 || rows.count({ slot.first, slot.second - 1 }) == 1)
                        << "a wavefront is empty: " << describe(*traits, request);
                }
                EXPECT_EQ(most, phase.wavefronts) << describe(*traits, request);
            }
            std::multiset<std::pair<unsigned, std::uint64_t>> wanted;
            for_each_lane(request.lanes, [&](unsigned lane) {
                const std::uint64_t first = request.addresses[lane] / traits->bank_bytes;
                const std::uint64_t last = (request.addresses[lane] + request.bytes - 1) / traits->bank_bytes;
                for (std::uint64_t word = first; word <= last; ++word)
                    wanted.insert({ lane, word });
            });
            EXPECT_EQ(served, wanted) << describe(*traits, request);
        });
    }
}

// CC 1.x, as conditions: in each step one word is broadcast to all remaining lanes that requested it, every other word is served
// to one lane; no bank with a remaining request is idle; the broadcast word is that of the lowest remaining lane.
TEST(OlderBanks, OfOneBroadcastOneWordPerStepAndLeaveNoBankIdle)
{
    const Traits& traits = traits_of({ 1, 3 });
    int broadcasts = 0;
    for_random_shared_requests(23, [&](const SharedRequest& request) {
        for (const BankPhase& phase : serve_shared(traits, request).phases) {
            EXPECT_TRUE((phase.lanes & 0xffffU) == 0 || phase.lanes <= 0xffffU) << "only one half-warp";
            const auto word_of = [&](unsigned lane) {
                return request.addresses[lane] / 4 + phase.part;
            };
            LaneMask waiting = phase.lanes;
            for (std::uint32_t step = 0; step < phase.wavefronts; ++step) {
                LaneMask served = 0;
                std::set<std::uint32_t> busy;
                int to_several = 0;
                for (const BankWord& word : phase.words) {
                    if (word.wavefront != step)
                        continue;
                    busy.insert(word.bank);
                    served |= word.lanes;
                    if (lane_count(word.lanes) > 1) {
                        ++to_several;
                        EXPECT_EQ(word.word, word_of(lowest_lane(waiting))) << describe(traits, request);
                    }
                    if (word.word == word_of(lowest_lane(waiting))) {
                        for_each_lane(waiting, [&](unsigned lane) {
                            EXPECT_EQ(has_lane(word.lanes, lane), word_of(lane) == word.word) << describe(traits, request);
                        });
                    }
                }
                EXPECT_LE(to_several, 1) << describe(traits, request);
                broadcasts += to_several;
                for_each_lane(waiting & ~served, [&](unsigned lane) {
                    EXPECT_TRUE(busy.contains(static_cast<std::uint32_t>(word_of(lane) % 16))) << describe(traits, request);
                });
                waiting &= ~served;
            }
            EXPECT_EQ(waiting, 0U) << describe(traits, request);
        }
    });
    EXPECT_GT(broadcasts, 500) << "the patterns must reach the rule";
}

TEST(OlderBanks, OfOneSplitWideAccessesIntoWordsOf32Bits)
{
    const auto doubles = addresses_of([](std::uint64_t lane) { return 8 * lane; });
    const auto service = serve_shared(traits_of({ 1, 3 }), { .bytes = 8, .lanes = ~LaneMask { 0 }, .addresses = doubles });
    ASSERT_EQ(service.phases.size(), 4U) << "two words per lane, each for two half-warps";
    EXPECT_EQ(service.phases[0].part, 0U);
    EXPECT_EQ(service.phases[0].lanes, 0xffffU);
    EXPECT_EQ(service.phases[1].lanes, 0xffff0000U);
    EXPECT_EQ(service.phases[3].part, 1U);
    EXPECT_EQ(service.wavefronts, 8U) << "each 2-way: a stride of two words";
}

TEST(OlderBanks, OfThreeServeTwoWordsOfARowPerWavefrontInFourByteMode)
{
    Addresses addresses {};
    addresses[0] = 0; // word 0
    addresses[1] = 128; // word 32, in the same 64 bits of bank 0
    addresses[2] = 256; // word 64, in the next row
    const auto service = serve_shared(traits_of({ 3, 5 }), { .lanes = 0b111, .addresses = addresses });
    ASSERT_EQ(service.phases.size(), 1U);
    const auto& words = service.phases[0].words;
    ASSERT_EQ(words.size(), 3U);
    EXPECT_EQ(words[0].word, 0U);
    EXPECT_EQ(words[1].word, 32U);
    EXPECT_EQ(words[2].word, 64U);
    EXPECT_EQ(words[0].wavefront, 0U);
    EXPECT_EQ(words[1].wavefront, 0U);
    EXPECT_EQ(words[2].wavefront, 1U);
    EXPECT_EQ(service.wavefronts, 2U);
}

TEST(OlderBanks, CountingAllocatesNothing)
{
    const auto worst = addresses_of([](std::uint64_t lane) { return 256 * lane; });
    const auto all = older();
    const std::size_t before = allocations();
    std::uint32_t wavefronts = 0;
    for (const Traits* traits : all) {
        for (const std::uint32_t bytes : { 1U, 4U, 8U, 16U })
            wavefronts += count_shared(*traits, { .bytes = bytes, .lanes = ~LaneMask { 0 }, .addresses = worst }).wavefronts;
    }
    EXPECT_EQ(allocations(), before);
    EXPECT_GT(wavefronts, 0U);
}

} // namespace
} // namespace warpstage::arch

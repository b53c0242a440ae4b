// Accesses that the totals treat as equal.
#include "core/trace/recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <random>
#include <tuple>
#include <vector>

namespace warpstage::trace {
namespace {

constexpr LaneMask kFullWarp = ~LaneMask { 0 };

simt::Access access_to(std::uint64_t address, LaneMask lanes = kFullWarp)
{
    simt::Access access { .space = ptx::StateSpace::global, .kind = simt::AccessKind::load, .bytes = 4, .lanes = lanes };
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        access.addresses[lane] =
            has_lane(lanes, lane) ? address + std::uint64_t { 4 } * lane : 0xdead0000 + address; // arbitrary values for inactive
                                                                                                 // lanes
    return access;
}

class Patterns : public testing::Test {
protected:
    void record(const simt::Access& access, std::uint32_t pc = 0)
    {
        const simt::Step step { .block = 0, .warp = 0, .pc = pc, .active = kFullWarp, .executed = access.lanes };
        m_recorder.on_step(step);
        m_recorder.on_access(step, access);
    }

    // The counts of an instruction's patterns in the order of their first occurrence.
    std::vector<std::uint64_t> counts(std::uint32_t pc = 0)
    {
        std::vector<std::uint64_t> counts;
        m_totals = m_recorder.take_totals();
        for (const PatternCount& pattern : m_totals.instructions[pc].patterns)
            counts.push_back(pattern.count);
        return counts;
    }

    Recorder m_recorder { 2, 32, 1 };
    Totals m_totals;
};

using Counts = std::vector<std::uint64_t>;

TEST_F(Patterns, AMultipleOf1024BytesMakesNoDifference)
{
    record(access_to(128));
    record(access_to(128 + 1024));
    record(access_to(128 + (std::uint64_t { 1 } << 40)));
    EXPECT_EQ(counts(), Counts { 3 });
    EXPECT_EQ(m_totals.instructions[0].patterns[0].access.addresses[1], 132U) << "relative to the lowest, rounded down to 1024";
}

TEST_F(Patterns, AnyOtherDistanceDoes)
{
    record(access_to(0));
    record(access_to(4));
    record(access_to(512));
    EXPECT_EQ(counts(), (Counts { 1, 1, 1 }));
}

TEST_F(Patterns, TheAddressOfAnInactiveLaneDoesNotMatter)
{
    simt::Access access = access_to(2048, 0x0000ffff);
    record(access);
    access.addresses[20] = 7;
    record(access);
    EXPECT_EQ(counts(), Counts { 2 });
    EXPECT_EQ(m_totals.instructions[0].patterns[0].access.addresses[20], 0U);
}

TEST_F(Patterns, SpaceKindWidthAndLanesAreDistinguished)
{
    const simt::Access first = access_to(0);
    record(first);
    simt::Access other = first;
    other.space = ptx::StateSpace::shared;
    record(other);
    other = first;
    other.kind = simt::AccessKind::store;
    record(other);
    other = first;
    other.bytes = 2;
    record(other);
    other = first;
    other.lanes = 0x7fffffff;
    record(other);
    record(first);
    EXPECT_EQ(counts(), (Counts { 2, 1, 1, 1, 1 }));
}

TEST_F(Patterns, InstructionsAreDistinguished)
{
    record(access_to(0), 0);
    record(access_to(0), 1);
    EXPECT_EQ(counts(0), Counts { 1 });
    EXPECT_EQ(m_totals.instructions[1].patterns.size(), 1U);
}

TEST_F(Patterns, TheValuesAreThoseOfTheFirstOccurrence)
{
    simt::Access access = access_to(0);
    access.values[5] = 55;
    record(access);
    access.values[5] = 66;
    record(access);
    EXPECT_EQ(counts(), Counts { 2 });
    EXPECT_EQ(m_totals.instructions[0].patterns[0].access.values[5], 55U);
}

TEST(PatternLimit, NewPatternsBeyondItAreDroppedAndCounted)
{
    Recorder recorder(1, 32, 1, { .patterns_per_instruction = 2 });
    const simt::Step step { .block = 0, .warp = 0, .pc = 0, .active = kFullWarp, .executed = kFullWarp };
    for (const std::uint64_t address : std::initializer_list<std::uint64_t> { 0, 4, 8, 12, 4, 8 }) {
        recorder.on_step(step);
        recorder.on_access(step, access_to(address));
    }
    const Totals totals = recorder.take_totals();
    ASSERT_EQ(totals.instructions[0].patterns.size(), 2U);
    EXPECT_EQ(totals.instructions[0].patterns[0].count, 1U);
    EXPECT_EQ(totals.instructions[0].patterns[1].count, 2U);
    EXPECT_EQ(totals.instructions[0].patterns_dropped, 3U);
}

// Everything that distinguishes accesses, as a key for a sorted map.
using Key = std::tuple<std::uint32_t, int, int, std::uint32_t, LaneMask, std::vector<std::uint64_t>>;

Key key_of(std::uint32_t pc, const simt::Access& access)
{
    std::vector<std::uint64_t> addresses;
    for_each_lane(access.lanes, [&](unsigned lane) { addresses.push_back(access.addresses[lane]); });
    const std::uint64_t lowest = *std::min_element(addresses.begin(), addresses.end());
    for (std::uint64_t& address : addresses)
        address -= lowest / 1024 * 1024;
    return { pc, static_cast<int>(access.space), static_cast<int>(access.kind), access.bytes, access.lanes, addresses };
}

TEST(PatternsAtRandom, AreCountedAsASortedMapCountsThem)
{
    constexpr std::uint32_t kInstructions = 4;
    std::mt19937 random(42);
    Recorder recorder(kInstructions, 32, 1, { .patterns_per_instruction = 100000 });
    std::map<Key, std::uint64_t> expected;
    for (int i = 0; i < 30000; ++i) {
        const simt::Step step { .block = 0,
            .warp = 0,
            .pc = static_cast<std::uint32_t>(random() % kInstructions),
            .active = kFullWarp,
            .executed = kFullWarp };
        simt::Access access { .space = random() % 2 == 0 ? ptx::StateSpace::shared : ptx::StateSpace::global,
            .kind = random() % 2 == 0 ? simt::AccessKind::load : simt::AccessKind::store,
            .bytes = 4,
            .lanes = random() % 2 == 0 ? kFullWarp : LaneMask { 1 } << random() % 32 | LaneMask { 1 } << random() % 32 };
        const std::uint64_t base = random() % 65536 * 16;
        const std::uint64_t stride = random() % 3 * 4;
        for (std::uint64_t lane = 0; lane < kMaxLanes; ++lane)
            access.addresses[lane] = base + stride * lane;
        recorder.on_step(step);
        recorder.on_access(step, access);
        ++expected[key_of(step.pc, access)];
    }
    const Totals totals = recorder.take_totals();
    std::map<Key, std::uint64_t> counted;
    for (std::uint32_t pc = 0; pc < kInstructions; ++pc) {
        EXPECT_EQ(totals.instructions[pc].patterns_dropped, 0U);
        for (const PatternCount& pattern : totals.instructions[pc].patterns) {
            EXPECT_TRUE(counted.emplace(key_of(pc, pattern.access), pattern.count).second) << "a pattern was kept twice";
        }
    }
    EXPECT_EQ(counted, expected);
    EXPECT_GT(expected.size(), 5000U) << "too few patterns to make the table grow";
}

} // namespace
} // namespace warpstage::trace

// Requests that are counted by their address registers give the same totals as those that are reported in full.
#include "core/trace/totals_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace warpstage::trace {
namespace {

// The counts of the patterns of each instruction, sorted.
std::vector<std::vector<std::uint64_t>> counts(const Totals& totals)
{
    std::vector<std::vector<std::uint64_t>> all;
    for (const InstructionTotals& instruction : totals.instructions) {
        auto& counts = all.emplace_back();
        for (const PatternCount& pattern : instruction.patterns)
            counts.push_back(pattern.count);
        std::ranges::sort(counts);
        counts.push_back(instruction.patterns_dropped);
    }
    return all;
}

template <typename Address> void expect_equal_totals(PatternLimits limits)
{
    constexpr LaneMask kAll = ~LaneMask { 0 };
    constexpr std::uint32_t kInstructions = 3;
    TotalsRecorder in_full(kInstructions, kMaxLanes, 8, limits);
    TotalsRecorder by_rows(kInstructions, kMaxLanes, 8, limits);
    std::mt19937 generator(7);
    const auto random = [&](unsigned end) {
        return std::uniform_int_distribution<unsigned>(0, end - 1)(generator);
    };
    unsigned recognized = 0;
    for (unsigned i = 0; i < 20'000; ++i) {
        const std::uint32_t pc = random(kInstructions);
        simt::Access access { .space = ptx::StateSpace::global, .kind = simt::AccessKind::load, .bytes = 4, .lanes = kAll };
        const Address base = static_cast<Address>(0x10000 + random(64) * 128);
        const Address stride = static_cast<Address>(std::array { 0U, 4U, 8U, 132U }[random(4)]);
        const unsigned odd = random(8) == 0 ? random(kMaxLanes) : kMaxLanes;
        std::array<Address, kMaxLanes> row {};
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            row[lane] = static_cast<Address>(base + lane * stride + (lane == odd ? 64U : 0U));
            access.addresses[lane] = row[lane];
        }
        const simt::Step step { .pc = pc, .active = kAll, .executed = kAll };
        in_full.on_step(step);
        in_full.on_access(step, access);
        by_rows.on_step(step);
        std::array<std::byte, sizeof(row)> bytes {};
        std::memcpy(bytes.data(), row.data(), sizeof(row));
        if (by_rows.on_addresses(step, { .values = bytes.data(), .bytes = sizeof(Address), .lanes = kAll, .access_bytes = 4 }))
            ++recognized;
        else
            by_rows.on_access(step, access);
    }
    EXPECT_GT(recognized, 50U);
    EXPECT_EQ(counts(in_full.take()), counts(by_rows.take()));
}

TEST(TotalsRecorder, AddressRegistersGiveTheSameTotals)
{
    expect_equal_totals<std::uint64_t>({});
    expect_equal_totals<std::uint32_t>({});
}

TEST(TotalsRecorder, AddressRegistersGiveTheSameTotalsBeyondTheLimitOfPatterns)
{
    expect_equal_totals<std::uint64_t>({ .per_instruction = 20, .all = 50 });
}

} // namespace
} // namespace warpstage::trace

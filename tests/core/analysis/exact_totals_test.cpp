// Exact totals of requests that are counted by the registers of their addresses equal those of the simple definition: each
// request by itself, and the largest number of lanes on one word by counting.
#include "core/analysis/grid_recorder.h"
#include "core/analysis/requests.h"
#include "tests/core/analysis/reductions.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <random>
#include <string>

namespace warpstage::analysis {
namespace {

using Numbers = std::array<std::uint64_t, sizeof(Counters) / sizeof(std::uint64_t)>;

std::uint32_t turns_by_counting(const simt::Access& access, std::uint64_t region)
{
    std::map<std::uint64_t, std::map<std::uint64_t, std::uint32_t>> lanes; // by region, then by word
    for_each_lane(access.lanes, [&](unsigned lane) { ++lanes[access.addresses[lane] / region][access.addresses[lane]]; });
    std::uint32_t sum = 0;
    for (const auto& [number, words] : lanes) {
        std::uint32_t most = 0;
        for (const auto& [word, count] : words)
            most = std::max(most, count);
        sum += most;
    }
    return sum;
}

simt::Access random_access(std::mt19937& random)
{
    const arch::RandomPattern pattern = arch::random_pattern(random);
    simt::Access access { .bytes = pattern.bytes, .lanes = pattern.lanes };
    access.addresses = pattern.addresses;
    return access;
}

TEST(ExactTotals, LanesOnOneWordTakeTurns)
{
    std::mt19937 random(3);
    for (int i = 0; i < 20'000; ++i) {
        const simt::Access access = random_access(random);
        EXPECT_EQ(lane_turns(access, kAllMemory), turns_by_counting(access, kAllMemory));
        EXPECT_EQ(lane_turns(access, 32), turns_by_counting(access, 32));
    }
}

constexpr std::array kSpaces { ptx::StateSpace::shared, ptx::StateSpace::global, ptx::StateSpace::local,
    ptx::StateSpace::constant };

// An instruction: its space, kind and form are always the same.
struct Site {
    ptx::StateSpace space = ptx::StateSpace::global;
    simt::AccessKind kind = simt::AccessKind::load;
    simt::AccessForm form = simt::AccessForm::registers;
    std::uint32_t bytes = 4;
    std::uint32_t address_bytes = 8;
    std::int64_t displacement = 0;
    unsigned repeats = 0; // of 8 requests so many have one of a few patterns
};

template <typename Address>
bool offer(simt::Observer& observer, const simt::Step& step, const Site& site, const simt::Access& access)
{
    std::array<Address, kMaxLanes> registers {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        registers[lane] = static_cast<Address>(access.addresses[lane] - static_cast<std::uint64_t>(site.displacement));
    return observer.on_addresses(step,
        { .values = std::as_bytes(std::span(registers)).data(),
            .bytes = sizeof(Address),
            .lanes = access.lanes,
            .space = site.space,
            .kind = site.kind,
            .form = site.form,
            .access_bytes = site.bytes,
            .displacement = site.displacement });
}

void expect_exact_totals(const arch::Traits& traits, trace::PatternLimits limits)
{
    constexpr std::uint32_t kSites = 24;
    std::mt19937 random(5);
    const auto below = [&](unsigned end) {
        return std::uniform_int_distribution<unsigned>(0, end - 1)(random);
    };
    std::vector<std::uint32_t> source_lines;
    std::array<Site, kSites> sites;
    for (std::uint32_t pc = 0; pc < kSites; ++pc) {
        Site& site = sites[pc];
        source_lines.push_back(pc / 2 + 1);
        site.space = kSpaces[pc % kSpaces.size()];
        const bool has_atomics = site.space == ptx::StateSpace::shared || site.space == ptx::StateSpace::global;
        site.kind = has_atomics ? static_cast<simt::AccessKind>(below(3)) : simt::AccessKind::load;
        if (site.space == ptx::StateSpace::shared && site.kind == simt::AccessKind::load && below(2) == 0)
            site.form = simt::AccessForm::matrix_rows;
        if (site.space == ptx::StateSpace::shared && site.kind == simt::AccessKind::store && below(2) == 0)
            site.form = simt::AccessForm::copies;
        site.bytes = site.form == simt::AccessForm::matrix_rows ? 16 : 1U << below(site.kind == simt::AccessKind::atomic ? 4 : 5);
        site.address_bytes = site.space == ptx::StateSpace::shared ? 4 : 8;
        site.displacement = static_cast<std::int64_t>(below(9)) * site.bytes;
        site.repeats = below(9);
    }
    const auto function = function_on_lines("sites", source_lines);
    const ptx::Listing listing(function);
    GridRecorder recorder(listing, traits, kMaxLanes, 8, limits);
    simt::Observer& observer = recorder;
    std::vector<InstructionReport> expected(kSites);
    unsigned counted = 0;
    for (unsigned i = 0; i < 60'000; ++i) {
        const std::uint32_t pc = below(kSites);
        const Site& site = sites[pc];
        std::mt19937 known(below(6));
        simt::Access access = random_access(below(8) < site.repeats ? known : random);
        const std::uint64_t block = std::uint64_t { below(64) } * 256 + 4096;
        for (std::uint64_t& address : access.addresses)
            address = block + address / access.bytes * site.bytes;
        access.space = site.space;
        access.kind = site.kind;
        access.form = site.form;
        access.bytes = site.bytes;
        const simt::Step step { .pc = pc, .active = access.lanes, .executed = access.lanes };
        observer.on_step(step);
        add_access(expected[pc], listing.instruction(pc), access, access.lanes == 0 ? 0 : 1, traits);
        expected[pc].counters.instructions += 1;
        expected[pc].counters.active_lanes += lane_count(access.lanes);
        expected[pc].counters.executed_lanes += lane_count(access.lanes);
        const bool by_registers = access.lanes != 0
            && (site.address_bytes == 4 ? offer<std::uint32_t>(observer, step, site, access)
                                        : offer<std::uint64_t>(observer, step, site, access));
        counted += by_registers ? 1 : 0;
        if (!by_registers)
            observer.on_access(step, access);
    }
    EXPECT_GT(counted, 10'000U);
    const KernelReport report = recorder.take(1);
    EXPECT_TRUE(report.complete);
    ASSERT_EQ(report.instructions.size(), kSites);
    for (std::uint32_t pc = 0; pc < kSites; ++pc) {
        EXPECT_EQ(std::bit_cast<Numbers>(report.instructions[pc].counters), std::bit_cast<Numbers>(expected[pc].counters))
            << "site " << pc << " on " << traits.name;
        EXPECT_EQ(report.instructions[pc].worst_wavefronts, expected[pc].worst_wavefronts);
    }
}

TEST(ExactTotals, RequestsCountedByTheirRegistersGiveTheCountersOfEachRequest)
{
    for (const arch::ComputeCapability capability : { arch::ComputeCapability { 9, 0 }, arch::ComputeCapability { 7, 0 },
             arch::ComputeCapability { 3, 5 }, arch::ComputeCapability { 2, 0 }, arch::ComputeCapability { 1, 0 } })
        expect_exact_totals(arch::traits_of(capability), {});
}

TEST(ExactTotals, TheyAreExactBeyondTheLimitOfPatterns)
{
    expect_exact_totals(arch::traits_of({ 3, 5 }), { .per_instruction = 5, .all = 60 });
}

} // namespace
} // namespace warpstage::analysis

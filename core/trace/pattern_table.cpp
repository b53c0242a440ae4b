#include "core/trace/pattern_table.h"

#include "core/base/lane_mask.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace warpstage::trace {

namespace {

constexpr std::size_t kFirstSlots = 1024;

// Odd multipliers, one per lane (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators": the SplitMix64 sequence).
constexpr std::uint64_t splitmix(std::uint64_t state)
{
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
    return state ^ (state >> 31);
}

constexpr std::array<std::uint64_t, kMaxLanes> kMultipliers = [] {
    std::array<std::uint64_t, kMaxLanes> multipliers {};
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
        multipliers[lane] = splitmix(0x9e3779b97f4a7c15 * (lane + 1)) | 1;
    return multipliers;
}();

struct Fingerprint {
    std::uint64_t base = 0; // subtracted from every address: the lowest one, rounded down
    std::uint64_t hash = 0;
};

// A sum of products of the relative addresses (multilinear hashing): the products are independent, so a full warp takes about one
// cycle per lane. The base is known only after the last lane; the sum over (address - base) * multiplier is split so that one
// pass is enough.
Fingerprint fingerprint_of(std::uint32_t pc, const simt::Access& access)
{
    std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t sum = 0;
    std::uint64_t multipliers = 0;
    const auto add = [&](std::size_t lane) {
        lowest = std::min(lowest, access.addresses[lane]);
        sum += access.addresses[lane] * kMultipliers[lane];
        multipliers += kMultipliers[lane];
    };
    if (access.lanes == first_lanes(kMaxLanes)) {
        for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
            add(lane);
    } else {
        for_each_lane(access.lanes, add);
    }
    const std::uint64_t base = lowest & ~(PatternCount::kAlignment - 1);
    const std::uint64_t kind = static_cast<std::uint64_t>(access.form) << 24 | std::uint64_t { access.bytes } << 16
        | static_cast<std::uint64_t>(access.space) << 8 | static_cast<std::uint64_t>(access.kind);
    sum -= base * multipliers;
    sum += (std::uint64_t { access.lanes } << 32 | pc) * kMultipliers[0] + kind * kMultipliers[1];
    return { base, splitmix(sum) };
}

bool same_pattern(const simt::Access& pattern, const simt::Access& access, std::uint64_t base)
{
    if (pattern.lanes != access.lanes || pattern.bytes != access.bytes || pattern.space != access.space
        || pattern.kind != access.kind || pattern.form != access.form)
        return false;
    bool same = true;
    if (access.lanes == first_lanes(kMaxLanes)) {
        std::uint64_t difference = 0; // branch-free for vectorization
        for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
            difference |= pattern.addresses[lane] ^ (access.addresses[lane] - base);
        same = difference == 0;
    } else {
        for_each_lane(
            access.lanes, [&](unsigned lane) { same = same && pattern.addresses[lane] == access.addresses[lane] - base; });
    }
    return same;
}

simt::Access relative(const simt::Access& access, std::uint64_t base)
{
    simt::Access pattern { .space = access.space, .kind = access.kind, .bytes = access.bytes, .lanes = access.lanes };
    pattern.form = access.form;
    for_each_lane(access.lanes, [&](unsigned lane) {
        pattern.addresses[lane] = access.addresses[lane] - base;
        pattern.values[lane] = access.values[lane];
    });
    return pattern;
}

} // namespace

PatternTable::PatternTable(std::size_t patterns_per_instruction, std::size_t patterns)
    : m_limit(patterns_per_instruction)
    , m_most(patterns)
    , m_slots(kFirstSlots)
{
}

std::optional<std::uint32_t> PatternTable::count(std::uint32_t pc, const simt::Access& access, InstructionTotals& totals)
{
    const auto [base, hash] = fingerprint_of(pc, access);
    const std::size_t wrap = m_slots.size() - 1;
    for (std::size_t at = hash & wrap; m_slots[at].pattern != 0; at = (at + 1) & wrap) {
        const Slot& slot = m_slots[at];
        if (slot.hash != hash || slot.pc != pc)
            continue;
        PatternCount& known = totals.patterns[slot.pattern - 1];
        if (same_pattern(known.access, access, base)) {
            ++known.count;
            return slot.pattern - 1;
        }
    }
    if (totals.patterns.size() >= m_limit || m_used >= m_most) {
        ++totals.patterns_dropped;
        return std::nullopt;
    }
    if (totals.patterns.size() == totals.patterns.capacity()) // 25 % larger: see bytes()
        totals.patterns.reserve(totals.patterns.size() + totals.patterns.size() / 4 + 8);
    totals.patterns.push_back({ relative(access, base), 1 });
    if (2 * (m_used + 1) > m_slots.size())
        grow();
    insert({ .hash = hash, .pc = pc, .pattern = static_cast<std::uint32_t>(totals.patterns.size()) });
    ++m_used;
    return static_cast<std::uint32_t>(totals.patterns.size() - 1);
}

void PatternTable::clear()
{
    m_slots.assign(kFirstSlots, {});
    m_used = 0;
}

std::size_t PatternTable::bytes(std::size_t patterns)
{
    // Slots are at most half full, and while their number doubles, the old ones exist as well.
    return (patterns + patterns / 4) * sizeof(PatternCount) + 3 * std::bit_ceil(2 * patterns + 1) * sizeof(Slot) / 2;
}

void PatternTable::insert(const Slot& slot)
{
    const std::size_t wrap = m_slots.size() - 1;
    std::size_t at = slot.hash & wrap;
    while (m_slots[at].pattern != 0)
        at = (at + 1) & wrap;
    m_slots[at] = slot;
}

void PatternTable::grow()
{
    std::vector<Slot> old(2 * m_slots.size());
    old.swap(m_slots);
    for (const Slot& slot : old) {
        if (slot.pattern != 0)
            insert(slot);
    }
}

} // namespace warpstage::trace

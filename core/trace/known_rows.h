// Counts requests whose addresses an instruction has requested before, up to a common multiple of the alignment of the patterns:
// nearly all requests of a loop. Cheaper than PatternTable, which finds all patterns.
#pragma once

#include "core/base/lane_rows.h"
#include "core/simt/observer.h"
#include "core/trace/totals.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpstage::trace {

class KnownRows {
public:
    explicit KnownRows(std::size_t instructions)
        : m_sites(instructions)
        , m_misses(instructions)
    {
    }

    enum class Found : std::uint8_t {
        counted,
        unknown, // learn() can follow
        changing, // the addresses of the instruction rarely repeat: not worth learning
    };

    // Counts the request if its addresses are known. `totals`: of the instruction, always the same object. Runs for each request.
    [[nodiscard]] Found count(std::uint32_t pc, const simt::AddressRow& row, InstructionTotals& totals)
    {
        Site* const site = m_sites[pc].get();
        if (site == nullptr) [[unlikely]]
            return learnable(pc, row, totals);
        if (m_misses[pc] == kMaxMisses && ++site->calls % kCallsPerTry != 0)
            return Found::changing;
        const Key key = key_of(row);
        for (const std::size_t place : key.places) {
            Row& entry = site->rows[place];
            if (entry.lanes == row.lanes && entry.offset == key.offset && entry.space == row.space
                && has_distances(row.values, row.bytes, *entry.distances, row.lanes)) {
                if (m_misses[pc] != 0)
                    --m_misses[pc];
                ++entry.count;
                return Found::counted;
            }
        }
        return learnable(pc, row, totals);
    }
    // The pattern of the addresses that count() did not know for this instruction in its last call, if that was the call before.
    // Nothing: it is not to be learned.
    void learn(std::uint32_t pc, std::optional<std::uint32_t> pattern);
    // Adds what has been counted to the patterns, by program counter, and forgets all rows.
    void finish(std::vector<InstructionTotals>& totals);

private:
    static constexpr std::size_t kEntries = 16; // of an instruction; a row is in one of two
    static constexpr std::uint8_t kCallsPerTry = 128; // one row of so many is sought while addresses rarely repeat
    static constexpr std::uint8_t kMiss = 8; // as many hits make up for a miss
    static constexpr std::uint8_t kMaxMisses = 30 * kMiss;

    // Half a line of the processor's cache: the entries of all instructions of a loop must fit into it.
    struct alignas(32) Row {
        LaneMask lanes = 0; // 0: the entry is free
        std::uint32_t offset = 0; // of the first address from a multiple of the alignment
        const LaneDistances* distances = nullptr; // from the first of `lanes`
        std::uint64_t count = 0; // requests since the row is known
        std::uint32_t pattern = 0;
        ptx::StateSpace space = ptx::StateSpace::global;
    };
    static_assert(sizeof(Row) == 32);
    struct Site {
        std::array<Row, kEntries> rows;
        std::uint8_t calls = 0; // of count() while addresses rarely repeat
        std::uint8_t replaced = 0; // rows
    };
    struct Key {
        std::uint32_t offset = 0; // as in Row
        std::array<std::size_t, 2> places {};
    };

    // The low bytes suffice to choose an entry.
    [[nodiscard]] static std::uint32_t low_address(const simt::AddressRow& row, unsigned lane)
    {
        std::uint32_t low = 0;
        std::memcpy(&low, row.values + std::size_t { lane } * row.bytes, sizeof(low));
        return low;
    }

    // The entries of an instruction hold rows of different alignments, extents and lanes: of warps side by side, of the steps of
    // a tree.
    [[nodiscard]] static Key key_of(const simt::AddressRow& row)
    {
        static_assert(kEntries == 16); // four bits of the hash
        const std::uint32_t first = low_address(row, lowest_lane(row.lanes));
        const std::uint32_t last = low_address(row, static_cast<unsigned>(std::bit_width(row.lanes) - 1));
        const std::uint32_t offset = first & static_cast<std::uint32_t>(PatternCount::kAlignment - 1);
        const std::uint64_t hash = ((std::uint64_t { last - first } << 32U | offset) ^ row.lanes) * 0x9e3779b97f4a7c15;
        return { offset, { static_cast<std::size_t>(hash >> 60U), static_cast<std::size_t>(hash >> 52U & 15U) } };
    }

    [[nodiscard]] Found learnable(std::uint32_t pc, const simt::AddressRow& row, InstructionTotals& totals);
    [[nodiscard]] const LaneDistances& kept(const LaneDistances& distances);

    std::vector<std::unique_ptr<Site>> m_sites; // by program counter; null: no request yet
    std::vector<std::uint8_t> m_misses; // by program counter: kMiss for each, less the hits, within 0 and kMaxMisses
    std::unordered_multimap<std::size_t, LaneDistances> m_distances; // by hash; of the rows of all instructions, each once
    Row* m_unknown = nullptr; // the entry for the request of the last call of count(), which has no lanes yet
    std::uint32_t m_unknown_pc = 0;
    LaneMask m_unknown_lanes = 0;
    LaneDistances m_unknown_distances {};
};

} // namespace warpstage::trace

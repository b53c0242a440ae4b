// How often a warp has executed runs of instructions and branches, and made requests of a shape: counters that machine code
// changes and that an observer of sums reads.
#pragma once

#include "core/base/lane_mask.h"
#include "core/base/lane_rows.h"
#include "core/simt/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt::jit {

// Whether there can be machine code: else what needs it is not compiled.
#if defined(__x86_64__)
inline constexpr bool kTranslates = true;
#else
inline constexpr bool kTranslates = false;
#endif

// Requests have one shape if their lanes are the same and their addresses differ by a common multiple of this: no hardware rule
// distinguishes them. The largest alignment of sectors and segments; another first bank turns all banks of a request alike.
inline constexpr std::uint32_t kShapeAlignment = 128; // bytes

struct KnownShapes;

// What the counters of an instruction with requests are, at CountedRequest::offset.
struct RequestCounters {
    KnownShapes* shapes = nullptr; // null: none yet
    std::uint64_t uniform = 0; // requests of 32 lanes for one address
    std::uint64_t others = 0; // requests before there are shapes, but for those that the counters count
    // Behind it: of 32 lanes for consecutive addresses, by the first address from a multiple of the alignment.
};
struct CountedRequest {
    std::uint32_t pc = 0;
    AddressRow row; // without values and lanes
    std::size_t offset = 0;

    // Bytes of the counter of consecutive addresses for each byte of the first address: a counter has at least 8.
    [[nodiscard]] std::uint32_t scale() const { return row.access_bytes < 8 ? 8 / row.access_bytes : 1; }
    [[nodiscard]] std::size_t consecutive() const { return offset + sizeof(RequestCounters); }
    [[nodiscard]] std::size_t bytes() const { return sizeof(RequestCounters) + std::size_t { kShapeAlignment } * scale(); }
};

// The shapes that an instruction has requested most recently.
struct KnownShapes {
    static constexpr unsigned kEntryBits = 4;
    static constexpr std::size_t kEntries = 1U << kEntryBits;
    static constexpr std::uint32_t kMiss = 8; // as many hits make up for a miss
    static constexpr std::uint32_t kMaxMisses = 8 * kMiss; // then shapes rarely repeat: requests are listed, not sought

    struct Key {
        LaneMask lanes = 0; // 0: none
        std::uint32_t offset = 0; // of the first address from a multiple of the alignment

        bool operator==(const Key&) const = default;
    };
    struct Miss {
        LaneMask lanes = 0; // 0: none
        std::uint32_t extent = 0; // distance of the last address from the first one

        bool operator==(const Miss&) const = default;
    };
    struct Entry {
        Key known;
        Miss missed; // the most recent request for this entry that was not known: if it comes again it is learned
        std::uint64_t count = 0; // since it is known
        std::uint64_t unused = 0;
    };

    // The entry for a request: a function of its lanes, of its first address, and of the distance of the last one from it.
    // CountRequest (known_shapes.cpp) computes the same.
    [[nodiscard]] static constexpr std::size_t place_of(LaneMask lanes, std::uint32_t offset, std::uint32_t extent)
    {
        return ((extent * kFactor + offset) * kFactor ^ lanes * kFactor) >> (32 - kEntryBits);
    }
    static constexpr std::uint32_t kFactor = 0x9e3779b1;

    const CountedRequest* request = nullptr;
    std::uint32_t misses = 0; // kMiss for each, less the hits, up to kMaxMisses
    std::array<Entry, kEntries> entries;
    std::array<LaneDistances, kEntries> distances; // from the first address
};

// Requests that are counted one by one, when the list is full or nothing else is to be done.
struct ListedRequest {
    KnownShapes* shapes = nullptr; // of the instruction
    LaneMask lanes = 0;
    alignas(64) std::array<std::byte, kMaxLanes * sizeof(std::uint64_t)> addresses; // as AddressRow::values
};
// At the beginning of the counters.
struct RequestList {
    ListedRequest* next = nullptr; // a free one
    ListedRequest* end = nullptr;
};

// Executions by warps with all 32 lanes, by others, and the sum of the lanes of these.
struct ExecutionCounters {
    std::uint64_t full = 0;
    std::uint64_t masked = 0;
    std::uint64_t lanes = 0;
};
// Instructions from `first` to before `end`.
struct CountedRun {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::size_t offset = 0;
};
// A branch of whole warps: when it is taken, and behind it when it is not.
struct CountedBranch {
    std::uint32_t pc = 0;
    bool is_conditional = false;
    std::size_t offset = 0;
};

struct CounterTable {
    std::vector<CountedRequest> requests;
    std::vector<CountedRun> runs;
    std::vector<CountedBranch> branches;
    std::size_t bytes = 0; // with the list; all are 0 at first
};

} // namespace warpstage::simt::jit

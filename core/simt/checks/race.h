// Two accesses of one word that nothing orders, at least one of which writes.
#pragma once

#include "core/simt/device_memory.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct Race {
    enum class Relation : std::uint8_t {
        one_instruction, // two lanes store different values at once
        between_lanes, // of one warp
        between_warps, // of one block
        between_blocks, // also of one cluster
    };
    struct Party {
        std::uint64_t block = 0; // linear index
        std::uint32_t warp = 0;
        std::uint32_t lane = 0;
        std::uint32_t pc = 0;
        AccessKind kind = AccessKind::load;

        [[nodiscard]] bool same_thread(const Party& other) const
        {
            return block == other.block && warp == other.warp && lane == other.lane;
        }
    };
    Relation relation = Relation::between_warps;
    DeviceAddress address = 0; // of the cell; on shared memory, its offset
    std::uint32_t bytes = 0; // of the cell: a word or a byte
    Party earlier; // in the order of the run
    Party later;
    bool equal_values = false; // both write the same value: compute-sanitizer's severity INFO
    bool narrow_scope = false; // both are strong, but the scope of one does not include the other thread
    // Both are strong, at least one is volatile, and nothing orders them: no race in the memory model (PTX ISA, 8.4 "Strong
    // operations"), but the result depends on the order, and volatile makes no update atomic. Flags and locks, whose values a
    // branch depends on, counters that atomic operations change and a volatile load reads, and equal values do not count.
    bool only_volatile = false;
    bool lacks_fence = false; // a flag orders the accesses, but there is no fence or no acquire or release
};

// A load and an atomic operation: before atomic loads existed, counters were read by volatile loads.
[[nodiscard]] constexpr bool is_counter_read(AccessKind one, AccessKind other)
{
    return (one == AccessKind::atomic && other == AccessKind::load) || (one == AccessKind::load && other == AccessKind::atomic);
}

// More of one request are not kept: they are of the same instructions.
inline constexpr std::size_t kMaxRacesOfRequest = 64;

} // namespace warpstage::simt

// Misses of one block's global loads in the L1 cache of CC 2.x. A model: the access rules of a compute capability count the lines
// of each request separately; here a line fetched by an earlier request of the block hits.
#pragma once

#include "core/arch/traits.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <map>

namespace warpstage::analysis {

struct L1Use {
    std::uint64_t lines = 0; // lines that the requests look up
    std::uint64_t fetched = 0; // of these, misses

    bool operator==(const L1Use&) const = default;
};

// Whether the compute capability has the modeled cache: CC 2.x with loads cached in L1 in lines of 128 bytes.
[[nodiscard]] bool models_l1(const arch::Traits& traits);

// By program counter of the load. 16 KiB, the default share of the memory that L1 and shared memory split (CUDA C Programming
// Guide 4.2, F.4.1 and F.4.2), 32 sets of 4 lines (Mei and Chu, "Dissecting GPU Memory Hierarchy through Microbenchmarking") with
// LRU replacement. Requests in the order of the recorded run; no other block uses the cache; a store evicts a line, as the guide
// says. Empty if the compute capability is not modeled.
[[nodiscard]] std::map<std::uint32_t, L1Use> l1_reuse(const trace::Trace& trace, const arch::Traits& traits);

} // namespace warpstage::analysis

// What the L1 cache of CC 2.x leaves of the global loads of one block. A model: the rules of a compute capability count the lines
// of each request by themselves; here a line that an earlier request of the block has fetched is found again.
#pragma once

#include "core/arch/traits.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <map>

namespace warpstage::analysis {

struct L1Use {
    std::uint64_t lines = 0; // that the requests look up
    std::uint64_t fetched = 0; // of them, those that L1 does not hold

    bool operator==(const L1Use&) const = default;
};

// Whether the capability has the cache that is modeled: CC 2.x, whose loads go through L1 in lines of 128 bytes.
[[nodiscard]] bool models_l1(const arch::Traits& traits);

// By program counter of the load. 16 KiB, the usual half of what L1 and shared memory have together (CUDA C Programming Guide
// 4.2, F.4.1 and F.4.2), 32 sets of 4 lines (Mei and Chu, "Dissecting GPU Memory Hierarchy through Microbenchmarking"), of which
// the one that was used longest ago goes. In the order of the recorded run, and the block has the cache for itself; a store
// throws a line out, as the guide says. Empty where the capability is not modeled.
[[nodiscard]] std::map<std::uint32_t, L1Use> l1_reuse(const trace::Trace& trace, const arch::Traits& traits);

} // namespace warpstage::analysis

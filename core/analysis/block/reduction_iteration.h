// One iteration of a reduction in shared memory: the cells before and after, and which thread adds what to what.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

// A thread stores into `to` what it has read from there and from `from`.
struct CellAdd {
    std::uint32_t thread = 0;
    std::uint32_t to = 0;
    std::uint32_t from = 0;

    bool operator==(const CellAdd&) const = default;
};

struct ReductionIteration {
    std::uint32_t cells = 0; // of shared memory
    std::uint32_t threads = 0; // of the block
    std::uint32_t warp_width = 32;
    std::vector<CellAdd> adds {};
    std::vector<std::string> before {}; // what a cell holds, where it is known; empty or one for each cell
    std::vector<std::string> after {};
};

// The adds between two barriers of the recorded block: a store to shared memory by a lane that has loaded at least one other
// element since its last store. `epoch`: barriers passed before. Values are written as signed integers of `element_bytes`.
[[nodiscard]] ReductionIteration reduction_iteration(
    const trace::Trace& trace, std::uint32_t epoch, std::uint32_t element_bytes, std::uint32_t threads);

// Of all epochs with such adds.
[[nodiscard]] std::vector<ReductionIteration> reduction_iterations(
    const trace::Trace& trace, std::uint32_t element_bytes, std::uint32_t threads);

} // namespace warpstage::analysis

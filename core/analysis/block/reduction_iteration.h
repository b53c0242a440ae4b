// One iteration of a reduction in shared memory: the cells before and after, and the additions of each thread.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

// A thread reads `to` and `from` and stores into `to`.
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
    std::vector<std::string> before {}; // value of a cell, if it is known; empty or one element per cell
    std::vector<std::string> after {};
};

// The additions between two barriers of the recorded block: stores to shared memory by lanes that have loaded at least one other
// element since their last store. `epoch`: number of barriers before. Values are printed as signed integers of `element_bytes`.
[[nodiscard]] ReductionIteration reduction_iteration(
    const trace::Trace& trace, std::uint32_t epoch, std::uint32_t element_bytes, std::uint32_t threads);

// All epochs with such additions.
[[nodiscard]] std::vector<ReductionIteration> reduction_iterations(
    const trace::Trace& trace, std::uint32_t element_bytes, std::uint32_t threads);

} // namespace warpstage::analysis

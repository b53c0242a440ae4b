// Operand pairs of the recorded block: the elements of shared memory that a warp's lanes combine, and the lanes that are active
// between two barriers.
#pragma once

#include "core/base/lane_mask.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::analysis {

// The elements that lanes of the step's warp combine: read earlier, written by the store that ends the operation.
struct OperandPair {
    std::uint32_t from = 0; // element
    std::uint32_t to = 0;
};

// The elements of shared memory that the lanes of the warp of trace.steps[step] have read since their last store there, and the
// target of their next store. Nothing if no store follows soon, or if there are more operands than in a tree.
[[nodiscard]] std::vector<OperandPair> edges_at(const trace::Trace& trace, std::size_t step, std::size_t element_bytes);

// Iterations times warps for which working_lanes() keeps masks; later iterations are left out.
inline constexpr std::uint64_t kMaxWorkingLanes = std::uint64_t { 1 } << 22;

// Lanes that access shared or global memory, by iteration (number of barriers passed) and warp; from the leading part of the
// trace without a gap.
[[nodiscard]] std::vector<std::vector<LaneMask>> working_lanes(const trace::Trace& trace);

} // namespace warpstage::analysis

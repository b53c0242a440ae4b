// Operand pairs of the recorded block: which elements of shared memory a warp's lanes bring together, and which lanes have
// anything to do between two barriers.
#pragma once

#include "core/base/lane_mask.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::analysis {

// What lanes of the step's warp bring from one element to another: read before, written by the store that ends it.
struct OperandPair {
    std::uint32_t from = 0; // element
    std::uint32_t to = 0;
};

// What the lanes of the warp of trace.steps[step] have read from shared memory since they stored there last, and where their next
// store puts it; nothing where they store nothing soon, or bring together more than a tree does.
[[nodiscard]] std::vector<OperandPair> edges_at(const trace::Trace& trace, std::size_t step, std::size_t element_bytes);

// Lanes that touch shared or global memory, by iteration (barriers passed) and warp; of the leading steps without a gap.
[[nodiscard]] std::vector<std::vector<LaneMask>> working_lanes(const trace::Trace& trace);

} // namespace warpstage::analysis

// The swizzles and paddings with which a matrix in shared memory has the fewest bank conflicts.
#pragma once

#include "core/analysis/layout/layout_access.h"

namespace warpstage::analysis {

// Of one access to the whole matrix.
struct LayoutCost {
    std::uint64_t wavefronts = 0;
    std::uint64_t ideal = 0;
    double degree = 1.0; // of the worst request
};

struct LayoutCandidate {
    layout::ComposedLayout layout;
    std::int64_t padding = 0; // elements after each line of the layout
    std::int64_t bytes = 0; // of shared memory
    std::vector<LayoutCost> accesses; // in the given order
    std::uint64_t wavefronts = 0;
    std::uint64_t ideal = 0;

    [[nodiscard]] std::uint64_t excess() const { return wavefronts - ideal; }
};

struct LayoutSearch {
    std::vector<LayoutCandidate> candidates; // the best first: by excess wavefronts, then bytes, then the simpler one
    std::size_t tried = 0; // different layouts
    std::size_t refused = 0; // those of them in which an access is not possible, for example because a vector is torn
};

// Tries every swizzle with a positive shift that changes an index of the layout, and every padding of its slower mode up to 32
// elements. The layout must have two modes without nesting; its own swizzle is ignored. Error: no layout permits the accesses;
// the sentence is that of the layout itself.
[[nodiscard]] Result<LayoutSearch> search_layout(const arch::Traits& traits, const layout::ComposedLayout& layout,
    int element_bits, const std::vector<LayoutAccess>& accesses);

} // namespace warpstage::analysis

// Immediate post-dominators of a graph: the nearest node on every path from a node to the exit.
// Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", on the reverse graph.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstage::ptx {

// `successors[node]` for nodes 0 to n-1; the exit is node n and has no successors. Returns the post-dominator of each node; n if
// only the exit post-dominates it. An endless loop gets an edge from its last node to the exit, so that the branches within it
// have a post-dominator.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const std::vector<std::vector<std::uint32_t>>& successors);

} // namespace warpstage::ptx

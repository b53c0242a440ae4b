// Immediate post-dominators of a graph: the nearest node through which every way from a node to the exit leads.
// Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", on the reverse graph.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstage::ptx {

// `successors[node]` for nodes 0 to n-1; the exit is node n and has none. Returns the post-dominator of each node; n where only
// the exit is one. A loop that never ends gets an edge to the exit from its last node, so that the branches within it have a
// post-dominator too.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const std::vector<std::vector<std::uint32_t>>& successors);

} // namespace warpstage::ptx

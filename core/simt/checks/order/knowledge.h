// What a thread knows of the blocks of a launch: which of their accesses are ordered before its own. Vector clocks, as in
// Flanagan and Freund, "FastTrack: Efficient and Precise Dynamic Race Detection" (PLDI 2009), with one clock per warp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace warpstage::simt {

// Of one block, at a release of one of its warps; never changed after that.
struct BlockKnowledge {
    std::uint32_t start = 0; // everything that the block did before this time
    std::vector<std::uint32_t> warps; // and what each warp did before this time; empty: nothing more

    // Whether an access of that warp at that time is known.
    [[nodiscard]] bool covers(std::uint32_t time, std::uint32_t warp) const
    {
        return time < start || (warp < warps.size() && time < warps[warp]);
    }
    bool operator==(const BlockKnowledge&) const = default;
};

// Of all blocks. A tree whose nodes are never changed: what several warps and words know in common exists once, so a copy costs
// nothing and the memory is bounded by the blocks that differ.
class Knowledge {
public:
    [[nodiscard]] bool empty() const { return m_root == nullptr; }
    // `block`: its place in the order of the blocks' starts. Null: nothing is known of it.
    [[nodiscard]] const BlockKnowledge* find(std::uint32_t block) const;
    [[nodiscard]] bool covers(std::uint32_t block, std::uint32_t time, std::uint32_t warp) const
    {
        const BlockKnowledge* known = find(block);
        return known != nullptr && known->covers(time, warp);
    }
    void add(std::uint32_t block, BlockKnowledge known);
    void add(const Knowledge& other);

private:
    using Slot = std::shared_ptr<const void>; // a Node, or at height 0 a BlockKnowledge
    struct Node;

    [[nodiscard]] static Slot merged(const Slot& one, const Slot& other, unsigned height);
    void raise(unsigned height);

    Slot m_root;
    unsigned m_height = 0; // levels of nodes
};

} // namespace warpstage::simt

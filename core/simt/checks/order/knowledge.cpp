#include "core/simt/checks/order/knowledge.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr unsigned kSlotBits = 4; // of a block's place per level
constexpr std::uint32_t kSlots = 1U << kSlotBits;

unsigned height_for(std::uint32_t block)
{
    unsigned height = 0;
    for (; block != 0; block >>= kSlotBits)
        ++height;
    return height;
}

std::uint32_t slot_of(std::uint32_t block, unsigned height)
{
    return block >> (kSlotBits * (height - 1)) & (kSlots - 1);
}

std::shared_ptr<const void> merged_blocks(const std::shared_ptr<const void>& one, const std::shared_ptr<const void>& other)
{
    const auto& first = *static_cast<const BlockKnowledge*>(one.get());
    const auto& second = *static_cast<const BlockKnowledge*>(other.get());
    BlockKnowledge both { std::max(first.start, second.start), first.warps };
    both.warps.resize(std::max(first.warps.size(), second.warps.size()), 0);
    for (std::size_t warp = 0; warp < second.warps.size(); ++warp)
        both.warps[warp] = std::max(both.warps[warp], second.warps[warp]);
    if (both == first)
        return one;
    return both == second ? other : std::make_shared<const BlockKnowledge>(std::move(both));
}

} // namespace

struct Knowledge::Node {
    std::array<Slot, kSlots> slots;
};

const BlockKnowledge* Knowledge::find(std::uint32_t block) const
{
    if (height_for(block) > m_height)
        return nullptr;
    const void* slot = m_root.get();
    for (unsigned height = m_height; height > 0 && slot != nullptr; --height)
        slot = static_cast<const Node*>(slot)->slots[slot_of(block, height)].get();
    return static_cast<const BlockKnowledge*>(slot);
}

void Knowledge::add(std::uint32_t block, BlockKnowledge known)
{
    Slot slot = std::make_shared<const BlockKnowledge>(std::move(known));
    Knowledge single;
    single.m_height = height_for(block);
    for (unsigned height = 1; height <= single.m_height; ++height) {
        auto node = std::make_shared<Node>();
        node->slots[slot_of(block, height)] = std::move(slot);
        slot = std::move(node);
    }
    single.m_root = std::move(slot);
    add(single);
}

void Knowledge::add(const Knowledge& other)
{
    if (other.m_root == nullptr || other.m_root == m_root)
        return;
    if (m_root == nullptr) {
        *this = other;
        return;
    }
    raise(other.m_height);
    if (other.m_height == m_height) {
        m_root = merged(m_root, other.m_root, m_height);
        return;
    }
    Knowledge same_height = other;
    same_height.raise(m_height);
    m_root = merged(m_root, same_height.m_root, m_height);
}

void Knowledge::raise(unsigned height)
{
    for (; m_height < height; ++m_height) {
        auto node = std::make_shared<Node>();
        node->slots[0] = std::move(m_root);
        m_root = std::move(node);
    }
}

// Parts that are the same on both sides are not visited.
Knowledge::Slot Knowledge::merged(const Slot& one, const Slot& other, unsigned height)
{
    if (one == other || other == nullptr)
        return one;
    if (one == nullptr)
        return other;
    if (height == 0)
        return merged_blocks(one, other);
    const auto& first = *static_cast<const Node*>(one.get());
    const auto& second = *static_cast<const Node*>(other.get());
    Node both;
    for (std::uint32_t slot = 0; slot < kSlots; ++slot)
        both.slots[slot] = merged(first.slots[slot], second.slots[slot], height - 1);
    if (both.slots == first.slots)
        return one;
    return both.slots == second.slots ? other : std::make_shared<const Node>(std::move(both));
}

} // namespace warpstage::simt

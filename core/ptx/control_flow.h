// Basic blocks of a function and the reconvergence points of diverged lanes: the immediate post-dominator of each block.
// Source: Muchnick, "Advanced Compiler Design and Implementation", 7.3; Cooper, Harvey, Kennedy, "A Simple, Fast Dominance
// Algorithm".
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::ptx {

struct BasicBlock {
    std::uint32_t first = 0; // first instruction
    std::uint32_t end = 0; // one past the last instruction
    std::vector<std::uint32_t> successors;
    std::optional<std::uint32_t> post_dominator; // empty: only the function's exit
};

class ControlFlow {
public:
    explicit ControlFlow(const Function& function);

    [[nodiscard]] const std::vector<BasicBlock>& blocks() const { return m_blocks; }
    [[nodiscard]] std::uint32_t block_of(std::uint32_t instruction) const { return m_block_of[instruction]; }

    // The instruction at which the lanes that diverge at this branch reconverge; empty: only when they exit.
    [[nodiscard]] std::optional<std::uint32_t> reconvergence(std::uint32_t branch) const;

private:
    std::vector<BasicBlock> m_blocks;
    std::vector<std::uint32_t> m_block_of;
};

} // namespace warpstage::ptx

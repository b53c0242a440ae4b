#include "core/ptx/control_flow.h"

#include "core/ptx/post_dominators.h"

#include <algorithm>

namespace warpstage::ptx {

namespace {

bool ends_block(const Instruction& instruction)
{
    return instruction.opcode == Opcode::bra || instruction.opcode == Opcode::brx || instruction.opcode == Opcode::ret
        || instruction.opcode == Opcode::exit;
}

// Calls function(target) for each possible target of a bra or brx.
template <typename Visitor> void for_each_target(const Instruction& branch, Visitor&& visit)
{
    for (const Operand& operand : branch.operands) {
        if (const auto* label = std::get_if<LabelOperand>(&operand))
            visit(label->target);
    }
}

// True for the first instruction of each block.
std::vector<bool> leaders_of(const std::vector<Instruction>& instructions)
{
    std::vector<bool> leaders(instructions.size() + 1, false);
    leaders.front() = true;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        for_each_target(instructions[i], [&leaders](std::uint32_t target) { leaders[target] = true; });
        if (ends_block(instructions[i]))
            leaders[i + 1] = true;
    }
    return leaders;
}

// The successors of the last instruction of a block; the number of instructions stands for the function's exit.
std::vector<std::uint32_t> next_instructions(const Instruction& last, std::uint32_t following, std::uint32_t exit)
{
    std::vector<std::uint32_t> next;
    if (last.opcode == Opcode::bra || last.opcode == Opcode::brx)
        for_each_target(last, [&next](std::uint32_t target) { next.push_back(target); });
    else if (ends_block(last))
        next.push_back(exit);
    if (!ends_block(last) || last.guard)
        next.push_back(following);
    // A table may name a label several times; each block is listed once.
    if (last.opcode == Opcode::brx)
        std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return next;
}

} // namespace

ControlFlow::ControlFlow(const Function& function)
{
    const std::vector<Instruction>& instructions = function.instructions;
    const auto count = static_cast<std::uint32_t>(instructions.size());
    const std::vector<bool> leaders = leaders_of(instructions);
    m_block_of.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (leaders[i])
            m_blocks.push_back({ i, i, {}, std::nullopt });
        m_blocks.back().end = i + 1;
        m_block_of[i] = static_cast<std::uint32_t>(m_blocks.size() - 1);
    }

    const auto exit = static_cast<std::uint32_t>(m_blocks.size());
    std::vector<std::vector<std::uint32_t>> successors(m_blocks.size());
    for (std::uint32_t block = 0; block < exit; ++block) {
        const std::uint32_t end = m_blocks[block].end;
        for (const std::uint32_t next : next_instructions(instructions[end - 1], end, count))
            successors[block].push_back(next == count ? exit : m_block_of[next]);
    }

    const std::vector<std::uint32_t> dominators = immediate_post_dominators(successors);
    for (std::uint32_t block = 0; block < exit; ++block) {
        if (dominators[block] != exit)
            m_blocks[block].post_dominator = dominators[block];
        std::copy_if(successors[block].begin(), successors[block].end(), std::back_inserter(m_blocks[block].successors),
            [exit](std::uint32_t successor) { return successor != exit; });
    }
}

std::optional<std::uint32_t> ControlFlow::reconvergence(std::uint32_t branch) const
{
    const auto& post_dominator = m_blocks[m_block_of[branch]].post_dominator;
    if (!post_dominator)
        return std::nullopt;
    return m_blocks[*post_dominator].first;
}

} // namespace warpstage::ptx

#include "core/simt/checks/code/barrier_guards.h"

#include "core/ptx/control_flow.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <variant>

namespace warpstage::simt {

namespace {

using BlockSet = std::vector<bool>;

class Guards {
public:
    explicit Guards(const ptx::Function& function)
        : m_function(function)
        , m_flow(function)
    {
    }

    // Program counters in the function.
    [[nodiscard]] std::vector<BarrierGuard> find() const
    {
        std::vector<BarrierGuard> guards;
        for (std::uint32_t branch = 0; branch < m_function.instructions.size(); ++branch) {
            const ptx::Instruction& instruction = m_function.instructions[branch];
            if (instruction.opcode != ptx::Opcode::bra || !instruction.guard || branch + 1 == m_function.instructions.size())
                continue;
            const std::uint32_t target = std::get<ptx::LabelOperand>(instruction.operands[0]).target;
            if (target == m_function.instructions.size())
                continue;
            const BlockSet taken = reached(target, branch);
            const BlockSet next = reached(branch + 1, branch);
            for (const bool is_taken : { true, false }) {
                BarrierGuard guard { branch, is_taken, barriers_in(is_taken ? taken : next, is_taken ? next : taken) };
                if (!guard.barriers.empty() && (goes_on_behind(branch) || is_indented(branch, is_taken ? taken : next)))
                    guards.push_back(std::move(guard));
            }
        }
        return guards;
    }

private:
    // The blocks between one side of a branch and the place where both sides meet.
    [[nodiscard]] BlockSet reached(std::uint32_t side, std::uint32_t branch) const
    {
        BlockSet found(m_flow.blocks().size(), false);
        const std::optional<std::uint32_t> meeting = m_flow.reconvergence(branch);
        const auto meets = [&](std::uint32_t block) {
            return meeting && m_flow.blocks()[block].first == *meeting;
        };
        std::vector<std::uint32_t> next { m_flow.block_of(side) };
        while (!next.empty()) {
            const std::uint32_t block = next.back();
            next.pop_back();
            if (meets(block) || found[block])
                continue;
            found[block] = true;
            next.insert(next.end(), m_flow.blocks()[block].successors.begin(), m_flow.blocks()[block].successors.end());
        }
        return found;
    }

    template <typename Function> void for_each_instruction(const BlockSet& blocks, Function&& function) const
    {
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            for (std::uint32_t pc = m_flow.blocks()[block].first; blocks[block] && pc < m_flow.blocks()[block].end; ++pc)
                function(pc);
        }
    }

    // Without a thread count, of the whole block.
    [[nodiscard]] std::vector<std::uint32_t> barriers_in(const BlockSet& side, const BlockSet& other) const
    {
        std::vector<std::uint32_t> found;
        for_each_instruction(side, [&](std::uint32_t pc) {
            const ptx::Instruction& instruction = m_function.instructions[pc];
            const bool is_barrier = instruction.opcode == ptx::Opcode::bar || instruction.opcode == ptx::Opcode::barrier;
            const bool of_block = is_barrier && !instruction.has_modifier("warp") && !instruction.has_modifier("cluster");
            if (of_block && instruction.operands.size() == 1 && !other[m_flow.block_of(pc)])
                found.push_back(pc);
        });
        return found;
    }

    // Whether the kernel does something where the sides meet, other than to end.
    [[nodiscard]] bool goes_on_behind(std::uint32_t branch) const
    {
        const std::optional<std::uint32_t> meeting = m_flow.reconvergence(branch);
        if (!meeting || *meeting == m_function.instructions.size())
            return false;
        const ptx::Opcode opcode = m_function.instructions[*meeting].opcode;
        return opcode != ptx::Opcode::ret && opcode != ptx::Opcode::exit;
    }

    // Whether all statements of the side are indented more than the branch.
    [[nodiscard]] bool is_indented(std::uint32_t branch, const BlockSet& side) const
    {
        const ptx::SourceLocation& start = m_function.instructions[branch].location;
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
        for_each_instruction(side, [&](std::uint32_t pc) {
            const ptx::SourceLocation& here = m_function.instructions[pc].location;
            const bool in_kernel = here.file == start.file && here.inlined_at == start.inlined_at;
            const bool is_behind = here.line > start.line || (here.line == start.line && here.column > start.column);
            if (in_kernel && is_behind && here.column != 0)
                least = std::min(least, here.column);
        });
        return start.line != 0 && least != std::numeric_limits<std::uint32_t>::max() && least > start.column;
    }

    const ptx::Function& m_function;
    ptx::ControlFlow m_flow;
};

} // namespace

std::vector<BarrierGuard> find_barrier_guards(const Program& program)
{
    std::vector<BarrierGuard> all;
    const ptx::Listing& listing = program.listing();
    for (std::size_t index = 0; index < listing.functions().size(); ++index) {
        for (BarrierGuard guard : Guards(*listing.functions()[index]).find()) {
            guard.branch += listing.first(index);
            for (std::uint32_t& barrier : guard.barriers)
                barrier += listing.first(index);
            all.push_back(std::move(guard));
        }
    }
    return all;
}

} // namespace warpstage::simt

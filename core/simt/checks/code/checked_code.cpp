#include "core/simt/checks/code/checked_code.h"

#include "core/simt/checks/pending_copies.h"
#include "core/simt/program_body.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

Strength strength_of(const ptx::Instruction& instruction)
{
    constexpr std::array<std::string_view, 4> kStrong { "relaxed", "acquire", "release", "mmio" };
    if (std::ranges::any_of(kStrong, [&](std::string_view modifier) { return instruction.has_modifier(modifier); }))
        return Strength::strong;
    return instruction.has_modifier("volatile") ? Strength::is_volatile : Strength::weak;
}

// __threadfence_block() and stronger fences, and the fence of a release operation.
bool is_fence(const ptx::Instruction& instruction)
{
    return instruction.opcode == ptx::Opcode::membar || instruction.opcode == ptx::Opcode::fence
        || instruction.has_modifier("release") || instruction.has_modifier("acq_rel");
}

CheckedInstruction::OnBarrierObject on_barrier_object(const ptx::Instruction& instruction)
{
    using enum CheckedInstruction::OnBarrierObject;
    if (instruction.opcode != ptx::Opcode::mbarrier && !instruction.has_modifier("mbarrier"))
        return none;
    return instruction.has_modifier("test_wait") || instruction.has_modifier("try_wait") ? test : change;
}

CheckedInstruction::OnCopies on_copies(const ptx::Instruction& instruction)
{
    using enum CheckedInstruction::OnCopies;
    if (instruction.opcode != ptx::Opcode::cp || !instruction.has_modifier("async") || instruction.has_modifier("bulk"))
        return none;
    if (instruction.has_modifier("mbarrier"))
        return hand_over;
    if (instruction.has_modifier("commit_group"))
        return commit;
    return instruction.has_modifier("wait_group") || instruction.has_modifier("wait_all") ? wait : start;
}

std::uint32_t pending_groups(const ptx::Instruction& instruction)
{
    if (instruction.has_modifier("wait_all"))
        return PendingCopies::kAllGroups;
    const auto* count = instruction.operands.empty() ? nullptr : std::get_if<ptx::ImmediateOperand>(&instruction.operands[0]);
    return count == nullptr ? 0 : static_cast<std::uint32_t>(count->bits);
}

bool stores_to_cluster(const ptx::Instruction& instruction)
{
    const bool is_store = instruction.opcode == ptx::Opcode::st || instruction.opcode == ptx::Opcode::red;
    const bool copies = instruction.has_modifier("bulk")
        && (instruction.has_modifier("multicast::cluster")
            || (instruction.has_modifier("shared::cluster") && instruction.has_modifier("shared::cta")));
    return instruction.has_modifier("async") ? is_store || copies : copies;
}

// Constants and parameters are always initialized and never written.
bool accesses_checked_memory(const ProgramBody& body, const Operation& operation)
{
    const ptx::StateSpace space = body.memory_forms[operation.site].space;
    return space != ptx::StateSpace::constant && space != ptx::StateSpace::param;
}

} // namespace

CheckedCode::CheckedCode(const Program& program, Checks checks)
    : m_instructions(program.body().operations.size())
    , m_next_observed(program.body().operations.size())
{
    const ProgramBody& body = program.body();
    for (std::uint32_t pc = 0; pc < m_instructions.size(); ++pc) {
        CheckedInstruction& known = m_instructions[pc];
        const Operation& operation = body.operations[pc];
        known.observed = body.member_rows[pc] != kNoRow
            || (operation.accesses_memory && (checks.any() && accesses_checked_memory(body, operation)));
        const ptx::Instruction* instruction = program.listing().find(pc);
        if (instruction == nullptr)
            continue;
        m_stores_to_other_blocks = m_stores_to_other_blocks || stores_to_cluster(*instruction);
        known.strength = strength_of(*instruction);
        known.fence = is_fence(*instruction);
        known.fence_of_gpu = known.fence && !instruction->has_modifier("cta"); // __threadfence_block() orders no blocks
        known.barrier = body.operations[pc].kind == OperationKind::barrier;
        known.cluster_barrier = body.operations[pc].kind == OperationKind::cluster_barrier;
        known.shuffles = instruction->opcode == ptx::Opcode::shfl;
        known.barrier_object = on_barrier_object(*instruction);
        known.copies = on_copies(*instruction);
        known.groups = known.copies == CheckedInstruction::OnCopies::wait ? pending_groups(*instruction) : 0;
        known.observed = known.observed || known.fence || known.shuffles || known.copies != CheckedInstruction::OnCopies::none;
    }
    for (auto pc = static_cast<std::uint32_t>(m_instructions.size()); pc-- > 0;) {
        const bool last = pc + 1 == m_instructions.size();
        m_next_observed[pc] = m_instructions[pc].observed || last ? pc : m_next_observed[pc + 1];
    }
}

} // namespace warpstage::simt

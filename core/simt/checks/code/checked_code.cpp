#include "core/simt/checks/code/checked_code.h"

#include "core/simt/checks/code/result_use.h"
#include "core/simt/checks/code/stack_copy.h"
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

// __threadfence_block() and stronger fences. A fence of a proxy orders other things.
bool is_fence(const ptx::Instruction& instruction)
{
    return instruction.opcode == ptx::Opcode::membar
        || (instruction.opcode == ptx::Opcode::fence && !instruction.has_modifier("proxy"));
}

// Without a scope, atomic operations have that of the device (PTX ISA, 9.7.13.5 "atom").
Scope scope_of(const ptx::Instruction& instruction)
{
    if (instruction.has_modifier("cta"))
        return Scope::block;
    return instruction.has_modifier("cluster") ? Scope::cluster : Scope::device;
}

// The register that an address was converted or copied from; it is written once.
ptx::RegisterId origin_of(const ptx::Function& function, ptx::RegisterId id)
{
    for (std::size_t i = function.instructions.size(); i-- > 0;) {
        const ptx::Instruction& instruction = function.instructions[i];
        if ((instruction.opcode != ptx::Opcode::cvta && instruction.opcode != ptx::Opcode::mov)
            || instruction.operands.size() != 2)
            continue;
        const auto* to = std::get_if<ptx::RegisterOperand>(&instruction.operands[0]);
        const auto* from = std::get_if<ptx::RegisterOperand>(&instruction.operands[1]);
        if (to != nullptr && from != nullptr && to->id == id)
            id = from->id;
    }
    return id;
}

bool have_one_base(const ptx::Function& function, const ptx::AddressOperand& one, const ptx::AddressOperand& other)
{
    const auto* first = std::get_if<ptx::RegisterId>(&one.base);
    const auto* second = std::get_if<ptx::RegisterId>(&other.base);
    return one.base == other.base
        || (first != nullptr && second != nullptr && origin_of(function, *first) == origin_of(function, *second));
}

// The registers with the value of the first operand of `at`, copied by moves from there on, in the text's order.
bool compares_value_of(const ptx::Function& function, std::size_t at)
{
    const ptx::Instruction& load = function.instructions[at];
    constexpr std::int64_t kMaxBytes = 16; // bytes of an atomicCAS
    const auto* from = load.operands.size() < 2 ? nullptr : std::get_if<ptx::AddressOperand>(&load.operands[1]);
    if (from == nullptr)
        return false;
    std::vector<ptx::RegisterId> copies;
    for_each_register(load.operands[0], [&copies](ptx::RegisterId id) { copies.push_back(id); });
    const auto is_copy = [&copies](const ptx::Operand& operand) {
        bool copy = false;
        for_each_register(operand, [&](ptx::RegisterId id) { copy = copy || std::ranges::find(copies, id) != copies.end(); });
        return copy;
    };
    for (std::size_t i = at + 1; i < function.instructions.size(); ++i) {
        const ptx::Instruction& next = function.instructions[i];
        if (next.opcode == ptx::Opcode::mov || next.opcode == ptx::Opcode::cvt) {
            const auto* to = next.operands.empty() ? nullptr : std::get_if<ptx::RegisterOperand>(&next.operands[0]);
            if (to != nullptr && next.operands.size() == 2 && is_copy(next.operands[1]))
                copies.push_back(to->id);
        }
        if (next.opcode != ptx::Opcode::atom || !next.has_modifier("cas") || next.operands.size() < 4)
            continue;
        const auto* word = std::get_if<ptx::AddressOperand>(&next.operands[1]);
        if (word != nullptr && have_one_base(function, *word, *from) && from->offset >= word->offset
            && from->offset < word->offset + kMaxBytes && is_copy(next.operands[2]))
            return true;
    }
    return false;
}

// `index`: of the instruction in its function.
bool guards_cas(const ptx::Function& function, std::size_t index)
{
    const ptx::Instruction& instruction = function.instructions[index];
    return instruction.opcode == ptx::Opcode::ld && strength_of(instruction) == Strength::weak
        && compares_value_of(function, index);
}

// Reads memory, and what it writes there does not depend on what was there.
bool only_reads(const ptx::Instruction& instruction)
{
    return !instruction.operands.empty()
        && (instruction.opcode == ptx::Opcode::ld
            || (instruction.opcode == ptx::Opcode::atom && instruction.has_modifier("exch")));
}

// Gets the value of a word of memory by a strong operation.
bool reads_word(const ptx::Instruction& instruction)
{
    return !instruction.operands.empty()
        && (instruction.opcode == ptx::Opcode::atom
            || (instruction.opcode == ptx::Opcode::ld && strength_of(instruction) != Strength::weak));
}

CheckedInstruction::OnBarrierObject on_barrier_object(const ptx::Instruction& instruction)
{
    using enum CheckedInstruction::OnBarrierObject;
    if (instruction.opcode != ptx::Opcode::mbarrier && !instruction.has_modifier("mbarrier"))
        return none;
    if (instruction.has_modifier("init"))
        return initialize;
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

CheckedInstruction::OnBulkCopies on_bulk_copies(const ptx::Instruction& instruction)
{
    using enum CheckedInstruction::OnBulkCopies;
    const bool products = instruction.opcode == ptx::Opcode::wgmma && !instruction.has_modifier("fence");
    if (!products && (instruction.opcode != ptx::Opcode::cp || !instruction.has_modifier("bulk")))
        return none;
    if (instruction.has_modifier("commit_group"))
        return commit;
    return instruction.has_modifier("wait_group") ? wait : start;
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

bool completes_phase(const ptx::Instruction& instruction)
{
    return std::ranges::any_of(
        instruction.modifiers, [](std::string_view modifier) { return modifier.starts_with("mbarrier::complete_tx"); });
}

// Constants and parameters are always initialized and never written.
bool accesses_checked_memory(const ProgramBody& body, const Operation& operation)
{
    const ptx::StateSpace space = body.memory_forms[operation.site].space;
    return space != ptx::StateSpace::constant && space != ptx::StateSpace::param;
}

} // namespace

CheckedCode::CheckedCode(const Program& program)
    : m_instructions(program.body().operations.size())
    , m_next_observed(program.body().operations.size())
{
    const ProgramBody& body = program.body();
    for (std::uint32_t pc = 0; pc < m_instructions.size(); ++pc) {
        CheckedInstruction& known = m_instructions[pc];
        const Operation& operation = body.operations[pc];
        known.observed =
            body.member_rows[pc] != kNoRow || (operation.accesses_memory && accesses_checked_memory(body, operation));
        const ptx::Instruction* instruction = program.listing().find(pc);
        if (instruction == nullptr)
            continue;
        m_stores_to_other_blocks = m_stores_to_other_blocks || stores_to_cluster(*instruction);
        m_completes_transactions = m_completes_transactions || completes_phase(*instruction);
        known.strength = strength_of(*instruction);
        known.scope = scope_of(*instruction);
        known.fence = is_fence(*instruction);
        known.acquires = instruction->has_modifier("acquire") || instruction->has_modifier("acq_rel");
        known.releases = instruction->has_modifier("release") || instruction->has_modifier("acq_rel");
        known.barrier = body.operations[pc].kind == OperationKind::barrier;
        // Without a number of threads; `red` has a result and a predicate, too.
        known.aligned_barrier = known.barrier && instruction->operands.size() == (instruction->has_modifier("red") ? 3 : 1)
            && (instruction->opcode == ptx::Opcode::bar || instruction->has_modifier("aligned"));
        known.cluster_barrier = body.operations[pc].kind == OperationKind::cluster_barrier;
        known.loads_read_only = instruction->opcode == ptx::Opcode::ld && instruction->has_modifier("nc");
        m_loads_read_only = m_loads_read_only || known.loads_read_only;
        known.shuffles = instruction->opcode == ptx::Opcode::shfl;
        known.barrier_object = on_barrier_object(*instruction);
        known.copies = on_copies(*instruction);
        known.bulk_copies = on_bulk_copies(*instruction);
        known.products = instruction->opcode == ptx::Opcode::wgmma;
        known.proxy_fence = instruction->opcode == ptx::Opcode::fence && instruction->has_modifier("proxy")
            && (instruction->has_modifier("async") || instruction->has_modifier("async::generic"));
        m_uses_async_proxy = m_uses_async_proxy || known.bulk_copies == CheckedInstruction::OnBulkCopies::start;
        const bool waits =
            known.copies == CheckedInstruction::OnCopies::wait || known.bulk_copies == CheckedInstruction::OnBulkCopies::wait;
        known.groups = waits ? pending_groups(*instruction) : 0;
        known.observed = known.observed || known.proxy_fence || known.bulk_copies != CheckedInstruction::OnBulkCopies::none;
        known.observed = known.observed || known.fence || known.shuffles || known.copies != CheckedInstruction::OnCopies::none;
    }
    for (std::size_t index = 0; index < program.listing().functions().size(); ++index) {
        const ptx::Function& function = *program.listing().functions()[index];
        const bool has_volatile = std::ranges::any_of(function.instructions,
            [](const ptx::Instruction& instruction) { return strength_of(instruction) == Strength::is_volatile; });
        const RegisterMentions mentions(function);
        const bool has_stack = uses_stack(function);
        for (std::size_t i = 0; i < function.instructions.size(); ++i) {
            CheckedInstruction& known = m_instructions[program.listing().first(index) + i];
            known.discards = only_reads(function.instructions[i]) && mentions.is_result_unused(function.instructions[i]);
            known.copies_stack = has_stack && is_stack_copy(function, i);
            known.is_tested = has_volatile && reads_word(function.instructions[i]) && is_result_tested(function, i);
        }
        if (std::ranges::none_of(
                function.instructions, [](const ptx::Instruction& instruction) { return instruction.has_modifier("cas"); }))
            continue;
        for (std::size_t i = 0; i < function.instructions.size(); ++i)
            m_instructions[program.listing().first(index) + i].guards_cas = guards_cas(function, i);
    }
    for (auto pc = static_cast<std::uint32_t>(m_instructions.size()); pc-- > 0;) {
        const bool last = pc + 1 == m_instructions.size();
        m_next_observed[pc] = m_instructions[pc].observed || last ? pc : m_next_observed[pc + 1];
    }
}

} // namespace warpstage::simt

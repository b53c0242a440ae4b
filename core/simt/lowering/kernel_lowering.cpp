#include "core/simt/lowering/kernel_lowering.h"

#include "core/ptx/instruction_text.h"
#include "core/ptx/used_registers.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::string_view kCacheHint = "L2::cache_hint";

// The cache policy is the last operand and changes no result.
ptx::Instruction without_cache_policy(const ptx::Instruction& instruction)
{
    ptx::Instruction plain = instruction;
    std::erase(plain.modifiers, kCacheHint);
    if (!plain.operands.empty())
        plain.operands.pop_back();
    return plain;
}

std::vector<std::uint32_t> writers_of(const ptx::Function& function)
{
    std::vector<std::uint32_t> writers(function.registers.size(), 0);
    for (const ptx::Instruction& instruction : function.instructions)
        ptx::for_each_written_register(instruction, [&](ptx::RegisterId id) { ++writers[id]; });
    return writers;
}

} // namespace

KernelLowering::KernelLowering(const ptx::Module& module, const ptx::Function& kernel, InstructionSet set)
    : m_lowering(module, kernel, set)
    , m_body(*m_lowering.body)
{
}

Result<std::shared_ptr<const ProgramBody>> KernelLowering::run()
{
    prepare_functions();
    for (std::uint32_t index = 0; index < m_lowering.calls.functions.size(); ++index) {
        start_function(index);
        if (const auto error = lower_function()) {
            // Most functions whose address is taken somewhere in the module are never called by this kernel.
            if (index < m_lowering.calls.direct)
                return *error;
            drop_function(*error);
        }
        finish_function();
    }
    find_straight_runs();
    find_effective_operations();
    for (FunctionBody& function : m_body.functions) {
        const ptx::Function& callee = m_lowering.module->functions[function.in_module];
        if (callee.register_parameters && function.refusal.empty())
            function.refusal = "its parameters are registers, which the virtual machine does not support";
    }
    m_body.cleared = m_body.functions.front().cleared;
    m_body.constants = m_lowering.layout.constants();
    m_body.register_file_bytes = m_lowering.layout.bytes();
    m_body.static_shared_bytes = m_lowering.shared.static_bytes();
    m_body.dynamic_shared_offset = m_lowering.shared.dynamic_offset();
    m_body.parameter_bytes = m_lowering.kernel->parameter_bytes;
    m_body.translated = std::make_unique<jit::CodeOfProgram>(m_lowering.set);
    return std::shared_ptr<const ProgramBody>(m_lowering.body);
}

void KernelLowering::prepare_functions()
{
    m_body.functions.resize(m_lowering.calls.functions.size());
    m_body.function_of_module.assign(m_lowering.module->functions.size(), kNoFunction);
    for (std::uint32_t index = 0; index < m_lowering.calls.functions.size(); ++index) {
        m_body.functions[index].in_module = m_lowering.calls.functions[index];
        // The kernel itself cannot be called, even if its address is taken.
        m_body.function_of_module[m_lowering.calls.functions[index]] = index == 0 ? kNoFunction : index;
    }
}

void KernelLowering::start_function(std::uint32_t index)
{
    m_lowering.function_index = index;
    m_lowering.first_operation = static_cast<std::uint32_t>(m_body.operations.size());
    m_lowering.function = &m_lowering.module->functions[m_lowering.calls.functions[index]];
    m_lowering.control_flow.emplace(*m_lowering.function);
    m_lowering.contractions = ptx::contractions_of(*m_lowering.function, *m_lowering.control_flow);
    m_lowering.frame.emplace(*m_lowering.function);
    m_lowering.uses.clear();
    m_lowering.layout.start(*m_lowering.function);
    if (m_lowering.is_kernel())
        m_lowering.writers = writers_of(*m_lowering.function);
    m_body.listing.add(*m_lowering.function);
    FunctionBody& body = m_lowering.function_body();
    body.first = m_lowering.first_operation;
    body.frame_bytes = m_lowering.frame->bytes();
    body.parameters = m_lowering.frame->parameters();
    body.returns = m_lowering.frame->returns();
    if (index != 0)
        body.base_row = m_lowering.layout.fresh(sizeof(std::uint64_t)).offset;
}

std::optional<Error> KernelLowering::lower_function()
{
    m_body.operations.reserve(m_body.operations.size() + m_lowering.function->instructions.size() + 1);
    for (const ptx::Instruction& instruction : m_lowering.function->instructions) {
        Operation operation;
        if (lower(instruction, operation) == Supported::no)
            return refusal(instruction);
        m_body.operations.push_back(operation);
        m_body.member_rows.push_back(m_lowering.member_row);
    }
    m_lowering.function_body().cleared = find_cleared_rows();
    if (!m_lowering.is_kernel())
        m_lowering.function_body().stack_bytes = stack_bytes_of(*m_lowering.function, *m_lowering.control_flow, m_lowering.uses);
    return std::nullopt;
}

// Unreachable; these operations only preserve the program counters of the instructions after them.
void KernelLowering::drop_function(const Error& error)
{
    m_lowering.function_body().refusal = error.message;
    m_lowering.function_body().stack_top_row = kNoRow;
    m_lowering.refusal.clear();
    m_body.operations.resize(m_lowering.first_operation);
    m_body.member_rows.resize(m_lowering.first_operation);
    Operation unreachable;
    unreachable.kind = OperationKind::function_end;
    m_body.operations.resize(m_lowering.first_operation + m_lowering.function->instructions.size(), unreachable);
    m_body.member_rows.resize(m_body.operations.size(), kNoRow);
}

void KernelLowering::finish_function()
{
    Operation end;
    end.kind = m_lowering.is_kernel() ? OperationKind::end : OperationKind::function_end;
    m_body.operations.push_back(end);
    m_body.member_rows.push_back(kNoRow);
    FunctionBody& body = m_lowering.function_body();
    body.registers = m_lowering.layout.extents();
    body.rows = m_lowering.layout.rows();
    for (ptx::RegisterId id = 0; id < m_lowering.function->registers.size(); ++id) {
        const std::optional<Row> row = m_lowering.layout.find(id);
        body.register_rows.push_back(row ? row->offset : kNoRow);
    }
}

Supported KernelLowering::lower(const ptx::Instruction& instruction, Operation& operation)
{
    static constexpr std::array kLowerings = {
#define OPCODE(enumerator, word, family, lowering) &lower_##lowering,
#include "core/ptx/opcodes.inc"
#undef OPCODE
    };
    if (instruction.has_modifier(kCacheHint))
        return lower(without_cache_policy(instruction), operation);
    m_lowering.uses.emplace_back();
    m_lowering.member_row = kNoRow;
    if (kLowerings[static_cast<std::size_t>(instruction.opcode)](m_lowering, instruction, operation) == Supported::no)
        return Supported::no;
    return lower_guard(instruction, operation);
}

Supported KernelLowering::lower_guard(const ptx::Instruction& instruction, Operation& operation)
{
    if (!instruction.guard)
        return Supported::yes;
    const auto row = m_lowering.layout.of(instruction.guard->predicate);
    if (!row || row->lane_bytes != kPredicateSize)
        return Supported::no;
    operation.guard = row->offset;
    operation.guard_negated = instruction.guard->negated;
    if (operation.kind == OperationKind::straight)
        operation.kind = OperationKind::guarded;
    m_lowering.uses.back().reads.push_back(instruction.guard->predicate);
    m_lowering.uses.back().writes.clear();
    return Supported::yes;
}

// A run ends before any operation that is not straight, and before a reconvergence point.
void KernelLowering::find_straight_runs()
{
    const std::vector<Operation>& operations = m_body.operations;
    std::vector<bool> meeting_point(operations.size(), false);
    for (const Operation& operation : operations) {
        if (operation.reconvergence != kNever)
            meeting_point[operation.reconvergence] = true;
    }
    std::vector<std::uint32_t>& ends = m_body.straight_end;
    ends.resize(operations.size());
    for (std::size_t pc = operations.size(); pc-- > 0;) {
        const auto here = static_cast<std::uint32_t>(pc);
        if (operations[pc].kind != OperationKind::straight)
            ends[pc] = here;
        else
            ends[pc] = meeting_point[pc + 1] ? here + 1 : ends[pc + 1];
    }
    std::vector<std::uint32_t>& drifting = m_body.drifting_end;
    drifting = ends;
    for (std::size_t pc = operations.size(); pc-- > 0;) {
        if (m_body.member_rows[pc] != kNoRow)
            drifting[pc] = static_cast<std::uint32_t>(pc);
        else if (drifting[pc] > pc + 1)
            drifting[pc] = drifting[pc + 1];
    }
}

void KernelLowering::find_effective_operations()
{
    Operation nothing;
    do_nothing(nothing);
    for (std::uint32_t pc = 0; pc < m_body.operations.size(); ++pc) {
        m_body.first_effective.push_back(static_cast<std::uint32_t>(m_body.effective.size()));
        if (m_body.operations[pc].full != nothing.full)
            m_body.effective.push_back(pc);
    }
}

std::vector<Row> KernelLowering::find_cleared_rows()
{
    std::vector<Row> rows;
    for (const ptx::RegisterId id :
        live_at_entry(*m_lowering.control_flow, m_lowering.uses, m_lowering.function->registers.size())) {
        const auto row = m_lowering.layout.of(id);
        VERIFY(row.has_value());
        if (!m_lowering.layout.is_constant(row->offset))
            rows.push_back(*row);
    }
    return rows;
}

Error KernelLowering::refusal(const ptx::Instruction& instruction) const
{
    const std::string function = m_lowering.is_kernel() ? "" : "function `" + m_lowering.function->display_name + "`, ";
    const std::string place = ptx::place_in_source(
        function + "kernel `" + m_lowering.kernel->display_name + "`, PTX line " + std::to_string(instruction.text_line),
        instruction.location);
    if (!m_lowering.refusal.empty())
        return { m_lowering.refusal + " (" + place + ")" };
    return { "the virtual machine does not support " + ptx::in_backquotes(instruction.text) + " (" + place
        + "); run the kernel on a GPU" };
}

} // namespace warpstage::simt

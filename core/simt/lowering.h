// One pass from the syntax trees of a kernel and of the functions it calls to operations on rows. Each family of instructions has
// its own file.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/ptx/control_flow.h"
#include "core/simt/call_graph.h"
#include "core/simt/entry_registers.h"
#include "core/simt/frame_layout.h"
#include "core/simt/instruction_set.h"
#include "core/simt/module_symbols.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/program_body.h"
#include "core/simt/register_layout.h"
#include "core/simt/shared_layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::simt {

struct RefusedInstruction;

class Lowering {
public:
    Lowering(const ptx::Module& module, const ptx::Function& kernel, InstructionSet set);

    [[nodiscard]] Result<std::shared_ptr<const ProgramBody>> run();
    // Instead of run(): every instruction that it would refuse (refusals.cpp).
    [[nodiscard]] std::vector<RefusedInstruction> refused_instructions();

private:
    enum class Supported : std::uint8_t { no, yes };

    // These fill the operation of one instruction.
    Supported lower(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_arithmetic(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_by_key(const ptx::Instruction& instruction, Operation& operation); // whatever the operator table names
    // The same of the first `operand_count` operands.
    Supported lower_operands(const ptx::Instruction& instruction, std::size_t operand_count, Operation& operation);
    Supported lower_lop3(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_bfi(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_comparison(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_setp(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_set(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_mov(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_vector_mov(
        const ptx::Instruction& instruction, const ptx::VectorOperand& parts, const ptx::Operand& whole, Operation& operation);
    Supported lower_cvt(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_clock(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_cvta(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_memory(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_parameter_load(const ptx::Instruction& instruction, Operation& operation);
    // The address of a variable in the frame, moved or made generic.
    Supported lower_frame_address(const ptx::Instruction& instruction, const FramePlace& place, Operation& operation);
    Supported lower_isspacep(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_branch(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_branch_table(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_return(Operation& operation);
    Supported lower_call(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_function_call(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_alloca(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_stack_top(const ptx::Instruction& instruction, Operation& operation);
    Supported serve(ServiceForm form, Operation& operation);
    [[nodiscard]] std::optional<std::vector<CallValue>> call_values(
        const ptx::Operand& list, const std::vector<std::uint64_t>& formals, bool results);
    [[nodiscard]] Supported refuse(std::string sentence); // says more than that the instruction is not executed
    Supported lower_barrier(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_barrier_reduction(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_fence(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_atomic(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_collective(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_collective_result(const ptx::Instruction& instruction, std::uint8_t lane_bytes, Operation& operation);
    Supported lower_members(const ptx::Operand& mask, Operation& operation); // the mask of those who take part
    Supported lower_async(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_async_copy(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_matrix(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_mma(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_movmatrix(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_matrix_rows(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_texture(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_texture_query(const ptx::Instruction& instruction, TextureForm& form);
    Supported lower_fetch(const ptx::Instruction& instruction, TextureForm& form);
    Supported lower_texture_handle(const ptx::Operand& operand, TextureForm& form);
    // For ProgramBody::member_rows.
    [[nodiscard]] std::uint32_t member_row(const ptx::Instruction& instruction, const Operation& operation);
    Supported lower_guard(const ptx::Instruction& instruction, Operation& operation);

    // Operands become rows; nothing where the operand does not fit. `type` tells how a literal is to be read.
    [[nodiscard]] std::optional<std::uint32_t> source(const ptx::Operand& operand, std::uint32_t lane_bytes, ptx::Type type);
    [[nodiscard]] std::optional<std::uint32_t> destination(const ptx::Operand& operand, std::uint32_t lane_bytes);
    // A predicate that may be written "!%p1".
    [[nodiscard]] std::optional<std::uint32_t> negatable_predicate(const ptx::Operand& operand, bool& negated);
    // The row of an address without its offset.
    [[nodiscard]] std::optional<Row> address_base(const ptx::AddressOperand& address, ptx::StateSpace space);
    // The register's width where the operand is one.
    [[nodiscard]] std::optional<std::uint32_t> register_lane_bytes(const ptx::Operand& operand);
    [[nodiscard]] Supported assign(const Operator* found, Operation& operation) const;

    // The row of the condition code's carry flag, one lane mask for the kernel.
    [[nodiscard]] std::uint32_t carry_row();

    void note_read(ptx::RegisterId id) { m_uses.back().reads.push_back(id); }
    void note_write(ptx::RegisterId id) { m_uses.back().writes.push_back(id); }

    // Where a name lies in the frame of the function that is lowered; nothing for names of another kind.
    [[nodiscard]] std::optional<FramePlace> frame_place(std::string_view name) const { return m_frame->find(name); }
    // The place whose address the instruction takes, where it is one of the frame.
    [[nodiscard]] std::optional<FramePlace> address_taken(const ptx::Instruction& instruction) const;
    // The row with the start of the frame, which addresses within it begin with.
    [[nodiscard]] std::uint32_t frame_base_row();
    [[nodiscard]] std::uint32_t stack_top_row();
    [[nodiscard]] ptx::StateSpace space_of_symbol(std::string_view name) const;
    // A row with the address of whatever is no variable of a frame.
    [[nodiscard]] std::optional<std::uint32_t> symbol_row(const ptx::SymbolOperand& symbol, std::uint32_t lane_bytes);
    [[nodiscard]] FunctionBody& function_body() { return m_body->functions[m_index]; }
    [[nodiscard]] bool is_kernel() const { return m_index == 0; }

    [[nodiscard]] std::optional<Error> lower_function();
    void prepare_functions();
    void start_function(std::uint32_t index);
    void finish_function();
    void drop_function(const Error& error);
    void find_straight_runs();
    [[nodiscard]] std::vector<Row> find_cleared_rows();
    [[nodiscard]] Error refusal(const ptx::Instruction& instruction) const;

    const ptx::Module* m_module;
    const ptx::Function* m_kernel;
    InstructionSet m_set;
    ModuleSymbols m_symbols;
    CallGraph m_calls;
    RegisterLayout m_layout;
    SharedLayout m_shared;
    std::optional<Row> m_carry;
    std::shared_ptr<ProgramBody> m_body;

    // Of the function that is lowered.
    const ptx::Function* m_function = nullptr;
    std::uint32_t m_index = 0; // into ProgramBody::functions
    std::uint32_t m_first = 0; // its first operation
    std::optional<ptx::ControlFlow> m_control_flow;
    std::optional<FrameLayout> m_frame;
    std::string m_refusal;
    std::vector<RegisterUse> m_uses; // one for each instruction lowered
};

// What an instruction becomes that has no effect here.
inline bool do_nothing(WarpState&, const Operation&)
{
    return true;
}

// An element of a vector operand as an operand of its own.
inline ptx::Operand widened(const ptx::ScalarOperand& scalar)
{
    return std::visit([](const auto& operand) { return ptx::Operand { operand }; }, scalar);
}

} // namespace warpstage::simt

// Turning the instructions of a kernel, and of the functions it calls, into operations on rows. The table of opcodes
// (core/ptx/opcodes.inc) names for each opcode the function that lowers it; each family of instructions has its own file.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/control_flow.h"
#include "core/simt/instruction_set.h"
#include "core/simt/layout/call_graph.h"
#include "core/simt/layout/entry_registers.h"
#include "core/simt/layout/frame_layout.h"
#include "core/simt/layout/module_symbols.h"
#include "core/simt/layout/register_layout.h"
#include "core/simt/layout/shared_layout.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/program_body.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::simt {

// The kernel that is lowered, and which of its functions.
struct Lowering {
    Lowering(const ptx::Module& lowered_module, const ptx::Function& lowered_kernel, InstructionSet instruction_set);

    const ptx::Module* module;
    const ptx::Function* kernel;
    InstructionSet set;
    ModuleSymbols symbols;
    CallGraph calls;
    RegisterLayout layout;
    SharedLayout shared;
    std::optional<Row> carry; // of the condition code, once an instruction uses it
    std::shared_ptr<ProgramBody> body;

    // Of the function that is lowered.
    const ptx::Function* function = nullptr;
    std::uint32_t function_index = 0; // into ProgramBody::functions
    std::uint32_t first_operation = 0;
    std::optional<ptx::ControlFlow> control_flow;
    std::optional<FrameLayout> frame;
    std::vector<RegisterUse> uses; // one for each instruction lowered

    // Of the instruction that is lowered.
    std::uint32_t member_row = kNoRow; // for ProgramBody::member_rows
    std::string refusal; // says more than that the instruction is not executed

    [[nodiscard]] bool is_kernel() const { return function_index == 0; }
    [[nodiscard]] FunctionBody& function_body() { return body->functions[function_index]; }
};

enum class Supported : std::uint8_t { no, yes };

// lower_<lowering>() of each line of the table: fills the operation of one instruction.
#define OPCODE(enumerator, word, family, lowering) Supported lower_##lowering(Lowering&, const ptx::Instruction&, Operation&);
#include "core/ptx/opcodes.inc"
#undef OPCODE

// What several of them are made of.
Supported lower_operands( // by key, only the first `operand_count` operands
    Lowering& lowering, const ptx::Instruction& instruction, std::size_t operand_count, Operation& operation);
Supported lower_members(Lowering& lowering, const ptx::Operand& mask, Operation& operation); // the mask of those who take part
Supported lower_frame_address( // the address of a variable in the frame, moved or made generic
    Lowering& lowering, const ptx::Instruction& instruction, const FramePlace& place, Operation& operation);
Supported lower_bulk_copy( // cp.async.bulk and cp.reduce.async.bulk
    Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_async_store( // st.async and red.async
    Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_cluster_barrier(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_service(Lowering& lowering, ServiceForm form, Operation& operation);
Supported do_nothing(Operation& operation); // what an instruction becomes that has no effect here
Supported assign(const Operator* found, Operation& operation);
[[nodiscard]] Supported refuse(Lowering& lowering, std::string sentence);

// Operands become rows; nothing where the operand does not fit. `type` is how a literal is read.
[[nodiscard]] std::optional<std::uint32_t> source(
    Lowering& lowering, const ptx::Operand& operand, std::uint32_t lane_bytes, ptx::Type type);
[[nodiscard]] std::optional<std::uint32_t> destination(Lowering& lowering, const ptx::Operand& operand, std::uint32_t lane_bytes);
// A predicate that may be written "!%p1".
[[nodiscard]] std::optional<std::uint32_t> negatable_predicate(Lowering& lowering, const ptx::Operand& operand, bool& negated);
// The row of an address without its offset.
[[nodiscard]] std::optional<Row> address_base(Lowering& lowering, const ptx::AddressOperand& address, ptx::StateSpace space);
// A row with the address of whatever is no variable of a frame.
[[nodiscard]] std::optional<std::uint32_t> symbol_row(
    Lowering& lowering, const ptx::SymbolOperand& symbol, std::uint32_t lane_bytes);
// The register's width where the operand is one.
[[nodiscard]] std::optional<std::uint32_t> register_lane_bytes(Lowering& lowering, const ptx::Operand& operand);
// The row with the start of the frame, which addresses within it begin with.
[[nodiscard]] std::uint32_t frame_base_row(Lowering& lowering);
[[nodiscard]] std::uint32_t stack_top_row(Lowering& lowering);

// The place whose address the instruction takes, where it is one of the frame.
[[nodiscard]] std::optional<FramePlace> address_taken(const Lowering& lowering, const ptx::Instruction& instruction);
// Of a variable of the module, or of one that the function declares in shared memory.
[[nodiscard]] ptx::StateSpace space_of_symbol(const Lowering& lowering, std::string_view name);

// An element of a vector operand as an operand of its own.
[[nodiscard]] inline ptx::Operand widened(const ptx::ScalarOperand& scalar)
{
    return std::visit([](const auto& operand) { return ptx::Operand { operand }; }, scalar);
}

} // namespace warpstage::simt

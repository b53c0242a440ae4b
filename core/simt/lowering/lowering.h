// Translates the instructions of a kernel, and of the functions that it calls, into operations on rows. The table of opcodes
// (core/ptx/opcodes.inc) names for each opcode the function that lowers it; each family of instructions has its own file.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/contraction.h"
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

// The kernel that is being lowered, and the current one of its functions.
struct Lowering {
    Lowering(const ptx::Module& lowered_module, const ptx::Function& lowered_kernel, InstructionSet instruction_set);

    const ptx::Module* module;
    const ptx::Function* kernel;
    InstructionSet set;
    ModuleSymbols symbols;
    CallGraph calls;
    RegisterLayout layout;
    SharedLayout shared;
    std::optional<Row> carry; // of the condition code, if an instruction uses it
    std::shared_ptr<ProgramBody> body;

    // Of the current function.
    const ptx::Function* function = nullptr;
    std::uint32_t function_index = 0; // into ProgramBody::functions
    std::uint32_t first_operation = 0;
    std::optional<ptx::ControlFlow> control_flow;
    std::vector<ptx::Contraction> contractions;
    std::optional<FrameLayout> frame;
    std::vector<RegisterUse> uses; // one per lowered instruction
    std::vector<std::uint32_t> writers; // by register of the kernel: the number of instructions that may write it

    // Of the current instruction.
    std::uint32_t member_row = kNoRow; // for ProgramBody::member_rows
    std::string refusal; // more specific than that the instruction is not supported

    [[nodiscard]] bool is_kernel() const { return function_index == 0; }
    [[nodiscard]] FunctionBody& function_body() { return body->functions[function_index]; }
};

enum class Supported : std::uint8_t { no, yes };

// lower_<lowering>() of each line of the table: fills in the operation of one instruction.
#define OPCODE(enumerator, word, family, lowering) Supported lower_##lowering(Lowering&, const ptx::Instruction&, Operation&);
#include "core/ptx/opcodes.inc"
#undef OPCODE

// Common parts of several lowerings.
Supported lower_operands( // by key; only the first `operand_count` operands
    Lowering& lowering, const ptx::Instruction& instruction, std::size_t operand_count, Operation& operation);
Supported lower_members(Lowering& lowering, const ptx::Operand& mask, Operation& operation); // the member mask
Supported lower_frame_address( // the address of a variable in the frame, by mov or as a generic address
    Lowering& lowering, const ptx::Instruction& instruction, const FramePlace& place, Operation& operation);
Supported lower_bulk_copy( // cp.async.bulk and cp.reduce.async.bulk
    Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_tensor_copy( // both of them with tensor maps, and prefetches
    Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_async_store( // st.async and red.async
    Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_wide_mov(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation); // mov.b128
Supported lower_wide_access( // ld, st and atom of .b128
    Lowering& lowering, const ptx::Instruction& instruction, ptx::StateSpace space, Operation& operation);
Supported lower_cluster_barrier(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation);
Supported lower_service(Lowering& lowering, ServiceForm form, Operation& operation);
Supported do_nothing(Operation& operation); // an instruction without effect here
Supported assign(const Operator* found, Operation& operation);
[[nodiscard]] Supported refuse(Lowering& lowering, std::string sentence);

// Converts operands to rows; empty if the operand is invalid. `type`: how a literal is stored.
[[nodiscard]] std::optional<std::uint32_t> source(
    Lowering& lowering, const ptx::Operand& operand, std::uint32_t lane_bytes, ptx::Type type);
[[nodiscard]] std::optional<std::uint32_t> destination(Lowering& lowering, const ptx::Operand& operand, std::uint32_t lane_bytes);
// For a copy of row `from`. If it is a constant and the register has no other value, the register gets that row, and the
// instruction has nothing to do: kernels begin with copies of parameters and special registers.
[[nodiscard]] std::optional<std::uint32_t> destination_of_copy(
    Lowering& lowering, const ptx::Instruction& instruction, std::uint32_t lane_bytes, std::uint32_t from);
Supported assign_copy(const Operator* found, Operation& operation);
// A predicate that may be negated: "!%p1".
[[nodiscard]] std::optional<std::uint32_t> negatable_predicate(Lowering& lowering, const ptx::Operand& operand, bool& negated);
// The row of an address without its offset.
[[nodiscard]] std::optional<Row> address_base(Lowering& lowering, const ptx::AddressOperand& address, ptx::StateSpace space);
// A row with the address of anything except a variable of a frame.
[[nodiscard]] std::optional<std::uint32_t> symbol_row(
    Lowering& lowering, const ptx::SymbolOperand& symbol, std::uint32_t lane_bytes);
// The register's width if the operand is a register.
[[nodiscard]] std::optional<std::uint32_t> register_lane_bytes(Lowering& lowering, const ptx::Operand& operand);
// The row with the start of the frame, the base of all addresses in it.
[[nodiscard]] std::uint32_t frame_base_row(Lowering& lowering);
[[nodiscard]] std::uint32_t stack_top_row(Lowering& lowering);

// The variable of the frame whose address the instruction takes, if any.
[[nodiscard]] std::optional<FramePlace> address_taken(const Lowering& lowering, const ptx::Instruction& instruction);
// For a variable of the module, or one that the function declares in shared memory.
[[nodiscard]] ptx::StateSpace space_of_symbol(const Lowering& lowering, std::string_view name);

// An element of a vector operand as a separate operand.
[[nodiscard]] inline ptx::Operand widened(const ptx::ScalarOperand& scalar)
{
    return std::visit([](const auto& operand) { return ptx::Operand { operand }; }, scalar);
}

// The elements of a vector operand, or the operand itself for a count of 1. Nothing if it has another number of elements.
[[nodiscard]] std::optional<std::vector<ptx::Operand>> elements_of(const ptx::Operand& operand, std::size_t count);

} // namespace warpstage::simt

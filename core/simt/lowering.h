// One pass from a kernel's syntax tree to operations on rows. Each family of instructions has its own file.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/ptx/control_flow.h"
#include "core/simt/entry_registers.h"
#include "core/simt/instruction_set.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/program_body.h"
#include "core/simt/register_layout.h"
#include "core/simt/shared_layout.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::simt {

class Lowering {
public:
    Lowering(const ptx::Module& module, const ptx::Function& kernel, InstructionSet set);

    [[nodiscard]] Result<std::shared_ptr<const ProgramBody>> run();
    // Instead of run(): all instructions that it would refuse, by index.
    [[nodiscard]] std::vector<std::uint32_t> refused_instructions();

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
    Supported lower_cvta(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_memory(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_parameter_load(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_branch(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_call(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_barrier(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_atomic(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_collective(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_async(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_matrix(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_texture(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_guard(const ptx::Instruction& instruction, Operation& operation);

    // Operands become rows; nothing where the operand does not fit. `type` tells how a literal is to be read.
    [[nodiscard]] std::optional<std::uint32_t> source(const ptx::Operand& operand, std::uint32_t lane_bytes, ptx::Type type);
    [[nodiscard]] std::optional<std::uint32_t> destination(const ptx::Operand& operand, std::uint32_t lane_bytes);
    // A predicate that may be written "!%p1".
    [[nodiscard]] std::optional<std::uint32_t> negatable_predicate(const ptx::Operand& operand, bool& negated);
    // The register's width where the operand is one.
    [[nodiscard]] std::optional<std::uint32_t> register_lane_bytes(const ptx::Operand& operand);
    [[nodiscard]] Supported assign(const Operator* found, Operation& operation) const;

    // The row of the condition code's carry flag, one lane mask for the kernel.
    [[nodiscard]] std::uint32_t carry_row();

    void note_read(ptx::RegisterId id) { m_uses.back().reads.push_back(id); }
    void note_write(ptx::RegisterId id) { m_uses.back().writes.push_back(id); }

    void find_straight_runs();
    void find_cleared_rows();
    [[nodiscard]] Error refusal(const ptx::Instruction& instruction) const;

    const ptx::Module* m_module;
    const ptx::Function* m_kernel;
    InstructionSet m_set;
    ptx::ControlFlow m_control_flow;
    RegisterLayout m_layout;
    SharedLayout m_shared;
    std::optional<Row> m_carry;
    std::vector<RegisterUse> m_uses; // one for each instruction lowered
    std::shared_ptr<ProgramBody> m_body;
};

} // namespace warpstage::simt

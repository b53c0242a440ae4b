// One pass over the syntax trees of a kernel and of the functions that it calls, which produces the body of a program.
#pragma once

#include "core/base/result.h"
#include "core/simt/lowering/lowering.h"
#include "core/simt/lowering/refusals.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warpstage::simt {

class KernelLowering {
public:
    KernelLowering(const ptx::Module& module, const ptx::Function& kernel, InstructionSet set);

    [[nodiscard]] Result<std::shared_ptr<const ProgramBody>> run();
    // Instead of run(): every instruction that run() would reject.
    [[nodiscard]] std::vector<RefusedInstruction> refused_instructions();

private:
    Supported lower(const ptx::Instruction& instruction, Operation& operation);
    Supported lower_guard(const ptx::Instruction& instruction, Operation& operation);
    [[nodiscard]] std::optional<Error> lower_function();
    void prepare_functions();
    void start_function(std::uint32_t index);
    void finish_function();
    void drop_function(const Error& error);
    void find_straight_runs();
    void find_effective_operations();
    [[nodiscard]] std::vector<Row> find_cleared_rows();
    [[nodiscard]] Error refusal(const ptx::Instruction& instruction) const;

    Lowering m_lowering;
    ProgramBody& m_body;
};

} // namespace warpstage::simt

// A kernel decoded once for the virtual machine. Each PTX instruction becomes one operation, in the same order, so program
// counters are the same in the program, the syntax tree and the source map. The functions that the kernel calls follow it.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/simt/instruction_set.h"

#include <cstdint>
#include <memory>

namespace warpstage::simt {

class ProgramBody; // operations, register layout, constants: private to the interpreter

class Program {
public:
    // Errors: an instruction that the virtual machine does not support, with kernel and PTX line; a GPU can still run the kernel.
    // `module` must outlive the program. `set`: the build of the operators to use; all give the same bits, and only those in
    // available_instruction_sets() run on this processor.
    [[nodiscard]] static Result<Program> lower(
        const ptx::Module& module, const ptx::Function& kernel, InstructionSet set = best_instruction_set());

    [[nodiscard]] const ptx::Function& kernel() const { return *m_kernel; }
    [[nodiscard]] const ptx::Module& module() const { return *m_module; }
    [[nodiscard]] const ProgramBody& body() const { return *m_body; }
    // Maps program counters (Step::pc, Trap::pc) to instructions.
    [[nodiscard]] const ptx::Listing& listing() const;
    // Bytes of static shared memory, without the dynamic part.
    [[nodiscard]] std::uint32_t static_shared_bytes() const;

private:
    Program(const ptx::Module& module, const ptx::Function& kernel, std::shared_ptr<const ProgramBody> body);

    const ptx::Module* m_module;
    const ptx::Function* m_kernel;
    std::shared_ptr<const ProgramBody> m_body;
};

} // namespace warpstage::simt

// A kernel decoded once for the virtual machine. One operation for one PTX instruction, in the same order, so that a program
// counter means the same in the program, the syntax tree and the source map. The functions that the kernel calls lie behind it.
#pragma once

#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/simt/instruction_set.h"

#include <cstdint>
#include <memory>

namespace warpstage::simt {

class ProgramBody; // operations, register layout, constants: known to the interpreter alone

class Program {
public:
    // Errors: an instruction the virtual machine does not execute, named with kernel and PTX line. The GPU can still run it.
    // `module` must outlive the program. `set`: which build of the operators it uses; all give the same bits, and only those in
    // available_instruction_sets() run here.
    [[nodiscard]] static Result<Program> lower(
        const ptx::Module& module, const ptx::Function& kernel, InstructionSet set = best_instruction_set());

    [[nodiscard]] const ptx::Function& kernel() const { return *m_kernel; }
    [[nodiscard]] const ptx::Module& module() const { return *m_module; }
    [[nodiscard]] const ProgramBody& body() const { return *m_body; }
    // What a program counter (Step::pc, Trap::pc) means.
    [[nodiscard]] const ptx::Listing& listing() const;
    // Bytes of shared memory declared in the source, without the dynamic part.
    [[nodiscard]] std::uint32_t static_shared_bytes() const;

private:
    Program(const ptx::Module& module, const ptx::Function& kernel, std::shared_ptr<const ProgramBody> body);

    const ptx::Module* m_module;
    const ptx::Function* m_kernel;
    std::shared_ptr<const ProgramBody> m_body;
};

} // namespace warpstage::simt

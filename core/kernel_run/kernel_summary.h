// Statistics of a kernel from its PTX without running it, for `warpstage ptx`.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/opcode.h"
#include "core/simt/lowering/refusals.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::kernel_run {

struct KernelSummary {
    const ptx::Function* function = nullptr; // .entry, or a .func that kernels call
    std::map<std::string_view, std::uint32_t> registers; // registers used by instructions, by type: "b32" -> 17
    std::uint64_t static_shared_bytes = 0; // of the function's variables and the module's variables that it uses
    std::uint64_t local_bytes = 0; // of one thread
    std::array<std::uint32_t, ptx::kOpcodeFamilies> instructions {}; // by family
    std::vector<simt::RefusedInstruction> refused; // instructions that the virtual machine does not support

    [[nodiscard]] std::uint32_t instruction_count() const { return static_cast<std::uint32_t>(function->instructions.size()); }
};

// All functions of the module with a body, in its order. `module` must outlive the summaries.
[[nodiscard]] std::vector<KernelSummary> summarize(const ptx::Module& module);

} // namespace warpstage::kernel_run

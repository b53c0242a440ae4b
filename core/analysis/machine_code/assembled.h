// What the assembler makes of each PTX instruction of a kernel: branches that become predicates, accesses to shared memory that
// are joined or dropped. Hardware counts the machine instructions.
#pragma once

#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/sass/listing.h"
#include "core/sass/toolkit.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

struct AssembledInstruction {
    bool branches = false; // some machine instruction is a conditional branch
    // Bytes per lane of each load or store of shared memory that was made of it: several if it was copied, none if it is part of
    // another one or was dropped.
    std::vector<std::uint32_t> shared_accesses;

    bool operator==(const AssembledInstruction&) const = default;
};

// By program counter of the listing.
using AssembledKernel = std::vector<AssembledInstruction>;

// `machine`: of PTX by sass::number_instructions().
[[nodiscard]] AssembledKernel assembled_kernel(const ptx::Listing& listing, const sass::Listing& machine);

// "sm_90", or the target of the PTX if it is the same with a suffix: "sm_90a" has additional instructions.
[[nodiscard]] std::string assembler_target(const ptx::Module& module, arch::ComputeCapability capability);

using Assembler = sass::Toolkit;
// Error: no CUDA Toolkit with both tools is installed.
[[nodiscard]] Result<Assembler> assembler();

struct AssemblyRequest {
    std::string_view text; // of the module
    const ptx::Module* module = nullptr; // never null
    const ptx::Listing* listing = nullptr; // of the kernel; never null
    std::string target; // "sm_90"
};

// Takes some tenths of a second. Errors: those of sass::disassemble().
[[nodiscard]] Result<AssembledKernel> assemble_kernel(
    const AssemblyRequest& request, const Assembler& assembler, const std::stop_token& stop = {});

} // namespace warpstage::analysis

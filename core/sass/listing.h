// Machine code (SASS) of one kernel from the output of nvdisasm: instructions with lines of the CUDA source.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::sass {

struct Instruction {
    std::uint32_t address = 0; // bytes from the kernel's first instruction
    std::uint32_t line = 0; // line of the kernel's source file; for code inlined from another file, the line of the call. 0: none
    std::string guard; // guard predicate, "@!P0"; empty: none
    std::string text; // without the guard: "LDG.E R4, desc[UR6][R2.64]"

    bool operator==(const Instruction&) const = default;

    [[nodiscard]] std::string_view opcode() const; // "LDG.E"
    // The opcode without its modifiers: "LDG".
    [[nodiscard]] std::string_view name() const;
    // Bytes per lane of a memory access: 16 for "LDS.128"; 4 without a modifier.
    [[nodiscard]] std::uint32_t access_bytes() const;
    [[nodiscard]] bool branches_conditionally() const; // BRA and similar instructions with a guard
};

struct Listing {
    std::string target; // "sm_90"
    std::vector<Instruction> instructions;
    std::uint32_t registers = 0; // of 32 bits, per thread; 0: unknown

    bool operator==(const Listing&) const = default;
};

// Parses the output of `nvdisasm -g -c` for a file with one kernel. `source` is the name of the kernel's file in the .file
// directive of the PTX. The infinite loop and the NOPs after a kernel are omitted. Error: no instruction was found.
[[nodiscard]] Result<Listing> parse(std::string_view disassembly, std::string_view source);

} // namespace warpstage::sass

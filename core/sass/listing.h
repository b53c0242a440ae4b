// Machine code (SASS) of one kernel as nvdisasm prints it, instruction by instruction with the lines of the CUDA source.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::sass {

struct Instruction {
    std::uint32_t address = 0; // bytes from the kernel's first instruction
    std::uint32_t line = 0; // of the kernel's source file; of code inlined from another file the line of the call. 0: none
    std::string guard; // the predicate that lanes must have, "@!P0"; empty: none
    std::string text; // without the guard: "LDG.E R4, desc[UR6][R2.64]"

    bool operator==(const Instruction&) const = default;

    [[nodiscard]] std::string_view opcode() const; // "LDG.E"
    // The opcode without its modifiers: "LDG".
    [[nodiscard]] std::string_view name() const;
    // Of one lane's access to memory: "LDS.128" has 16. 4 where no modifier says otherwise.
    [[nodiscard]] std::uint32_t access_bytes() const;
    [[nodiscard]] bool branches_conditionally() const; // BRA and its kin with a guard of its own
};

struct Listing {
    std::string target; // "sm_90"
    std::vector<Instruction> instructions;

    bool operator==(const Listing&) const = default;
};

// What `nvdisasm -g -c` prints of a file with one kernel. `source` is the name of the kernel's file as the PTX's .file directive
// has it. The endless jump and the empty instructions behind a kernel are left out. Error: no instruction was found.
[[nodiscard]] Result<Listing> parse(std::string_view disassembly, std::string_view source);

} // namespace warpstage::sass

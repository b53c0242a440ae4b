// Converts a kernel's PTX to machine code with the assembler and the disassembler of an installed CUDA Toolkit.
#pragma once

#include "core/sass/listing.h"
#include "core/sass/toolkit.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace warpstage::sass {

struct DisassemblyRequest {
    std::string_view ptx; // of a whole module
    std::string kernel; // mangled
    std::string source; // name of its file in the .file directive of the PTX
    std::string target; // "sm_90"
};

// Takes some tenths of a second; each tool has a time limit of 20 s. Error: the output of ptxas or nvdisasm, shortened.
[[nodiscard]] Result<Listing> disassemble(
    const Toolkit& toolkit, const DisassemblyRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::sass

// From a kernel's PTX to its machine code, by the assembler and the disassembler of an installed CUDA Toolkit.
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
    std::string source; // the name of its file in the PTX's .file directive
    std::string target; // "sm_90"
};

// Takes some tenths of a second; each tool gets 20 s. Error: what ptxas or nvdisasm says, shortened.
[[nodiscard]] Result<Listing> disassemble(
    const Toolkit& toolkit, const DisassemblyRequest& request, const std::stop_token& stop = {});

} // namespace warpstage::sass

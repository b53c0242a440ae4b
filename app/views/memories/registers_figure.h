// What a thread keeps in registers and what in local memory, and what its accesses to local memory cost the recorded block.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct ThreadStorage {
    std::string name; // of the variant
    std::uint32_t registers = 0; // of 32 bits, estimated; 0: not known
    std::uint32_t local_words = 0; // of 32 bits, that the thread accesses in local memory
    std::uint64_t requests = 0; // to local memory, of the recorded block
    std::uint64_t sectors = 0;
    double loads_per_operation = 0.0; // of local memory; 0: none
    double instructions_per_operation = 0.0;
};

struct RegistersInput {
    std::vector<ThreadStorage> sides; // the present variant first
    std::string architecture; // "CC 9.0"
};

[[nodiscard]] DrawList registers_figure(const RegistersInput& input, Size size, const Style& style);

} // namespace warpstage::views

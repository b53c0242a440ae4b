// The words that a thread keeps in registers and in local memory, and the cost of its local-memory accesses in the recorded
// block.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct ThreadStorage {
    std::string name; // of the variant
    std::uint32_t registers = 0; // 32-bit registers; 0: unknown
    std::uint32_t local_words = 0; // 32-bit words that the thread accesses in local memory
    std::uint64_t requests = 0; // accesses to local memory of the recorded block
    std::uint64_t sectors = 0;
    double loads_per_operation = 0.0; // of local memory; 0: none
    double instructions_per_operation = 0.0;
    bool assembled = false; // `registers` was reported by ptxas; else it is the number of live values of the PTX
};

struct RegistersInput {
    std::vector<ThreadStorage> sides; // the current variant first
    std::string architecture; // "CC 9.0"
};

[[nodiscard]] DrawList registers_figure(const RegistersInput& input, Size size, const Style& style);

} // namespace warpstage::views

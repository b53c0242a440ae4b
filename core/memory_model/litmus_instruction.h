// Reads one instruction of a litmus test.
#pragma once

#include "core/memory_model/litmus_names.h"

namespace warpstage::memory_model {

struct LitmusInstruction {
    Instruction instruction;
    std::string label; // target of a branch, whose index is not known yet; else empty
};

// `text`: in one line. Throws LitmusRefusal.
[[nodiscard]] LitmusInstruction read_instruction(LitmusNames& names, std::size_t thread, std::string_view text);

} // namespace warpstage::memory_model

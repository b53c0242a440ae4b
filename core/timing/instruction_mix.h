// Machine instructions of a recorded block by what executes them, per operation of the lesson: which pipe has how much to do.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/arch/traits.h"

#include <string_view>
#include <vector>

namespace warpstage::timing {

struct InstructionMix {
    struct Part {
        std::string_view name; // of the pipe, or of the memory: "special function", "local memory"
        double instructions = 0.0; // of a warp, per operation of its threads
        double lanes = 0.0; // threads per cycle of one multiprocessor; 0: a memory access
        // Cycles in which one multiprocessor can execute no other warp's instruction of that pipe, per operation of a warp.
        [[nodiscard]] double cycles() const { return lanes > 0.0 ? 32.0 * instructions / lanes : 0.0; }
    };
    std::vector<Part> parts; // in the order of the pipes, then of the memories; without empty ones
    double instructions = 0.0; // of all parts
    double ptx_instructions = 0.0; // that the machine instructions are made of
    double issue_cycles = 0.0; // that the schedulers of one multiprocessor need for them
};

// Of the loops of the recorded part, as the machine code of the model has them; of everything where there is no loop.
// `operations_per_thread`: of the whole kernel. Empty: nothing was recorded.
[[nodiscard]] InstructionMix instruction_mix(
    const analysis::Recording& recording, const arch::Traits& traits, double operations_per_thread);

} // namespace warpstage::timing

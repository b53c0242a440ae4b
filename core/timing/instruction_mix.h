// Machine instructions of a recorded block by execution pipe, per operation of the lesson: the load of each pipe.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/arch/traits.h"
#include "core/timing/machine_code/machine_code.h"

#include <optional>
#include <string_view>
#include <vector>

namespace warpstage::timing {

struct InstructionMix {
    struct Part {
        std::string_view name; // name of the pipe or memory: "special function", "local memory"
        double instructions = 0.0; // warp instructions, per operation of the warp's threads
        double lanes = 0.0; // threads per cycle on one multiprocessor; 0: a memory access
        std::optional<OperationKind> memory {}; // that is accessed; nothing: a pipe
        // Cycles for which the pipe of one multiprocessor is busy, per operation of a warp.
        [[nodiscard]] double cycles() const { return lanes > 0.0 ? 32.0 * instructions / lanes : 0.0; }
    };
    std::vector<Part> parts; // in pipe order, then memories; without empty ones
    double instructions = 0.0; // of all parts
    double ptx_instructions = 0.0; // PTX instructions from which the machine instructions are generated
    double issue_cycles = 0.0; // number of cycles in which the schedulers of one multiprocessor issue them
};

// For the loops of the recorded part, as in the model's machine code; for everything if there is no loop.
// `operations_per_thread`: of the whole kernel. Empty: nothing was recorded.
[[nodiscard]] InstructionMix instruction_mix(
    const analysis::Recording& recording, const arch::Traits& traits, double operations_per_thread);

} // namespace warpstage::timing

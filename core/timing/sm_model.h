// The recorded block and its neighbors on one multiprocessor, cycle by cycle.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/timing/sm_run.h"

#include <cstdint>
#include <stop_token>

namespace warpstage::timing {

struct SmSettings {
    const arch::Traits* traits = nullptr; // never null
    const arch::Gpu* gpu = nullptr; // of that capability; never null
    std::uint32_t resident_blocks = 0; // 0: the maximum for the limits of the capability and the grid
    std::uint64_t grid_blocks = 1;
};

// Deterministic: the same recording and settings give the same cycles. Neighbors run the recorded block's instructions on their
// own memory. If stopped: the cycles modeled so far, incomplete.
[[nodiscard]] SmRun model_sm(const analysis::Recording& recording, const SmSettings& settings, const std::stop_token& stop = {});

} // namespace warpstage::timing

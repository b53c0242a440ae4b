// The SM model's run of the recorded block: the warps of one multiprocessor, cycle by cycle.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/timing/sm_run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::session {

// The run of one variant, with the model's input.
struct SmView {
    std::size_t variant = 0;
    std::string gpu; // "GeForce GTX 280"
    std::shared_ptr<const analysis::Recording> recording; // never null; the run's steps index its trace
    std::shared_ptr<const timing::SmRun> run; // never null
    std::uint32_t blocks_at_most = 1; // resident blocks, limited by the GPU and the grid

    bool operator==(const SmView&) const = default;
};

struct SmSection {
    bool requested = false; // false: not modeled
    std::optional<SmView> run; // of the current variant; nothing: not yet available
    std::optional<SmView> compared; // nothing: not yet available, or no comparison
    bool comparing = false; // a comparison with the compared variant is requested
    std::uint32_t blocks = 0; // resident, as chosen; 0: as many as fit
    std::uint32_t cycles = 0; // cycles to show at once, as chosen; 0: all
    std::optional<std::size_t> step; // where the presenter has stopped the playback; index into Trace::steps

    bool operator==(const SmSection&) const = default;
};

} // namespace warpstage::session

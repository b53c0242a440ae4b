// What the SM model says of the recorded block: the warps of one multiprocessor, cycle by cycle.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/timing/sm_run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::session {

// Of one variant, with all that it was modeled of.
struct SmView {
    std::size_t variant = 0;
    std::string gpu; // "GeForce GTX 280"
    std::shared_ptr<const analysis::Recording> recording; // never null; the steps of the run are those of its trace
    std::shared_ptr<const timing::SmRun> run; // never null
    std::uint32_t blocks_at_most = 1; // resident ones, by the limits of the GPU and by the grid

    bool operator==(const SmView&) const = default;
};

struct SmSection {
    bool requested = false; // else nothing is modeled
    std::optional<SmView> run; // of the present variant; nothing: not there yet
    std::optional<SmView> compared; // nothing: not there yet, or nobody compares
    bool comparing = false; // with the variant that the present one is compared with
    std::uint32_t blocks = 0; // resident, as chosen; 0: as many as fit
    std::uint32_t cycles = 0; // to show at once, as chosen; 0: all
    std::optional<std::size_t> step; // where a presenter has stopped the recorded run; index into Trace::steps

    bool operator==(const SmSection&) const = default;
};

} // namespace warpstage::session

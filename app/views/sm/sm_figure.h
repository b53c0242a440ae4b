// One multiprocessor cycle by cycle: one row per resident warp, grouped by scheduler; below, the issue slots used and the bytes
// in flight. Two runs are drawn one above the other, on the same scale.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/sm_run.h"

namespace warpstage::views {

struct SmShown {
    std::shared_ptr<const timing::SmRun> run; // never null
    std::shared_ptr<const session::Recording> recording; // recording of that run; never null
    std::string name {}; // of the variant, if there are two
    std::optional<std::size_t> step {}; // current instruction of the recorded run
};

struct SmInput {
    std::vector<SmShown> runs; // at least one
    std::string gpu;
    std::uint32_t cycles = 0; // to show; 0: all
    std::uint32_t warp = 0; // the chosen warp of the recorded block
    std::optional<CycleRange> range {}; // to show, whatever `cycles` says
};

// The cycles that are shown.
struct CycleWindow {
    std::uint32_t begin = 0;
    std::uint32_t end = 1; // one past the last cycle
    [[nodiscard]] std::uint32_t length() const { return end - begin; }
};
// Around the cycle of the current instruction of the first run; from the beginning without one.
[[nodiscard]] CycleWindow window_of(const SmInput& input);

// The cycle in which the instruction was issued, or the one before it if it corresponds to no machine instruction. Empty: it is
// not in the run.
[[nodiscard]] std::optional<std::uint32_t> cycle_of(const SmShown& shown, std::size_t step);

// 0 to 1.
[[nodiscard]] double issue_slots_used(const timing::SmRun& run);
// The stall reasons and their shares of the time in which there is a warp, the largest first; empty: no warp ever stalls. A warp
// in the state not_selected could issue and is not stalled.
struct Stall {
    timing::WarpState state;
    double share;
};
[[nodiscard]] std::vector<Stall> stalls_of(const timing::SmRun& run);

// "2.0 KiB": the bytes in flight, averaged over the run.
[[nodiscard]] std::string amount_in_flight(const timing::SmRun& run);
// "43 % of issue slots used · 16 warps · 1 240 cycles", from the longest to the shortest; with the bytes in flight if the warps
// stall most of all for loads.
[[nodiscard]] std::vector<std::string> sm_headline(const timing::SmRun& run);

// Of the current variant, and of the compared one if both are requested. The model has a run.
[[nodiscard]] SmInput sm_input(const session::Snapshot& model, const std::optional<CycleRange>& range);

[[nodiscard]] DrawList sm_figure(const SmInput& input, Size size, const Style& style);

} // namespace warpstage::views

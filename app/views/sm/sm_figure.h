// One multiprocessor cycle by cycle: a row for each resident warp, grouped by scheduler; below, the issue slots used and the
// bytes in flight. Two runs stand one above the other, with the same scale.
#pragma once

#include "app/views/drawing.h"
#include "core/timing/sm_run.h"

namespace warpstage::views {

struct SmShown {
    std::shared_ptr<const timing::SmRun> run; // never null
    std::shared_ptr<const session::Recording> recording; // of which it is; never null
    std::string name {}; // of the variant, where there are two
    std::optional<std::size_t> step {}; // at which the recorded run stands
};

struct SmInput {
    std::vector<SmShown> runs; // at least one
    std::string gpu;
    std::uint32_t cycles = 0; // to show; 0: all
    std::uint32_t warp = 0; // of the recorded block, chosen
};

// The cycles that are shown.
struct CycleWindow {
    std::uint32_t begin = 0;
    std::uint32_t end = 1; // the cycle behind the last
    [[nodiscard]] std::uint32_t length() const { return end - begin; }
};
// Around the step at which the first run stands; from the beginning where it stands nowhere.
[[nodiscard]] CycleWindow window_of(const SmInput& input);

// The cycle in which the step was issued, or the one before it where it is none of the machine's instructions. Nothing: it is
// not in the run.
[[nodiscard]] std::optional<std::uint32_t> cycle_of(const SmShown& shown, std::size_t step);

// 0 to 1.
[[nodiscard]] double issue_slots_used(const timing::SmRun& run);
// What the warps wait for longest, and its share of the time in which there is a warp; nothing: none ever waits. A warp that is
// not selected could issue and waits for nothing.
struct Stall {
    timing::WarpState state;
    double share;
};
[[nodiscard]] std::optional<Stall> largest_stall(const timing::SmRun& run);

// "43 % of issue slots used · 16 warps · 1 240 cycles", from the longest to the shortest.
[[nodiscard]] std::vector<std::string> sm_headline(const timing::SmRun& run);

// Of the present variant, and of the compared one where both are asked for. The model has a run.
[[nodiscard]] SmInput sm_input(const session::Snapshot& model);

[[nodiscard]] DrawList sm_figure(const SmInput& input, Size size, const Style& style);

} // namespace warpstage::views

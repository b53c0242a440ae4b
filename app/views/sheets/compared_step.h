// All launches of a time step of the current variant beside those of the compared one: counts of both, and their times.
#pragma once

#include "app/views/sheets/step_bars_figure.h"
#include "app/views/view.h"

namespace warpstage::views {

// Without rows if no count was requested or nothing is compared.
[[nodiscard]] StepBarsInput compared_step(const session::Snapshot& model);

// The times of both variants; only times of the same kind are compared, so host code is not compared with an estimate. At most
// one measured and one estimated time.
[[nodiscard]] std::vector<StepBarRow> compared_times(const session::Snapshot& model, std::size_t left, std::size_t right);

} // namespace warpstage::views

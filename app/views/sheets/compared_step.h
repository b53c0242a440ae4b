// The whole time step of the present variant beside that of the compared one: what is counted of both, and how long they take.
#pragma once

#include "app/views/sheets/step_bars_figure.h"
#include "app/views/view.h"

namespace warpstage::views {

// Without rows where nobody has asked for the counts, or nothing is compared.
[[nodiscard]] StepBarsInput compared_step(const session::Snapshot& model);

// The times of both, of the same kind alone: host code compares with no estimate. At most a measured one and an estimated one.
[[nodiscard]] std::vector<StepBarRow> compared_times(const session::Snapshot& model, std::size_t left, std::size_t right);

} // namespace warpstage::views

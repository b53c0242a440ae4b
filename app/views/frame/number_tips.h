// What the numbers of the panels mean, with the values that they have now.
#pragma once

#include "app/draw/draw_list.h"
#include "app/views/drawing.h"
#include "app/views/frame/tip.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <vector>

namespace warpstage::views {

[[nodiscard]] Tip lesson_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip machine_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip architecture_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip progress_tip(const session::Snapshot& snapshot, float frames_per_second);
[[nodiscard]] Tip variant_tip(const session::Snapshot& snapshot, std::size_t variant);
[[nodiscard]] Tip parameters_tip(std::size_t count);
[[nodiscard]] Tip parameter_tip(const session::ParameterView& parameter);
[[nodiscard]] Tip timings_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip history_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip lanes_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip accesses_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip lines_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip playback_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip drift_tip(const session::DriftView& drift);
[[nodiscard]] Tip array_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip hazard_tip();
[[nodiscard]] Tip transfers_tip(const session::TransferFrame& transfers);
[[nodiscard]] Tip counters_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip comparison_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip memory_tip(const session::Snapshot& snapshot);
[[nodiscard]] Tip big_number_tip(const session::Snapshot& snapshot);

// A row for each text that is the name of one of analysis::all_metrics(): from side to side of the picture, moved by `offset`.
[[nodiscard]] std::vector<TipRegion> metric_rows(const DrawList& picture, Point offset, const analysis::Counters& counters);

} // namespace warpstage::views

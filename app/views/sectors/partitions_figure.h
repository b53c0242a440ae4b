// Partition camping: how many bytes each memory partition transfers at the point of the program with the longest queue.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/partition_report.h"
#include "core/ptx/listing.h"
#include "core/session/snapshot.h"

namespace warpstage::views {

struct PartitionsInput {
    const analysis::PartitionSurvey* survey = nullptr; // null: `nothing` states why
    const ptx::Listing* listing = nullptr;
    std::uint32_t line = 0; // source line with the shown queue; 0: the line with the longest queue
    std::string nothing {};
};

[[nodiscard]] DrawList partitions_figure(const PartitionsInput& input, Size size, const Style& style);

// Whether that source line causes partition camping on the chosen GPU.
[[nodiscard]] bool camps(const session::Snapshot& model, std::uint32_t line);

} // namespace warpstage::views

// The asynchronous operations of a block: phases of mbarrier objects, flags in memory, what each warp does, bytes in flight, and
// which arrival released which waits. One column per operation, in the order of the recorded run, or the cycles of the SM model.
#pragma once

#include "app/views/drawing.h"
#include "core/analysis/block/pipeline_history.h"
#include "core/timing/pipeline_times.h"

namespace warpstage::views {

struct PipelineInput {
    analysis::PipelineHistory history;
    std::vector<std::uint32_t> lines {}; // of the source, by mark
    std::string subtitle {}; // "block 0 · 5 warps"
    std::optional<std::size_t> step {}; // of the playback, an index into Trace::steps
    std::optional<timing::PipelineTimes> times {}; // nothing: the order of the recorded run
    std::vector<std::string> operations {}; // by mark, of those at flags: "st.release.gpu.b32"
};

// With the names of the buffers.
[[nodiscard]] analysis::PipelineHistory recorded_history(const session::Recording& recording);

[[nodiscard]] DrawList pipeline_figure(const PipelineInput& input, Size size, const Style& style);

} // namespace warpstage::views

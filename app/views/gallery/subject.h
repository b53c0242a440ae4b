// The subject of a figure: a recorded block of a kernel, or timed runs, and the requested details.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "app/views/view.h"
#include "core/analysis/layout/layout_study.h"
#include "core/analysis/recording/chosen_request.h"
#include "core/analysis/recording/rounding_errors.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/gpus.h"
#include "core/engine/engine.h"
#include "core/timing/sm_run.h"
#include "core/timing/what_if/what_if.h"

namespace warpstage::views {

struct FollowCode;

// How a kernel divides its shared memory into a matrix; PTX does not contain this.
struct TileShape {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0; // that hold data
    std::uint32_t padding = 0; // padding columns after them
};

// Repeated time steps of the variant without the first, which warms caches. Or the estimate of the SM model.
struct Measurement {
    engine::Description engine;
    std::vector<session::WorkView> works;
    session::TimingSummary step;
    double merit = 0.0; // work of a time step / median time
    std::string merit_unit;
    std::optional<session::TransferFrame> transfers; // of a time step with transfers, the last one
    std::string estimated_for {}; // name of the GPU; empty: the engine measured the times
    std::vector<std::string> limiters {}; // of the work items, if they are estimated
    std::string no_estimate {}; // why the times are those of the virtual machine; empty: they are not
};

// The SM model's result for the recorded block, and for the block that it is compared with.
struct SmSubject {
    std::string gpu; // "GeForce GTX 280"
    std::uint32_t cycles = 0; // to show; 0: all
    std::shared_ptr<const timing::SmRun> run; // never null
    std::shared_ptr<const timing::SmRun> other; // null: none
};

// A figure that can be drawn in any size. Owns everything that it needs.
struct Exhibit {
    CaptionInput caption;
    std::function<DrawList(Size, const Style&)> draw;
};

using analysis::choose_line;
using analysis::choose_request;
using analysis::choose_warp;
using analysis::ChosenRequest;
using analysis::Memory;

// With the recorded block if the kind of figure needs one.
struct Subject : analysis::BlockQuestion {
    std::string variant; // its id
    std::vector<std::string> settings; // "n = 1024"
    std::string architecture; // "CC 9.0", "GeForce GTX 280 (CC 1.3)"
    const arch::Gpu* gpu = nullptr; // named, or the one that computes; null: the largest GPU of the compute capability is used

    Dim3 block; // threads of the recorded launch

    // The following are set only for figures that need them.
    std::shared_ptr<const analysis::PartitionSurvey> partitions; // of the resident blocks; null: the GPU has no memory partitions
    std::optional<Measurement> measurement;
    std::optional<SmSubject> sm;
    std::shared_ptr<const timing::Why> why; // null: not computed
    std::shared_ptr<const session::AdviceTrial> trial; // of advice for it; null: none
    std::shared_ptr<const analysis::HeatMap> heat; // null: not computed
    std::shared_ptr<const timing::Waves> waves; // null: not computed
    std::shared_ptr<const analysis::RoundingErrors> rounding; // null: not computed
    std::shared_ptr<const FollowCode> follow_code; // null: there is no link
    std::optional<Exhibit> plotted; // a result that was measured or computed over many runs, as bars or curves

    std::string instruction; // of the figure of fragments: "ldmatrix.x4"
    std::optional<std::uint32_t> lane; // whose elements stand out there
    analysis::LayoutQuestion layout { .layout = {} }; // of the figure of a layout
    std::optional<std::uint32_t> iteration; // requested, from 1
    std::optional<std::size_t> step; // of the playback, an index into Trace::steps
    StepAxis axis = StepAxis::order; // of the figure of a pipeline
    std::optional<TileShape> tile;
    std::optional<std::uint32_t> registers; // per thread, as allocated by the assembler; PTX does not contain this
    bool registers_estimated = false; // estimated by the SM model

    // The block that `recording` is compared with, for the figure of a comparison.
    std::string other_variant;
    std::shared_ptr<const session::Recording> other;
};

} // namespace warpstage::views

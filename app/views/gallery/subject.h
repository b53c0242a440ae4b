// What a figure is made of: a recorded block of a kernel, or timed runs, and what somebody wants to see of it.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "core/analysis/recording/chosen_request.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/gpus.h"
#include "core/engine/engine.h"
#include "core/timing/sm_run.h"

namespace warpstage::views {

// How a kernel divides its shared memory into a matrix; PTX does not say.
struct TileShape {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0; // that hold data
    std::uint32_t padding = 0; // columns behind them
};

// Repeated runs of the variant's whole step, of which the first, which warms caches, is left out. Or its estimate by the SM
// model.
struct Measurement {
    engine::Description engine;
    std::vector<session::WorkView> works;
    session::TimingSummary step;
    double merit = 0.0; // work of a step / median time
    std::string merit_unit;
    std::optional<session::TransferFrame> transfers; // of a step with transfers, the last one
    std::string estimated_for {}; // GPU; empty: the engine took the times
    std::vector<std::string> limiters {}; // of the works, where they are estimated
    std::string no_estimate {}; // why the times are the virtual machine's own; empty: they are not
};

// What the SM model says of the recorded block, and of the one that it is compared with.
struct SmSubject {
    std::string gpu; // "GeForce GTX 280"
    std::uint32_t cycles = 0; // to show; 0: all
    std::shared_ptr<const timing::SmRun> run; // never null
    std::shared_ptr<const timing::SmRun> other; // null: there is none
};

// A figure that is ready to be drawn in any size. Holds what it needs.
struct Exhibit {
    CaptionInput caption;
    std::function<DrawList(Size, const Style&)> draw;
};

using analysis::choose_line;
using analysis::choose_request;
using analysis::choose_warp;
using analysis::ChosenRequest;
using analysis::Memory;

// With the recorded block where the kind of figure needs one.
struct Subject : analysis::BlockQuestion {
    std::string variant; // its id
    std::vector<std::string> settings; // "n = 1024"
    std::string architecture; // "CC 9.0", "GeForce GTX 280 (CC 1.3)"
    const arch::Gpu* gpu = nullptr; // that is named, or computes; null: the largest of the capability stands for it

    Dim3 block; // threads of the recorded launch

    // As the kind of figure needs them.
    // Of the resident blocks; null: the GPU has no partitions to camp in.
    std::shared_ptr<const analysis::PartitionSurvey> partitions;
    std::optional<Measurement> measurement;
    std::optional<SmSubject> sm;
    std::optional<Exhibit> plotted; // a result that was measured or computed over many runs, as bars or curves

    std::optional<std::uint32_t> iteration; // requested, from 1
    std::optional<TileShape> tile;
    std::optional<std::uint32_t> registers; // of a thread, as the assembler allots them; PTX does not say
    bool registers_estimated = false; // by the SM model

    // What is compared with `recording`, for the figure that does so.
    std::string other_variant;
    std::shared_ptr<const session::Recording> other;
};

} // namespace warpstage::views

// What a figure is made of: a recorded block of a kernel, or timed runs, and what somebody wants to see of it.
#pragma once

#include "app/draw/caption.h"
#include "app/views/drawing.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/traits.h"
#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/session/snapshot.h"

#include <memory>

namespace warpstage::views {

// How a kernel divides its shared memory into a matrix; PTX does not say.
struct TileShape {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0; // that hold data
    std::uint32_t padding = 0; // columns behind them
};

// Repeated runs of the variant's whole step, of which the first, which warms caches, is left out.
struct Measurement {
    engine::Description engine;
    std::vector<session::WorkView> works;
    session::TimingSummary step;
    double merit = 0.0; // work of a step / median time
    std::string merit_unit;
    std::optional<session::TransferFrame> transfers; // of a step with transfers, the last one
};

// A figure that is ready to be drawn in any size. Holds what it needs.
struct Exhibit {
    CaptionInput caption;
    std::function<DrawList(Size, const Style&)> draw;
};

// A memory request of the recorded window.
struct ChosenRequest {
    const simt::Access* access = nullptr; // in the recording
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t occurrence = 0; // of `occurrences` of this instruction
    std::size_t occurrences = 0;
};

struct Subject {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::string variant; // its id
    std::vector<std::string> settings; // "n = 1024"
    const arch::Traits* traits = nullptr; // never null
    std::string architecture; // "CC 9.0", "GeForce GTX 280 (CC 1.3)"

    Dim3 block; // threads of the recorded launch

    // As the kind of figure needs them.
    std::shared_ptr<const session::Recording> recording; // its report is by `traits`
    std::shared_ptr<const analysis::PartitionSurvey>
        partitions; // of the resident blocks; null: the GPU has no partitions to camp in
    std::optional<Measurement> measurement;
    std::optional<Exhibit> plotted; // a result that was measured or computed over many runs, as bars or curves

    // What was asked for; nothing: where there is most to see.
    std::optional<std::uint32_t> line; // of the source
    std::optional<std::size_t>
        access; // of the kernel's accesses of the memory that is shown, in the order of the program, from 1
    std::optional<std::uint32_t> warp; // of the block
    std::optional<ChosenRequest> request; // this one, whatever is asked for otherwise
    std::optional<std::uint32_t> pass; // from 1
    std::optional<TileShape> tile;
    std::optional<std::uint32_t> registers; // of a thread, as the assembler allots them; PTX does not say

    // What is compared with `recording`, for the figure that does so.
    std::string other_variant;
    std::shared_ptr<const session::Recording> other;
};

enum class Memory : std::uint8_t { shared, global };

// The request to show: of the chosen line, access and warp the one with the largest excess, among equals the one that is made
// most often. Errors: there is none, with what there is.
[[nodiscard]] Result<ChosenRequest> choose_request(const Subject& subject, Memory memory);

// The warp to show, 0 where none was asked for. Errors: the block has no such warp.
[[nodiscard]] Result<std::uint32_t> choose_warp(const Subject& subject);

// The source line that was asked for, or 0. Errors: the source has no such line.
[[nodiscard]] Result<std::uint32_t> choose_line(const Subject& subject);

} // namespace warpstage::views

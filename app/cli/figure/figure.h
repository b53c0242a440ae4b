// Figures of a lesson: what somebody wants to see, what has to be run for it, and the file.
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/sweep/sweep_run.h"
#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "core/lesson/measured/published.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"

namespace warpstage::cli {

struct FigureRequest {
    std::string lesson;
    std::string variant;
    std::string architecture = "9.0"; // see core/arch/architecture.h
    views::Subject asked; // which line, access, warp, pass, tile and other variant; the rest is made
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32; // of the recorded run
    std::uint32_t resident_blocks = 0; // of the SM model; 0: as many as fit
    std::uint32_t cycles = 0; // of the SM model, to show; 0: all
    SweptParameter swept; // of curves; no id: none
    bool published = false; // of bars: beside what the lectures printed
    std::filesystem::path from; // a saved result for bars or curves; empty: run now
};

// The subject without what has to be run for it, and the plan to run. Refuses: an unknown lesson, variant, architecture or
// parameter.
[[nodiscard]] std::pair<views::Subject, std::shared_ptr<const problem::Plan>> subject_of(
    const Common& common, const FigureRequest& request);

// Runs the block on the virtual machine. Errors: a variant without kernels, one that cannot be run there, no such block.
[[nodiscard]] Result<std::shared_ptr<const session::Recording>> record_block(
    const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// The blocks of the recorded launch that the named GPU holds at the same time; one with memory partitions.
[[nodiscard]] Result<analysis::PartitionSurvey> survey_blocks(
    const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// The SM model's run of a recorded block of the plan's launch.
[[nodiscard]] std::shared_ptr<const timing::SmRun> model_block(
    const session::Recording& recording, const problem::Plan& plan, const FigureRequest& request);

// The step run again and again, for the figures of its times and of its transfers. Errors: the engine's, and what a kernel does
// wrong.
[[nodiscard]] Result<views::Measurement> measure_step(
    engine::Engine& engine, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan);

// The same on a GPU. Where the engine is the virtual machine, the estimate for the GPU of the architecture, else the virtual
// machine's own time with the reason.
[[nodiscard]] Result<views::Measurement> time_step(engine::Engine& engine, const views::Subject& subject,
    const std::shared_ptr<const problem::Plan>& plan, const std::string& architecture);

// A line for each of the variants; the lesson is loaded. Refuses: an engine that is unusable.
[[nodiscard]] bench::BenchResult measure_variants(engine::Engine& engine, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings, std::uint32_t samples);

// The lines of one lesson as bars: rates where the work has a unit, else times. Errors: no line that ran.
// With `published`, what the lectures printed of the same variants in the same unit beside it.
[[nodiscard]] Result<views::Exhibit> plotted_bars(
    const bench::BenchResult& result, const lesson::Lesson& lesson, const lesson::PublishedFigures* published = nullptr);

// A result of `warpstage bench` or `warpstage sweep`, from a file or run now. Refuses: what is wrong with the run or the file, a
// lesson that the file has not.
[[nodiscard]] views::Exhibit bars_of(const Common& common, const FigureRequest& request);
[[nodiscard]] views::Exhibit curves_of(const Common& common, const FigureRequest& request);

// Measured on a GPU: the rate. Else what each architecture moves for what was needed, computed: a rate that the virtual machine
// emulates says nothing about memory. Errors: values that are no numbers, fewer than two of them.
[[nodiscard]] Result<views::Exhibit> curves_of(const bench::Sweep& sweep);

inline constexpr std::uint32_t kUsualScale = 2; // pixels of a PNG for each point

struct FigurePage {
    draw::Size size; // points
    draw::Theme theme = draw::Theme::light;
    std::uint32_t scale = kUsualScale;
};

// Refuses: a file that cannot be written.
void save_figure(
    const views::Exhibit& exhibit, std::string_view title, const std::filesystem::path& file, const FigurePage& page);

} // namespace warpstage::cli

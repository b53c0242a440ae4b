// Figures of a lesson: the request, the run that the figure needs, and the file.
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/sweep/sweep_run.h"
#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/view.h"
#include "core/lesson/measured/published.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"

#include <stop_token>

namespace warpstage::cli {

struct FigureRequest {
    std::string lesson;
    std::string variant;
    std::string architecture = "9.0"; // see core/arch/architecture.h
    bool architecture_chosen = false; // by the user; false: the default
    views::Subject asked; // line, access, warp, iteration, tile and other variant; the rest is filled in by the run
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32; // of the recorded run
    std::uint32_t resident_blocks = 0; // resident blocks in the SM model; 0: as many as fit
    std::uint32_t cycles = 0; // cycles of the SM model to show; 0: all
    SweptParameter swept; // of curves; no id: none
    bool published = false; // bars: with published results
    std::string site; // address of a web edition, for the code of its link
    std::string publish; // target of `--publish`, for the code of the link
    std::filesystem::path from; // saved result for bars or curves; empty: run now
    simt::Checks checks = simt::kNoChecks; // of the recorded run
    std::stop_token stop {}; // ends the recording or the estimate
};

// The subject without the results of a run, and the plan to run. Refuses: an unknown lesson, variant, architecture or parameter.
// `machine`: whose problem sizes are used.
[[nodiscard]] std::pair<views::Subject, std::shared_ptr<const problem::Plan>> subject_of(
    const Common& common, const FigureRequest& request, engine::EngineKind machine = engine::EngineKind::vm);

// Runs the block on the virtual machine. Errors: a variant without kernels, a kernel that it does not support, no such block.
[[nodiscard]] Result<std::shared_ptr<const session::Recording>> record_block(
    const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// The blocks of the recorded launch that are resident on the given GPU at the same time. The GPU must have memory partitions.
[[nodiscard]] Result<analysis::PartitionSurvey> survey_blocks(
    const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// The SM model's run of a recorded block of the plan's launch.
[[nodiscard]] std::shared_ptr<const timing::SmRun> model_block(
    const session::Recording& recording, const problem::Plan& plan, const FigureRequest& request);

// The causes of the estimated time of the plan's longest launch. Refuses: a variant without kernels, errors of the estimate.
[[nodiscard]] std::shared_ptr<const timing::Why> explain_step(
    const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// Every block of the recorded launch. Refuses: a variant without kernels, a fault.
[[nodiscard]] std::shared_ptr<const analysis::HeatMap> map_blocks(
    const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// Whether the figure shows one launch of one plan.
[[nodiscard]] bool draws_one_launch(views::Need need);
// Runs what such a figure needs, for the recorded launch of the plan. Refuses: errors of the recording and of the estimate.
void run_launch(
    views::Subject& subject, views::Need need, const std::shared_ptr<const problem::Plan>& plan, const FigureRequest& request);

// Runs the plan repeatedly, for the figures of its times and its transfers. Errors: those of the engine, and faults of a kernel.
[[nodiscard]] Result<views::Measurement> measure_step(
    engine::Engine& engine, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan);

// The same on a GPU. On the virtual machine: the estimate for the GPU of the architecture, or the emulated time with the reason
// why no estimate exists.
[[nodiscard]] Result<views::Measurement> time_step(engine::Engine& engine, const views::Subject& subject,
    const std::shared_ptr<const problem::Plan>& plan, const std::string& architecture);

// Measures each variant; the engine has loaded the lesson. Refuses: an unusable engine.
[[nodiscard]] bench::BenchResult measure_variants(engine::Engine& engine, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings, std::uint32_t samples);

// The lines of one lesson as bars: rates if the work has a unit, else times. With `published`, also the published results of the
// same variants in the same unit. Errors: no variant ran.
[[nodiscard]] Result<views::Exhibit> plotted_bars(
    const bench::BenchResult& result, const lesson::Lesson& lesson, const lesson::PublishedFigures* published = nullptr);

// A result of `warpstage bench` or `warpstage sweep`, from a file or run now. Refuses: errors of the run or of the file, a lesson
// that the file does not contain.
[[nodiscard]] views::Exhibit bars_of(const Common& common, const FigureRequest& request);
[[nodiscard]] views::Exhibit curves_of(const Common& common, const FigureRequest& request);

// On a GPU: the measured rate. Else the computed ratio of fetched to minimum wavefronts or sectors for each architecture, because
// an emulated rate has no relation to memory. Errors: values that are not numbers, fewer than two values.
[[nodiscard]] Result<views::Exhibit> curves_of(const bench::Sweep& sweep);

inline constexpr std::uint32_t kUsualScale = 2; // pixels per point of a PNG

struct FigurePage {
    draw::Size size; // points
    draw::Theme theme = draw::Theme::light;
    std::uint32_t scale = kUsualScale;
};

// Whether a figure that is written to this file is painted by Qt.
[[nodiscard]] Desktop desktop_of(const std::filesystem::path& file);

// Refuses: a file that cannot be written.
void save_figure(
    const views::Exhibit& exhibit, std::string_view title, const std::filesystem::path& file, const FigurePage& page);

} // namespace warpstage::cli

// Figures of a lesson as requested on the command line.
#pragma once

#include "app/cli/command_line.h"
#include "app/cli/sweep/sweep_run.h"
#include "app/figures/launch.h"
#include "app/views/gallery/exhibit.h"

namespace warpstage::cli {

struct FigureRequest {
    std::string lesson;
    std::string variant;
    std::string architecture = "9.0"; // see core/arch/architecture.h
    bool architecture_chosen = false; // by the user; false: the default
    views::Subject asked; // line, access, warp, iteration, tile and other variant; the rest is filled in by the run
    figures::LaunchRun run {}; // its architecture is filled in by launch_run_of()
    SweptParameter swept; // of curves; no id: none
    bool published = false; // bars: with published results
    std::string site; // address of a web edition, for the code of its link
    std::string publish; // target of `--publish`, for the code of the link
    std::filesystem::path from; // saved result for bars or curves; empty: run now
};

// The subject without the results of a run, and the plan to run. Refuses: an unknown lesson, variant, architecture or parameter.
// `machine`: whose problem sizes are used.
[[nodiscard]] std::pair<views::Subject, std::shared_ptr<const problem::Plan>> subject_of(
    const Common& common, const FigureRequest& request, engine::EngineKind machine = engine::EngineKind::vm);

// Refuses: an unknown architecture.
[[nodiscard]] figures::LaunchRun launch_run_of(const FigureRequest& request);

// Measures each variant; the engine has loaded the lesson. Refuses: an unusable engine.
[[nodiscard]] bench::BenchResult measure_variants(engine::Engine& engine, const lesson::Lesson& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings, std::uint32_t samples);

// A result of `warpstage bench` or `warpstage sweep`, from a file or run now. Refuses: errors of the run or of the file, a lesson
// that the file does not contain.
[[nodiscard]] views::Exhibit bars_of(const Common& common, const FigureRequest& request);
[[nodiscard]] views::Exhibit curves_of(const Common& common, const FigureRequest& request);

// Whether a figure that is written to this file is painted by Qt.
[[nodiscard]] Desktop desktop_of(const std::filesystem::path& file);

} // namespace warpstage::cli

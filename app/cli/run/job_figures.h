// Figures of the launches of `warpstage run`: --figure KIND[:NAME=VALUE,...] -o FILE.
#pragma once

#include "app/cli/figure/figure_details.h"
#include "core/kernel_run/kernel_job.h"

#include <nlohmann/json_fwd.hpp>

namespace warpstage::cli {

struct JobFigure {
    std::string text; // "banks:line=6"
    const views::View* view = nullptr; // never null
    std::size_t launch = 1;
    FigureDetails details;
};

struct JobFigureOptions {
    std::vector<JobFigure> figures;
    std::vector<std::filesystem::path> outputs; // of the figures, in the same order
};

void add_job_figures(CLI::App& app, JobFigureOptions& options);

// Refuses: a figure without a file or the reverse, an unknown format, details that a figure does not have.
void check_job_figures(const JobFigureOptions& options);

// Whether one of the files is painted by Qt.
[[nodiscard]] Desktop desktop_of(const JobFigureOptions& options);

struct WrittenFigure {
    std::string text;
    std::filesystem::path file;
    std::string refusal {}; // why the launch has no such figure; empty: the file is written
};

// `recorded`: width of a warp, checks and the request to stop of the run. Refuses: a launch that the job does not have.
[[nodiscard]] std::vector<WrittenFigure> write_job_figures(
    const kernel_run::KernelJob& job, const JobFigureOptions& options, const FigureRequest& recorded);

[[nodiscard]] nlohmann::json figures_json(const std::vector<WrittenFigure>& figures);

} // namespace warpstage::cli

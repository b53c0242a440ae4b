// What `warpstage figure bars` and `figure curves` draw: a result of `warpstage bench` or `warpstage sweep`, from a file or run
// now.
#pragma once

#include "app/cli/figure_options.h"
#include "app/cli/options.h"
#include "app/views/gallery/subject.h"
#include "core/bench/measured_variant.h"
#include "core/lesson/lesson.h"

namespace warpstage::cli {

// The lines of one lesson as bars: rates where the work has a unit, else times. Errors: no line that ran.
// With `published`, what the lectures printed of the same variants in the same unit beside it.
[[nodiscard]] Result<views::Plotted> plotted_bars(
    const bench::BenchResult& result, const lesson::Lesson& lesson, const lesson::PublishedFigures* published = nullptr);

// Errors: those of the run or the file, a lesson that the file has not.
[[nodiscard]] Result<views::Plotted> bars_of(const Common& common, const FigureCommand& command);
[[nodiscard]] Result<views::Plotted> curves_of(const Common& common, const FigureCommand& command);

} // namespace warpstage::cli

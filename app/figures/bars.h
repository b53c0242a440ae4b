// The times or rates of a lesson's variants as bars.
#pragma once

#include "app/views/gallery/exhibit.h"
#include "core/arch/architecture.h"
#include "core/bench/measured_variant.h"
#include "core/lesson/lesson.h"
#include "core/lesson/measured/published.h"

namespace warpstage::figures {

using SetParameters = std::vector<std::pair<std::string, std::string>>; // id and value, those that the user has set

// The lines of one lesson as bars: rates if the work has a unit, else times. With `published`, also the published results of the
// same variants in the same unit. Errors: no variant ran.
[[nodiscard]] Result<views::Exhibit> plotted_bars(
    const bench::BenchResult& result, const lesson::Lesson& lesson, const lesson::PublishedFigures* published = nullptr);

// A table of a lecture beside the estimates for its GPU, size and conditions. `gpu`: of which; null: of the first one. Errors: no
// lecture has results for this GPU and these parameters; the error states what there is.
[[nodiscard]] Result<views::Exhibit> published_bars(const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::vector<const problem::Variant*>& variants, const lesson::PublishedFigures& published, const arch::Gpu* gpu,
    const SetParameters& settings);

} // namespace warpstage::figures

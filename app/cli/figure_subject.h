// What a figure of a lesson is made of: the lesson with its settings, and a block that was run for it.
#pragma once

#include "app/cli/figure_options.h"
#include "app/cli/options.h"
#include "app/views/gallery/subject.h"
#include "core/base/result.h"
#include "core/problem/plan.h"
#include "core/session/snapshot.h"

#include <memory>
#include <utility>

namespace warpstage::cli {

// The subject without what has to be run for it, and the plan to run. Errors: an unknown lesson, variant, architecture or
// parameter.
[[nodiscard]] Result<std::pair<views::Subject, std::shared_ptr<const problem::Plan>>> subject_of(
    const Common& common, const FigureCommand& command);

// Runs the block on the virtual machine. Errors: a variant without kernels, one that cannot be run there, no such block.
[[nodiscard]] Result<std::shared_ptr<const session::Recording>> record_block(
    const FigureCommand& command, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan);

} // namespace warpstage::cli

// A variant's step run again and again, for the figures of its times and of its transfers.
#pragma once

#include "app/views/gallery/subject.h"
#include "core/engine/engine.h"
#include "core/problem/plan.h"

#include <memory>

namespace warpstage::cli {

// Of the subject's lesson. Errors: the engine's, and what a kernel does wrong.
[[nodiscard]] Result<views::Measurement> measure_step(
    engine::Engine& engine, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan);

} // namespace warpstage::cli

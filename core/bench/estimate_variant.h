// The estimated time of one run of a variant on several GPUs.
#pragma once

#include "core/arch/architecture.h"
#include "core/bench/estimate_table.h"
#include "core/engine/vm_plan.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"
#include "core/timing/estimate.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>

namespace warpstage::bench {

using Estimator = std::function<Result<timing::StepEstimate>(const timing::EstimateRequest&, const std::stop_token&)>;

// One line without measurement. Invalid parameters and errors of the model become the reason of the line.
[[nodiscard]] EstimatedVariant estimate_variant(const std::shared_ptr<const engine::VmPrograms>& programs,
    const problem::Variant& variant, const problem::Settings& settings, std::span<const arch::Architecture> architectures,
    const std::stop_token& stop = {}, const Estimator& estimator = timing::estimate_step);

} // namespace warpstage::bench

// Estimated times of variants for given GPUs, for the commands that print or draw them.
#pragma once

#include "app/cli/lessons.h"
#include "core/arch/architecture.h"
#include "core/bench/estimate_table.h"
#include "core/problem/plan_of_run.h"

#include <functional>
#include <stop_token>

namespace warpstage::cli {

// Parses --arch of an estimate. Errors: unknown architecture.
[[nodiscard]] Result<arch::Architecture> parse_estimated_architecture(const std::string& text);

// The default architecture of estimates: the GPU with that name, as the driver reports it; H200 if it is unknown.
[[nodiscard]] arch::Architecture usual_architecture(const std::string& device);

struct EstimateOrder {
    Lessons lessons;
    std::function<bool(const std::string& variant)> selects;
    std::vector<arch::Architecture> architectures; // at least one
    std::optional<bench::BenchResult> measured; // on a GPU; estimates use its parameters
    problem::Run run {}; // time steps estimated together
};

// Estimates every selected variant that has kernels, in the lessons' order, with the parameters of the measured lines, else with
// those of a GPU and of --set. Ends early after a request to stop. Refuses: parameters of the measured result that the lesson
// does not have.
[[nodiscard]] bench::EstimateResult estimate_lessons(
    const Common& common, const EstimateOrder& order, const std::stop_token& stop);

// Times on the virtual machine: estimates for kernels, measurements for host code. The engine must be the virtual machine with
// the lesson loaded.
[[nodiscard]] bench::BenchResult estimate_or_measure(engine::Engine& engine, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings,
    const arch::Architecture& architecture, std::uint32_t samples);

} // namespace warpstage::cli

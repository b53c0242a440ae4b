// Estimated times of variants for named GPUs, for the commands that print or draw them.
#pragma once

#include "app/cli/lessons.h"
#include "core/arch/architecture.h"
#include "core/bench/estimate_table.h"

#include <functional>
#include <stop_token>

namespace warpstage::cli {

// --arch of an estimate. Errors: no such architecture.
[[nodiscard]] Result<arch::Architecture> parse_estimated_architecture(const std::string& text);

// The GPU of that name, as the driver says it; the H200 where none is known. What is estimated where nobody names a GPU.
[[nodiscard]] arch::Architecture usual_architecture(const std::string& device);

struct EstimateOrder {
    Lessons lessons;
    std::function<bool(const std::string& variant)> wants;
    std::vector<arch::Architecture> architectures; // at least one
    std::optional<bench::BenchResult> measured; // on a GPU: its parameters are estimated
};

// Every wanted variant with kernels, in the lessons' order, with the parameters of the measured lines, else with those of a GPU
// and of --set. Ends early after a request to stop. Refuses: parameters of the measured result that the lesson does not have.
[[nodiscard]] bench::EstimateResult estimate_lessons(
    const Common& common, const EstimateOrder& order, const std::stop_token& stop);

// What the virtual machine has instead of times: estimates of kernels, measurements of host code. The engine is the virtual
// machine and has loaded the lesson.
[[nodiscard]] bench::BenchResult estimate_or_measure(engine::Engine& engine, const std::shared_ptr<const lesson::Lesson>& lesson,
    const std::vector<const problem::Variant*>& variants, const problem::Settings& settings,
    const arch::Architecture& architecture, std::uint32_t samples);

} // namespace warpstage::cli

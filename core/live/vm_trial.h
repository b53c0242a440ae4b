// The first runs of an edited kernel: small runs on the virtual machine, one compared with the reference and one with all checks
// for hazards.
#pragma once

#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/lesson/lesson.h"
#include "core/live/finding.h"
#include "core/problem/parameter.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace warpstage::live {

struct TrialLimits {
    // Instruction budget per block; the largest block of the lessons executes some hundred thousand warp instructions.
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 23;
    std::chrono::milliseconds result { 3000 }; // for the run that is compared with the reference
    std::chrono::milliseconds hazards { 60 }; // for the run with checks for races and uninitialized memory, tens of times slower
};

// The settings of a trial: these, with sizes halved until a step has about ten thousand threads.
[[nodiscard]] problem::Settings trial_settings(
    const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

// A variant that demonstrates a fault passes with that fault. The two runs of one trial may run concurrently.
class VmTrial {
public:
    // Errors: settings that the lesson rejects, kernels that the virtual machine does not support.
    [[nodiscard]] static Result<VmTrial> prepare(
        std::shared_ptr<const lesson::Lesson> lesson, const problem::Variant& variant, problem::Settings settings);

    // Checks that the kernels end without a fault and with the result of the reference. Errors: a stop.
    [[nodiscard]] Result<std::optional<Finding>> compare(const TrialLimits& limits, const std::stop_token& stop = {}) const;

    // Checks that the results equal those of the other trial, which has the same plan, bit by bit. Errors: a stop.
    [[nodiscard]] Result<std::optional<Finding>> compare_with(
        const VmTrial& other, const TrialLimits& limits, const std::stop_token& stop = {}) const;

    // Whether the launches of the other trial have another shape.
    [[nodiscard]] bool differs_in_launches(const VmTrial& other) const;

    struct Hazards {
        std::optional<Finding> finding;
        bool cut_short = false; // not all blocks were checked
    };
    // Checks for races and uninitialized memory. Errors: a stop.
    [[nodiscard]] Result<Hazards> look_for_hazards(const TrialLimits& limits, const std::stop_token& stop = {}) const;

private:
    VmTrial() = default;
    // Of all buffers after the steps of a check. Errors: a stop, a fault, no time left.
    [[nodiscard]] Result<std::vector<std::vector<std::byte>>> results(
        const TrialLimits& limits, const std::stop_token& stop) const;
    [[nodiscard]] std::optional<ElementWriter> writer_of(
        const problem::Difference& element, const TrialLimits& limits, const std::stop_token& stop) const;

    std::shared_ptr<const lesson::Lesson> m_lesson;
    const problem::Variant* m_variant = nullptr; // of m_lesson
    problem::Settings m_settings;
    std::shared_ptr<const problem::Plan> m_plan;
    std::shared_ptr<const engine::VmPrograms> m_programs;
};

} // namespace warpstage::live

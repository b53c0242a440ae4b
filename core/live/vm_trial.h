// An edited kernel's first run: on the virtual machine, small, against the reference, and again with every hazard looked for.
#pragma once

#include "core/base/result.h"
#include "core/engine/vm_plan.h"
#include "core/lesson/lesson.h"
#include "core/live/finding.h"
#include "core/problem/parameter.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace warpstage::live {

struct TrialLimits {
    // A block that takes more warp instructions than this counts as endless; the lessons' largest takes some hundred thousand.
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 23;
    std::chrono::milliseconds result { 3000 }; // for the run whose result is compared
    std::chrono::milliseconds hazards { 60 }; // for the run that looks for races and uninitialised memory, tens of times slower
};

// The settings that a trial uses: these, with sizes halved until a step has some ten thousand threads.
[[nodiscard]] problem::Settings trial_settings(
    const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

// A variant that is there to show a fault passes with that fault. Of one trial, the two runs may go on at the same time.
class VmTrial {
public:
    // Errors: settings that the lesson refuses, kernels that the virtual machine cannot run.
    [[nodiscard]] static Result<VmTrial> prepare(
        std::shared_ptr<const lesson::Lesson> lesson, const problem::Variant& variant, problem::Settings settings);

    // Whether the kernels end, without a fault, and with the result of the reference. Errors: a stop.
    [[nodiscard]] Result<std::optional<Finding>> compare(const TrialLimits& limits, const std::stop_token& stop = {}) const;

    struct Hazards {
        std::optional<Finding> finding;
        bool cut_short = false; // not all blocks were looked at
    };
    // Races and memory that nobody has written. Errors: a stop.
    [[nodiscard]] Result<Hazards> look_for_hazards(const TrialLimits& limits, const std::stop_token& stop = {}) const;

private:
    VmTrial() = default;
    [[nodiscard]] std::optional<ElementWriter> writer_of(
        const problem::Difference& element, const TrialLimits& limits, const std::stop_token& stop) const;

    std::shared_ptr<const lesson::Lesson> m_lesson;
    const problem::Variant* m_variant = nullptr; // of m_lesson
    problem::Settings m_settings;
    std::shared_ptr<const problem::Plan> m_plan;
    std::shared_ptr<const engine::VmPrograms> m_programs;
};

} // namespace warpstage::live

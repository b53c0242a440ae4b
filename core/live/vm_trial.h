// An edited kernel's first run: on the virtual machine, small, against the reference, and again with every hazard looked for.
#pragma once

#include "core/base/result.h"
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
    std::chrono::milliseconds hazards { 150 }; // for the run that looks for races and uninitialised memory, tens of times slower
};

struct VmTrial {
    std::optional<Finding> finding; // nothing: nothing wrong was found
    bool hazards_cut_short = false; // not all blocks were looked at for races and uninitialised memory
};

// The settings that a trial uses: these, with sizes halved until a step has some ten thousand threads.
[[nodiscard]] problem::Settings trial_settings(
    const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

// A variant that is there to show a fault passes with that fault. Errors: the virtual machine cannot run the kernel; a stop.
[[nodiscard]] Result<VmTrial> try_on_vm(const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const TrialLimits& limits, const std::stop_token& stop = {});

} // namespace warpstage::live

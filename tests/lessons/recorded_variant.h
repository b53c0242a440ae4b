// One block of a shipped variant, recorded on the virtual machine.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/arch/architecture.h"
#include "core/engine/variant_run.h"
#include "core/simt/faults/fault_names.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::lessons {

using Parameters = std::vector<std::pair<std::string, std::string>>;

struct RecordedVariant {
    std::shared_ptr<const analysis::Recording> recording; // null after a test failure
    std::uint64_t blocks = 0; // of the grid
    std::shared_ptr<const engine::VmPrograms> programs; // and the plan whose launch was recorded
    std::shared_ptr<const problem::Plan> plan;
};

// `checks`: "": those of the variant.
inline RecordedVariant record_variant(const std::string& lesson_id, const std::string& variant, const Parameters& parameters,
    const std::string& checks = {}, std::uint64_t block = 0)
{
    const auto lesson = *lesson::shipped_lessons()->find(lesson_id);
    const auto* const found = lesson->find_variant(variant);
    if (found == nullptr) {
        ADD_FAILURE() << lesson_id << " has no variant " << variant;
        return {};
    }
    auto settings = lesson->initial_settings();
    for (const auto& [id, value] : parameters) {
        const auto set = settings.set(lesson->problem->parameters(), id, value);
        EXPECT_TRUE(set) << set.error().message;
    }
    auto plan = lesson->problem->plan(*found, settings);
    if (!plan) {
        ADD_FAILURE() << plan.error().message;
        return {};
    }
    analysis::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = variant;
    request.plan = std::make_shared<const problem::Plan>(std::move(*plan));
    request.work = request.plan->recorded_work;
    request.block = block;
    request.checks = checks.empty() ? engine::vm_settings_of(*found, {}).checks : *simt::find_checks(checks);
    request.expects_fault = !found->expects.empty();
    request.traits = arch::parse_architecture("9.0")->traits;
    auto recording = analysis::record(request);
    if (!recording) {
        ADD_FAILURE() << recording.error().message;
        return {};
    }
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    return { *recording, launch.grid.count(), request.programs, request.plan };
}

} // namespace warpstage::lessons

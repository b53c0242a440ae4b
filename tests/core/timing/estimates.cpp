#include "tests/core/timing/estimates.h"

#include "core/analysis/recording/recording.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <map>

namespace warpstage::timing {

namespace {

// Lowered once for all estimates of a lesson.
const std::shared_ptr<engine::VmPrograms>& programs_of(const std::shared_ptr<const lesson::Lesson>& lesson)
{
    static std::map<std::string, std::shared_ptr<engine::VmPrograms>> programs;
    auto& found = programs[lesson->id];
    if (found == nullptr)
        found = std::make_shared<engine::VmPrograms>(lesson);
    return found;
}

Result<std::shared_ptr<const problem::Plan>> plan_of(const lesson::Lesson& lesson, const LessonCase& lesson_case)
{
    auto settings = lesson.initial_settings(lesson_case.sizes);
    for (const auto& [id, value] : lesson_case.parameters) {
        const auto set = settings.set(lesson.problem->parameters(), id, value);
        if (!set)
            return set.error();
    }
    const problem::Variant* variant = lesson.find_variant(lesson_case.variant);
    if (variant == nullptr)
        return Error { lesson_case.lesson + " has no variant " + lesson_case.variant };
    auto plan = lesson.problem->plan(*variant, settings);
    if (!plan)
        return plan.error();
    return std::make_shared<const problem::Plan>(*std::move(plan));
}

} // namespace

Result<EstimateRequest> request_of(const LessonCase& lesson_case, const arch::Gpu& gpu)
{
    const auto lesson = lesson::shipped_lessons()->find(lesson_case.lesson);
    if (!lesson)
        return lesson.error();
    auto plan = plan_of(**lesson, lesson_case);
    if (!plan)
        return plan.error();
    EstimateRequest request;
    request.programs = programs_of(*lesson);
    request.plan = *std::move(plan);
    request.traits = &arch::traits_of(gpu.capability);
    request.gpu = &gpu;
    return request;
}

Result<StepEstimate> estimate_of(const LessonCase& lesson_case, const arch::Gpu& gpu, const std::stop_token& stop)
{
    const auto request = request_of(lesson_case, gpu);
    if (!request)
        return request.error();
    return estimate_step(*request, stop);
}

double time_of(const LessonCase& lesson_case, const arch::Gpu& gpu)
{
    const auto estimate = estimate_of(lesson_case, gpu);
    if (!estimate) {
        ADD_FAILURE() << lesson_case.lesson << '/' << lesson_case.variant << ": " << estimate.error().message;
        return 0.0;
    }
    return static_cast<double>(estimate->time.count());
}

RecordedBlock recorded_block(const std::string& lesson_id, const std::string& variant, const arch::Traits& traits)
{
    const auto lesson = *lesson::shipped_lessons()->find(lesson_id);
    const auto plan = plan_of(*lesson, { lesson_id, variant, {}, EngineKind::vm });
    EXPECT_TRUE(plan) << plan.error().message;
    const auto recording = analysis::record(analysis::recording_request(lesson, variant, *plan, traits));
    EXPECT_TRUE(recording) << recording.error().message;
    RecordedBlock block;
    block.name = lesson_id + '/' + variant;
    block.recording = *recording;
    block.traits = &traits;
    block.code = machine_code(block.recording->listing, traits);
    block.stream = stream_of(block.recording->trace, block.code, traits);
    return block;
}

} // namespace warpstage::timing

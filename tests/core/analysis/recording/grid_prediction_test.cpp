// Sums over every block of all launches, compared with a single block and with plain counting.
#include "core/analysis/recording/grid_prediction.h"
#include "core/analysis/recording/recording.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::analysis {
namespace {

const arch::Traits& hopper()
{
    return arch::traits_of({ 9, 0 });
}

struct Prepared {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
};

Prepared prepared(
    const std::string& lesson, const std::string& variant, const std::vector<std::pair<std::string, std::string>>& parameters)
{
    Prepared result;
    result.lesson = *lesson::shipped_lessons()->find(lesson);
    result.programs = std::make_shared<const engine::VmPrograms>(result.lesson);
    auto settings = result.lesson->initial_settings();
    for (const auto& [id, value] : parameters) {
        const auto set = settings.set(result.lesson->problem->parameters(), id, value);
        EXPECT_TRUE(set) << set.error().message;
    }
    auto plan = result.lesson->problem->plan(*result.lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan) << plan.error().message;
    result.plan = std::make_shared<const problem::Plan>(std::move(*plan));
    return result;
}

TEST(GridPrediction, CountsEveryInstructionOfEveryLaunch)
{
    for (const auto* variant : { "reduce1", "reduce3", "reduce6" }) {
        const auto step = prepared("reduction", variant, { { "n", "2^16" }, { "block", "256" } });
        const auto prediction = predict_step(step.programs, step.plan, hopper());
        ASSERT_TRUE(prediction) << prediction.error().message;
        std::uint64_t instructions = 0;
        std::size_t launches = 0;
        for (const auto& work : step.plan->step)
            launches += std::holds_alternative<problem::KernelLaunch>(work) ? 1U : 0U;
        ASSERT_EQ(prediction->launches.size(), launches);
        for (const auto& launch : prediction->launches) {
            instructions += launch.report.total.instructions;
            EXPECT_TRUE(launch.report.complete);
            EXPECT_EQ(launch.report.blocks, launch.grid.count());
        }
        EXPECT_EQ(instructions, prediction->warp_instructions) << "equal to the count of the virtual machine";
    }
}

TEST(GridPrediction, EqualsOneBlockTimesTheNumberOfEqualBlocks)
{
    const auto step = prepared("reduction", "reduce2", { { "n", "2^16" }, { "block", "256" } });
    RecordingRequest request;
    request.programs = step.programs;
    request.lesson = step.lesson;
    request.variant = "reduce2";
    request.plan = step.plan;
    request.work = step.plan->recorded_work;
    request.block = 3;
    request.traits = &hopper();
    const auto recording = record(request);
    ASSERT_TRUE(recording) << recording.error().message;
    const auto& block = (*recording)->report.total;
    const auto prediction = predict_step(step.programs, step.plan, hopper());
    ASSERT_TRUE(prediction) << prediction.error().message;
    const auto& launch = prediction->launches.front();
    ASSERT_EQ(launch.work, step.plan->recorded_work);
    const auto blocks = launch.grid.count();
    EXPECT_EQ(launch.report.total.wavefronts, blocks * block.wavefronts);
    EXPECT_EQ(launch.report.total.shared_requests, blocks * block.shared_requests);
    EXPECT_EQ(launch.report.total.sectors, blocks * block.sectors);
    EXPECT_EQ(launch.report.total.divergent_branches, blocks * block.divergent_branches);
}

TEST(GridPrediction, OfNBodyFitsIntoTheLimitOfPatterns)
{
    const auto step = prepared("nbody", "shared", { { "n", "1024" } });
    const auto prediction = predict_step(step.programs, step.plan, hopper());
    ASSERT_TRUE(prediction) << prediction.error().message;
    EXPECT_TRUE(prediction->launches.front().report.complete);
    EXPECT_GT(prediction->launches.front().report.total.wavefronts, 0U);
}

TEST(GridPrediction, CanBeStopped)
{
    const auto step = prepared("reduction", "reduce1", { { "n", "2^16" } });
    std::stop_source stop;
    stop.request_stop();
    const auto prediction = predict_step(step.programs, step.plan, hopper(), stop.get_token());
    ASSERT_FALSE(prediction);
    EXPECT_APPROVED(prediction.error().message);
}

} // namespace
} // namespace warpstage::analysis

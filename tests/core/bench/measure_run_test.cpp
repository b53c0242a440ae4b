#include "core/bench/measure_run.h"
#include "core/engine/vm_engine.h"
#include "core/engine/vm_plan.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::bench {
namespace {

constexpr std::size_t kBodies = 256;

std::shared_ptr<const lesson::Lesson> nbody()
{
    return *lesson::shipped_lessons()->find("nbody");
}

problem::Settings few_bodies()
{
    auto settings = nbody()->initial_settings();
    EXPECT_TRUE(settings.set(nbody()->problem->parameters(), "n", std::to_string(kBodies)));
    return settings;
}

problem::Plan plan_of(const std::string& variant)
{
    auto plan = nbody()->problem->plan(*nbody()->find_variant(variant), few_bodies());
    EXPECT_TRUE(plan) << plan.error().message;
    return *std::move(plan);
}

// The content of a buffer after `steps` executions of the plan's step.
std::vector<std::byte> after(const problem::Plan& plan, std::string_view buffer, int steps)
{
    auto made =
        engine::VmPlan::make(std::make_shared<const engine::VmPrograms>(nbody()), std::make_shared<const problem::Plan>(plan));
    EXPECT_TRUE(made) << made.error().message;
    for (int i = 0; i < steps; ++i)
        EXPECT_TRUE(made->run_step({}));
    const auto at = std::ranges::find(plan.buffers, buffer, &problem::Buffer::name);
    EXPECT_NE(at, plan.buffers.end()) << buffer;
    const auto contents = made->contents(static_cast<std::size_t>(at - plan.buffers.begin()));
    return { contents.begin(), contents.begin() + static_cast<std::ptrdiff_t>(kBodies * sizeof(float)) };
}

TEST(MeasureRun, StepsAndCopiesGiveTheResultOfSingleSteps)
{
    const auto once = plan_of("shared");
    const auto run = problem::plan_of_run(once, { .steps = 3, .copies = problem::Copies::both });
    ASSERT_TRUE(run) << run.error().message;
    const auto expected = after(once, "x", 3);
    EXPECT_EQ(after(*run, "x", 1), expected);
    EXPECT_EQ(after(*run, "host x", 1), expected) << "copied back";
    EXPECT_NE(after(*run, "host y", 1), after(once, "y", 0));
}

// The lecture's program copies NT positions (two coordinates) and one velocity per body to the GPU, and the positions back.
TEST(MeasureRun, CopiesAreThoseOfTheLecture)
{
    constexpr std::uint32_t kNT = 10;
    const auto run = problem::plan_of_run(plan_of("global"), { .steps = kNT - 1, .copies = problem::Copies::both });
    ASSERT_TRUE(run) << run.error().message;
    std::size_t in = 0;
    std::size_t out = 0;
    std::size_t launches = 0;
    for (const auto& work : run->step) {
        launches += std::holds_alternative<problem::KernelLaunch>(work) ? 1U : 0U;
        const auto* transfer = std::get_if<problem::Transfer>(&work);
        if (transfer == nullptr)
            continue;
        const bool to_gpu = run->buffers[transfer->to].place == problem::Place::device;
        EXPECT_EQ(run->buffers[to_gpu ? transfer->from : transfer->to].place, problem::Place::pageable_host);
        (to_gpu ? in : out) += transfer->bytes;
    }
    EXPECT_EQ(launches, 2U * 9U) << "acceleration and position, in 9 time steps";
    EXPECT_EQ(in, sizeof(float) * kBodies * (2 * kNT + 2));
    EXPECT_EQ(out, sizeof(float) * kBodies * 2 * kNT);
}

TEST(MeasureRun, TheHostRunsTheSameSteps)
{
    const auto engine = engine::make_vm_engine();
    ASSERT_TRUE(engine->load(nbody()));
    engine::SeriesRequest request;
    request.samples = 1;
    for (const auto* const variant : { "host", "shared" }) {
        const auto line = measure_run(*engine, *nbody(), *nbody()->find_variant(variant), few_bodies(),
            { .steps = 2, .copies = problem::Copies::both }, request, Checking::checked);
        ASSERT_TRUE(line) << line.error().message;
        EXPECT_EQ(line->time.samples, 1U);
        EXPECT_EQ(line->correct, true) << line->remark;
        EXPECT_TRUE(line->parameters.ends_with(" steps=2 copies=both")) << line->parameters;
        EXPECT_EQ(line->launches, variant == std::string { "host" } ? 0U : 4U);
    }
}

TEST(MeasureRun, RequiresBodies)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    const auto plan = lesson->problem->plan(lesson->variants.front(), lesson->initial_settings());
    const auto run = problem::plan_of_run(*plan, { .steps = 2, .copies = problem::Copies::none });
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().message.find("`--steps`"), std::string::npos);
}

} // namespace
} // namespace warpstage::bench

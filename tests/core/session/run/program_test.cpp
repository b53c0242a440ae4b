#include "tests/core/session/owners.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using std::chrono_literals::operator""s;

engine::Description gpu()
{
    engine::Description description;
    description.kind = engine::EngineKind::gpu;
    description.name = "NVIDIA H200";
    description.multiprocessors = 132;
    return description;
}

TEST(Program, PlansMatchTheSettings)
{
    Owners of("reduction");
    auto& program = of.program;
    EXPECT_EQ(program.known_plan(0), nullptr);
    const auto plan = program.plan_of(0);
    ASSERT_NE(plan, nullptr);
    EXPECT_EQ(plan->variant, "reduce1");
    EXPECT_EQ(program.plan_of(0), plan);
    EXPECT_EQ(program.known_plan(0), plan);
    EXPECT_TRUE(program.set_parameter("n", "2048"));
    EXPECT_EQ(program.known_plan(0), nullptr) << "its settings have changed";
    static_cast<void>(program.plan_of(0));
    program.restore_settings(program.settings());
    EXPECT_EQ(program.known_plan(0), nullptr);
}

TEST(Program, ARejectedValueChangesNothing)
{
    Owners of("nbody", 2);
    auto& program = of.program;
    const auto before = program.settings();
    const auto plan = program.plan_of(2);
    EXPECT_FALSE(program.set_parameter("n", "1000"));
    EXPECT_EQ(program.settings(), before);
    EXPECT_EQ(program.known_plan(2), plan);
    ASSERT_TRUE(program.section({}).refused);
    EXPECT_EQ(program.section({}).refused->value, "1000");
    EXPECT_EQ(of.notices.section(nullptr).size(), 1U);
    EXPECT_TRUE(program.set_parameter("n", "512"));
    EXPECT_FALSE(program.section({}).refused);
}

TEST(Program, UnchangedSettingsAreThoseOfTheDevice)
{
    Owners of("nbody");
    auto& program = of.program;
    EXPECT_EQ(program.settings(), program.lesson()->initial_settings(EngineKind::vm));
    EXPECT_TRUE(program.use_device(gpu()));
    EXPECT_EQ(program.settings(), program.lesson()->initial_settings(EngineKind::gpu));
    EXPECT_FALSE(program.use_device(gpu())) << "the same value again";
    EXPECT_TRUE(program.set_parameter("n", "512"));
    const auto chosen = program.settings();
    static_cast<void>(program.use_device({}));
    EXPECT_EQ(program.settings(), chosen);
}

TEST(Program, TriedKernelsStayWithTheirLesson)
{
    Owners of("reduction");
    auto& program = of.program;
    const auto nbody = *program.lessons().index_of("nbody");
    const auto edited = std::make_shared<const lesson::Lesson>(*program.lessons().at(nbody));
    const auto shown = program.lesson();
    const auto programs = program.programs();
    EXPECT_FALSE(program.replace_kernels(edited));
    EXPECT_EQ(program.lesson(), shown);
    EXPECT_EQ(program.programs(), programs);
    program.select_lesson(nbody, 0);
    EXPECT_EQ(program.lesson(), edited);
    const auto again = std::make_shared<const lesson::Lesson>(*edited);
    static_cast<void>(program.plan_of(0));
    EXPECT_TRUE(program.replace_kernels(again));
    EXPECT_EQ(program.lesson(), again);
    EXPECT_EQ(program.known_plan(0), nullptr);
    EXPECT_EQ(&program.programs()->lesson(), again.get());
}

TEST(Program, ASwitchOfVariantIsNewForAWhile)
{
    Owners of("reduction", 1);
    const Program::Time now { 3600s };
    EXPECT_FALSE(of.program.section(now).switched);
    of.program.select_variant(1, now);
    EXPECT_FALSE(of.program.section(now).switched);
    of.program.select_variant(2, now);
    EXPECT_EQ(of.program.section(now).variant, 2U);
    EXPECT_TRUE(of.program.section(now + 9s).switched);
    EXPECT_FALSE(of.program.section(now + 11s).switched);
}

TEST(Program, ChoicesAreCyclic)
{
    Owners of("reduction");
    const auto& problem = *of.program.lesson()->problem;
    EXPECT_FALSE(value_of(problem, of.program.settings(), { "no such parameter", Direction::next }));
    const auto& choices = problem.parameters().front().choices;
    ASSERT_GT(choices.size(), 1U);
    ASSERT_TRUE(of.program.set_parameter(problem.parameters().front().id, choices.front()));
    EXPECT_EQ(value_of(problem, of.program.settings(), { problem.parameters().front().id, Direction::next }), choices[1]);
    EXPECT_EQ(value_of(problem, of.program.settings(), { problem.parameters().front().id, Direction::previous }), choices.back());
}

} // namespace
} // namespace warpstage::session

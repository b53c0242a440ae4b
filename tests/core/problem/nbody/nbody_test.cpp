#include "core/problem/buffers/bytes.h"
#include "core/problem/nbody/nbody.h"
#include "core/problem/nbody/nbody_host.h"
#include "core/problem/nbody/nbody_reference.h"
#include "tests/approved.h"
#include "tests/core/problem/support.h"
#include "tests/parameter_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace warpstage::problem {
namespace {

const Variant kHostBodies { "host", "host", "", { { "kind", "host" } } };
const Variant kKernels { "k", "k", "", { { "kind", "kernels" }, { "accelerate", "pull" }, { "advance", "move" } } };

struct HostBodies {
    std::vector<float> x, y, vx, vy;
    std::vector<float> ax = std::vector<float>(x.size());
    std::vector<float> ay = std::vector<float>(x.size());

    void step(float tau) { step_on_host({ x, y, vx, vy, ax, ay }, tau, {}, {}); }
};

TEST(NbodyHost, TwoBodiesAttractEachOther)
{
    // Distance 2, so a = 10 / 4; with tau = 0.2 each moves by a tau² / 2 = 0.05 and gains a tau = 0.5.
    HostBodies bodies { { -1.0F, 1.0F }, { 0.0F, 0.0F }, { 0.0F, 0.0F }, { 0.0F, 1.0F } };
    bodies.step(0.2F);
    EXPECT_FLOAT_EQ(bodies.ax[0], 2.5F);
    EXPECT_FLOAT_EQ(bodies.ax[1], -2.5F);
    EXPECT_FLOAT_EQ(bodies.x[0], -0.95F);
    EXPECT_FLOAT_EQ(bodies.x[1], 0.95F);
    EXPECT_FLOAT_EQ(bodies.vx[0], 0.5F);
    EXPECT_FLOAT_EQ(bodies.vx[1], -0.5F);
    EXPECT_FLOAT_EQ(bodies.y[1], 0.2F) << "the old velocity carries on";
    EXPECT_FLOAT_EQ(bodies.vy[1], 1.0F);
}

TEST(NbodyHost, BodiesNearerThanAHundredthIgnoreEachOther)
{
    HostBodies near { { 0.0F, 0.0099F }, { 0.0F, 0.0F }, { 0.0F, 0.0F }, { 0.0F, 0.0F } };
    near.step(0.001F);
    EXPECT_EQ(near.ax[0], 0.0F);
    HostBodies apart { { 0.0F, 0.0101F }, { 0.0F, 0.0F }, { 0.0F, 0.0F }, { 0.0F, 0.0F } };
    apart.step(0.001F);
    EXPECT_NEAR(apart.ax[0], 10.0F / (0.0101F * 0.0101F), 1.0F);
}

TEST(NbodyReference, AgreesWithTheSameNumbersByHand)
{
    Bodies bodies { { -1.0, 1.0, 1.0 }, { 0.0, 0.0, 0.005 }, { 0.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 } };
    advance_reference(bodies, 0.2);
    // Bodies 1 and 2 are too near to attract each other; both attract body 0.
    const double far = std::hypot(2.0, 0.005);
    const double ax = 2.5 + 10.0 * 2.0 / (far * far * far);
    EXPECT_DOUBLE_EQ(bodies.vx[0], ax * 0.2);
    EXPECT_DOUBLE_EQ(bodies.x[0], -1.0 + ax * 0.02);
    EXPECT_DOUBLE_EQ(bodies.vx[1], -0.5);
    EXPECT_DOUBLE_EQ(bodies.x[1], 0.95);
    EXPECT_DOUBLE_EQ(bodies.y[1], 0.2);
}

// More bodies than a piece of the reference's rows, and not a multiple of it.
TEST(NbodyReference, AddsEveryPairOnce)
{
    constexpr std::size_t kCount = 300;
    Bodies bodies;
    for (std::size_t i = 0; i < kCount; ++i) {
        bodies.x.push_back(static_cast<double>(i));
        bodies.y.push_back(0.0);
    }
    bodies.vx.assign(kCount, 0.0);
    bodies.vy.assign(kCount, 0.0);
    advance_reference(bodies, 1.0);
    // On a line of unit steps body i is attracted by sum 1 / d² over its right minus its left neighbors.
    for (std::size_t i = 0; i < kCount; ++i) {
        double pull = 0.0;
        for (std::size_t k = 0; k < kCount; ++k) {
            const double d = static_cast<double>(k) - static_cast<double>(i);
            pull += k == i ? 0.0 : 10.0 / (d * std::abs(d));
        }
        ASSERT_NEAR(bodies.vx[i], pull, 1e-11) << i;
    }
}

TEST(Nbody, MomentumIsConserved)
{
    const Nbody nbody;
    const auto settings = settings_with(nbody, { { "n", "1024" }, { "scene", "galaxies" }, { "tau", "0.00001" } });
    const auto plan = nbody.plan(kHostBodies, settings);
    ASSERT_TRUE(plan.ok());
    auto contents = initial_contents(*plan);
    const auto& scene = std::get<ParticleScene>(plan->scene);
    const auto momentum = [&](BufferIndex buffer) {
        double sum = 0.0;
        for (const float velocity : as_numbers<float>(std::span<const std::byte> { contents[buffer] }))
            sum += static_cast<double>(velocity);
        return sum / static_cast<double>(scene.count);
    };
    const double before_x = momentum(scene.vx);
    const double before_y = momentum(scene.vy);
    for (int step = 0; step < 20; ++step)
        run_host_work(std::get<HostWork>(plan->step.front()), contents);
    EXPECT_NEAR(momentum(scene.vx), before_x, 1e-6 * static_cast<double>(scene.speed));
    EXPECT_NEAR(momentum(scene.vy), before_y, 1e-6 * static_cast<double>(scene.speed));
}

TEST(Nbody, AllCoresComputeTheBitsOfOne)
{
    const Nbody nbody;
    const Variant all { "host_parallel", "host", "", { { "kind", "host" }, { "cores", "all" } } };
    const auto settings = settings_with(nbody, { { "n", "768" } });
    const auto one_plan = nbody.plan(kHostBodies, settings);
    const auto all_plan = nbody.plan(all, settings);
    ASSERT_TRUE(one_plan.ok() && all_plan.ok());
    auto by_one = initial_contents(*one_plan);
    auto by_all = initial_contents(*all_plan);
    for (int step = 0; step < 3; ++step) {
        run_host_work(std::get<HostWork>(one_plan->step.front()), by_one);
        run_host_work(std::get<HostWork>(all_plan->step.front()), by_all);
    }
    EXPECT_NE(by_one, initial_contents(*one_plan));
    EXPECT_EQ(by_one, by_all);
}

TEST(Nbody, AStoppedHostStepLeavesTheBodiesWhereTheyWere)
{
    const Nbody nbody;
    const auto plan = nbody.plan(kHostBodies, settings_with(nbody, { { "n", "1024" } }));
    ASSERT_TRUE(plan.ok());
    auto contents = initial_contents(*plan);
    std::vector<std::span<std::byte>> spans(contents.begin(), contents.end());
    std::stop_source stop;
    stop.request_stop();
    std::get<HostWork>(plan->step.front()).run(spans, stop.get_token());
    const auto before = initial_contents(*plan);
    for (BufferIndex i = 0; i < plan->buffers.size(); ++i) {
        if (!plan->buffers[i].persistent)
            continue;
        EXPECT_EQ(contents[i], before[i]) << plan->buffers[i].name;
    }
}

TEST(Nbody, ThePlanOfTheKernelsHasAllLaunches)
{
    const Nbody nbody;
    const auto plan = nbody.plan(kKernels, settings_with(nbody, { { "n", "1024" }, { "tau", "0.002" } }));
    ASSERT_TRUE(plan.ok());
    std::vector<std::string> names;
    for (const auto& buffer : plan->buffers) {
        names.push_back(buffer.name);
        EXPECT_EQ(buffer.bytes, 4096U);
        EXPECT_EQ(buffer.persistent, buffer.name != "ax" && buffer.name != "ay");
    }
    EXPECT_THAT(names, testing::ElementsAre("x", "y", "vx", "vy", "ax", "ay"));
    ASSERT_EQ(plan->step.size(), 2U);
    const auto& accelerate = std::get<KernelLaunch>(plan->step[0]);
    EXPECT_EQ(accelerate.kernel, "pull");
    EXPECT_EQ(accelerate.grid, (Dim3 { 4, 1, 1 }));
    EXPECT_EQ(accelerate.block, (Dim3 { 256, 1, 1 }));
    ASSERT_EQ(accelerate.arguments.size(), 5U);
    EXPECT_EQ(std::get<BufferArgument>(accelerate.arguments[2]).buffer, 4U);
    EXPECT_EQ(std::get<std::int32_t>(accelerate.arguments[4]), 1024);
    const auto& advance = std::get<KernelLaunch>(plan->step[1]);
    EXPECT_EQ(advance.kernel, "move");
    ASSERT_EQ(advance.arguments.size(), 8U);
    EXPECT_EQ(std::get<float>(advance.arguments[6]), 0.002F);
    EXPECT_EQ(plan->recorded_work, 0U);
    EXPECT_DOUBLE_EQ(plan->work_per_step, 1024.0 * 1024.0);
    EXPECT_EQ(plan->work_unit, "interactions/s");
    EXPECT_THAT(nbody.kernels(kKernels), testing::ElementsAre("pull", "move"));
    EXPECT_TRUE(nbody.kernels(kHostBodies).empty());
}

TEST(Nbody, ThePlanOfSlicesHasAllLaunches)
{
    const Nbody nbody;
    const Variant slices { "k", "k", "",
        { { "kind", "slices" }, { "accelerate", "pull" }, { "advance", "move" }, { "build", "ftz" } } };
    const auto settings = settings_with(nbody, { { "n", "1280" }, { "bodies", "4" }, { "slices", "7" }, { "tau", "0.002" } });
    const auto plan = nbody.plan(slices, settings);
    ASSERT_TRUE(plan.ok());
    const auto& accelerate = std::get<KernelLaunch>(plan->step[0]);
    EXPECT_EQ(accelerate.kernel, "pull<4>@ftz");
    EXPECT_EQ(accelerate.grid, (Dim3 { 2, 7, 1 }));
    EXPECT_EQ(accelerate.block, (Dim3 { 256, 1, 1 }));
    EXPECT_EQ(plan->buffers[4].bytes, 1280U * 7U * 4U) << "a line of sums per slice";
    const auto& advance = std::get<KernelLaunch>(plan->step[1]);
    EXPECT_EQ(advance.kernel, "move@ftz");
    EXPECT_EQ(advance.grid, (Dim3 { 40, 1, 1 }));
    EXPECT_EQ(advance.block, (Dim3 { 32, 8, 1 }));
    EXPECT_EQ(std::get<std::int32_t>(advance.arguments[6]), 7);
    EXPECT_EQ(std::get<float>(advance.arguments[7]), 0.002F);

    auto space = slices;
    space.settings["kind"] = "space";
    const auto third = nbody.plan(space, settings);
    EXPECT_EQ(std::get<KernelLaunch>(third->step[0]).arguments.size(), 7U);
    EXPECT_EQ(std::get<KernelLaunch>(third->step[1]).arguments.size(), 12U);
    EXPECT_EQ(third->buffers[6].name, "z");
    EXPECT_TRUE(third->buffers[6].persistent);
}

TEST(NbodyReference, SoftenedBodiesAttractEachOtherInSpace)
{
    // Distance 2 along z: a = 10 · 2 / (4 + 0.0001)^(3/2).
    SpaceBodies bodies { { { 0.0, 0.0 }, { 0.0, 0.0 }, { 0.0, 0.0 }, { 0.0, 0.0 } }, { -1.0, 1.0 }, { 0.0, 0.0 } };
    advance_reference(bodies, 0.2);
    const double a = 20.0 / std::pow(4.0001, 1.5);
    EXPECT_NEAR(bodies.vz[0], 0.2 * a, 1e-7);
    EXPECT_NEAR(bodies.z[1], 1.0 - 0.02 * a, 1e-7);
    EXPECT_EQ(bodies.plane.vx[0], 0.0);
}

TEST(NbodyReference, EnergyAndMomentumByHand)
{
    const auto sum = conserved_of({ { 0.0, 2.0, 2.0 }, { 0.0, 0.0, 0.001 }, { 3.0, -1.0, 0.0 }, { 4.0, 0.0, 0.0 } });
    // 25 / 2 + 1 / 2, minus 10 / 2 twice, minus 10 / 0.01 for the two that are nearer than that.
    EXPECT_NEAR(sum.energy, 13.0 - 10.0 - 1000.0, 1e-4);
    EXPECT_DOUBLE_EQ(sum.momentum_x, 2.0);
    EXPECT_DOUBLE_EQ(sum.momentum_y, 4.0);
    EXPECT_DOUBLE_EQ(sum.speeds, 6.0);
}

TEST(Nbody, HostPlanRecordsNothing)
{
    const Nbody nbody;
    const auto plan = nbody.plan(kHostBodies, Settings::initial(nbody.parameters()));
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan->recorded_work, plan->step.size());
}

TEST(Nbody, InvalidVariantsAreRejected)
{
    const Nbody nbody;
    const auto message = [&](Variant variant) {
        return nbody.accepts(variant).error().message;
    };
    EXPECT_APPROVED(message({ "v", "v", "", {} }));
    EXPECT_APPROVED(message({ "v", "v", "", { { "kind", "gpu" } } }));
    EXPECT_APPROVED(message({ "v", "v", "", { { "kind", "kernels" }, { "advance", "a" } } }));
    EXPECT_APPROVED(message({ "v", "v", "", { { "kind", "host" }, { "advance", "a" } } }));
    EXPECT_APPROVED(nbody.plan({ "v", "v", "", {} }, Settings::initial(nbody.parameters())).error().message);
}

// Ten recorded steps of the host variant.
Contents recorded_run(const Nbody& nbody, const Plan& plan)
{
    auto contents = initial_contents(plan);
    for (std::uint32_t step = 0; step < nbody.check_steps(); ++step) {
        for (const auto& work : plan.step)
            run_host_work(std::get<HostWork>(work), contents);
    }
    return contents;
}

class NbodyCheck : public testing::TestWithParam<const char*> { };

TEST_P(NbodyCheck, SinglePrecisionPassesStepByStep)
{
    const Nbody nbody;
    for (const auto* const tau : { "0.001", "0.00001" }) {
        const auto settings = settings_with(nbody, { { "n", "512" }, { "scene", GetParam() }, { "tau", tau } });
        const auto plan = nbody.check_plan(kHostBodies, settings);
        ASSERT_TRUE(plan.ok());
        const auto outcome = nbody.check(*plan, settings, recorded_run(nbody, *plan));
        EXPECT_TRUE(outcome.passed) << GetParam() << ", tau " << tau << ": " << outcome.sentence;
        EXPECT_GT(outcome.error, 0.0);
        EXPECT_EQ(outcome.tolerance, 1e-5);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, NbodyCheck, testing::Values("spiral", "galaxies", "ring", "collapse", "disk"),
    [](const auto& tested) { return testing_names::name_of(tested); });

class NbodyWrongResult : public testing::Test {
protected:
    Nbody m_nbody;
    Settings m_settings = settings_with(m_nbody, { { "n", "256" }, { "scene", "disk" } });
    Plan m_plan = m_nbody.check_plan(kHostBodies, m_settings).value();
    Contents m_contents = recorded_run(m_nbody, m_plan);

    std::span<float> trajectory() { return as_numbers<float>(std::span<std::byte> { m_contents[6] }); }
    CheckOutcome check() { return m_nbody.check(m_plan, m_settings, m_contents); }
};

TEST_F(NbodyWrongResult, RightOnePasses)
{
    EXPECT_TRUE(check().passed);
}

TEST_F(NbodyWrongResult, AVisiblePositionErrorFails)
{
    trajectory()[3] += 1e-4F;
    const auto outcome = check();
    EXPECT_FALSE(outcome.passed);
    EXPECT_GT(outcome.error, 1e-5);
    EXPECT_THAT(outcome.sentence, testing::StartsWith("x[3] after step 1 is "));
    ASSERT_TRUE(outcome.first);
    EXPECT_EQ(outcome.first->buffer, "x");
    EXPECT_EQ(outcome.first->index, 3U);
    EXPECT_APPROVED(outcome.sentence);
}

TEST_F(NbodyWrongResult, AVelocityErrorFails)
{
    trajectory()[2 * 256 + 3] += 0.1F;
    EXPECT_FALSE(check().passed);
    EXPECT_THAT(check().sentence, testing::StartsWith("vx[3] after step 1 is "));
}

TEST_F(NbodyWrongResult, NanFails)
{
    trajectory()[9 * 4 * 256] = std::numeric_limits<float>::quiet_NaN();
    const auto outcome = check();
    EXPECT_FALSE(outcome.passed);
    EXPECT_EQ(outcome.error, std::numeric_limits<double>::infinity());
    EXPECT_APPROVED(outcome.sentence);
}

TEST_F(NbodyWrongResult, MissingStepFails)
{
    m_contents = initial_contents(m_plan);
    for (const auto& work : m_plan.step)
        run_host_work(std::get<HostWork>(work), m_contents);
    const auto outcome = check();
    EXPECT_FALSE(outcome.passed);
    EXPECT_APPROVED(outcome.sentence);
}

// Omitting one body of 256 is the smallest error that a kernel's loop can have.
TEST_F(NbodyWrongResult, ALoopThatOmitsOneBodyFails)
{
    auto contents = initial_contents(m_plan);
    const auto floats = [&](BufferIndex index) {
        return as_numbers<float>(std::span<std::byte> { contents[index] });
    };
    for (std::uint32_t step = 0; step < m_nbody.check_steps(); ++step) {
        const auto without_last = [&](BufferIndex index) {
            return floats(index).first(255);
        };
        step_on_host({ without_last(0), without_last(1), without_last(2), without_last(3), without_last(4), without_last(5) },
            0.001F, {}, {});
        run_host_work(std::get<HostWork>(m_plan.step.back()), contents);
    }
    m_contents = contents;
    EXPECT_FALSE(check().passed);
}

TEST(NbodyCheckAtTheEnd, CalmScenePassesWithoutARecord)
{
    const Nbody nbody;
    const auto settings = settings_with(nbody, { { "n", "1024" }, { "scene", "spiral" }, { "tau", "0.00001" } });
    const auto plan = nbody.plan(kHostBodies, settings);
    ASSERT_TRUE(plan.ok());
    auto contents = recorded_run(nbody, *plan);
    const auto outcome = nbody.check(*plan, settings, contents);
    EXPECT_TRUE(outcome.passed) << outcome.sentence;

    as_numbers<float>(std::span<std::byte> { contents[0] })[7] += 1e-3F;
    EXPECT_FALSE(nbody.check(*plan, settings, contents).passed);
}

} // namespace
} // namespace warpstage::problem

#include "core/session/estimates/estimates.h"
#include "core/session/model/shown_time.h"
#include "tests/approved.h"
#include "tests/core/session/owners.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace warpstage::session {
namespace {

using std::chrono_literals::operator""us;
using std::chrono_literals::operator""ms;
using State = VariantEstimate::State;
using TimeKind = ShownTime::Kind;

arch::Architecture gtx_280()
{
    return *arch::parse_architecture("GTX 280");
}

// Estimates 10 µs per block of the recorded launch; records the requested plans.
struct FakeModel {
    std::mutex mutex;
    std::vector<std::string> asked; // variants, in order

    Result<timing::StepEstimate> operator()(const timing::EstimateRequest& request)
    {
        const std::scoped_lock lock(mutex);
        asked.push_back(request.plan->variant);
        timing::StepEstimate step;
        step.gpu = request.gpu->name;
        step.time = 10us * static_cast<std::int64_t>(asked.size());
        step.limiter = timing::Limiter::dram;
        step.works.push_back({ 0, "kernel", step.time, timing::Limiter::dram, {}, 0.5, 2.0 });
        return step;
    }
    [[nodiscard]] Estimates::Estimate function()
    {
        return [this](const timing::EstimateRequest& request, const std::stop_token&) {
            return (*this)(request);
        };
    }
};

void complete(Estimates& estimates, Program& program, const arch::Architecture& architecture)
{
    estimates.update(architecture);
    while (!estimates.complete()) {
        program.preparation().wait();
        estimates.wait_until_idle();
        estimates.update(architecture);
    }
}

TEST(Estimates, TheCurrentVariantIsEstimatedFirst)
{
    Owners of("reduction", 2, "4096");
    for (std::size_t i = 0; i < of.program.lesson()->variants.size(); ++i)
        static_cast<void>(of.program.plan_of(i)); // a variant whose plan is being created waits for it
    FakeModel model;
    Estimates estimates(of.program, Urgency::usual, model.function());
    estimates.update(gtx_280());
    EXPECT_FALSE(estimates.complete());
    EXPECT_EQ(estimates.section({}).of(2).state, State::pending);
    complete(estimates, of.program, gtx_280());
    const auto& variants = of.program.lesson()->variants;
    ASSERT_GE(model.asked.size(), 3U);
    EXPECT_EQ(model.asked[0], variants[2].id);
    EXPECT_EQ(model.asked[1], variants[0].id);
    EXPECT_EQ(model.asked[2], variants[1].id);
    const auto section = estimates.section({});
    EXPECT_EQ(section.gpu, "GeForce GTX 280");
    EXPECT_FALSE(section.of_device);
    ASSERT_EQ(section.variants.size(), variants.size());
    EXPECT_EQ(section.of(2).state, State::ready);
    EXPECT_EQ(section.reference(), 0U);
    EXPECT_DOUBLE_EQ(section.of(2).speed_up, 2.0) << "20 µs relative to 10 µs";
    EXPECT_DOUBLE_EQ(section.merit, of.program.known_plan(2)->work_per_step / 10e-6);
}

TEST(Estimates, AreCachedForTheSameParametersAndGpu)
{
    Owners of("reduction", 0, "4096");
    FakeModel model;
    Estimates estimates(of.program, Urgency::usual, model.function());
    complete(estimates, of.program, gtx_280());
    const auto first = estimates.section({});
    const auto count = model.asked.size();
    ASSERT_TRUE(of.program.set_parameter("n", "8192"));
    complete(estimates, of.program, gtx_280());
    EXPECT_EQ(model.asked.size(), 2 * count);
    ASSERT_TRUE(of.program.set_parameter("n", "4096"));
    estimates.update(gtx_280());
    EXPECT_TRUE(estimates.complete());
    EXPECT_EQ(estimates.section({}).variants, first.variants);
    complete(estimates, of.program, *arch::parse_architecture("K40c"));
    EXPECT_EQ(model.asked.size(), 3 * count);
    EXPECT_EQ(estimates.section({}).gpu, "Tesla K40c");
}

TEST(Estimates, AnotherVariantOrGpuCancelsARunningEstimate)
{
    Owners of("reduction", 0, "4096");
    std::atomic<bool> begun = false;
    std::atomic<int> canceled = 0;
    Estimates estimates(of.program, Urgency::usual, [&](const timing::EstimateRequest& request, const std::stop_token& stop) {
        begun = true;
        while (request.plan->variant == "reduce1" && !stop.stop_requested())
            std::this_thread::sleep_for(1ms);
        canceled += stop.stop_requested() ? 1 : 0;
        return stop.stop_requested() ? Result<timing::StepEstimate> { Error { "stopped" } }
                                     : timing::StepEstimate { {}, {}, 5us };
    });
    estimates.update(gtx_280());
    while (!begun)
        std::this_thread::sleep_for(1ms);
    of.program.select_variant(1, {});
    estimates.update(gtx_280());
    estimates.wait_until_idle();
    EXPECT_EQ(canceled, 1);
    estimates.update(gtx_280());
    EXPECT_EQ(estimates.section({}).of(1).state, State::ready);
    EXPECT_EQ(estimates.section({}).of(0).state, State::pending) << "a canceled estimate is not kept";
}

TEST(Estimates, AnImpossibleEstimateHasAReason)
{
    Owners of("transpose");
    Estimates estimates(of.program, Urgency::usual, [](const auto&, const auto&) -> Result<timing::StepEstimate> {
        return Error { "A block of 1024 threads does not fit." };
    });
    complete(estimates, of.program, gtx_280());
    const auto section = estimates.section({});
    EXPECT_EQ(section.of(0).state, State::impossible);
    EXPECT_APPROVED(section.of(0).reason);
    EXPECT_FALSE(section.reference());
    EXPECT_EQ(section.merit, 0.0);
}

// The lesson draws a matrix of 256 rows on the virtual machine, and one of 4096 on a GPU.
TEST(Estimates, AreForTheSizesOfAGpuWhileASmallProblemIsShown)
{
    Owners of("transpose");
    std::atomic<std::uint64_t> most = 0;
    Estimates estimates(of.program, Urgency::usual,
        [&](const timing::EstimateRequest& request, const std::stop_token&) -> Result<timing::StepEstimate> {
            most = std::max<std::uint64_t>(most, request.plan->buffers[0].bytes);
            return timing::StepEstimate { {}, {}, 5us };
        });
    complete(estimates, of.program, gtx_280());
    EXPECT_EQ(most, 4096U * 4096U * 4U);
    EXPECT_LT(of.program.plan_of(0)->buffers[0].bytes, most);
    const auto section = estimates.section({});
    ASSERT_EQ(section.timed.size(), 1);
    EXPECT_EQ(section.timed[0].id, "n");
    EXPECT_EQ(section.timed[0].timed, "4096");
    EXPECT_DOUBLE_EQ(section.merit, 2.0 * 4096 * 4096 * 4 / 5e-6);

    ASSERT_TRUE(of.program.set_parameter("n", "512"));
    most = 0;
    complete(estimates, of.program, gtx_280());
    EXPECT_EQ(most, 512U * 512U * 4U) << "a size that the user has set is estimated as it is";
    EXPECT_TRUE(estimates.section({}).timed.empty());
}

// A cue may draw a problem of its own size and name the size of its estimates.
TEST(Estimates, AreForTheSizeThatACueGives)
{
    Owners of("transpose");
    std::atomic<std::uint64_t> most = 0;
    Estimates estimates(of.program, Urgency::usual,
        [&](const timing::EstimateRequest& request, const std::stop_token&) -> Result<timing::StepEstimate> {
            most = std::max<std::uint64_t>(most, request.plan->buffers[0].bytes);
            return timing::StepEstimate { {}, {}, 5us };
        });
    ASSERT_TRUE(of.program.set_parameter("n", "512")); // as a cue sets it
    ExtraEstimates extra;
    extra.timed = { { "n", "2048" } };
    for (int i = 0; i < 100 && (i == 0 || !estimates.complete()); ++i) {
        estimates.update(gtx_280(), extra);
        estimates.wait_until_idle();
    }
    EXPECT_EQ(most, 2048U * 2048U * 4U);
    const auto section = estimates.section({});
    ASSERT_EQ(section.timed.size(), 1);
    EXPECT_EQ(section.timed[0].shown, "512");
    EXPECT_EQ(section.timed[0].timed, "2048");
}

TEST(Estimates, ACurveHasAPointForEachValueAfterTheVariants)
{
    Owners of("coalescing", 1);
    FakeModel model;
    Estimates estimates(of.program, Urgency::usual, model.function());
    const ExtraEstimates curve { nullptr, "offset", { "0", "1", "32", "many" } };
    estimates.update(gtx_280(), curve);
    ASSERT_EQ(estimates.section({}).curve.size(), 3) << "`many` is no offset";
    EXPECT_EQ(estimates.section({}).curve[1], (SweptEstimate { "1", 0.0 })) << "pending";
    while (!estimates.complete()) {
        of.program.preparation().wait();
        estimates.wait_until_idle();
        estimates.update(gtx_280(), curve);
    }
    const std::size_t variants = of.program.lesson()->variants.size();
    EXPECT_GE(model.asked.size(), variants + 2);
    EXPECT_EQ(model.asked.front(), of.program.lesson()->variants[1].id);
    EXPECT_EQ(model.asked.back(), of.program.lesson()->variants[1].id);
    const auto section = estimates.section({});
    EXPECT_EQ(section.swept, "offset");
    for (const SweptEstimate& point : section.curve)
        EXPECT_GT(point.merit, 0.0) << point.value;
    complete(estimates, of.program, gtx_280());
    EXPECT_TRUE(estimates.section({}).curve.empty()) << "not requested any more";
}

TEST(Estimates, PublishedResultsAreEstimatedAfterTheVariants)
{
    Owners transpose("transpose");
    const auto figures = lesson::PublishedFigures::parse(R"([[figure]]
lesson = "transpose"
variant = "copy"
parameters = { n = "256" }
value = 100
unit = "GB/s"
machine = "GeForce GTX 280"
source = "a lecture"
)",
        "published.toml");
    ASSERT_TRUE(figures) << figures.error().message;
    FakeModel model;
    Estimates estimates(transpose.program, Urgency::usual, model.function());
    const ExtraEstimates extra { std::make_shared<const lesson::PublishedFigures>(*figures) };
    estimates.update(gtx_280(), extra);
    EXPECT_FALSE(estimates.complete());
    while (!estimates.complete()) {
        transpose.program.preparation().wait();
        estimates.wait_until_idle();
        estimates.update(gtx_280(), extra);
    }
    ASSERT_EQ(estimates.section({}).published.size(), 1);
    EXPECT_GT(estimates.section({}).published.front().estimated, 0.0);
    complete(estimates, transpose.program, gtx_280());
    EXPECT_TRUE(estimates.section({}).published.empty()) << "not shown";
}

TEST(Estimates, HostVariantsHaveNone)
{
    Owners of("nbody", 1, "512");
    FakeModel model;
    Estimates estimates(of.program, Urgency::usual, model.function());
    complete(estimates, of.program, gtx_280());
    const auto section = estimates.section("NVIDIA H200");
    const auto& lesson = *of.program.lesson();
    for (std::size_t i = 0; i < lesson.variants.size(); ++i)
        EXPECT_EQ(section.of(i).state == State::none, lesson.problem->kernels(lesson.variants[i]).empty());
    EXPECT_FALSE(section.of_device);
    complete(estimates, of.program, { &arch::traits_of({ 9, 0 }), arch::find_gpu("NVIDIA H200") });
    EXPECT_TRUE(estimates.section("NVIDIA H200").of_device);
}

TEST(Estimates, AreDisabledWithoutAModel)
{
    Owners of("reduction");
    Estimates estimates(of.program, Urgency::usual, {});
    estimates.update(gtx_280());
    EXPECT_TRUE(estimates.complete());
    EXPECT_EQ(estimates.section({}), EstimateSection {});
}

EstimateSection two_estimates()
{
    EstimateSection section;
    section.gpu = "H200";
    section.of_device = true;
    for (const auto time : { 200us, 110us })
        section.variants.push_back(
            { State::ready, std::make_shared<const timing::StepEstimate>(timing::StepEstimate { {}, {}, time }), {},
                200.0 / static_cast<double>(time.count()) });
    return section;
}

TEST(ShownTime, IsNeverEmulated)
{
    TimingSection timing;
    timing.variants = { { { 1ms, 2ms, 3ms, 5 }, 1.0, true }, { { 1ms, 3ms, 4ms, 5 }, 0.7, true },
        { { 1ms, 1ms, 1ms, 5 }, 1.0, false } };
    EXPECT_EQ(shown_time(timing, {}, 0).kind, TimeKind::unknown);
    EXPECT_FALSE(shown_time(timing, {}, 0).known());
    const auto shown = shown_time(timing, two_estimates(), 1);
    EXPECT_EQ(shown.kind, TimeKind::estimated);
    EXPECT_EQ(shown.time, 110us);
    EXPECT_EQ(shown.reference, 0U);
    EXPECT_NEAR(shown.speed_up, 1.818, 1e-3);
    const auto host = shown_time(timing, two_estimates(), 2);
    EXPECT_EQ(host.kind, TimeKind::host);
    EXPECT_EQ(host.time, 1ms);
    EXPECT_EQ(host.reference, 2U) << "host code is comparable only with host code";
    EXPECT_FALSE(estimate_error(timing, two_estimates(), 1)) << "nothing is measured";
    auto section = two_estimates();
    section.variants[0] = { State::impossible, nullptr, "no such instruction", 0.0 };
    EXPECT_EQ(shown_time(timing, section, 0).kind, TimeKind::impossible);
    EXPECT_APPROVED(shown_time(timing, section, 0).reason);
}

TEST(ShownTime, IsMeasuredOnAGpuWithTheErrorOfItsEstimate)
{
    TimingSection timing;
    timing.variants = { { { 200us, 200us, 200us, 5 }, 1.0, false }, { { 90us, 100us, 120us, 5 }, 2.0, false } };
    const auto shown = shown_time(timing, two_estimates(), 1);
    EXPECT_EQ(shown.kind, TimeKind::measured);
    EXPECT_EQ(shown.time, 100us);
    EXPECT_EQ(shown.speed_up, 2.0);
    EXPECT_NEAR(estimate_error(timing, two_estimates(), 1).value_or(0.0), 0.1, 1e-9);
    auto other = two_estimates();
    other.of_device = false;
    EXPECT_FALSE(estimate_error(timing, other, 1)) << "no error relative to the time of another GPU";
}

TEST(SessionEstimates, FollowTheChosenGpuAndHideTheAnswer)
{
    FakeModel model;
    auto options = options_for("reduction", "reduce1", "4096");
    options.estimate = model.function();
    auto session = *Session::create(lesson::shipped_lessons(), options);
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->estimates->gpu, arch::largest_gpu({ 9, 0 }).name);
    const auto& shown = *session->snapshot();
    for (std::size_t i = 0; i < shown.setup->variants.size(); ++i)
        EXPECT_EQ(shown.estimates->of(i).state, shown.setup->variants[i].on_host_only ? State::none : State::ready);
    session->submit(SelectArchitecture { "GTX 280" });
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->estimates->gpu, "GeForce GTX 280");
    const auto before = session->snapshot();
    tick(*session, 1);
    EXPECT_EQ(&*before->estimates, &*session->snapshot()->estimates) << "an unchanged section keeps its handle";
}

} // namespace
} // namespace warpstage::session

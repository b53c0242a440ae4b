// Which times the views show, and their labels.
#include "app/views/timings/big_number.h"
#include "app/views/timings/time_words.h"
#include "core/session/walkthrough/hidden_answer.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::views {
namespace {

using State = session::VariantEstimate::State;

class EstimatedTimes : public ::testing::Test {
protected:
    [[nodiscard]] DrawList build(const session::Snapshot& snapshot, Rect place = { 0, 0, 600, 800 }) const
    {
        return testing::build_view("variants", snapshot, { { 1920, 1080 }, 60.0F }, place, m_style);
    }

    Style m_style = make_style(Theme::dark, 1.0F);
};

// nbody_on_gpu() with an estimate of its current variant that is 10 % too long.
session::Snapshot estimated_on_gpu(const std::string& gpu, bool of_device)
{
    session::Snapshot snapshot = testing::nbody_on_gpu();
    const std::size_t present = snapshot.setup->variant;
    auto& estimates = snapshot.estimates.edit();
    estimates.gpu = gpu;
    estimates.of_device = of_device;
    estimates.variants.resize(snapshot.setup->variants.size());
    timing::StepEstimate step;
    step.time = snapshot.timing->of(present).timing.median * 11 / 10;
    step.limiter = timing::Limiter::dram;
    estimates.variants[present] = { State::ready, std::make_shared<const timing::StepEstimate>(step), {}, 1.0 };
    return snapshot;
}

TEST_F(EstimatedTimes, AreBesideMeasuredTimesOnAGpu)
{
    const auto same = estimated_on_gpu("H200", true);
    EXPECT_TRUE(draw::testing::says(build(same), "(+10 %)"));
    const auto other = build(estimated_on_gpu("GeForce GTX 280", false));
    EXPECT_TRUE(draw::testing::says(other, "for GTX 280"));
    EXPECT_FALSE(draw::testing::says(other, "%)")) << "the time of another GPU is not an estimation error";
    const DrawList variants = build(same);
    EXPECT_TRUE(std::ranges::any_of(variants.targets, [](const Target& target) {
        const Tip* tip = target.tip();
        return tip != nullptr && tip->formula.find("measured") != std::string::npos
            && tip->formula.find("(+10 %), limited by") != std::string::npos;
    }));
}

TEST_F(EstimatedTimes, HostCodeIsNotComparedWithEstimates)
{
    session::Snapshot snapshot = testing::crowded(); // its first variant runs on the host
    snapshot.setup.edit().variant = 0;
    EXPECT_TRUE(draw::testing::says(build(snapshot), "the CPU of this computer"));
    const auto detail = big_number(snapshot).detail;
    EXPECT_EQ(detail.find("estimated"), std::string::npos) << detail;
    EXPECT_NE(detail.find("the CPU of this computer"), std::string::npos) << detail;
}

TEST_F(EstimatedTimes, AMissingOneHasAMessage)
{
    session::Snapshot snapshot = testing::reduction_with_conflict();
    auto& estimate = snapshot.estimates.edit().variants[snapshot.setup->variant];
    estimate = { State::pending, nullptr, {}, 0.0 };
    EXPECT_TRUE(draw::testing::says(build(snapshot), "estimating…"));
    EXPECT_TRUE(draw::testing::says(build(snapshot), "estimating…"));
    EXPECT_EQ(big_number(snapshot).value, "–");
    estimate = { State::impossible, nullptr, "A block does not fit.", 0.0 };
    EXPECT_TRUE(draw::testing::says(build(snapshot), "no estimate"));
    EXPECT_TRUE(draw::testing::says(build(snapshot), "A block does not fit."));
}

TEST_F(EstimatedTimes, NameTheirLimiter)
{
    const auto snapshot = testing::reduction_with_conflict();
    EXPECT_TRUE(draw::testing::says(build(snapshot), std::string { timing::name_of(timing::Limiter::dram) }));
    EXPECT_EQ(work_words({ 0, "reduce1", std::chrono::microseconds { 12 }, timing::Limiter::pipe, "FP32", 0.87, 3.24 }),
        "reduce1: 12.0\u2009µs, FP32 pipe, 87 % occupancy, 3.2 waves");
}

// Without a GPU a small problem is drawn and a large one is timed.
TEST_F(EstimatedTimes, NameBothSizes)
{
    auto snapshot = testing::reduction_with_conflict();
    const std::string gpu = short_gpu_name(snapshot.estimates->gpu);
    EXPECT_EQ(origin_words(snapshot, session::ShownTime::Kind::estimated), "estimated for " + gpu);
    snapshot.estimates.edit().timed = { { "n", "4096", "4194304" }, { "block", "128", "256" } };
    EXPECT_EQ(estimate_wordings(snapshot),
        (std::vector<std::string> { "estimated for " + gpu + " · n = 4194304, block = 256 · shown: n = 4096, block = 128",
            "estimated · n = 4194304, block = 256 · shown: n = 4096, block = 128", "estimated for " + gpu, "estimated" }));
    EXPECT_TRUE(draw::testing::says(build(snapshot), "n = 4194304, block = 256 · shown: n = 4096, block = 128"));
    EXPECT_EQ(short_sizes_words(snapshot), "n = 4194304 · shown: 4096");
    snapshot.estimates.edit().timed = { { "n", "2^16", "2^22" } };
    EXPECT_TRUE(std::ranges::any_of(build(snapshot).targets, [](const Target& target) {
        return target.tip() != nullptr && target.tip()->title.find("n = 2^22 · shown: n = 2^16") != std::string::npos;
    }));
    EXPECT_NE(big_number(snapshot).detail.find("n = 2^22 · shown: n = 2^16"), std::string::npos) << big_number(snapshot).detail;
}

// Host code runs the shown problem: its time does not stand on the axis of the timed one.
TEST_F(EstimatedTimes, HostCodeOfAnotherSizeNamesItsSize)
{
    session::Snapshot snapshot = testing::crowded(); // its first variant runs on the host
    ASSERT_EQ(shown_time(snapshot, 0).kind, session::ShownTime::Kind::host);
    snapshot.setup.edit().variants[0].label = "host, one core";
    snapshot.setup.edit().variant = 1;
    EXPECT_TRUE(is_on_axis(snapshot, shown_time(snapshot, 0)));
    const auto bars = [&](Rect place) {
        const DrawList picture = build(snapshot, place);
        return std::ranges::count_if(picture.items, [&](const Item& item) {
            const auto* box = std::get_if<Box>(&item);
            return box != nullptr && box->outline == m_style.secondary;
        });
    };
    const Rect wide { 0, 0, 700, 800 };
    const auto before = bars(wide);
    snapshot.estimates.edit().timed = { { "n", "256", "2048" } };
    EXPECT_FALSE(is_on_axis(snapshot, shown_time(snapshot, 0)));
    EXPECT_LT(bars(wide), before);
    const std::string time = "123"; // seconds
    EXPECT_TRUE(draw::testing::says(build(snapshot, wide), "n = 256: " + time));
    EXPECT_FALSE(draw::testing::says(build(snapshot, { 0, 0, 190, 800 }), time)) << "without its size it says nothing";
}

TEST_F(EstimatedTimes, AreHiddenWhileAQuestionIsShown)
{
    const auto whole = testing::reduction_with_conflict();
    session::Snapshot shown;
    session::hide_answer(whole, shown);
    const std::size_t present = whole.setup->variant;
    EXPECT_EQ(shown.estimates->of(present).state, State::none);
    EXPECT_EQ(shown.estimates->merit, 0.0);
    EXPECT_EQ(shown.estimates->of(0).state, State::ready) << "the estimate of another variant is not the answer";
}

} // namespace
} // namespace warpstage::views

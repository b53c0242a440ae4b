#include "core/session/scene/transfer_view.h"
#include "core/session/session.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::session {
namespace {

using FrameKind = TransferFrame::Kind;
using std::chrono::nanoseconds;

problem::Plan plan_of(const std::string& variant, const std::vector<std::pair<std::string, std::string>>& parameters)
{
    const auto lesson = *lesson::shipped_lessons()->find("transfers");
    auto settings = lesson->initial_settings();
    for (const auto& [id, value] : parameters)
        EXPECT_TRUE(settings.set(lesson->problem->parameters(), id, value));
    auto plan = lesson->problem->plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan) << plan.error().message;
    return std::move(*plan);
}

// The time during which two spans of different engines overlap.
nanoseconds overlap(const TransferFrame& frame)
{
    nanoseconds total { 0 };
    for (const auto& a : frame.spans)
        for (const auto& b : frame.spans)
            if (a.kind < b.kind)
                total += std::max(nanoseconds { 0 }, std::min(a.end, b.end) - std::max(a.begin, b.begin));
    return total;
}

TEST(PossibleTransfers, OneStreamOverlapsNothing)
{
    const auto frame = possible_transfers(plan_of("pieces_one_stream", { { "n", "1024" }, { "pieces", "4" } }));
    EXPECT_EQ(frame.source, TransferFrame::Source::possible);
    EXPECT_EQ(frame.streams, 1U);
    EXPECT_EQ(frame.spans.size(), 12U);
    EXPECT_EQ(overlap(frame).count(), 0);
    EXPECT_EQ(frame.length.count(), 12 * 1024);
}

TEST(PossibleTransfers, StreamsMayOverlapCopiesAndLaunches)
{
    const auto frame = possible_transfers(plan_of("overlapped", { { "n", "1024" }, { "pieces", "4" }, { "streams", "4" } }));
    EXPECT_EQ(frame.streams, 4U);
    EXPECT_GT(overlap(frame).count(), 0);
    EXPECT_EQ(frame.length.count(), 6 * 1024) << "four copies in, then the last piece's launch and copy out";
    // An engine performs one copy at a time.
    for (const auto& a : frame.spans)
        for (const auto& b : frame.spans)
            if (&a != &b && a.kind == b.kind) {
                EXPECT_TRUE(a.end <= b.begin || b.end <= a.begin);
            }
}

TEST(PossibleTransfers, PageableMemoryBlocksTheHostSoThatNothingOverlaps)
{
    const auto frame =
        possible_transfers(plan_of("overlapped_pageable", { { "n", "1024" }, { "pieces", "4" }, { "streams", "4" } }));
    EXPECT_TRUE(frame.pageable);
    // The host waits for a copy that waits for a launch in the same stream, so nothing overlaps.
    EXPECT_EQ(frame.length.count(), 12 * 1024);
}

TEST(MeasuredTransfers, ACopyBeginsWhereItsEngineIsFree)
{
    const auto plan = plan_of("overlapped", { { "n", "64" }, { "pieces", "2" }, { "streams", "2" } });
    // in 0, kernel 0, out 0, in 1, kernel 1, out 1: the second copy in was issued while the first one ran.
    const std::vector<engine::WorkSpan> spans { { nanoseconds { 0 }, nanoseconds { 10 } },
        { nanoseconds { 10 }, nanoseconds { 14 } }, { nanoseconds { 14 }, nanoseconds { 24 } },
        { nanoseconds { 1 }, nanoseconds { 20 } }, { nanoseconds { 20 }, nanoseconds { 24 } },
        { nanoseconds { 24 }, nanoseconds { 34 } } };
    const auto frame = measured_transfers(plan, spans);
    EXPECT_EQ(frame.source, TransferFrame::Source::measured);
    EXPECT_EQ(frame.length.count(), 34);
    EXPECT_EQ(frame.spans[3].issued.count(), 1);
    EXPECT_EQ(frame.spans[3].begin.count(), 10);
    EXPECT_EQ(frame.spans[3].end.count(), 20);
    EXPECT_EQ(frame.spans[1].begin.count(), 10) << "launches do not wait";
    EXPECT_EQ(frame.spans[3].kind, FrameKind::to_device);
    EXPECT_EQ(frame.spans[5].kind, FrameKind::to_host);
}

TEST(EstimatedTransfers, HaveTheTimesOfTheEstimateOfTheSameOperations)
{
    const auto possible = possible_transfers(plan_of("overlapped", { { "n", "64" }, { "pieces", "2" }, { "streams", "2" } }));
    timing::StepEstimate step;
    for (const TransferFrame::Span& span : possible.spans) {
        timing::WorkEstimate work;
        work.name = span.label;
        work.time = nanoseconds { span.kind == FrameKind::kernel ? 100 : 20 };
        step.works.push_back(work);
    }
    const auto frame = estimated_transfers(possible, step);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->streams, 2U);
    EXPECT_EQ(frame->length.count(), 20 + 100 + 100 + 20) << "the kernels are the busiest engine";
    EXPECT_EQ(busy_time(*frame, FrameKind::kernel).count(), 200);
    EXPECT_EQ(busy_time(*frame, FrameKind::to_device).count(), 40);
    step.works.pop_back();
    EXPECT_FALSE(estimated_transfers(possible, step)) << "of another variant";

    // 4 copies in each direction are drawn, and more of them are timed.
    const auto small = possible_transfers(plan_of("small", { { "n", "64" }, { "copies", "4" } }));
    step.works.clear();
    timing::WorkEstimate copy;
    copy.name = "copy in";
    copy.time = nanoseconds { 20 };
    step.works.assign(6, copy);
    const auto many = estimated_transfers(small, step);
    ASSERT_TRUE(many);
    EXPECT_EQ(many->spans.size(), 6U);
    EXPECT_EQ(many->length.count(), 120);
    EXPECT_EQ(many->spans.back().kind, FrameKind::to_device);
    step.works.back().name = "another kernel";
    EXPECT_FALSE(estimated_transfers(small, step));
}

TEST(TransfersLesson, WithoutAGpuTheTimelineIsNotMeasured)
{
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "transfers";
    options.variant = "overlapped";
    auto session = Session::create(lesson::shipped_lessons(), options);
    ASSERT_TRUE(session) << session.error().message;
    for (int i = 0; i < 3; ++i) {
        (*session)->tick(std::chrono::steady_clock::now());
        (*session)->settle();
    }
    (*session)->tick(std::chrono::steady_clock::now());
    const auto shown = (*session)->snapshot();
    ASSERT_NE(shown->scene->transfers, nullptr);
    EXPECT_EQ(shown->scene->transfers->source, TransferFrame::Source::possible);
    EXPECT_EQ(shown->scene->matrix, nullptr);
    EXPECT_EQ(shown->scene->particles, nullptr);
    EXPECT_GT(shown->timing->of(shown->setup->variant).timing.samples, 0U);
}

} // namespace
} // namespace warpstage::session

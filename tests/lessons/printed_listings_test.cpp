// Listings as printed in the lectures, and numbers of the notes that require more than one recorded block.
#include "core/engine/vm_plan.h"
#include "core/session/scene/transfer_view.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

namespace warpstage::lessons {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<const problem::Plan> plan_of(
    const lesson::Lesson& lesson, const std::string& variant, const Parameters& parameters)
{
    auto settings = lesson.initial_settings();
    for (const auto& [id, value] : parameters)
        EXPECT_TRUE(settings.set(lesson.problem->parameters(), id, value));
    auto plan = lesson.problem->plan(*lesson.find_variant(variant), settings);
    EXPECT_TRUE(plan) << plan.error().message;
    return std::make_shared<const problem::Plan>(std::move(*plan));
}

// The partial sum of block 0 over 0, 1, 2, … with blocks of 128 threads, two elements each; without checks.
std::int32_t sum_of_block_0(const std::string& variant)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    auto made = engine::VmPlan::make(
        std::make_shared<const engine::VmPrograms>(lesson), plan_of(*lesson, variant, { { "n", "1024" }, { "block", "128" } }));
    EXPECT_TRUE(made) << made.error().message;
    const auto input = made->contents(0);
    for (std::int32_t i = 0; i < 1024; ++i)
        std::memcpy(input.data() + static_cast<std::size_t>(i) * sizeof i, &i, sizeof i);
    const auto outcome = made->run_step({});
    EXPECT_TRUE(outcome) << outcome.error().message;
    std::int32_t sum = 0;
    std::memcpy(&sum, made->contents(1).data(), sizeof sum);
    return sum;
}

TEST(PrintedReductions, WithoutVolatileTheLastWarpIsWrongEvenInLockStep)
{
    EXPECT_EQ(sum_of_block_0("reduce5"), 255 * 256 / 2);
    EXPECT_EQ(sum_of_block_0("reduce5_volatile"), 32640) << "in lock step";
    EXPECT_EQ(sum_of_block_0("reduce5_plain"), 2940) << "all lanes read before any has written";
}

// The sum of 0 to 255 as computed by the variant.
std::int32_t sum_of_256(const std::string& variant, const std::string& block)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    const auto plan = plan_of(*lesson, variant, { { "n", "256" }, { "block", block }, { "input", "iota" } });
    auto made = engine::VmPlan::make(std::make_shared<const engine::VmPrograms>(lesson), plan);
    EXPECT_TRUE(made) << made.error().message;
    const auto outcome = made->run_step({});
    EXPECT_TRUE(outcome) << outcome.error().message;
    EXPECT_FALSE(outcome->trap);
    std::int32_t sum = 0;
    std::memcpy(&sum, made->contents(plan->result).data(), sizeof sum);
    return sum;
}

TEST(PrintedReductions, StepFourAddsSomeElementsTwiceAndOthersNever)
{
    EXPECT_EQ(sum_of_256("reduce4", "32"), 32640);
    EXPECT_EQ(sum_of_256("reduce4_printed", "32"), 20352);
}

TEST(PrintedReductions, StepSevenAddsElementsTwice)
{
    EXPECT_EQ(sum_of_256("reduce7", "64"), 32640);
    EXPECT_EQ(sum_of_256("reduce7_printed", "64"), 63264);
    EXPECT_EQ(63264, 2 * 32640 - 64 * 63 / 2) << "all but 0 to 63 twice";
}

// Length of the order, in bars of one piece.
std::int64_t bars_of(const std::string& variant, const std::string& streams)
{
    const auto lesson = *lesson::shipped_lessons()->find("transfers");
    const auto frame =
        session::possible_transfers(*plan_of(*lesson, variant, { { "n", "1024" }, { "pieces", "8" }, { "streams", streams } }));
    return frame.length.count() / (frame.spans.front().end - frame.spans.front().begin).count();
}

TEST(TransferCues, TheOrderHasTheLengthInTheNotes)
{
    EXPECT_EQ(bars_of("pieces_one_stream", "4"), 24);
    EXPECT_EQ(bars_of("overlapped", "4"), 10);
    EXPECT_EQ(bars_of("overlapped_pageable", "2"), 24);
    EXPECT_EQ(bars_of("overlapped_pageable", "8"), 24);
}

} // namespace
} // namespace warpstage::lessons

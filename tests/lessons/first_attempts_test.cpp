// Cost of the first attempts at a sum over all launches of a time step, and the partial sums that remain for the processor.
#include "core/analysis/step/step_traffic.h"
#include "core/arch/architecture.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace warpstage::lessons {
namespace {

using ChosenValues = std::vector<std::pair<std::string, std::string>>;

problem::Plan reduction_plan(const std::string& variant, const ChosenValues& values)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    auto settings = lesson->initial_settings();
    for (const auto& [id, value] : values)
        EXPECT_TRUE(settings.set(lesson->problem->parameters(), id, value));
    auto plan = lesson->problem->plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan) << plan.error().message;
    return *std::move(plan);
}

analysis::StepTraffic traffic_of(const std::string& variant, const ChosenValues& values)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    auto traffic = analysis::count_step({ .programs = std::make_shared<const engine::VmPrograms>(lesson),
        .plan = std::make_shared<const problem::Plan>(reduction_plan(variant, values)),
        .traits = arch::parse_architecture("9.0")->traits });
    EXPECT_TRUE(traffic) << traffic.error().message;
    return *std::move(traffic);
}

TEST(FirstAttempts, PairsReadTwiceNAndBlocksOfMOnceAndAnMth)
{
    const auto pairs = traffic_of("global_pairs", { { "n", "2^16" } });
    EXPECT_EQ(pairs.launches, 16U) << "log n to the base 2";
    EXPECT_EQ(pairs.total.global_elements.loaded, 2 * 65536U - 2);
    EXPECT_EQ(pairs.total.global_elements.stored, 65536U - 1);
    EXPECT_EQ(pairs.total.global_elements.loaded_bytes, 4 * pairs.total.global_elements.loaded);

    const auto blocks = traffic_of("reduce1", { { "n", "2^16" }, { "finish", "kernel" } });
    EXPECT_EQ(blocks.launches, 2U) << "log n to the base 256";
    EXPECT_EQ(blocks.total.global_elements.loaded, 65536U + 256U);
    EXPECT_EQ(blocks.total.global_elements.loaded, 65535U * 256U / 255U) << "(n - 1) m / (m - 1)";
    EXPECT_EQ(blocks.total.global_elements.stored, 256U + 1U);
}

// A long time step is counted in some blocks of each launch, which are equivalent.
TEST(FirstAttempts, TheTotalsOfALongStepAreExact)
{
    const auto pairs = traffic_of("global_pairs", { { "n", "2^22" } });
    EXPECT_EQ(pairs.launches, 22U);
    EXPECT_EQ(pairs.total.global_elements.loaded, (2U << 22U) - 2);
    EXPECT_EQ(pairs.total.global_elements.stored, (1U << 22U) - 1);
}

std::size_t partial_sums(const problem::Plan& plan)
{
    const auto sums = std::ranges::find_if(
        plan.buffers, [](const problem::Buffer& buffer) { return buffer.name == "sums" || buffer.name == "psums"; });
    return sums == plan.buffers.end() ? 0 : sums->bytes / sizeof(std::int32_t);
}

TEST(FirstAttempts, LeaveTheNumberOfPartialSumsInTheCues)
{
    EXPECT_EQ(partial_sums(reduction_plan("one_block", { { "n", "4096" } })), 256U) << "of 4096 / 256 = 16 elements each";
    EXPECT_EQ(partial_sums(reduction_plan("thread_sums", { { "n", "2^20" }, { "top_blocks", "264" } })), 264U * 256U);
    EXPECT_EQ(264U * 256U, 67584U);
    EXPECT_EQ(partial_sums(reduction_plan("sum_reduction", { { "n", "2^16" } })), 256U);
}

} // namespace
} // namespace warpstage::lessons

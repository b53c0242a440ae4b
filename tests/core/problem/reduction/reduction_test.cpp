#include "core/problem/buffers/bytes.h"
#include "core/problem/reduction/reduction.h"
#include "core/problem/reduction/reduction_input.h"
#include "tests/approved.h"
#include "tests/core/problem/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace warpstage::problem {
namespace {

Variant variant(const char* elements, const char* grid, const char* templated = "false")
{
    return { "v", "v", "",
        { { "kernel", "reduce" }, { "elements_per_thread", elements }, { "grid", grid }, { "templated", templated } } };
}

std::span<std::int32_t> integers(Contents& contents, BufferIndex index)
{
    return as_numbers<std::int32_t>(std::span<std::byte> { contents[index] });
}

// Invariant of every reduction: n values become one partial sum per block, independent of which block adds which values.
void run_launch(const KernelLaunch& launch, Contents& contents)
{
    const auto from = integers(contents, std::get<BufferArgument>(launch.arguments[0]).buffer);
    const auto to = integers(contents, std::get<BufferArgument>(launch.arguments[1]).buffer);
    const auto n = std::get<std::uint32_t>(launch.arguments[2]);
    ASSERT_LE(n, from.size()) << "reads past the end of its input";
    ASSERT_LE(launch.grid.x, to.size()) << "writes past the end of its sums";
    ASSERT_NE(from.data(), to.data()) << "reads what it writes";
    std::fill_n(to.begin(), launch.grid.x, 0);
    for (std::uint32_t i = 0; i < n; ++i)
        to[i % launch.grid.x] += from[i];
}

TEST(ReductionPlan, EndsWithTheExactSumForAwkwardSizes)
{
    const Reduction reduction;
    for (const auto* const n : { "1", "2", "255", "256", "257", "513", "65537", "100003" }) {
        for (const auto* const block : { "8", "64", "256", "1024" }) {
            for (const auto* const finish : { "host", "kernel" }) {
                for (const auto& way : { variant("1", "cover"), variant("2", "cover"), variant("2", "cascade", "true") }) {
                    const auto settings = settings_with(reduction, { { "n", n }, { "block", block }, { "finish", finish } });
                    const auto plan = reduction.plan(way, settings);
                    ASSERT_TRUE(plan.ok()) << plan.error().message;
                    auto contents = initial_contents(*plan);
                    for (const auto& work : plan->step) {
                        if (const auto* const launch = std::get_if<KernelLaunch>(&work))
                            run_launch(*launch, contents);
                        else
                            run_host_work(std::get<HostWork>(work), contents);
                    }
                    const auto outcome = reduction.check(*plan, settings, contents);
                    EXPECT_TRUE(outcome.passed) << n << ' ' << block << ' ' << finish << ": " << outcome.sentence;
                }
            }
        }
    }
}

const KernelLaunch& launch_of(const Plan& plan, std::size_t index)
{
    return std::get<KernelLaunch>(plan.step[index]);
}

// sumReduction(float *a, float *psums) receives no number of elements.
TEST(ReductionPlan, FloatsFillWholeBlocks)
{
    const Reduction reduction;
    auto floats = variant("1", "cover", "true");
    floats.settings["element"] = "float";
    const auto settings = settings_with(reduction, { { "n", "1000" }, { "block", "256" } });
    const auto plan = reduction.plan(floats, settings);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(plan->buffers.front().bytes, 1024 * sizeof(float));
    EXPECT_EQ(launch_of(*plan, 0).arguments.size(), 2U);
    EXPECT_EQ(launch_of(*plan, 0).shared_bytes, 0U) << "declared in the kernel";

    auto contents = initial_contents(*plan);
    const auto a = as_numbers<float>(std::span<std::byte> { contents[0] });
    const auto psums = as_numbers<float>(std::span<std::byte> { contents[1] });
    ASSERT_EQ(psums.size(), 4U);
    for (std::size_t i = 0; i < a.size(); ++i)
        psums[i / 256] += a[i];
    EXPECT_EQ(a[1000], 0.0F);
    run_host_work(std::get<HostWork>(plan->step[1]), contents);
    EXPECT_TRUE(reduction.check(*plan, settings, contents).passed);
    psums[2] += 1.0F;
    run_host_work(std::get<HostWork>(plan->step[1]), contents);
    EXPECT_FALSE(reduction.check(*plan, settings, contents).passed);
    EXPECT_FALSE(reduction.plan(floats, settings_with(reduction, { { "finish", "kernel" } })).ok());
}

TEST(ReductionPlan, CoverHasAThreadForEveryElementOrPair)
{
    const Reduction reduction;
    const auto blocks = [&](const char* n, const char* elements) {
        const auto plan = reduction.plan(variant(elements, "cover"), settings_with(reduction, { { "n", n } }));
        return launch_of(*plan, 0).grid.x;
    };
    EXPECT_EQ(blocks("1", "1"), 1U);
    EXPECT_EQ(blocks("256", "1"), 1U);
    EXPECT_EQ(blocks("257", "1"), 2U);
    EXPECT_EQ(blocks("512", "2"), 1U);
    EXPECT_EQ(blocks("513", "2"), 2U);
    EXPECT_EQ(blocks("2^22", "1"), 16384U);
    EXPECT_EQ(blocks("2^22", "2"), 8192U);
    EXPECT_EQ(blocks("1000003", "2"), 1954U);
}

TEST(ReductionPlan, CascadeHasElementsOverLogarithmThreadsAndABound)
{
    const Reduction reduction;
    const auto blocks = [&](const char* n, const char* block) {
        const auto plan = reduction.plan(variant("2", "cascade"), settings_with(reduction, { { "n", n }, { "block", block } }));
        return launch_of(*plan, 0).grid.x;
    };
    EXPECT_EQ(blocks("1", "256"), 1U);
    EXPECT_EQ(blocks("2^20", "256"), 196U); // 2^20 / (256 · 21), rounded up
    EXPECT_EQ(blocks("2^22", "256"), 713U); // 2^22 / (256 · 23)
    EXPECT_EQ(blocks("2^26", "256"), 1024U); // 2^18 threads
    EXPECT_EQ(blocks("2^26", "64"), 4096U);
    EXPECT_EQ(blocks("2^26", "1024"), 256U);
}

TEST(ReductionPlan, TheFirstLaunchIsComplete)
{
    const Reduction reduction;
    const auto plan =
        reduction.plan(variant("2", "cover", "true"), settings_with(reduction, { { "n", "1000" }, { "block", "128" } }));
    ASSERT_TRUE(plan.ok());
    const auto& launch = launch_of(*plan, 0);
    EXPECT_EQ(launch.kernel, "reduce<128>");
    EXPECT_EQ(launch.block, (Dim3 { 128, 1, 1 }));
    EXPECT_EQ(launch.shared_bytes, 512U);
    EXPECT_EQ(std::get<std::uint32_t>(launch.arguments[2]), 1000U);
    EXPECT_EQ(plan->recorded_work, 0U);
    EXPECT_DOUBLE_EQ(plan->work_per_step, 4000.0);
    EXPECT_EQ(plan->work_unit, "B/s");
    EXPECT_EQ(plan->buffers[0].bytes, 4000U);
    EXPECT_EQ(plan->buffers[plan->result].name, "result");
}

TEST(ReductionPlan, SecondKernelIsLaunchedUntilOneValueIsLeft)
{
    const Reduction reduction;
    const auto plan =
        reduction.plan(variant("1", "cover"), settings_with(reduction, { { "n", "2^20" }, { "finish", "kernel" } }));
    ASSERT_TRUE(plan.ok());
    ASSERT_EQ(plan->step.size(), 3U); // 2^20 -> 4096 -> 16 -> 1
    EXPECT_EQ(launch_of(*plan, 1).grid.x, 16U);
    EXPECT_EQ(launch_of(*plan, 2).grid.x, 1U);
    EXPECT_EQ(std::get<BufferArgument>(launch_of(*plan, 2).arguments[1]).buffer, plan->result);

    const auto single =
        reduction.plan(variant("1", "cover"), settings_with(reduction, { { "n", "255" }, { "finish", "kernel" } }));
    EXPECT_EQ(single->step.size(), 1U);
    EXPECT_EQ(single->buffers[single->result].name, "sums");
}

TEST(Reduction, TemplatedVariantNamesAKernelForEveryBlock)
{
    const Reduction reduction;
    EXPECT_THAT(reduction.kernels(variant("1", "cover")), testing::ElementsAre("reduce"));
    auto templated = variant("1", "cover", "true");
    EXPECT_THAT(reduction.kernels(templated),
        testing::ElementsAre(
            "reduce<8>", "reduce<32>", "reduce<64>", "reduce<128>", "reduce<256>", "reduce<512>", "reduce<1024>"));
    templated.settings["smallest_block"] = "256";
    EXPECT_THAT(reduction.kernels(templated), testing::ElementsAre("reduce<256>", "reduce<512>", "reduce<1024>"));
}

Variant of_kind(const char* kind)
{
    return { "v", "v", "", { { "kind", kind }, { "kernel", "add" } } };
}

TEST(ReductionPlan, ThePlansOfTheFirstAttemptsAreComplete)
{
    const Reduction reduction;
    const auto settings = settings_with(reduction, { { "n", "1000" }, { "block", "128" } });
    const auto host = reduction.plan({ "v", "v", "", { { "kind", "host" } } }, settings);
    ASSERT_TRUE(host.ok());
    EXPECT_EQ(host->recorded_work, host->step.size()) << "nothing to record";
    auto contents = initial_contents(*host);
    run_host_work(std::get<HostWork>(host->step.front()), contents);
    EXPECT_TRUE(reduction.check(*host, settings, contents).passed);

    const auto thread = reduction.plan(of_kind("one_thread"), settings);
    EXPECT_EQ(launch_of(*thread, 0).grid, (Dim3 { 1, 1, 1 }));
    EXPECT_EQ(launch_of(*thread, 0).block, (Dim3 { 1, 1, 1 }));
    EXPECT_EQ(thread->step.size(), 1U);
    const auto block = reduction.plan(of_kind("one_block"), settings);
    EXPECT_EQ(launch_of(*block, 0).grid, (Dim3 { 1, 1, 1 }));
    EXPECT_EQ(launch_of(*block, 0).block, (Dim3 { 128, 1, 1 }));
    EXPECT_EQ(block->buffers[1].bytes, 128U * 4U) << "a partial sum per thread";
}

TEST(ReductionPlan, PairsHalveUntilOneIsLeft)
{
    const Reduction reduction;
    for (const auto* const n : { "1", "2", "3", "255", "1000" }) {
        const auto settings = settings_with(reduction, { { "n", n }, { "block", "64" } });
        const auto plan = reduction.plan(of_kind("pairs"), settings);
        ASSERT_TRUE(plan.ok());
        auto contents = initial_contents(*plan);
        for (std::size_t level = 0; level < plan->step.size(); ++level) {
            const auto& launch = launch_of(*plan, level);
            const auto from = integers(contents, std::get<BufferArgument>(launch.arguments[0]).buffer);
            const auto to = integers(contents, std::get<BufferArgument>(launch.arguments[1]).buffer);
            const auto count = std::get<std::uint32_t>(launch.arguments[2]);
            const std::uint32_t half = (count + 1) / 2;
            ASSERT_GE(launch.grid.x * launch.block.x, half) << "a thread a pair";
            ASSERT_NE(from.data(), to.data());
            ASSERT_LE(half, to.size());
            for (std::uint32_t i = 0; i < half; ++i)
                to[i] = from[2 * i] + (2 * i + 1 < count ? from[2 * i + 1] : 0);
        }
        EXPECT_TRUE(reduction.check(*plan, settings, contents).passed) << n;
    }
}

TEST(ReductionPlan, OneLaunchHasNoMoreBlocksThanThereIsWorkFor)
{
    const Reduction reduction;
    const auto launched = [&](const char* kind, const char* n, const char* blocks) {
        const auto plan = reduction.plan(of_kind(kind),
            settings_with(reduction, { { "n", n }, { "top_block", "256" }, { "top_unroll", "2" }, { "top_blocks", blocks } }));
        return launch_of(*plan, 0);
    };
    const auto large = launched("atomic", "2^22", "264");
    EXPECT_EQ(large.kernel, "add<256, 2>");
    EXPECT_EQ(large.grid.x, 264U);
    EXPECT_EQ(large.block.x, 256U);
    EXPECT_EQ(large.arguments.size(), 4U);
    EXPECT_EQ(launched("atomic", "4096", "264").grid.x, 2U); // 256 threads with two loads of four
    EXPECT_EQ(launched("ticket", "1", "264").grid.x, 1U);
    EXPECT_EQ(launched("ticket", "1", "264").arguments.size(), 5U);
    EXPECT_EQ(reduction.kernels(of_kind("atomic")).size(), 16U);
}

TEST(Reduction, ABuildIsPartOfTheKernelsName)
{
    const Reduction reduction;
    auto newer = variant("1", "cover", "true");
    newer.settings["build"] = "sm_80";
    newer.settings["smallest_block"] = "1024";
    EXPECT_THAT(reduction.kernels(newer), testing::ElementsAre("reduce<1024>@sm_80"));
    EXPECT_APPROVED(reduction.accepts(of_kind("magic")).error().message);
}

TEST(Reduction, BlockThatIsTooSmallForTheTreeIsRefused)
{
    const Reduction reduction;
    auto unrolled = variant("2", "cover");
    unrolled.settings["smallest_block"] = "64";
    EXPECT_APPROVED(reduction.plan(unrolled, settings_with(reduction, { { "n", "256" }, { "block", "32" } })).error().message);
    EXPECT_TRUE(reduction.plan(unrolled, settings_with(reduction, { { "n", "256" }, { "block", "64" } })).ok());
    // The figure of the slides: eight threads, warps of two.
    const auto slides = reduction.plan(variant("1", "cover"), settings_with(reduction, { { "n", "8" }, { "block", "8" } }));
    ASSERT_TRUE(slides.ok());
    EXPECT_EQ(launch_of(*slides, 0).block, (Dim3 { 8, 1, 1 }));
    EXPECT_EQ(launch_of(*slides, 0).grid.x, 1U);
}

// Seven variants add the same numbers, which are generated and stored once.
TEST(Reduction, PlansShareTheirInput)
{
    const Reduction reduction;
    const auto settings = settings_with(reduction, { { "n", "1000" } });
    const auto one = reduction.plan(variant("1", "cover"), settings);
    const auto two = reduction.plan(variant("2", "cascade"), settings);
    EXPECT_EQ(one->buffers[0].initial.data(), two->buffers[0].initial.data());
    const auto other = reduction.plan(variant("1", "cover"), settings_with(reduction, { { "n", "1000" }, { "seed", "2" } }));
    EXPECT_NE(other->buffers[0].initial.data(), one->buffers[0].initial.data());
    EXPECT_EQ(one->buffers[0].initial.copy(), reduction_input(1000, 1)) << "an older plan keeps its input";
}

TEST(Reduction, AWrongSumIsReported)
{
    const Reduction reduction;
    const auto settings = settings_with(reduction, { { "n", "256" } });
    const auto plan = reduction.plan(variant("1", "cover"), settings);
    auto contents = initial_contents(*plan);
    const auto expected = reduction_sum(plan->buffers[0].initial);
    integers(contents, plan->result)[0] = static_cast<std::int32_t>(expected) - 3;
    const auto outcome = reduction.check(*plan, settings, contents);
    EXPECT_FALSE(outcome.passed);
    EXPECT_EQ(outcome.error, 3.0);
    EXPECT_APPROVED(outcome.sentence);
    ASSERT_TRUE(outcome.first);
    EXPECT_EQ(outcome.first->index, 0U);
    EXPECT_EQ(outcome.first->expected, std::to_string(expected));
}

TEST(ReductionInput, IsSmallAndReproducible)
{
    const auto bytes = reduction_input(1000, 1);
    const auto numbers = as_numbers<std::int32_t>(std::span<const std::byte> { bytes });
    EXPECT_THAT(numbers, testing::Each(testing::AllOf(testing::Ge(0), testing::Le(15))));
    EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::int64_t { 0 }), reduction_sum(bytes));
    EXPECT_EQ(reduction_sum(bytes), 7514);
    EXPECT_EQ(reduction_input(1000, 1), bytes);
    EXPECT_NE(reduction_input(1000, 2), bytes);
}

TEST(ReductionInput, LargestSumStaysBelowThirtyTwoBits)
{
    const Reduction reduction;
    const double most = reduction.parameters().front().maximum;
    EXPECT_LE(most * largest_input(static_cast<std::size_t>(most)), 2147483647.0);
    EXPECT_LE(0x1p26 * largest_input(std::size_t { 1 } << 26), 2147483647.0);
}

TEST(ReductionInput, SumByHand)
{
    EXPECT_EQ(reduction_sum(to_bytes(std::vector<std::int32_t> { 1, -2, 2147483647, 2147483647 })), 4294967293);
    EXPECT_EQ(reduction_sum({}), 0);
}

} // namespace
} // namespace warpstage::problem

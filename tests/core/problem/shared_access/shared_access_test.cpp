#include "core/problem/buffers/bytes.h"
#include "core/problem/shared_access/shared_access.h"
#include "tests/approved.h"
#include "tests/core/problem/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::problem {
namespace {

const Variant kSharedStride { "stride", "v", "",
    { { "kernel", "read" }, { "index", "tid * c" }, { "element", "uint" }, { "argument", "c" } } };
const Variant kTile { "tile", "v", "",
    { { "kernel", "read<33>" }, { "index", "lane * 33 + warp" }, { "element", "double" }, { "memory", "static" } } };
const Variant kSharedExplorer { "explorer", "v", "", { { "kernel", "explore" } } };

using Values = std::initializer_list<std::pair<const char*, const char*>>;

std::string shared_refusal(const Variant& variant, Values values)
{
    const SharedAccess problem;
    const auto plan = problem.plan(variant, settings_with(problem, values));
    return plan ? "" : plan.error().message;
}

std::string refused_value(const char* id, const char* value)
{
    const SharedAccess problem;
    auto settings = Settings::initial(problem.parameters());
    const auto set = settings.set(problem.parameters(), id, value);
    return set ? "" : set.error().message;
}

TEST(SharedAccess, NamedKernelsReceiveTheirArguments)
{
    const SharedAccess problem;
    const auto plan = problem.plan(
        kSharedStride, settings_with(problem, { { "block", "64" }, { "blocks", "3" }, { "c", "5" }, { "repetitions", "7" } }));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    const auto& launch = launch_of(*plan);
    EXPECT_EQ(launch.kernel, "read");
    EXPECT_EQ(launch.grid, (Dim3 { 3, 1, 1 }));
    EXPECT_EQ(launch.block, (Dim3 { 64, 1, 1 }));
    EXPECT_EQ(launch.shared_bytes, (63U * 5 + 1) * 4);
    ASSERT_EQ(launch.arguments.size(), 5U);
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[1]), 63 * 5 + 1) << "words";
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[2]), 5);
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[3]), 7);
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[4]), 0);
    EXPECT_EQ(plan->work_per_step, 3.0 * 64 * 4 * 7);
    EXPECT_EQ(plan->work_unit, "B/s");

    const auto tile = problem.plan(kTile, settings_with(problem, { { "block", "64" } }));
    ASSERT_TRUE(tile.ok());
    EXPECT_EQ(launch_of(*tile).shared_bytes, 0U) << "the kernel declares its array";
    EXPECT_EQ(launch_of(*tile).arguments.size(), 3U);
    EXPECT_EQ(std::get<ArrayScene>(tile->scene).element_bytes, 8U);
}

TEST(SharedAccess, TheExplorerReadsATableOfThePattern)
{
    const SharedAccess problem;
    EXPECT_EQ(problem.kernels(kSharedExplorer).size(), 10U);
    const auto plan = problem.plan(kSharedExplorer,
        settings_with(problem,
            { { "block", "32" }, { "pattern", "tid ^ 1" }, { "active", "0x0000000f" }, { "bytes", "8" },
                { "repetitions", "1" } }));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(launch_of(*plan).kernel, "explore_load<8>");
    EXPECT_EQ(launch_of(*plan).shared_bytes, 32U);
    const auto index = as_numbers<std::int32_t>(std::span<const std::byte> { plan->buffers[1].initial });
    EXPECT_THAT(index.first(5), testing::ElementsAre(1, 0, 3, 2, -1));
    EXPECT_EQ(plan->work_per_step, 4.0 * 8) << "of active threads alone";
    const auto odd =
        problem.plan(kSharedExplorer, settings_with(problem, { { "active", "tid % 2 == 1" }, { "operation", "store" } }));
    EXPECT_EQ(launch_of(*odd).kernel, "explore_store<4>");
    EXPECT_EQ(as_numbers<std::int32_t>(std::span<const std::byte> { odd->buffers[1].initial })[0], -1);
}

TEST(SharedAccess, RejectsPatternsBeyondSharedMemory)
{
    EXPECT_APPROVED(shared_refusal(kSharedExplorer, { { "pattern", "tid - 1" } }));
    EXPECT_APPROVED(shared_refusal(kSharedExplorer, { { "pattern", "tid * 1000" } }));
    EXPECT_EQ(shared_refusal(kSharedExplorer, { { "pattern", "tid * 1000" }, { "active", "tid < 13" } }), "");
    EXPECT_APPROVED(shared_refusal(kSharedExplorer, { { "pattern", "8 / tid" } }));
    EXPECT_APPROVED(shared_refusal(kSharedExplorer, { { "active", "tid % (tid - 2)" } }));
    EXPECT_APPROVED(shared_refusal(kSharedStride, { { "c", "384" } }));
}

TEST(SharedAccess, RejectsInvalidTextsAndSettings)
{
    EXPECT_APPROVED(refused_value("pattern", "2*lanes"));
    EXPECT_APPROVED(refused_value("pattern", "  "));
    EXPECT_APPROVED(refused_value("active", "0x123456789"));
    EXPECT_APPROVED(refused_value("active", "lane <"));
    EXPECT_APPROVED(refused_value("bytes", "3"));
    const SharedAccess problem;
    auto wrong = kSharedStride;
    wrong.settings["index"] = "tid *";
    EXPECT_APPROVED(problem.accepts(wrong).error().message);
    wrong.settings.erase("index");
    EXPECT_APPROVED(problem.accepts(wrong).error().message);
    wrong = kSharedStride;
    wrong.settings["element"] = "float";
    EXPECT_APPROVED(problem.accepts(wrong).error().message);
}

TEST(SharedAccessCheck, SumsMustBeExact)
{
    const SharedAccess problem;
    const auto settings = settings_with(problem, { { "block", "32" }, { "blocks", "2" }, { "c", "3" }, { "repetitions", "10" } });
    const auto plan = problem.plan(kSharedStride, settings);
    auto contents = initial_contents(*plan);
    const auto out = as_numbers<std::uint32_t>(std::span<std::byte> { contents[0] });
    for (std::size_t i = 0; i < 64; ++i)
        out[i] = static_cast<std::uint32_t>(i % 32 * 3 * 10);
    const auto right = problem.check(*plan, settings, contents);
    EXPECT_TRUE(right.passed);
    EXPECT_APPROVED(right.sentence);
    out[33] += 1;
    const auto wrong = problem.check(*plan, settings, contents);
    EXPECT_FALSE(wrong.passed);
    EXPECT_APPROVED(wrong.sentence);
}

TEST(SharedAccessCheck, PartsOfWideElementsAreNumberedThroughAndBytesWrapRound)
{
    const SharedAccess problem;
    auto settings = settings_with(problem,
        { { "block", "32" }, { "pattern", "31 - tid" }, { "bytes", "16" }, { "repetitions", "2" }, { "active", "0x7fffffff" } });
    auto plan = problem.plan(kSharedExplorer, settings);
    auto contents = initial_contents(*plan);
    const auto out = as_numbers<std::uint32_t>(std::span<std::byte> { contents[0] });
    for (std::size_t i = 0; i < 31 * 4; ++i)
        out[i] = static_cast<std::uint32_t>(((31 - i / 4) * 4 + i % 4) * 2);
    EXPECT_TRUE(problem.check(*plan, settings, contents).passed) << "the last thread does nothing";
    out[124] = 1;
    EXPECT_FALSE(problem.check(*plan, settings, contents).passed);

    settings = settings_with(problem, { { "block", "32" }, { "pattern", "tid*8" }, { "bytes", "1" }, { "repetitions", "3" } });
    plan = problem.plan(kSharedExplorer, settings);
    contents = initial_contents(*plan);
    for (std::size_t i = 0; i < 32; ++i)
        contents[0][i] = static_cast<std::byte>(i * 8 * 3 % 256);
    EXPECT_TRUE(problem.check(*plan, settings, contents).passed);
}

TEST(SharedAccessCheck, AnyWriterOfAnElementMayHaveWon)
{
    const SharedAccess problem;
    const auto settings = settings_with(problem, { { "block", "32" }, { "pattern", "tid / 2" }, { "operation", "store" } });
    const auto plan = problem.plan(kSharedExplorer, settings);
    auto contents = initial_contents(*plan);
    const auto out = as_numbers<std::uint32_t>(std::span<std::byte> { contents[0] });
    for (std::uint32_t i = 0; i < 32; ++i)
        out[i] = i % 4 < 2 ? i / 2 * 2 : i / 2 * 2 + 1;
    EXPECT_TRUE(problem.check(*plan, settings, contents).passed);
    out[4] = 6;
    const auto wrong = problem.check(*plan, settings, contents);
    EXPECT_FALSE(wrong.passed);
    EXPECT_APPROVED(wrong.sentence);
}

} // namespace
} // namespace warpstage::problem

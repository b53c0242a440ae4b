#include "core/problem/buffers/bytes.h"
#include "core/problem/global_access/global_access.h"
#include "tests/approved.h"
#include "tests/core/problem/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace warpstage::problem {
namespace {

const Variant kStride { "stride", "v", "",
    { { "kernel", "copy" }, { "index", "tid * stride" }, { "element", "float" }, { "argument", "stride" } } };
const Variant kFour { "four", "v", "", { { "kernel", "copy4" }, { "index", "tid" }, { "element", "float4" } } };
const Variant kExplorer { "explorer", "v", "", { { "kernel", "explore" } } };

std::span<std::uint32_t> words(Contents& contents, std::size_t buffer)
{
    return as_numbers<std::uint32_t>(std::span<std::byte> { contents[buffer] });
}

std::string refusal(const Variant& variant, std::initializer_list<std::pair<const char*, const char*>> values)
{
    const GlobalAccess problem;
    const auto plan = problem.plan(variant, settings_with(problem, values));
    return plan ? "" : plan.error().message;
}

TEST(GlobalAccess, NamedKernelsReceiveTheirArguments)
{
    const GlobalAccess problem;
    const auto plan = problem.plan(kStride, settings_with(problem, { { "n", "2048" }, { "block", "96" }, { "stride", "3" } }));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(launch_of(*plan).grid, (Dim3 { 22, 1, 1 }));
    EXPECT_EQ(std::get<std::int32_t>(launch_of(*plan).arguments[2]), 2048);
    EXPECT_EQ(std::get<std::int32_t>(launch_of(*plan).arguments[3]), 3);
    EXPECT_GE(plan->buffers[0].bytes, (2047U * 3 + 1) * 4) << "as long as the farthest element";
    EXPECT_EQ(plan->buffers[1].bytes, 2048U * 4);
    EXPECT_EQ(plan->work_per_step, 2.0 * 2048 * 4) << "requested bytes, not transferred ones";
    EXPECT_EQ(std::get<MatrixScene>(plan->scene).columns, 256U);
    EXPECT_EQ(std::get<MatrixScene>(plan->scene).rows, 8U);
    const auto four = problem.plan(kFour, settings_with(problem, { { "n", "2048" } }));
    EXPECT_EQ(std::get<std::int32_t>(launch_of(*four).arguments[2]), 512);
    EXPECT_EQ(four->work_per_step, 2.0 * 2048 * 4);
}

TEST(GlobalAccess, TheExplorerLoadsAndStoresEveryWidth)
{
    const GlobalAccess problem;
    for (const auto* const bytes : { "1", "2", "4", "8", "16" }) {
        for (const auto* const operation : { "load", "store" }) {
            const auto settings = settings_with(problem,
                { { "n", "2048" }, { "pattern", "tid ^ 3" }, { "active", "lane != 5" }, { "bytes", bytes },
                    { "operation", operation } });
            const auto plan = problem.plan(kExplorer, settings);
            ASSERT_TRUE(plan.ok()) << plan.error().message;
            const std::size_t width = std::stoul(bytes);
            auto contents = initial_contents(*plan);
            const auto index = as_numbers<std::int32_t>(std::span<const std::byte> { contents[2] });
            EXPECT_EQ(index.size(), width > 4 ? 8192 / width : 2048);
            for (std::size_t i = 0; i < index.size(); ++i) {
                const auto at = static_cast<std::size_t>(index[i]);
                if (index[i] >= 0 && std::string { operation } == "load")
                    std::memcpy(&contents[1][i * width], &contents[0][at * width], width);
                else if (index[i] >= 0)
                    std::memcpy(&contents[1][at * width], &contents[0][i * width], width);
            }
            EXPECT_TRUE(problem.check(*plan, settings, contents).passed)
                << bytes << ' ' << operation << ' ' << problem.check(*plan, settings, contents).sentence;
            contents[1][2 * width] ^= std::byte { 1 };
            EXPECT_FALSE(problem.check(*plan, settings, contents).passed) << bytes << ' ' << operation;
        }
    }
}

TEST(GlobalAccess, EveryElementMustBeAtItsPosition)
{
    const GlobalAccess problem;
    const auto settings = settings_with(problem, { { "n", "2048" }, { "stride", "3" } });
    const auto plan = problem.plan(kStride, settings);
    auto contents = initial_contents(*plan);
    for (std::size_t i = 0; i < 2048; ++i)
        words(contents, 1)[i] = words(contents, 0)[3 * i];
    const auto right = problem.check(*plan, settings, contents);
    EXPECT_TRUE(right.passed);
    EXPECT_APPROVED(right.sentence);
    std::swap(words(contents, 1)[10], words(contents, 1)[11]);
    EXPECT_APPROVED(problem.check(*plan, settings, contents).sentence);
}

TEST(GlobalAccess, StoresToOneElementHaveOneWinnerAndLeaveGaps)
{
    const GlobalAccess problem;
    const auto settings = settings_with(problem, { { "n", "2048" }, { "pattern", "tid / 2 * 2" }, { "operation", "store" } });
    const auto plan = problem.plan(kExplorer, settings);
    auto contents = initial_contents(*plan);
    for (std::size_t i = 0; i < 2048; i += 2)
        words(contents, 1)[i] = words(contents, 0)[i + (i / 2 % 2)];
    EXPECT_TRUE(problem.check(*plan, settings, contents).passed);
    words(contents, 1)[1] = 1;
    EXPECT_APPROVED(problem.check(*plan, settings, contents).sentence);
    words(contents, 1)[1] = 0;
    words(contents, 1)[4] = words(contents, 0)[0];
    EXPECT_APPROVED(problem.check(*plan, settings, contents).sentence);
}

TEST(GlobalAccess, RejectsInvalidPatterns)
{
    EXPECT_APPROVED(refusal(kExplorer, { { "pattern", "5 - tid" } }));
    EXPECT_APPROVED(refusal(kExplorer, { { "pattern", "tid << 28" }, { "bytes", "8" } }));
    const GlobalAccess problem;
    auto settings = Settings::initial(problem.parameters());
    EXPECT_APPROVED(settings.set(problem.parameters(), "pattern", "tid*c").error().message);
}

} // namespace
} // namespace warpstage::problem

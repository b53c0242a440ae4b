// Plans of a problem that a lesson describes: sizes, repeat rules, checks. The lesson's test covers parsing.
#include "core/problem/described/described.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace warpstage::problem {
namespace {

Expression expression(const std::string& text)
{
    auto parsed = Expression::parse(text);
    EXPECT_TRUE(parsed.ok()) << text;
    return *std::move(parsed);
}

// x, n times its number; y and n in one variant `v` with one launch.
Description small_description()
{
    Description description;
    description.file = "small/lesson.toml";
    description.parameters = {
        { .id = "n", .label = "elements", .minimum = 1, .maximum = 1e12, .initial = "8" },
        { .id = "block", .label = "threads", .kind = Parameter::Kind::choice, .initial = "4", .choices = { "4", "8" } },
    };
    description.buffers = {
        { .name = "x", .type = ptx::Type::s32, .count = expression("n"), .contents = "each:3 * i", .line = 10 },
        { .name = "y", .type = ptx::Type::s32, .count = expression("n"), .line = 11 },
    };
    DescribedVariant variant;
    DescribedLaunch launch;
    launch.kernel = "twice<{block}>";
    launch.grid = { expression("(n + block - 1) / block") };
    launch.block = { expression("block") };
    launch.shared = expression("4 * block");
    launch.arguments = { BufferIndex { 0 }, BufferIndex { 1 }, DescribedScalar { ptx::Type::u32, expression("n") } };
    launch.line = 20;
    variant.launches.push_back(std::move(launch));
    variant.check.result = 1;
    variant.check.expected = expression("2 * x[i]");
    variant.check.line = 30;
    variant.work = expression("n");
    variant.unit = "elements/s";
    variant.least = { { Resource::read_bytes, expression("4 * n"), 35 } };
    variant.line = 19;
    description.variants.emplace("v", std::move(variant));
    return description;
}

const Variant kVariant { .id = "v", .label = {}, .settings = {} };

Settings settings_of(const Problem& problem, const std::string& n, const std::string& block = "4")
{
    auto settings = Settings::initial(problem.parameters());
    EXPECT_TRUE(settings.set(problem.parameters(), "n", n).ok());
    EXPECT_TRUE(settings.set(problem.parameters(), "block", block).ok());
    return settings;
}

std::string refusal(Description description, const std::string& n = "8")
{
    const Described problem { std::move(description) };
    const auto made = problem.plan(kVariant, settings_of(problem, n));
    return made ? "" : made.error().message;
}

DescribedLaunch& launch_of(Description& description)
{
    return description.variants.at("v").launches.front();
}

std::vector<std::byte> bytes_of(const std::vector<std::int32_t>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(std::int32_t));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

TEST(Described, APlanHasTheNumbersOfTheParameters)
{
    const Described problem { small_description() };
    const auto plan = problem.plan(kVariant, settings_of(problem, "10"));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_EQ(plan->buffers.size(), 2U);
    EXPECT_EQ(plan->buffers[0].bytes, 40U);
    EXPECT_EQ(plan->buffers[0].initial.copy(), bytes_of({ 0, 3, 6, 9, 12, 15, 18, 21, 24, 27 }));
    EXPECT_TRUE(plan->buffers[1].initial.empty());
    ASSERT_EQ(plan->step.size(), 1U);
    const auto& launch = std::get<KernelLaunch>(plan->step.front());
    EXPECT_EQ(launch.kernel, "twice<4>");
    EXPECT_EQ(launch.grid.x, 3U);
    EXPECT_EQ(launch.block.x, 4U);
    EXPECT_EQ(launch.shared_bytes, 16U);
    ASSERT_EQ(launch.arguments.size(), 3U);
    EXPECT_EQ(std::get<std::uint32_t>(launch.arguments[2]), 10U);
    EXPECT_EQ(plan->work_per_step, 10.0);
    EXPECT_EQ(plan->work_unit, "elements/s");
    ASSERT_EQ(plan->least.size(), 1U);
    EXPECT_EQ(plan->least[0].resource, Resource::read_bytes);
    EXPECT_EQ(plan->least[0].amount, 40.0);
    EXPECT_THAT(problem.kernels(kVariant), testing::ElementsAre("twice<4>", "twice<8>"));
}

TEST(Described, ARepeatRuleLaunchesLevelByLevel)
{
    auto description = small_description();
    auto& launch = launch_of(description);
    launch.repeat = DescribedRepeat { "stride", expression("1"), expression("stride < n"), expression("stride * 2") };
    launch.arguments.emplace_back(DescribedScalar { ptx::Type::s32, expression("stride") });
    const Described problem { std::move(description) };
    const auto plan = problem.plan(kVariant, settings_of(problem, "10"));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    std::vector<std::uint32_t> strides;
    for (const auto& work : plan->step)
        strides.push_back(std::get<std::uint32_t>(std::get<KernelLaunch>(work).arguments.at(3)));
    EXPECT_THAT(strides, testing::ElementsAre(1U, 2U, 4U, 8U));
}

TEST(Described, EndlessRepeatRulesAreErrors)
{
    const auto with_rule = [](const std::string& from, const std::string& condition, const std::string& next) {
        auto description = small_description();
        launch_of(description).repeat = DescribedRepeat { "s", expression(from), expression(condition), expression(next) };
        return refusal(std::move(description));
    };
    EXPECT_APPROVED(with_rule("1", "s < n", "s"));
    EXPECT_APPROVED(with_rule("1", "s > 0", "s + 1"));
    EXPECT_APPROVED(with_rule("n", "s < n", "s + 1"));
    EXPECT_APPROVED(with_rule("1", "s > 0", "s * s * 16"));
}

TEST(Described, ImpossibleSizesAreErrors)
{
    EXPECT_APPROVED(refusal(small_description(), "2^38"));
    auto description = small_description();
    launch_of(description).grid = { expression("n - 8") };
    EXPECT_APPROVED(refusal(std::move(description)));
    description = small_description();
    launch_of(description).block = { expression("512"), expression("4") };
    EXPECT_APPROVED(refusal(std::move(description)));
    description = small_description();
    launch_of(description).shared = expression("1 << 20");
    EXPECT_APPROVED(refusal(std::move(description)));
    description = small_description();
    launch_of(description).arguments.back() = DescribedScalar { ptx::Type::u8, expression("n * 100") };
    EXPECT_APPROVED(refusal(std::move(description)));
    description = small_description();
    description.buffers[0].contents = "noise";
    EXPECT_APPROVED(refusal(std::move(description)));
}

CheckOutcome checked(const Described& problem, const std::vector<std::int32_t>& y)
{
    const auto settings = settings_of(problem, "4");
    const auto plan = problem.check_plan(kVariant, settings);
    EXPECT_TRUE(plan.ok());
    return problem.check(*plan, settings, { plan->buffers[0].initial.copy(), bytes_of(y) });
}

TEST(Described, AResultIsComparedWithAnExpression)
{
    const Described problem { small_description() };
    const auto right = checked(problem, { 0, 6, 12, 18 });
    EXPECT_TRUE(right.passed);
    EXPECT_EQ(right.sentence, "4 elements of y, exact");
    const auto wrong = checked(problem, { 0, 6, 13, 17 });
    EXPECT_FALSE(wrong.passed);
    EXPECT_EQ(wrong.sentence, "2 of 4 elements of y differ: element 2 is 13, not 12");
    EXPECT_FALSE(right.first);
    ASSERT_TRUE(wrong.first);
    EXPECT_EQ(wrong.first->words(), "y[2] is 13, expected 12; 2 of 4 elements differ");
}

TEST(Described, ADeviationWithinTheToleranceIsReported)
{
    auto description = small_description();
    description.variants.at("v").check.absolute = 1;
    description.variants.at("v").check.relative = 0.1;
    const Described problem { std::move(description) };
    const auto near = checked(problem, { 0, 7, 14, 18 });
    EXPECT_TRUE(near.passed);
    EXPECT_EQ(near.sentence, "4 elements of y, largest deviation 2 (element 2), allowed 1 + 0.1 * |expected|");
    EXPECT_FALSE(checked(problem, { 0, 8, 12, 18 }).passed);
}

TEST(Described, AReferenceRunsOnCopiesOfTheBuffers)
{
    auto description = small_description();
    auto& check = description.variants.at("v").check;
    check.expected.reset();
    check.reference = description.variants.at("v").launches;
    check.reference.front().kernel = "plain";
    check.count = expression("n - 1");
    const Described problem { std::move(description) };
    const auto settings = settings_of(problem, "4");
    const auto plan = problem.check_plan(kVariant, settings);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_EQ(plan->buffers.size(), 4U);
    EXPECT_EQ(plan->buffers[2].name, "x (reference)");
    ASSERT_EQ(plan->step.size(), 2U);
    const auto& reference = std::get<KernelLaunch>(plan->step[1]);
    EXPECT_EQ(reference.kernel, "plain");
    EXPECT_EQ(std::get<BufferArgument>(reference.arguments[1]).buffer, 3U);
    EXPECT_EQ(plan->recorded_work, 0U);
    const auto x = plan->buffers[0].initial.copy();
    const auto outcome = problem.check(*plan, settings, { x, bytes_of({ 1, 2, 3, 9 }), x, bytes_of({ 1, 2, 3, 4 }) });
    EXPECT_TRUE(outcome.passed) << "the last element is not compared";
    EXPECT_EQ(outcome.sentence, "3 elements of y, exact");
}

TEST(Described, AnImpossibleCheckIsAnError)
{
    auto description = small_description();
    description.variants.at("v").check.expected = expression("x[n + 1]");
    const Described problem { std::move(description) };
    const auto tried = problem.try_check(kVariant, settings_of(problem, "4"));
    ASSERT_FALSE(tried.ok());
    EXPECT_APPROVED(tried.error().message);
}

TEST(Described, AnOutlineNeedsNoContents)
{
    const Described problem { small_description() };
    const auto outline = problem.outline(kVariant, settings_of(problem, "2^28"));
    ASSERT_TRUE(outline.ok()) << outline.error().message;
    EXPECT_TRUE(outline->buffers[0].initial.empty());
}

// x is 0, 3, 6, ...; y is compared with `after`.
Described compared_memory(const std::string& after, double absolute = 0.0)
{
    auto description = small_description();
    auto& check = description.variants.at("v").check;
    check.expected.reset();
    check.memory = DescribedContents { { 1, after } };
    check.absolute = absolute;
    return Described { std::move(description) };
}

TEST(Described, ComparesAllMemory)
{
    const auto problem = compared_memory("list:1,2,3,4,5,6,7,8", 10.0);
    const auto settings = settings_of(problem, "8");
    EXPECT_TRUE(problem.has_one_size(kVariant));
    const auto plan = problem.check_plan(kVariant, settings);
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    const auto x = bytes_of({ 0, 3, 6, 9, 12, 15, 18, 21 });
    const auto equal = problem.check(*plan, settings, { x, bytes_of({ 1, 2, 3, 4, 5, 6, 7, 8 }) });
    EXPECT_TRUE(equal.passed);
    EXPECT_APPROVED(equal.sentence);
    // The tolerance is for floating-point numbers.
    const auto wrong = problem.check(*plan, settings, { x, bytes_of({ 1, 2, 3, 4, 5, 6, 7, 9 }) });
    EXPECT_FALSE(wrong.passed);
    EXPECT_APPROVED(wrong.sentence);
    // The kernel must not change x.
    auto changed = x;
    changed[0] = std::byte { 1 };
    const auto overwritten = problem.check(*plan, settings, { changed, bytes_of({ 1, 2, 3, 4, 5, 6, 7, 8 }) });
    EXPECT_FALSE(overwritten.passed);
    EXPECT_EQ(overwritten.first->buffer, "x");
}

TEST(Described, ContentsMayDependOnTheVariant)
{
    auto description = small_description();
    description.variants.at("v").contents = { { 0, "ones" } };
    const Described problem { std::move(description) };
    const auto plan = problem.plan(kVariant, settings_of(problem, "8"));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    EXPECT_EQ(plan->buffers[0].initial.copy(), bytes_of(std::vector<std::int32_t>(8, 1)));
}

} // namespace
} // namespace warpstage::problem

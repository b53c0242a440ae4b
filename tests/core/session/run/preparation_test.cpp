// Input that takes long to create is created in the background.
#include "core/session/run/preparation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace warpstage::session {
namespace {

// Its input is available when `gate` is open.
class Slow final : public problem::Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "slow"; }
    [[nodiscard]] const std::vector<problem::Parameter>& parameters() const override
    {
        static const std::vector<problem::Parameter> parameters { { .id = "n", .minimum = 1, .maximum = 9, .initial = "1" } };
        return parameters;
    }
    [[nodiscard]] Result<void> accepts(const problem::Variant& /*variant*/) const override { return {}; }
    [[nodiscard]] std::vector<std::string> kernels(const problem::Variant& /*variant*/) const override { return {}; }
    [[nodiscard]] Result<problem::Plan> plan(
        const problem::Variant& /*variant*/, const problem::Settings& settings) const override
    {
        gate.wait(false);
        ++made;
        last_made = settings.integer("n");
        return problem::Plan {};
    }
    [[nodiscard]] std::uint32_t check_steps() const override { return 1; }
    [[nodiscard]] problem::CheckOutcome check(const problem::Plan& /*plan*/, const problem::Settings& /*settings*/,
        const std::vector<std::vector<std::byte>>& /*contents*/) const override
    {
        return {};
    }

    mutable std::atomic<bool> gate = false;
    mutable std::atomic<int> made = 0;
    mutable std::atomic<std::int64_t> last_made = 0;
};

struct SlowLesson {
    SlowLesson()
    {
        auto made = std::make_shared<lesson::Lesson>();
        auto owned = std::make_unique<Slow>();
        problem = owned.get();
        made->problem = std::move(owned);
        made->variants.emplace_back();
        lesson = std::move(made);
    }

    [[nodiscard]] Preparation::Wanted of_size(std::string_view n) const
    {
        auto settings = problem::Settings::initial(problem->parameters());
        EXPECT_TRUE(settings.set(problem->parameters(), "n", n).ok());
        return { lesson, 0, settings };
    }

    std::shared_ptr<const lesson::Lesson> lesson;
    Slow* problem = nullptr;
};

TEST(Preparation, LargePlansAreCreatedInTheBackground)
{
    const SlowLesson slow;
    Preparation preparation;
    EXPECT_FALSE(preparation.running());
    EXPECT_FALSE(preparation.ready(slow.of_size("2")));
    EXPECT_TRUE(preparation.running());
    EXPECT_FALSE(preparation.ready(slow.of_size("2")));
    EXPECT_EQ(slow.problem->made, 0);
    const auto began = std::chrono::steady_clock::now();
    for (int frame = 0; frame < 100; ++frame)
        EXPECT_FALSE(preparation.ready(slow.of_size("2")));
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5)) << "only the first frame waits";
    slow.problem->gate = true;
    slow.problem->gate.notify_all();
    while (!preparation.ready(slow.of_size("2")))
        std::this_thread::yield();
    EXPECT_FALSE(preparation.running());
    EXPECT_EQ(slow.problem->last_made, 2);
    EXPECT_TRUE(preparation.ready(slow.of_size("2")));
    EXPECT_EQ(slow.problem->made, 1);
}

TEST(Preparation, ALaterRequestReplacesAnEarlierOne)
{
    const SlowLesson slow;
    Preparation preparation;
    EXPECT_FALSE(preparation.ready(slow.of_size("2")));
    EXPECT_FALSE(preparation.ready(slow.of_size("3"))); // the first plan must be finished before
    slow.problem->gate = true;
    slow.problem->gate.notify_all();
    while (!preparation.ready(slow.of_size("3")))
        std::this_thread::yield();
    EXPECT_EQ(slow.problem->last_made, 3);
    EXPECT_EQ(slow.problem->made, 2);
}

TEST(Preparation, PlansCreatedAheadDelayNoFrame)
{
    const SlowLesson slow;
    Preparation preparation;
    EXPECT_FALSE(preparation.ready_ahead(slow.of_size("2"), Urgency::usual));
    EXPECT_TRUE(preparation.running());
    slow.problem->gate = true;
    slow.problem->gate.notify_all();
    preparation.wait();
    EXPECT_TRUE(preparation.ready_ahead(slow.of_size("2"), Urgency::usual));
    EXPECT_EQ(slow.problem->made, 1);
}

TEST(Preparation, TheCreatedPlanIsUsed)
{
    const SlowLesson slow;
    slow.problem->gate = true;
    Preparation preparation;
    while (!preparation.ready(slow.of_size("2")))
        std::this_thread::yield();
    const auto plan = preparation.plan(slow.of_size("2"));
    ASSERT_TRUE(plan);
    EXPECT_EQ(preparation.plan(slow.of_size("2")).value(), plan.value());
    EXPECT_EQ(slow.problem->made, 1);

    ASSERT_TRUE(preparation.plan(slow.of_size("3"))); // in between
    EXPECT_EQ(slow.problem->made, 2);
    EXPECT_TRUE(preparation.ready(slow.of_size("2")));
    EXPECT_EQ(slow.problem->made, 2);
}

} // namespace
} // namespace warpstage::session

#include "core/bench/measure_variant.h"
#include "core/engine/vm_engine.h"
#include "core/lesson/catalog.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

namespace warpstage::bench {
namespace {

class MeasureVariant : public testing::Test {
protected:
    void SetUp() override
    {
        const std::array<std::filesystem::path, 1> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        m_catalog = std::make_unique<lesson::Catalog>(lesson::Catalog::load(roots));
        auto lesson = m_catalog->find("reduction");
        ASSERT_TRUE(lesson.ok());
        m_lesson = *lesson;
        m_engine = engine::make_vm_engine();
        ASSERT_TRUE(m_engine->load(m_lesson).ok());
    }

    MeasuredVariant measure(const char* variant, const char* n)
    {
        auto settings = m_lesson->initial_settings();
        EXPECT_TRUE(settings.set(m_lesson->problem->parameters(), "n", n).ok());
        engine::SeriesRequest request;
        request.samples = 3;
        auto line = measure_variant(*m_engine, *m_lesson, *m_lesson->find_variant(variant), settings, request, Checking::checked);
        EXPECT_TRUE(line.ok());
        return *line;
    }

    std::unique_ptr<lesson::Catalog> m_catalog;
    std::shared_ptr<const lesson::Lesson> m_lesson;
    std::unique_ptr<engine::Engine> m_engine;
};

TEST_F(MeasureVariant, OnTheVirtualMachineHasTimesCountsAndACheck)
{
    const auto line = measure("reduce3", "4096");
    EXPECT_EQ(line.lesson, "reduction");
    EXPECT_EQ(line.variant, "reduce3");
    EXPECT_TRUE(line.parameters.starts_with("n=4096 ")) << line.parameters;
    EXPECT_EQ(line.time.samples, 3U);
    EXPECT_LE(line.time.minimum, line.time.median);
    EXPECT_LE(line.time.median, line.time.maximum);
    EXPECT_GT(line.merit, 0.0);
    EXPECT_EQ(line.unit, "B/s");
    EXPECT_EQ(line.correct, true) << line.remark;
    EXPECT_GT(line.lane_instructions, 4096U);
    EXPECT_LE(line.lane_instructions, 32 * line.warp_instructions);
}

TEST_F(MeasureVariant, TheBudgetEndsASeriesAfterOneSample)
{
    auto settings = m_lesson->initial_settings();
    engine::SeriesRequest request;
    request.budget = std::chrono::nanoseconds(0);
    const auto line =
        measure_variant(*m_engine, *m_lesson, *m_lesson->find_variant("reduce1"), settings, request, Checking::unchecked);
    ASSERT_TRUE(line.ok());
    EXPECT_EQ(line->time.samples, 1U);
    EXPECT_FALSE(line->correct.has_value());
}

TEST_F(MeasureVariant, IsComparedWithLimitsAndLaunchTimes)
{
    engine::Limits limits;
    limits.rates[static_cast<std::size_t>(problem::Resource::read_bytes)] = { 4e12, 4e12, 4e12, 1 };
    limits.launch = { std::chrono::hours(1), std::chrono::hours(1), std::chrono::hours(1), 1 };
    auto settings = m_lesson->initial_settings();
    ASSERT_TRUE(settings.set(m_lesson->problem->parameters(), "n", "4096").ok());
    ASSERT_TRUE(settings.set(m_lesson->problem->parameters(), "finish", "kernel").ok());
    engine::SeriesRequest request;
    request.samples = 1;
    const auto line = measure_variant(
        *m_engine, *m_lesson, *m_lesson->find_variant("reduce3"), settings, request, Checking::unchecked, &limits);
    ASSERT_TRUE(line.ok());
    EXPECT_EQ(line->limit, 4e12);
    EXPECT_EQ(line->limit_name, "read");
    EXPECT_TRUE(line->launch_bound);
    EXPECT_EQ(line->problem.find("block="), std::string::npos) << line->problem;
    EXPECT_NE(line->parameters.find("block="), std::string::npos) << line->parameters;
}

TEST_F(MeasureVariant, TheVirtualMachineHasNoLibraryLine)
{
    const auto line = measure_library(*m_engine, *m_lesson, m_lesson->initial_settings(), {}, Checking::checked);
    ASSERT_TRUE(line.ok());
    EXPECT_FALSE(line->has_value());
}

TEST(SpeedUp, IsAgainstTheFirstOfTheSameLessonAndParameters)
{
    BenchResult result;
    for (const auto& [lesson, parameters, milliseconds] :
        { std::tuple { "a", "n=1", 8 }, { "a", "n=1", 2 }, { "a", "n=2", 3 }, { "b", "n=1", 5 } }) {
        MeasuredVariant line;
        line.lesson = lesson;
        line.parameters =
            parameters + std::string { " block=" } + std::to_string(milliseconds); // tunable, so it is the same problem
        line.problem = parameters;
        line.time.median = std::chrono::milliseconds(milliseconds);
        line.time.samples = 1;
        result.variants.push_back(line);
    }
    EXPECT_DOUBLE_EQ(speed_up(result, result.variants[1]), 4.0);
    EXPECT_DOUBLE_EQ(speed_up(result, result.variants[2]), 1.0);
    EXPECT_DOUBLE_EQ(speed_up(result, result.variants[3]), 1.0);
    result.variants[1].time = {};
    EXPECT_DOUBLE_EQ(speed_up(result, result.variants[1]), 0.0);
}

} // namespace
} // namespace warpstage::bench

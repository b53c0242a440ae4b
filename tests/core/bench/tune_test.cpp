#include "core/bench/tune.h"
#include "core/engine/vm_engine.h"
#include "core/lesson/catalog.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

namespace warpstage::bench {
namespace {

using testing::ElementsAre;

class Tune : public testing::Test {
protected:
    void open(const char* lesson, const char* n)
    {
        const std::array<std::filesystem::path, 1> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        const auto found = lesson::Catalog::load(roots).find(lesson);
        ASSERT_TRUE(found.ok());
        m_lesson = *found;
        m_engine = engine::make_vm_engine();
        ASSERT_TRUE(m_engine->load(m_lesson).ok());
        m_settings = m_lesson->initial_settings();
        set("n", n);
        m_request.first.samples = 1;
        m_request.second.samples = 3;
    }

    void set(const char* id, const char* value)
    {
        ASSERT_TRUE(m_settings.set(m_lesson->problem->parameters(), id, value).ok());
        m_said.insert(id);
    }

    Result<TuneResult> run(const char* variant)
    {
        return tune(*m_engine, *m_lesson, *m_lesson->find_variant(variant), m_settings, m_said, m_request);
    }

    std::shared_ptr<const lesson::Lesson> m_lesson;
    std::unique_ptr<engine::Engine> m_engine;
    problem::Settings m_settings;
    std::set<std::string, std::less<>> m_said;
    TuneRequest m_request;
};

TEST_F(Tune, SearchesParametersThatAffectTheVariant)
{
    open("reduction", "4096");
    const auto ids = [&](const char* variant) {
        std::vector<std::string> names;
        for (const auto& parameter : searched_parameters(*m_lesson, *m_lesson->find_variant(variant), m_settings, m_said))
            names.push_back(parameter.id);
        return names;
    };
    EXPECT_THAT(ids("reduce3"), ElementsAre("block"));
    set("block", "128");
    EXPECT_THAT(ids("reduce3"), ElementsAre()) << "said";
}

TEST_F(Tune, MeasuresEveryCombinationChecksTheBestAndSortsThem)
{
    open("transpose", "64");
    std::size_t told = 0;
    m_request.progress = [&](std::size_t tried, std::size_t total) {
        EXPECT_LT(tried, total);
        ++told;
    };
    const auto result = run("padded");
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result->candidates.size(), told);
    ASSERT_GE(result->candidates.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(result->candidates[i].line.correct, true) << result->candidates[i].line.remark;
        EXPECT_EQ(result->candidates[i].line.time.samples, 3U);
    }
    EXPECT_LE(result->candidates[0].line.time.median, result->candidates[1].line.time.median);
    EXPECT_EQ(result->checked_with, "n=64");
    EXPECT_THAT(to_table(*result), testing::StartsWith("block_rows  tile "));

    const auto best = tuned_variant(*result, *m_lesson, *m_lesson->find_variant("padded"), m_engine->description());
    EXPECT_EQ(best.device, "virtual machine");
    EXPECT_EQ(best.size, "2^6");
    EXPECT_EQ(best.values, result->candidates.front().values);
    EXPECT_TRUE(best.note.ends_with("B/s")) << best.note;
}

TEST_F(Tune, SkipsInvalidCombinations)
{
    open("transpose", "32");
    const auto result = run("swizzled"); // requires a tile that is a power of two
    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_GT(result->impossible, 0U);
    for (const auto& one : result->candidates)
        EXPECT_NE(one.values.at("tile"), "48");
}

TEST_F(Tune, ALargeSizeIsVerifiedAtTheCheckSize)
{
    open("reduction", "1000000");
    auto usual = m_lesson->initial_settings();
    const auto result = run("reduce3");
    ASSERT_TRUE(result.ok()) << result.error().message;
    const auto checked = std::min<std::int64_t>(1000000, usual.integer("n"));
    EXPECT_EQ(result->checked_with, checked == 1000000 ? std::string { "n=1000000" } : "n=" + usual.text("n"));
}

TEST_F(Tune, NothingToSearchIsReported)
{
    open("reduction", "4096");
    EXPECT_APPROVED(run("sequential").error().message);
    m_said.clear();
    EXPECT_APPROVED(run("sequential").error().message);
}

TEST_F(Tune, TooManyCombinationsAreReported)
{
    open("transpose", "64");
    m_request.most = 2;
    EXPECT_APPROVED(run("padded").error().message);
}

} // namespace
} // namespace warpstage::bench

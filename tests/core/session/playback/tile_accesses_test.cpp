// The tile of the recorded block in the shipped transpositions.
#include "core/analysis/recording/tile_accesses.h"
#include "core/session/session.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace warpstage::session {
namespace {

using Time = std::chrono::steady_clock::time_point;

class TileAccessPlayback : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& variant, const std::string& parameter, const std::string& value)
    {
        SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        options.variant = variant;
        options.parameters = { { parameter, value } };
        auto created = Session::create(lesson::shipped_lessons(), options);
        ASSERT_TRUE(created) << created.error().message;
        m_session = *std::move(created);
        for (int i = 0; i < 4; ++i) {
            tick();
            m_session->settle();
        }
        tick();
        ASSERT_NE(shown().run->recording, nullptr);
    }

    void tick()
    {
        m_now += std::chrono::milliseconds(1);
        m_session->tick(m_now);
    }

    const Snapshot& at(std::size_t step)
    {
        m_session->submit(SeekPlayback { step });
        tick();
        return shown();
    }

    const Snapshot& shown()
    {
        m_shown = m_session->snapshot();
        return *m_shown;
    }

    std::unique_ptr<Session> m_session;
    std::shared_ptr<const Snapshot> m_shown;
    Time m_now { std::chrono::hours(1) };
};

using Places = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Places places_of(const MatrixTouch& touch)
{
    Places places;
    for (const auto* list : { &touch.before, &touch.now })
        for (const auto& place : *list)
            places.emplace(place.row, place.column);
    return places;
}

TEST_F(TileAccessPlayback, ATransposedTileIsTheTransposeOfTheTile)
{
    open("transpose", "padded", "n", "128");
    const auto& end = at(~std::size_t { 0 });
    ASSERT_NE(end.playback->run.tile_accesses, nullptr);
    ASSERT_EQ(end.playback->run.tile_accesses->touched.size(), 2U) << "the operands, and the result last";
    const auto& read = end.playback->run.tile_accesses->touched[0];
    const auto& written = end.playback->run.tile_accesses->touched[1];
    EXPECT_EQ(read.name, "in");
    EXPECT_EQ(written.name, end.scene->matrix->name);
    Places turned;
    for (const auto& [row, column] : places_of(read))
        turned.emplace(column, row);
    EXPECT_EQ(turned.size(), 32U * 32U);
    EXPECT_EQ(places_of(written), turned);
    EXPECT_EQ(written.last.row - written.first.row, 31U);
    EXPECT_EQ(written.last.column - written.first.column, 31U);
}

TEST_F(TileAccessPlayback, BackwardReversesForward)
{
    open("transpose", "naive", "n", "128");
    const auto early = places_of(at(40).playback->run.tile_accesses->touched[0]);
    const auto late = places_of(at(~std::size_t { 0 }).playback->run.tile_accesses->touched[0]);
    EXPECT_LT(early.size(), late.size());
    EXPECT_EQ(places_of(at(40).playback->run.tile_accesses->touched[0]), early);
}

TEST_F(TileAccessPlayback, PlaysAutomaticallyUntilThePresenterControlsIt)
{
    open("transpose", "tiled", "n", "128");
    EXPECT_FALSE(shown().playback->run.view.controlled);
    ASSERT_TRUE(shown().playback->run.view.step);
    ASSERT_NE(shown().playback->run.tile_accesses, nullptr);
    EXPECT_EQ(shown().playback->run.tile_accesses->step, *shown().playback->run.view.step);
    EXPECT_EQ(shown().scene->matrix->sources.size(), 1U);
}

TEST_F(TileAccessPlayback, AProductReadsTwoMatrices)
{
    open("matmul", "global", "n", "64");
    ASSERT_EQ(shown().scene->matrix->sources.size(), 2U);
    EXPECT_EQ(shown().scene->matrix->sources[0]->name, "a");
    EXPECT_EQ(shown().scene->matrix->sources[1]->name, "b");
    EXPECT_EQ(at(~std::size_t { 0 }).playback->run.tile_accesses->touched.size(), 3U);
}

TEST_F(TileAccessPlayback, BothVariantsArePlayedTogether)
{
    open("transpose", "tiled", "n", "128");
    m_session->submit(SelectCompared { Direction::next });
    for (int i = 0; i < 4; ++i) {
        tick();
        m_session->settle();
    }
    tick();
    ASSERT_TRUE(shown().playback->compared);
    ASSERT_NE(shown().playback->compared->tile_accesses, nullptr);
    EXPECT_NE(shown().playback->compared->tile_accesses, shown().playback->run.tile_accesses);
}

TEST(SourcesOf, EachIsASeparateScene)
{
    problem::MatrixScene scene { .matrix = 2, .rows = 4, .columns = 5, .highest = 7.0F };
    EXPECT_TRUE(analysis::sources_of(scene).empty());
    scene.sources = { { 1, 8, 9 } };
    const auto sources = analysis::sources_of(scene);
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(sources[0].matrix, 1U);
    EXPECT_EQ(sources[0].rows, 8U);
    EXPECT_EQ(sources[0].columns, 9U);
    EXPECT_EQ(sources[0].highest, 7.0F);
    EXPECT_TRUE(sources[0].sources.empty());
}

} // namespace
} // namespace warpstage::session

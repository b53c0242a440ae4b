#include "core/analysis/recording/heat_map.h"
#include "core/session/session.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

analysis::HeatRequest request_of(const std::string& lesson_id, const std::string& variant, const std::string& n)
{
    const auto catalog = lesson::shipped_lessons();
    const auto lesson = *catalog->find(lesson_id);
    auto settings = lesson->initial_settings();
    EXPECT_TRUE(settings.set(lesson->problem->parameters(), "n", n));
    auto plan = lesson->problem->plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan);
    analysis::HeatRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.plan = std::make_shared<const problem::Plan>(std::move(*plan));
    request.work = request.plan->recorded_work;
    request.traits = &arch::traits_of({ 9, 0 });
    return request;
}

TEST(HeatMap, EveryWarpOfEveryBlockIsCounted)
{
    std::size_t grown = 0;
    const auto map = analysis::map_heat(request_of("transpose", "naive", "128"), {}, [&](const HeatMap&) { ++grown; });
    EXPECT_EQ(map.refusal, "");
    EXPECT_FALSE(map.running);
    EXPECT_EQ(map.blocks_seen, map.grid.count());
    EXPECT_EQ(grown, map.grid.count() - 1) << "reported after each block";
    ASSERT_EQ(map.cells.size(), map.grid.count() * map.warps);
    for (const HeatCell& cell : map.cells) {
        EXPECT_GT(cell.instructions, 0U);
        EXPECT_GT(cell.sectors_excess, 0U) << "writes a column";
        EXPECT_EQ(cell.wavefronts_excess, 0U) << "no shared memory";
    }
}

TEST(HeatMap, BankConflictsAreThoseOfTheTile)
{
    const auto excess = [](const std::string& variant) {
        std::uint64_t sum = 0;
        for (const HeatCell& cell : analysis::map_heat(request_of("transpose", variant, "128")).cells)
            sum += cell.wavefronts_excess;
        return sum;
    };
    EXPECT_GT(excess("tiled"), 0U);
    EXPECT_EQ(excess("padded"), 0U);
}

TEST(HeatMap, TheLongestAndTheShortestBlockAreCompared)
{
    const auto even = analysis::map_heat(request_of("transpose", "naive", "128"));
    ASSERT_TRUE(even.contrast);
    EXPECT_FALSE(even.contrast->is_imbalanced());
    // With 100 rows the last tiles are partly outside.
    const auto map = analysis::map_heat(request_of("transpose", "naive", "100"));
    ASSERT_TRUE(map.contrast);
    const auto longest_warp = [&](std::uint64_t block) {
        std::uint64_t most = 0;
        for (std::uint32_t warp = 0; warp < map.warps; ++warp)
            most = std::max(most, map.cells[block * map.warps + warp].instructions);
        return most;
    };
    const auto& [longest, shortest, line] = *map.contrast;
    EXPECT_EQ(longest.instructions, longest_warp(longest.block));
    EXPECT_EQ(shortest.instructions, longest_warp(shortest.block));
    for (std::uint64_t block = 0; block < map.grid.count(); ++block) {
        EXPECT_LE(longest_warp(block), longest.instructions);
        EXPECT_GE(longest_warp(block), shortest.instructions);
    }
    EXPECT_TRUE(map.contrast->is_imbalanced());
    EXPECT_NE(line, 0U);
    EXPECT_GT(longest.at_line, shortest.at_line);
}

TEST(HeatMap, AChosenBlockIsRecordedInsteadOfTheMiddleOne)
{
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "reduction";
    options.variant = "reduce3";
    options.parameters = { { "n", "4096" } };
    auto created = Session::create(lesson::shipped_lessons(), options);
    ASSERT_TRUE(created);
    auto& session = **created;
    auto now = std::chrono::steady_clock::time_point { std::chrono::hours(1) };
    const auto settle = [&] {
        for (int i = 0; i < 4; ++i) {
            now += std::chrono::milliseconds(1);
            session.tick(now);
            session.settle();
        }
        session.tick(now);
    };
    settle();
    ASSERT_NE(session.snapshot()->run->recording, nullptr);
    EXPECT_EQ(session.snapshot()->counters->heat, nullptr) << "not requested";
    session.submit(MapKernel {});
    session.submit(SelectBlock { 3, 1 });
    settle();
    EXPECT_EQ(session.snapshot()->run->recording->trace.block, 3U);
    EXPECT_EQ(session.snapshot()->selection->warp, 1U);
    ASSERT_NE(session.snapshot()->counters->heat, nullptr);
    EXPECT_FALSE(session.snapshot()->counters->heat->running);
    EXPECT_EQ(session.snapshot()->counters->waves, nullptr) << "not requested";
    session.submit(FindWaves {});
    settle();
    ASSERT_NE(session.snapshot()->counters->waves, nullptr);
    EXPECT_FALSE(session.snapshot()->counters->waves->running);
    EXPECT_EQ(session.snapshot()->counters->waves->grid.count(), session.snapshot()->counters->heat->grid.count());
    EXPECT_EQ(session.snapshot()->counters->waves->gpu, "H200");
    session.submit(SelectBlock { 1'000'000, 0 });
    settle();
    EXPECT_EQ(session.snapshot()->run->recording->trace.block, session.snapshot()->counters->heat->grid.count() - 1)
        << "the last block";
}

} // namespace
} // namespace warpstage::session

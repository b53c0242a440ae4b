// The selection in a recorded run: an access or a memory cell, and what is selected with it.
#include "core/session/selection/cell.h"
#include "tests/approved.h"
#include "tests/core/session/shipped_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::session {
namespace {

// A trace of single steps of warp 0: each lane of a step accesses the word with the given number.
trace::Trace trace_of(const std::vector<std::vector<std::uint64_t>>& words)
{
    trace::Trace trace;
    for (std::uint32_t pc = 0; pc < words.size(); ++pc) {
        simt::Access access;
        access.space = ptx::StateSpace::shared;
        access.bytes = 4;
        for (unsigned lane = 0; lane < words[pc].size(); ++lane) {
            access.lanes |= LaneMask { 1 } << lane;
            access.addresses.at(lane) = 4 * words[pc][lane];
        }
        trace.accesses.push_back(access);
        trace::StepRecord step;
        step.pc = pc % 2;
        step.access = pc + 1;
        trace.steps.push_back(step);
    }
    return trace;
}

ChosenCell shared_word(std::uint64_t word)
{
    return { {}, word, ptx::StateSpace::shared, 4 * word, 4, 0 };
}

TEST(Cell, IsAccessedByLanesWithOverlappingBytes)
{
    simt::Access access = trace_of({ { 7, 8, 7 } }).accesses.front();
    EXPECT_EQ(lanes_at(access, shared_word(7)), 0b101U);
    EXPECT_EQ(lanes_at(access, shared_word(9)), 0U);
    access.bytes = 8; // of each lane
    EXPECT_EQ(lanes_at(access, shared_word(8)), 0b111U);
    access.space = ptx::StateSpace::global;
    EXPECT_EQ(lanes_at(access, shared_word(8)), 0U) << "of another memory";
}

TEST(Cell, TheNextStepThatAccessesItIsFoundCyclically)
{
    const trace::Trace trace = trace_of({ { 1 }, { 2 }, { 1 }, { 3 } });
    EXPECT_EQ(next_touch(trace, 4, 0, shared_word(1)), 0U);
    EXPECT_EQ(next_touch(trace, 4, 1, shared_word(1)), 2U);
    EXPECT_EQ(next_touch(trace, 4, 3, shared_word(1)), 0U);
    EXPECT_EQ(next_touch(trace, 3, 0, shared_word(3)), std::nullopt) << "beyond the steps that can be shown";
    EXPECT_EQ(next_touch(trace, 4, 0, shared_word(4)), std::nullopt);
    EXPECT_EQ(next_touch({}, 0, 0, shared_word(1)), std::nullopt);
}

TEST(Access, TheNextOneIsFoundFromBeyondTheEnd)
{
    const trace::Trace trace = trace_of({ { 1 }, { 2 }, { 1 }, { 3 } });
    EXPECT_EQ(next_access(trace, 4, 0, 1), 1U);
    EXPECT_EQ(next_access(trace, 4, 2, 1), 3U);
    EXPECT_EQ(next_access(trace, 4, 9000, 1), 1U) << "as after a change to a shorter recording";
    EXPECT_EQ(next_access(trace, 4, 0, 2), std::nullopt);
}

TEST(AccessDeathTest, MoreStepsThanTheTraceHasAborts)
{
    const trace::Trace trace = trace_of({ { 1 }, { 2 } });
    EXPECT_DEATH(static_cast<void>(next_access(trace, 3, 0, 1)), "steps");
}

class Selection : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& variant, const std::string& n)
    {
        m_session = session_for(lesson, variant, n);
        tick(*m_session, 2);
    }
    std::shared_ptr<const Snapshot> after(Command command)
    {
        m_session->submit(std::move(command));
        m_session->tick(std::chrono::steady_clock::now());
        return m_session->snapshot();
    }
    std::size_t index_of(const std::string& variant)
    {
        const auto shown = m_session->snapshot();
        return static_cast<std::size_t>(
            std::ranges::find(shown->setup->variants, variant, &VariantView::id) - shown->setup->variants.begin());
    }

    std::unique_ptr<Session> m_session;
};

// Two commands in one frame, for example a cue that changes variant and access.
TEST_F(Selection, AnAccessIsFoundInTheShownRecording)
{
    open("reduction", "reduce1", "65536");
    const auto brief = m_session->snapshot();
    ASSERT_FALSE(brief->run->accesses.empty());
    const auto pc = brief->run->accesses.back().pc;
    const std::size_t last = brief->run->recording->trace.steps.size() - 1;

    const std::size_t longest = index_of("one_thread");
    m_session->submit(SelectVariant { longest });
    tick(*m_session, 2);
    ASSERT_EQ(m_session->snapshot()->run->recording->variant, "one_thread");
    ASSERT_GT(m_session->snapshot()->run->recording->trace.steps.size(), 2 * last);
    for (const std::size_t from : { ~std::size_t { 0 }, 2 * last }) {
        after(SelectVariant { longest });
        ASSERT_TRUE(after(SeekPlayback { from })->playback->run.view.controlled);
        m_session->submit(SelectVariant { 0 });
        m_session->submit(SelectLine { brief->run->accesses.front().line });
        const auto shown = after(SelectAccess { pc });
        EXPECT_EQ(shown->run->recording->variant, "reduce1");
        EXPECT_FALSE(shown->playback->run.view.controlled) << "another recording restarts";
        ASSERT_TRUE(shown->selection->chosen_access);
        EXPECT_EQ(shown->selection->chosen_access->pc, pc);
        EXPECT_EQ(shown->selection->line, brief->run->accesses.front().line);
    }
}

// All panels show the same warp: its lanes, its request, its step of the run.
TEST_F(Selection, TheWarpIsTheSameForAllPanels)
{
    open("reduction", "reduce1", "65536");
    for (const std::uint32_t warp : { 3U, 0U, 7U }) {
        const auto shown = after(SelectWarp { warp });
        EXPECT_EQ(shown->selection->warp, warp);
        ASSERT_TRUE(shown->selection->chosen_access) << warp;
        EXPECT_EQ(shown->selection->chosen_access->warp, warp);
    }
    for (int i = 0; i < 20; ++i) {
        const auto shown = after(SelectAccess { Direction::next });
        EXPECT_EQ(shown->selection->warp, shown->selection->chosen_access->warp);
    }
    const auto start = after(SeekPlayback { 0 });
    EXPECT_EQ(start->selection->warp, start->playback->run.view.warp);
    for (const std::uint32_t warp : { 5U, 2U }) {
        const auto shown = after(SelectWarp { warp });
        EXPECT_EQ(shown->playback->run.view.warp, warp) << "the playback moves to the warp's next step";
        EXPECT_EQ(shown->selection->warp, warp);
    }
    for (int i = 0; i < 200; ++i) {
        const auto shown = after(SeekPlayback { Direction::next });
        EXPECT_EQ(shown->selection->warp, shown->playback->run.view.warp);
        if (shown->selection->chosen_access) {
            EXPECT_EQ(shown->selection->chosen_access->warp, shown->selection->warp);
        }
    }
}

TEST_F(Selection, OfACellIsThatOfTheStepThatAccessesIt)
{
    open("reduction", "reduce3", "4096");
    const auto shown = after(SelectCell { {}, 5 });
    ASSERT_TRUE(shown->selection->cell);
    ASSERT_TRUE(shown->playback->run.view.controlled);
    ASSERT_TRUE(shown->playback->run.view.step);
    const auto& trace = shown->run->recording->trace;
    const auto& step = trace.steps[*shown->playback->run.view.step];
    ASSERT_NE(trace.access_of(step), nullptr);
    EXPECT_NE(shown->selection->cell->lanes, 0U);
    EXPECT_EQ(shown->selection->cell->lanes, lanes_at(*trace.access_of(step), shared_word(5)));
    EXPECT_EQ(shown->selection->warp, step.warp);
    EXPECT_EQ(shown->selection->line, shown->playback->run.view.line);
    ASSERT_TRUE(shown->selection->chosen_access);
    EXPECT_EQ(shown->selection->chosen_access->pc, step.pc);
    EXPECT_EQ(shown->selection->chosen_access->step, *shown->playback->run.view.step);

    const auto next = after(SelectCell { {}, 5 });
    EXPECT_GT(*next->playback->run.view.step, *shown->playback->run.view.step)
        << "the same cell again: the next step that accesses it";
    EXPECT_NE(next->selection->cell->lanes, 0U);

    ASSERT_NE(next->selection->history, nullptr);
    const auto& history = next->selection->history->accesses;
    ASSERT_GE(history.size(), 3U) << "stored, then read and written in an iteration";
    EXPECT_EQ(history[0].kind, simt::AccessKind::store);
    EXPECT_FALSE(history[0].order);
    EXPECT_TRUE(std::ranges::any_of(history, [](const analysis::WordAccess& access) {
        return access.order && access.order->by.starts_with("__syncthreads(), line ");
    }));
    EXPECT_TRUE(std::ranges::none_of(history, [](const analysis::WordAccess& access) {
        return access.order && access.order->by.empty();
    })) << "a sequential reduction has no race";
    EXPECT_EQ(after(ForgetCell {})->selection->history, nullptr);

    EXPECT_FALSE(after(SelectLane { 3 })->selection->cell) << "one lane instead of those at the cell";
    EXPECT_FALSE(after(SelectCell { {}, 1U << 20U })->selection->cell) << "no such step";
    EXPECT_FALSE(after(SelectCell { "unknown", 0 })->selection->cell);
}

TEST_F(Selection, ACellThatIsNotAccessedIsReported)
{
    open("transpose", "padded", "64");
    // The padding: the last column of the tile.
    const auto shown = after(SelectCell { {}, 32 });
    ASSERT_TRUE(shown->selection->cell);
    EXPECT_EQ(shown->selection->cell->lanes, 0U);
    ASSERT_FALSE(shown->notices->empty());
    EXPECT_APPROVED(shown->notices->back().text);
}

TEST_F(Selection, AnElementOfAMatrixIsFoundInItsBuffer)
{
    open("transpose", "tiled", "64");
    const auto matrix = m_session->snapshot()->scene->matrix;
    ASSERT_NE(matrix, nullptr);
    ASSERT_FALSE(matrix->sources.empty());
    const auto& place = m_session->snapshot()->playback->run.tile_accesses->touched.front();
    const std::uint64_t element = place.first.row * matrix->sources.front()->columns + place.first.column + 3;
    const auto read = after(SelectCell { matrix->sources.front()->name, element });
    ASSERT_TRUE(read->selection->cell && read->selection->chosen_access);
    EXPECT_EQ(read->selection->cell->lanes, LaneMask { 1 } << 3U) << "the fourth lane of the tile's first row";
    EXPECT_EQ(read->selection->chosen_access->access.space, ptx::StateSpace::global);
    EXPECT_EQ(read->selection->chosen_access->access.kind, simt::AccessKind::load);
    EXPECT_EQ(read->selection->line, read->selection->chosen_access->line);
    EXPECT_FALSE(after(SelectVariant { 0 })->selection->cell) << "it belongs to another variant";
}

} // namespace
} // namespace warpstage::session

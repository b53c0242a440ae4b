// A presenter's session, its published state, and a session that follows it.
#include "core/session/link/follower.h"
#include "tests/approved.h"
#include "tests/core/session/shipped_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using Clock = std::chrono::steady_clock;

class Following : public ::testing::Test {
protected:
    void present(const std::vector<Command>& commands)
    {
        for (const Command& command : commands) {
            m_presenter->submit(command);
            tick(*m_presenter, 2);
        }
    }
    // As over a network: the text of the presenter's state is read again. Returns the obstacle.
    std::string follow()
    {
        const auto published = parse_published_link(to_text(PublishedLink { "p", 1, {}, link_of(*m_presenter->snapshot()) }));
        EXPECT_TRUE(published) << published.error().message;
        return go(published->link, Follower::Unlisted::initial);
    }
    std::string go(Link link, Follower::Unlisted unlisted, std::shared_ptr<const lesson::Lesson> kernels = {})
    {
        Follower follower;
        follower.aim(std::move(link), unlisted, std::move(kernels));
        auto now = Clock::now();
        m_commands = 0;
        for (int frame = 0; frame < 200 && !follower.arrived(); ++frame, now += std::chrono::milliseconds(100)) {
            for (Command& command : follower.next(*m_page->snapshot(), now)) {
                m_page->submit(std::move(command));
                ++m_commands;
            }
            m_page->tick(now);
            m_page->settle();
            m_page->tick(now);
        }
        EXPECT_TRUE(follower.arrived());
        return follower.take_obstacle();
    }
    void expect_same() { EXPECT_EQ(to_text(link_of(*m_page->snapshot())), to_text(link_of(*m_presenter->snapshot()))); }
    [[nodiscard]] const Snapshot& page() const { return *m_page->snapshot(); }

    std::unique_ptr<Session> m_presenter = session_for("transpose", "naive", "1024");
    std::unique_ptr<Session> m_page = session_for("reduction", "", "2^16");
    int m_commands = 0; // of the last go()
};

TEST_F(Following, ALateFollowerShowsLessonVariantParametersAndArchitecture)
{
    present({ SelectVariant { 2 }, SetParameter { "n", "512" }, SelectArchitecture { "GTX280" }, TogglePause {} });
    EXPECT_EQ(follow(), "");
    EXPECT_EQ(page().setup->lesson->id, "transpose");
    EXPECT_EQ(page().setup->variant, 2U);
    EXPECT_EQ(page().run->architecture, "GeForce GTX 280 (CC 1.3)");
    EXPECT_FALSE(page().timing->playing);
    expect_same();
    EXPECT_EQ(follow(), "");
    EXPECT_EQ(m_commands, 0) << "nothing changes what is shown already";
}

TEST_F(Following, WhatTheUserDidJustBeforeReturningIsTakenBack)
{
    EXPECT_EQ(follow(), "");
    for (const int frames : { 0, 1, 2 }) {
        SCOPED_TRACE(frames);
        Follower follower;
        follower.aim(link_of(*m_presenter->snapshot()), Follower::Unlisted::initial);
        auto now = Clock::now();
        for (int frame = 0; frame < 40; ++frame, now += std::chrono::milliseconds(100)) {
            if (frame == frames)
                m_page->submit(SelectVariant { 2 });
            for (Command& command : follower.next(*m_page->snapshot(), now))
                m_page->submit(std::move(command));
            m_page->tick(now);
            m_page->settle();
        }
        EXPECT_TRUE(follower.arrived());
        EXPECT_EQ(page().setup->variant, m_presenter->snapshot()->setup->variant);
    }
}

TEST_F(Following, AQuestionStaysHiddenUntilThePresenterRevealsIt)
{
    const auto& cues = m_presenter->snapshot()->setup->lesson->cues;
    const auto asks = std::ranges::find_if(cues, [](const lesson::Cue& cue) { return !cue.question.empty(); });
    ASSERT_NE(asks, cues.end());
    const auto index = static_cast<std::size_t>(asks - cues.begin());

    present({ CueStep { Direction::next, index } });
    EXPECT_EQ(follow(), "");
    EXPECT_EQ(page().cue->index, index);
    EXPECT_EQ(page().cue->numbers, CueNumbers::hidden);
    present({ CueStep {} });
    EXPECT_EQ(follow(), "");
    EXPECT_EQ(page().cue->index, index);
    EXPECT_EQ(page().cue->numbers, CueNumbers::shown);
    expect_same();
    present({ CueStep { Direction::next, index } });
    EXPECT_EQ(follow(), "");
    EXPECT_EQ(page().cue->numbers, CueNumbers::hidden) << "asked again";
    present({ SelectLesson { "transpose" } });
    EXPECT_EQ(follow(), "");
    EXPECT_FALSE(page().cue->index);
}

TEST_F(Following, EveryCueOfALessonIsReachedForwardAndBack)
{
    const auto count = m_presenter->snapshot()->setup->lesson->cues.size();
    ASSERT_GT(count, 3U);
    for (std::size_t i = 0; i < 2 * count; ++i) {
        present({ CueStep { Direction::next, i < count ? i : 2 * count - 1 - i }, CueStep { Direction::next } });
        EXPECT_EQ(follow(), "");
        EXPECT_EQ(page().cue->index, m_presenter->snapshot()->cue->index);
        expect_same();
    }
}

TEST_F(Following, TheSelectionInTheRecordedRunIsTheSame)
{
    present({ SelectVariant { 2 }, SelectBlock { 5, 0 }, SelectWarp { 1 }, SelectLane { 9 }, SeekPlayback { 40 } });
    EXPECT_EQ(follow(), "");
    const auto expected = link_of(*m_presenter->snapshot()).selection;
    EXPECT_EQ(expected.block, 5U);
    EXPECT_EQ(expected.step, 40U);
    EXPECT_EQ(link_of(page()).selection.block, expected.block);
    EXPECT_EQ(link_of(page()).selection.step, expected.step);
    EXPECT_EQ(page().selection->lane, 9U);
    present({ SeekPlayback { 41 }, SelectLane { 9 } });
    EXPECT_EQ(follow(), "");
    EXPECT_EQ(page().playback->run.view.step, 41U);
    EXPECT_FALSE(page().selection->lane);
}

TEST_F(Following, EditedKernelsReplaceThoseOfTheLessonAndTheLessonsReplaceThem)
{
    const auto installed = *lesson::shipped_lessons()->find("transpose");
    auto edited = std::make_shared<lesson::Lesson>(*installed);
    edited->source_lines.front() = "// edited";
    edited->origin.edited = true;
    present({ ReplaceKernels { edited }, SelectVariant { 2 }, SetParameter { "n", "512" } });
    const auto link = link_of(*m_presenter->snapshot());
    EXPECT_TRUE(link.edited);
    EXPECT_EQ(go(link, Follower::Unlisted::initial, edited), "");
    EXPECT_EQ(page().setup->lesson->source_lines.front(), "// edited");
    EXPECT_EQ(page().setup->variant, 2U);
    expect_same();
    EXPECT_EQ(go(link, Follower::Unlisted::initial, edited), "");
    EXPECT_EQ(m_commands, 0);
    present({ ReplaceKernels { installed } });
    EXPECT_EQ(go(link_of(*m_presenter->snapshot()), Follower::Unlisted::initial, installed), "");
    EXPECT_EQ(page().setup->lesson, installed);
    expect_same();
}

TEST_F(Following, ALinkLeavesWhatItDoesNotName)
{
    m_page->submit(SetParameter { "n", "2^14" });
    tick(*m_page, 2);
    EXPECT_EQ(go(*parse_link("lesson=reduction&arch=GTX280"), Follower::Unlisted::unchanged), "");
    EXPECT_EQ(page().setup->parameters.front().value, "2^14");
    EXPECT_EQ(page().run->architecture, "GeForce GTX 280 (CC 1.3)");
    EXPECT_EQ(go(*parse_link("cue=2"), Follower::Unlisted::unchanged), "");
    EXPECT_EQ(page().cue->index, 1U);
}

TEST_F(Following, ALinkAsksForItsLayoutOnce)
{
    EXPECT_EQ(go(*parse_link("layout=(8,64)&layout-access=ldmatrix.x2"), Follower::Unlisted::unchanged), "");
    EXPECT_EQ(page().layout->question.layout, "(8,64)");
    EXPECT_EQ(page().layout->links, 1U);
    ASSERT_NE(page().layout->refusal, "") << "columns are contiguous";
    analysis::LayoutQuestion own = page().layout->question;
    own.layout = "(8,64):(64,1)";
    m_page->submit(AskLayout { own });
    tick(*m_page, 2);
    EXPECT_NE(page().layout->answer, nullptr);
    m_page->submit(SelectArchitecture { "GTX280" });
    tick(*m_page, 2);
    EXPECT_EQ(page().layout->question, own);
    EXPECT_EQ(page().layout->architecture.gpu->name, "GeForce GTX 280");
    EXPECT_EQ(page().layout->links, 1U);
}

TEST_F(Following, WhatAPageCannotShowIsSaidAndChangesNothingElse)
{
    const auto obstacle = [&](std::string_view text) {
        return go(*parse_link(text), Follower::Unlisted::unchanged);
    };
    EXPECT_APPROVED(obstacle("lesson=own-one&cue=3"));
    EXPECT_APPROVED(obstacle("variant=x"));
    EXPECT_APPROVED(obstacle("set=bodies=3"));
    EXPECT_APPROVED(obstacle("cue=200"));
    EXPECT_THAT(obstacle("arch=%3Cb%3E"), ::testing::HasSubstr("<b>"));
    EXPECT_APPROVED(obstacle("kernels=edited"));
    EXPECT_APPROVED(obstacle("set=n=2^28"));
    EXPECT_EQ(obstacle("warp=4000000&access=4294967295&lane=99&line=4000000000&step=99999999999&block=1&width=7"), "");
    EXPECT_EQ(page().setup->lesson->id, "reduction");
    EXPECT_EQ(page().setup->parameters.front().value, "2^16");
    EXPECT_EQ(page().run->warp_width, 32U);
}

TEST(Budget, EveryInitialValueIsAllowedAndHugeSizesAreNot)
{
    for (const auto& lesson : lesson::shipped_lessons()->lessons()) {
        const auto initial = lesson->initial_settings(EngineKind::vm);
        for (const auto& parameter : lesson->problem->parameters()) {
            EXPECT_FALSE(is_beyond_budget(*lesson, parameter.id, initial.text(parameter.id))) << lesson->id << parameter.id;
            EXPECT_FALSE(is_beyond_budget(*lesson, parameter.id, "no number")) << lesson->id << parameter.id;
        }
        for (const auto& cue : lesson->cues)
            for (const auto& [id, value] : cue.parameters)
                EXPECT_FALSE(is_beyond_budget(*lesson, id, value)) << lesson->id << " " << id << " = " << value;
    }
    const auto transpose = *lesson::shipped_lessons()->find("transpose");
    EXPECT_TRUE(is_beyond_budget(*transpose, "n", "16384"));
    EXPECT_FALSE(is_beyond_budget(*transpose, "n", "2048"));
    EXPECT_FALSE(is_beyond_budget(*transpose, "no-parameter", "16384"));
}

} // namespace
} // namespace warpstage::session

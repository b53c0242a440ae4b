// Parts of the stage that draw nothing, without any window.
#include "app/stage/input/key_table.h"
#include "app/stage/input/parameter_editor.h"
#include "app/stage/present/presentation.h"
#include "app/stage/present/tour.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

StageState state_of(std::shared_ptr<session::Snapshot> snapshot)
{
    return { std::move(snapshot), OverlayView(views::Display::panels, key_words()), {} };
}

class Editing : public testing::Test {
protected:
    void SetUp() override
    {
        session::ParameterView count;
        count.id = "n";
        count.label = "elements";
        count.value = "64";
        session::ParameterView pattern;
        pattern.id = "pattern";
        pattern.label = "index";
        pattern.value = "tid";
        pattern.is_text = true;
        m_snapshot->setup.edit().parameters = { count, pattern };
    }
    void type(std::string_view text)
    {
        for (const char c : text)
            m_editor.type(static_cast<char32_t>(c));
    }

    std::shared_ptr<session::Snapshot> m_snapshot = sample_bodies(1);
    StageState m_state = state_of(m_snapshot);
    ParameterEditor m_editor { m_state };
};

TEST_F(Editing, OpensTheTextWhereNothingIsPointedAt)
{
    m_editor.open_at(std::nullopt);
    ASSERT_TRUE(m_editor.is_open());
    EXPECT_EQ(m_state.overlay.editor()->id, "pattern");
    m_editor.close();
    m_editor.open("unknown");
    EXPECT_FALSE(m_editor.is_open());
}

TEST_F(Editing, WhatIsTypedIsSubmittedAndClosesOnceItIsAccepted)
{
    m_editor.open("pattern");
    type("*2");
    m_editor.edit(Key::enter);
    ASSERT_EQ(m_state.commands.size(), 1U);
    EXPECT_EQ(std::get<session::SetParameter>(m_state.commands.front()).value, "tid*2");
    m_editor.follow();
    EXPECT_TRUE(m_editor.is_open()) << "no answer yet";
    m_snapshot->setup.edit().parameters[1].value = "tid*2";
    m_editor.follow();
    EXPECT_FALSE(m_editor.is_open());
}

TEST_F(Editing, WhatIsRefusedStaysOpenWithTheReason)
{
    m_editor.open("pattern");
    type("*");
    m_editor.edit(Key::enter);
    m_snapshot->setup.edit().refused = session::RefusedParameter { "pattern", "tid*", "The formula ends early." };
    m_editor.follow();
    ASSERT_TRUE(m_editor.is_open());
    EXPECT_EQ(m_state.overlay.editor()->refusal, "The formula ends early.");
    m_editor.edit(Key::escape);
    EXPECT_FALSE(m_editor.is_open());
}

TEST_F(Editing, KeysMoveAndErase)
{
    m_editor.open("n");
    m_editor.edit(Key::home);
    m_editor.edit(Key::erase);
    m_editor.edit(Key::end);
    type("8");
    m_editor.edit(Key::left);
    m_editor.edit(Key::backspace);
    EXPECT_EQ(m_state.overlay.editor()->text, "8");
}

class Presenting : public testing::Test {
protected:
    void TearDown() override { fs::remove_all(m_options.settings.parent_path()); }

    StageOptions m_options = [] {
        StageOptions options;
        options.settings = fs::temp_directory_path() / ("warpstage-presenting-" + std::to_string(::getpid())) / "stage.txt";
        return options;
    }();
    StageState m_state = state_of(nullptr);
};

TEST_F(Presenting, EachChangeIsThereAtTheNextStart)
{
    {
        Presentation presentation(m_state, m_options);
        EXPECT_TRUE(m_state.overlay.window().tour) << "the first start";
        presentation.end_tour();
        presentation.next_theme();
        presentation.larger_text();
        presentation.toggle_maximized(views::view_of("lanes"));
    }
    StageState next = state_of(nullptr);
    const Presentation presentation(next, m_options);
    EXPECT_FALSE(next.overlay.window().tour);
    EXPECT_EQ(presentation.settings().theme, draw::Theme::light);
    EXPECT_EQ(presentation.settings().text_size, 1.25F);
    EXPECT_EQ(next.overlay.display(), views::Display::maximized);
    EXPECT_EQ(next.overlay.window().maximized, &views::view_of("lanes"));
}

TEST_F(Presenting, TheTourNoticesWhatEachStepAsksFor)
{
    Presentation presentation(m_state, m_options);
    Tour tour(m_state, presentation);
    const auto snapshot = sample_bodies(1);
    m_state.snapshot = snapshot;
    Tour::Time now;
    const auto follow = [&](std::chrono::milliseconds later) {
        now += later;
        tour.follow(now);
    };
    using std::chrono_literals::operator""ms;
    const std::vector<std::function<void()>> actions {
        [&] { snapshot->setup.edit().variant += 1; },
        [&] { snapshot->selection.edit().warp += 1; },
        [&] { snapshot->run.edit().architecture = "GeForce GTX 280 (CC 1.3)"; },
        [&] {
            auto& view = snapshot->playback.edit().run.view;
            view.controlled = true;
            view.step = 1;
        },
        [&] { snapshot->cue.edit().index = 0; },
    };
    for (std::size_t step = 0; step < actions.size(); ++step) {
        follow(100ms);
        ASSERT_TRUE(m_state.overlay.window().tour) << step;
        EXPECT_EQ(m_state.overlay.window().tour, (views::TourStep { step, false }));
        snapshot->playback.edit().run.view.step = 7; // plays by itself, which nobody has asked for
        EXPECT_FALSE(tour.press(static_cast<Key>('2'))) << "every key does what it always does";
        follow(5000ms);
        EXPECT_EQ(m_state.overlay.window().tour, (views::TourStep { step, false })) << "nothing was done";
        actions[step]();
        follow(100ms);
        EXPECT_EQ(m_state.overlay.window().tour, (views::TourStep { step, true }));
        follow(2000ms);
    }
    follow(100ms);
    EXPECT_FALSE(m_state.overlay.window().tour) << "five steps";
    EXPECT_TRUE(presentation.settings().tour_seen);
}

TEST_F(Presenting, EnterSkipsAStepOfTheTour)
{
    Presentation presentation(m_state, m_options);
    Tour tour(m_state, presentation);
    for (int step = 0; step < 5; ++step) {
        EXPECT_TRUE(m_state.overlay.window().tour) << step;
        EXPECT_TRUE(tour.press(Key::enter));
    }
    EXPECT_FALSE(m_state.overlay.window().tour);
    EXPECT_FALSE(tour.press(Key::enter)) << "it means what it always does";
}

TEST_F(Presenting, FullScreenIsLeftByTheSecondEscape)
{
    Presentation presentation(m_state, m_options);
    EXPECT_FALSE(presentation.escape_again());
    EXPECT_EQ(m_state.overlay.window().message, "Press Esc again to leave full screen.");
    EXPECT_TRUE(presentation.escape_again());
    EXPECT_FALSE(presentation.escape_again());
    presentation.forget_escape();
    EXPECT_FALSE(presentation.escape_again()) << "another key came between";
    m_state.overlay.say({}, session::Severity::information);
    EXPECT_FALSE(presentation.escape_again()) << "what was said is gone";
}

TEST_F(Presenting, OptionsComeBeforeTheFileAndABlankScreenIsRestoredOnce)
{
    m_options.theme = draw::Theme::high_contrast;
    m_options.display = views::Display::nothing;
    Presentation presentation(m_state, m_options);
    EXPECT_EQ(presentation.settings().theme, draw::Theme::high_contrast);
    EXPECT_EQ(m_state.overlay.display(), views::Display::nothing);
    presentation.blank_screen();
    EXPECT_TRUE(presentation.blank());
    EXPECT_TRUE(presentation.restore_screen());
    EXPECT_FALSE(presentation.restore_screen());
}

} // namespace
} // namespace warpstage::stage

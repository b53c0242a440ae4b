// Parts of the stage that draw nothing, without a window.
#include "app/stage/input/key_table.h"
#include "app/stage/input/lists.h"
#include "app/stage/present/presentation.h"
#include "app/stage/present/tour.h"
#include "tests/app/stage/sample_snapshot.h"
#include "tests/app/views/view_of.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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
        count.suggestions = { "64", "128", "1024" };
        session::ParameterView pattern;
        pattern.id = "pattern";
        pattern.label = "index";
        pattern.value = "tid";
        pattern.is_text = true;
        session::ParameterView shape;
        shape.id = "scene";
        shape.label = "scene";
        shape.value = "disk";
        shape.suggestions = { "disk", "galaxy" };
        shape.is_choice = true;
        m_snapshot->setup.edit().parameters = { count, pattern, shape };
    }
    void type(std::string_view text)
    {
        for (const char c : text)
            m_lists.type(static_cast<char32_t>(c));
    }
    [[nodiscard]] const views::ListState& list() const { return *m_state.overlay.list(); }
    [[nodiscard]] std::vector<std::string> rows() const
    {
        std::vector<std::string> labels;
        for (const views::ListRow& row : list().rows)
            labels.push_back(row.label);
        return labels;
    }
    [[nodiscard]] std::string submitted() const
    {
        return *std::get<session::SetParameter>(m_state.commands.back()).value.value();
    }

    std::shared_ptr<session::Snapshot> m_snapshot = sample_bodies(1);
    StageState m_state = state_of(m_snapshot);
    Lists m_lists { m_state };
};

using Rows = std::vector<std::string>;

TEST_F(Editing, ListsTheParametersWithTheTextParameterFirst)
{
    m_lists.open_parameter_at(std::nullopt);
    ASSERT_TRUE(m_lists.is_open());
    EXPECT_EQ(rows(), (Rows { "elements", "index", "scene" }));
    EXPECT_EQ(list().chosen, 1U);
    m_lists.press(Key::enter);
    ASSERT_TRUE(m_lists.is_open());
    EXPECT_EQ(list().field.id, "pattern");
    m_lists.close();
    m_lists.open_values("unknown");
    EXPECT_FALSE(m_lists.is_open());
}

TEST_F(Editing, TheOnlyParameterNeedsNoList)
{
    m_snapshot->setup.edit().parameters.resize(1);
    m_lists.open_parameter_at(std::nullopt);
    EXPECT_EQ(list().field.id, "n");
    m_lists.close();
    m_snapshot->setup.edit().parameters.clear();
    m_lists.open_parameter_at(std::nullopt);
    EXPECT_FALSE(m_lists.is_open());
}

TEST_F(Editing, TypedTextReplacesTheValueAndClosesWhenAccepted)
{
    m_lists.open_values("pattern");
    EXPECT_TRUE(list().field.selected);
    type("tid*2");
    m_lists.press(Key::enter);
    ASSERT_EQ(m_state.commands.size(), 1U);
    EXPECT_EQ(submitted(), "tid*2");
    m_lists.follow();
    EXPECT_TRUE(m_lists.is_open()) << "no answer yet";
    m_snapshot->setup.edit().parameters[1].value = "tid*2";
    m_lists.follow();
    EXPECT_FALSE(m_lists.is_open());
}

TEST_F(Editing, ARejectedValueStaysOpenWithTheReason)
{
    m_lists.open_values("pattern");
    m_lists.press(Key::end);
    type("*");
    m_lists.press(Key::enter);
    EXPECT_EQ(submitted(), "tid*");
    m_snapshot->setup.edit().refused = session::RefusedParameter { "pattern", "tid*", "The formula ends early." };
    m_lists.follow();
    ASSERT_TRUE(m_lists.is_open());
    EXPECT_APPROVED(list().field.refusal);
    m_lists.press(Key::escape);
    EXPECT_FALSE(m_lists.is_open());
}

TEST_F(Editing, KeysMoveAndErase)
{
    m_lists.open_values("n");
    m_lists.press(Key::home);
    m_lists.press(Key::erase);
    m_lists.press(Key::end);
    type("8");
    m_lists.press(Key::left);
    m_lists.press(Key::backspace);
    EXPECT_EQ(list().field.text, "8");
}

TEST_F(Editing, ArrowsChooseASuggestedValue)
{
    m_lists.open_values("n");
    EXPECT_EQ(rows(), (Rows { "64", "128", "1024" }));
    EXPECT_EQ(list().chosen, 0U) << "the current value";
    m_lists.press(Key::down);
    m_lists.press(Key::down);
    m_lists.press(Key::down);
    m_lists.press(Key::enter);
    EXPECT_EQ(submitted(), "1024");
}

TEST_F(Editing, EnterWithoutTypingKeepsAValueThatIsNotSuggested)
{
    m_snapshot->setup.edit().parameters[0].value = "77";
    m_lists.open_values("n");
    EXPECT_EQ(rows(), (Rows { "77", "64", "128", "1024" }));
    m_lists.press(Key::enter);
    EXPECT_EQ(submitted(), "77");
    m_lists.follow();
    EXPECT_FALSE(m_lists.is_open());
}

TEST_F(Editing, ANumberIsAcceptedAsTypedAndAChoiceByItsFirstLetters)
{
    m_lists.open_values("n");
    type("12");
    EXPECT_EQ(rows().front(), "12") << "not 128";
    m_lists.press(Key::enter);
    EXPECT_EQ(submitted(), "12");
    m_lists.open_values("scene");
    type("gal");
    EXPECT_EQ(rows(), Rows { "galaxy" });
    m_lists.press(Key::enter);
    EXPECT_EQ(submitted(), "galaxy");
}

TEST_F(Editing, AnotherLessonWithoutTheParameterClosesItsValues)
{
    m_lists.open_values("n");
    m_snapshot->setup.edit().parameters.clear();
    m_lists.follow();
    EXPECT_FALSE(m_lists.is_open());
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

TEST_F(Presenting, EachChangeIsRestoredAtTheNextStart)
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

TEST_F(Presenting, ReducedMotionPausesTheFirstFrame)
{
    m_options.reduced_motion = true; // of the system
    {
        Presentation presentation(m_state, m_options);
        EXPECT_TRUE(presentation.take_first_pause());
        EXPECT_FALSE(presentation.take_first_pause()) << "only once";
        presentation.toggle_reduced_motion();
        EXPECT_FALSE(presentation.reduced_motion());
    }
    StageState next = state_of(nullptr);
    Presentation presentation(next, m_options);
    EXPECT_FALSE(presentation.take_first_pause()) << "the user's choice is kept, whatever the system prefers";
}

TEST_F(Presenting, TheTourWaitsForAStartWithoutAnotherPurpose)
{
    m_options.tour = false;
    const Presentation asked(m_state, m_options);
    EXPECT_FALSE(m_state.overlay.window().tour);
    EXPECT_FALSE(asked.settings().tour_seen);
}

TEST_F(Presenting, TheTourDetectsTheRequestedActions)
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
        snapshot->playback.edit().run.view.step = 7; // automatic playback, not requested by the user
        EXPECT_FALSE(tour.press(static_cast<Key>('2'))) << "every key keeps its function";
        follow(5000ms);
        EXPECT_EQ(m_state.overlay.window().tour, (views::TourStep { step, false })) << "no action was performed";
        actions[step]();
        follow(100ms);
        EXPECT_EQ(m_state.overlay.window().tour, (views::TourStep { step, true }));
        follow(2000ms);
    }
    follow(100ms);
    EXPECT_FALSE(m_state.overlay.window().tour) << "five steps";
    EXPECT_TRUE(presentation.settings().tour_seen);
    ASSERT_EQ(m_state.commands.size(), 1U) << "the GPU of the third step is not left behind";
    const auto* restored = std::get_if<session::SelectArchitecture>(&m_state.commands.front());
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored->text, "CC 9.0");
}

TEST_F(Presenting, TheFirstPressOfAClickerBeginsHallMode)
{
    Presentation presentation(m_state, m_options);
    EXPECT_TRUE(presentation.begin_hall());
    EXPECT_TRUE(presentation.hall());
    EXPECT_FALSE(presentation.begin_hall()) << "later ones show cues";
    presentation.toggle_hall();
    EXPECT_FALSE(presentation.begin_hall()) << "the presenter has left it";
    m_options.hall = true;
    Presentation begun(m_state, m_options);
    EXPECT_FALSE(begun.begin_hall());
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
    EXPECT_FALSE(tour.press(Key::enter)) << "the key has its usual function";
}

TEST_F(Presenting, FullScreenIsLeftByTheSecondEscape)
{
    Presentation presentation(m_state, m_options);
    EXPECT_FALSE(presentation.escape_again());
    EXPECT_APPROVED(m_state.overlay.window().message.text);
    EXPECT_TRUE(presentation.escape_again());
    EXPECT_FALSE(presentation.escape_again());
    presentation.forget_escape();
    EXPECT_FALSE(presentation.escape_again()) << "another key was pressed in between";
    m_state.overlay.say({}, session::Severity::information);
    EXPECT_FALSE(presentation.escape_again()) << "the message is gone";
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

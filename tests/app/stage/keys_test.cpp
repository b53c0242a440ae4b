#include "app/stage/input/commands.h"
#include "app/stage/input/keys.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

namespace warpstage::stage {
namespace {

using session::Command;
using session::Direction;

std::optional<Command> press(Key key, const session::Snapshot& shown, Shift shift = Shift::up)
{
    const KeyBinding* binding = binding_of(key, shift);
    return binding != nullptr ? command_for(*binding, shown) : std::nullopt;
}

TEST(Keys, DigitsChooseVariantsCountedFromOne)
{
    for (std::uint32_t digit = 1; digit <= 9; ++digit) {
        const KeyBinding* binding = binding_of(static_cast<Key>('0' + digit), Shift::up);
        ASSERT_NE(binding, nullptr);
        EXPECT_EQ(binding->action, Action::select_variant);
        EXPECT_EQ(binding->argument, digit - 1);
    }
    const auto command = press(static_cast<Key>('3'), *sample_bodies(1));
    ASSERT_TRUE(command);
    EXPECT_EQ(std::get<session::SelectVariant>(*command).index, 2U);
}

TEST(Keys, NoKeyMeansTwoThings)
{
    const auto bindings = key_bindings();
    for (std::size_t i = 0; i < bindings.size(); ++i)
        for (std::size_t j = i + 1; j < bindings.size(); ++j)
            EXPECT_FALSE(bindings[i].key == bindings[j].key && bindings[i].control == bindings[j].control
                && (!bindings[i].shift || !bindings[j].shift || bindings[i].shift == bindings[j].shift))
                << i << " and " << j;
}

TEST(Keys, ShiftTurnsTabAround)
{
    const auto shown = sample_bodies(1);
    EXPECT_EQ(std::get<session::StepLesson>(*press(Key::tab, *shown)).direction, Direction::next);
    EXPECT_EQ(std::get<session::StepLesson>(*press(Key::tab, *shown, Shift::down)).direction, Direction::previous);
}

TEST(Keys, WhatTheIssueNamesIsBound)
{
    const auto action = [](Key key) {
        return binding_of(key, Shift::up)->action;
    };
    EXPECT_EQ(action(Key::space), Action::toggle_pause);
    EXPECT_EQ(action(Key::r), Action::restart);
    EXPECT_EQ(action(Key::g), Action::toggle_engine);
    EXPECT_EQ(action(Key::f11), Action::toggle_full_screen);
    EXPECT_EQ(action(Key::h), Action::toggle_overlay);
    EXPECT_EQ(action(Key::f12), Action::screenshot);
    EXPECT_EQ(action(Key::question), Action::toggle_help);
    EXPECT_EQ(binding_of(Key::question, Shift::down)->action, Action::toggle_help);
    EXPECT_EQ(action(Key::f1), Action::toggle_help);
    EXPECT_EQ(action(Key::f2), Action::toggle_console);
    EXPECT_EQ(action(Key::escape), Action::leave);
    EXPECT_EQ(action(Key::digit_0), Action::reset_view);
    EXPECT_EQ(action(Key::left), Action::previous_cue);
    EXPECT_EQ(action(Key::right), Action::next_cue);
    EXPECT_EQ(action(Key::page_down), Action::next_cue);
    EXPECT_EQ(action(Key::page_up), Action::previous_cue);
    EXPECT_EQ(binding_of(Key::left, Shift::down)->action, Action::previous_access);
    EXPECT_EQ(binding_of(Key::right, Shift::down)->action, Action::next_access);
    EXPECT_EQ(action(Key::v), Action::next_variant);
    EXPECT_EQ(action(Key::n), Action::toggle_notes);
    EXPECT_EQ(action(Key::p), Action::toggle_published);
    EXPECT_EQ(action(Key::period), Action::toggle_dark);
    EXPECT_EQ(action(Key::b), Action::toggle_dark);
    EXPECT_EQ(action(Key::plus), Action::zoom_in) << "without Control as ever";
    EXPECT_EQ(binding_of(Key::plus, Shift::down, Control::down)->action, Action::larger_letters);
    EXPECT_EQ(binding_of(Key::minus, Shift::up, Control::down)->action, Action::smaller_letters);
    EXPECT_EQ(binding_of(Key::digit_0, Shift::up, Control::down)->action, Action::usual_letters);
    EXPECT_EQ(binding_of(Key::v, Shift::up, Control::down), nullptr) << "a chord is not the letter";
    EXPECT_EQ(binding_of(static_cast<Key>('q'), Shift::up), nullptr);
}

TEST(Keys, RemoteControlWalksTheCues)
{
    const auto shown = sample_bodies(1);
    shown->cue.edit().count = 4;
    for (const Key key : { Key::right, Key::page_down })
        EXPECT_EQ(std::get<session::CueStep>(*press(key, *shown)).direction, Direction::next);
    for (const Key key : { Key::left, Key::page_up })
        EXPECT_EQ(std::get<session::CueStep>(*press(key, *shown)).direction, Direction::previous);
    EXPECT_EQ(std::get<session::StepAccess>(*press(Key::right, *shown, Shift::down)).direction, Direction::next);
}

TEST(Keys, WithoutCuesRemoteControlWalksTheVariantsAndStaysAtTheEnds)
{
    const auto shown = sample_bodies(1);
    shown->setup.edit().variant = 1;
    EXPECT_EQ(std::get<session::SelectVariant>(*press(Key::page_down, *shown)).index, 2U);
    EXPECT_EQ(std::get<session::SelectVariant>(*press(Key::page_up, *shown)).index, 0U);
    shown->setup.edit().variant = 2;
    EXPECT_FALSE(press(Key::page_down, *shown));
    shown->setup.edit().variant = 0;
    EXPECT_FALSE(press(Key::page_up, *shown));
}

TEST(Keys, WarpsStayWithinTheRecordedBlock)
{
    const auto shown = sample_bodies(1);
    EXPECT_FALSE(press(Key::down, *shown)) << "nothing is recorded yet";
    auto recording = std::make_shared<session::Recording>();
    recording->trace.warps = 2;
    shown->run.edit().recording = recording;
    EXPECT_FALSE(press(Key::up, *shown));
    EXPECT_EQ(std::get<session::SelectWarp>(*press(Key::down, *shown)).warp, 1U);
    shown->selection.edit().warp = 1;
    EXPECT_FALSE(press(Key::down, *shown));
    EXPECT_EQ(std::get<session::SelectWarp>(*press(Key::up, *shown)).warp, 0U);
}

TEST(Keys, WhatBelongsToTheWindowAsksNothingOfTheSession)
{
    const auto shown = sample_bodies(1);
    for (const Key key : { Key::f11, Key::f2, Key::h, Key::f12, Key::question, Key::escape, Key::plus, Key::minus, Key::digit_0 })
        EXPECT_FALSE(press(key, *shown));
}

} // namespace
} // namespace warpstage::stage

// A lesson whose cues are walked through without a window, and the panels of each.
#pragma once

#include "app/views/frame/arrangement.h"
#include "core/session/session.h"
#include "core/timing/estimate.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/view_of.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace warpstage::lessons {

class WalkedLesson {
public:
    // Estimates take seconds for a cue.
    enum class Times : std::uint8_t { none, estimated };

    explicit WalkedLesson(const std::string& lesson, Times times = Times::none)
    {
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        if (times == Times::estimated)
            options.estimate = timing::estimate_step;
        auto made = session::Session::create(lesson::shipped_lessons(), options);
        EXPECT_TRUE(made) << made.error().message;
        m_session = *std::move(made);
        tick(2);
    }

    // Until the cue's variant has been recorded with the cue's settings; a question of the cue is open.
    void ask(std::size_t index)
    {
        m_session->submit(session::CueStep { .index = index });
        settle();
    }

    // The next key: the answer to the open question.
    void reveal()
    {
        m_session->submit(session::CueStep {});
        settle();
    }

    // The answer, if a question is open.
    void answer()
    {
        if (shown().cue->numbers == session::CueNumbers::hidden)
            reveal();
    }

    // As ask(), and the answer is shown.
    void go_to(std::size_t index)
    {
        m_session->submit(session::CueStep { .index = index });
        tick(1);
        if (shown().cue->numbers == session::CueNumbers::hidden)
            m_session->submit(session::CueStep {});
        settle();
    }

    // Tab, then Shift+Tab.
    void leave_and_return()
    {
        for (const auto direction : { session::Direction::next, session::Direction::previous }) {
            m_session->submit(session::SelectLesson { direction });
            settle();
        }
    }

    [[nodiscard]] bool is_recorded() const
    {
        const auto& setup = *shown().setup;
        const auto& variant = setup.lesson->variants[setup.variant];
        return setup.lesson->problem->kernels(variant).empty()
            || (shown().run->recording && shown().run->recording->variant == variant.id);
    }

    [[nodiscard]] const session::Snapshot& shown() const { return m_shown; }

    // The view's area in a window of 1920 x 1080 pixels with all panels, and the sheet of this view; empty if it is not on
    // screen. While a question is open, as the audience sees it.
    [[nodiscard]] draw::DrawList panel(std::string_view id) const
    {
        const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
        views::WindowState window { { 1920, 1080 }, 60.0F };
        if (const auto& view = views::view_of(id); view.place == views::Place::sheet)
            window.sheet = &view; // as at program start
        session::Snapshot model = m_shown;
        if (views::is_asking(m_shown)) {
            model = {};
            session::hide_answer(m_shown, model);
        }
        for (const auto& placed : views::arrange(model, views::scene_views(model), window, style).views) {
            if (placed.view->id == id)
                return views::testing::build_placed(placed, model, window, style);
        }
        return {};
    }

private:
    void settle()
    {
        for (int i = 0; i < 30 && (i == 0 || !is_recorded() || is_modeling()); ++i)
            tick(1);
        tick(1);
        // One estimate after the other.
        for (std::size_t i = 0; i < shown().estimates->variants.size() && is_estimating(); ++i)
            tick(1);
    }

    // The run of the compared variant in the SM view.
    [[nodiscard]] bool is_modeling() const { return shown().sm->comparing && !shown().sm->compared; }

    [[nodiscard]] bool is_estimating() const
    {
        return std::ranges::find(
                   shown().estimates->variants, session::VariantEstimate::State::pending, &session::VariantEstimate::state)
            != shown().estimates->variants.end();
    }

    void tick(int times)
    {
        for (int i = 0; i < times; ++i) {
            m_now += std::chrono::milliseconds(300);
            m_session->tick(m_now);
            m_session->settle();
        }
        m_session->tick(m_now);
        m_shown = *m_session->snapshot();
    }

    std::unique_ptr<session::Session> m_session;
    session::Snapshot m_shown;
    std::chrono::steady_clock::time_point m_now {};
};

} // namespace warpstage::lessons

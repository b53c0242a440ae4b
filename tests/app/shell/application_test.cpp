// A frame of the application on a face that paints nothing: the order of its work, and what the audience sees.
#include "app/shell/application.h"
#include "app/stage/input/key_table.h"
#include "app/stage/stage_options.h"
#include "core/session/link/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace warpstage::shell {
namespace {

using Time = Application::Time;

std::shared_ptr<const lesson::Catalog> all_lessons()
{
    static const auto catalog = std::make_shared<const lesson::Catalog>(
        lesson::Catalog::load(std::vector<std::filesystem::path> { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" }));
    return catalog;
}

class PlainScreen final : public stage::Screen {
public:
    [[nodiscard]] draw::Size points() const override { return { 1280, 720 }; }
    [[nodiscard]] const draw::Style& style() const override { return m_style; }
    void set_content_scale(float /*scale*/) override { }

private:
    draw::Style m_style = draw::make_style(draw::Theme::dark, 1.0F);
};

class PlainFace final : public stage::Face {
public:
    explicit PlainFace(std::vector<std::string>& log, const stage::StageOptions& options = {})
        : m_log(log)
        , m_parts(m_state, m_screen, nullptr, m_scene, options)
    {
    }
    [[nodiscard]] stage::StageParts& parts() override { return m_parts; }
    void take_input(session::Session& /*session*/) override { m_log.emplace_back("input"); }
    void draw(std::shared_ptr<const session::Snapshot> shown, Time now) override
    {
        m_log.emplace_back("draw");
        static_cast<void>(begin_frame(m_parts, std::move(shown), now));
    }
    [[nodiscard]] const session::Snapshot& shown() const { return *m_state.snapshot; }
    void submit(session::Command command) { m_state.commands.push_back(std::move(command)); }

private:
    std::vector<std::string>& m_log;
    stage::StageState m_state { nullptr, stage::OverlayView(views::Display::panels, stage::key_words()), {} };
    PlainScreen m_screen;
    stage::SceneControl m_scene { m_state };
    stage::StageParts m_parts;
};

class Noted final : public Service {
public:
    Noted(std::vector<std::string>& log, std::string name)
        : m_log(log)
        , m_name(std::move(name))
    {
    }
    void before_frame(stage::StageParts& /*stage*/, session::Session& /*session*/, Time /*now*/) override
    {
        m_log.push_back(m_name);
    }
    void wait() override { m_log.push_back(m_name + " done"); }

private:
    std::vector<std::string>& m_log;
    std::string m_name;
};

class Frames : public testing::Test {
protected:
    [[nodiscard]] static Application opened(Pace pace, const std::string& lesson)
    {
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        return { all_lessons(), *session::Session::create(all_lessons(), options), pace };
    }
    void draw(Application& application, int frames)
    {
        for (int i = 0; i < frames; ++i)
            application.frame(m_face, m_now += std::chrono::milliseconds(16));
    }

    std::vector<std::string> m_log;
    PlainFace m_face { m_log };
    Time m_now;
};

TEST_F(Frames, ServicesComeFirstThenInputThenThePicture)
{
    auto quick = opened(Pace::immediate, "banks");
    quick.add<Noted>(m_log, "first");
    quick.add<Noted>(m_log, "second");
    draw(quick, 1);
    EXPECT_THAT(m_log, testing::ElementsAre("first", "second", "input", "draw"));
    m_log.clear();
    auto repeatable = opened(Pace::repeatable, "banks");
    repeatable.add<Noted>(m_log, "first");
    draw(repeatable, 1);
    EXPECT_THAT(m_log, testing::ElementsAre("first", "first done", "input", "draw"));
}

TEST_F(Frames, WhatTheUserDoesIsShownInTheSameFrame)
{
    auto application = opened(Pace::repeatable, "reduction");
    draw(application, 1);
    m_face.submit(session::SelectVariant { 1 });
    draw(application, 2);
    EXPECT_EQ(m_face.shown().setup->variant, 1U);
}

TEST_F(Frames, TheAnswerOfAnOpenQuestionIsHiddenFromEveryFace)
{
    auto application = opened(Pace::repeatable, "divergence");
    const auto& cues = (*all_lessons()->find("divergence"))->cues;
    const auto asking = std::ranges::find_if(cues, [](const lesson::Cue& cue) { return !cue.question.empty(); });
    ASSERT_NE(asking, cues.end());
    m_face.submit(session::CueStep { session::Direction::next, static_cast<std::size_t>(asking - cues.begin()) });
    draw(application, 4);
    ASSERT_EQ(application.session().snapshot()->cue->numbers, session::CueNumbers::hidden);
    EXPECT_NE(application.session().snapshot()->run->recording, nullptr);
    EXPECT_EQ(m_face.shown().run->recording, nullptr);
    m_face.submit(session::CueStep {});
    draw(application, 4);
    EXPECT_NE(m_face.shown().run->recording, nullptr);
}

TEST_F(Frames, AFollowerShowsAPresenterUntilTheUserDoesSomethingElse)
{
    auto application = opened(Pace::repeatable, "banks");
    draw(application, 1);
    auto presented = session::parse_link("lesson=reduction");
    ASSERT_TRUE(presented) << presented.error().message;
    application.following().go(*std::move(presented));
    draw(application, 3);
    EXPECT_EQ(m_face.shown().setup->lesson->id, "reduction");
    m_face.submit(session::SelectLesson { "banks" });
    draw(application, 3);
    EXPECT_EQ(m_face.shown().setup->lesson->id, "banks");
}

TEST_F(Frames, WithReducedMotionAFollowerStaysPausedAndDoesNotLeaveThePresenter)
{
    stage::StageOptions options;
    options.reduced_motion = true;
    PlainFace face(m_log, options);
    auto application = opened(Pace::repeatable, "banks");
    const auto present = [&](std::uint64_t serial, const std::string& link) {
        auto read = session::parse_link(link);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(application.following().receive(to_text(session::PublishedLink { "p", serial, {}, *std::move(read) })), "");
        for (int i = 0; i < 6; ++i)
            application.frame(face, m_now += std::chrono::milliseconds(16));
    };
    application.frame(face, m_now); // the first pause is of the next frame
    present(1, "lesson=banks");
    EXPECT_TRUE(application.following().follows());
    EXPECT_FALSE(face.shown().timing->playing);
    present(2, "lesson=reduction");
    EXPECT_TRUE(application.following().follows());
    EXPECT_EQ(face.shown().setup->lesson->id, "reduction");
    EXPECT_FALSE(face.shown().timing->playing) << "the presenter's simulation runs";
    face.submit(session::TogglePause {});
    application.frame(face, m_now += std::chrono::milliseconds(16));
    EXPECT_FALSE(application.following().follows()) << "the user has started it";
}

} // namespace
} // namespace warpstage::shell

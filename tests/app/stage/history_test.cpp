// Undo and redo of what the user has shown.
#include "app/stage/present/history.h"
#include "core/lesson/catalog.h"
#include "core/lesson/edited/kernel_texts.h"
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <vector>

namespace warpstage::stage {
namespace {

class Undo : public testing::Test {
protected:
    void SetUp() override
    {
        const std::vector<std::filesystem::path> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = "transpose";
        options.variant = "naive";
        options.parameters = { { "n", "64" } };
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session.ok()) << session.error().message;
        m_session = *std::move(session);
        frames();
    }

    // As many as a change needs until its input and its recording are there.
    void frames(int count = 8)
    {
        for (int frame = 0; frame < count; ++frame) {
            m_now += std::chrono::milliseconds(16);
            for (session::Command& command : m_history.follow(*m_session->snapshot(), m_now))
                m_session->submit(std::move(command));
            m_session->tick(m_now);
            m_session->settle();
        }
    }
    void submit(session::Command command)
    {
        m_session->submit(std::move(command));
        frames();
    }
    void undo()
    {
        EXPECT_TRUE(m_history.undo());
        frames(30);
    }

    struct Shown {
        std::string lesson;
        std::string variant;
        std::string n;
        std::string architecture;
        std::optional<std::size_t> cue;
        bool operator==(const Shown&) const = default;
    };
    [[nodiscard]] Shown shown() const
    {
        const auto snapshot = m_session->snapshot();
        const auto& setup = *snapshot->setup;
        Shown shown { setup.lesson->id, setup.variants[setup.variant].id, {}, snapshot->run->architecture, snapshot->cue->index };
        for (const auto& parameter : setup.parameters)
            if (parameter.id == "n")
                shown.n = parameter.value;
        return shown;
    }

    std::unique_ptr<session::Session> m_session;
    History m_history;
    History::Time m_now = std::chrono::steady_clock::now();
};

TEST_F(Undo, EachChangeIsTakenBackAndMadeAgain)
{
    EXPECT_FALSE(m_history.undo()) << "nothing has changed";
    const std::vector<session::Command> changes { session::SelectVariant { 2 }, session::SetParameter { "n", "128" },
        session::SelectArchitecture { "GTX280" }, session::CueStep { session::Direction::next, 1 },
        session::SelectLesson { "reduction" } };
    std::vector<Shown> states { shown() };
    for (const session::Command& change : changes) {
        submit(change);
        EXPECT_NE(shown(), states.back());
        states.push_back(shown());
    }
    for (std::size_t i = changes.size(); i-- > 0;) {
        undo();
        EXPECT_EQ(shown(), states[i]) << i << ": " << shown().lesson << " " << shown().variant << " " << shown().n << " "
                                      << shown().architecture;
    }
    EXPECT_FALSE(m_history.undo());
    for (std::size_t i = 1; i < states.size(); ++i) {
        EXPECT_TRUE(m_history.redo());
        frames(30);
        EXPECT_EQ(shown(), states[i]) << i;
    }
    EXPECT_FALSE(m_history.redo());
}

TEST_F(Undo, ANewChangeForgetsWhatWasUndone)
{
    submit(session::SelectVariant { 2 });
    undo();
    submit(session::SelectVariant { 3 });
    EXPECT_FALSE(m_history.redo());
    undo();
    EXPECT_EQ(shown().variant, "naive");
}

TEST_F(Undo, ALaterCommandEndsAnUndoInProgress)
{
    submit(session::SelectLesson { "banks" });
    EXPECT_TRUE(m_history.undo());
    m_history.stop();
    submit(session::SelectLesson { "reduction" });
    EXPECT_EQ(shown().lesson, "reduction");
    undo();
    EXPECT_EQ(shown().lesson, "banks") << "what was shown before";
}

TEST_F(Undo, RunningTimeStays)
{
    submit(session::SelectVariant { 2 });
    submit(session::TogglePause {});
    undo();
    EXPECT_FALSE(m_session->snapshot()->timing->playing) << "the pause is no change that is undone";
    EXPECT_EQ(shown().variant, "naive");
}

// What the tour asks for is taken back when it ends.
TEST_F(Undo, TheMarkIsShownAgain)
{
    const Shown before = shown();
    m_history.mark();
    submit(session::SelectVariant { 2 });
    submit(session::SelectArchitecture { "GTX280" });
    submit(session::CueStep { session::Direction::next, 0 });
    const Shown changed = shown();
    m_history.return_to_mark();
    frames(30);
    EXPECT_EQ(shown(), before);
    undo();
    EXPECT_EQ(shown(), changed) << "the return is a change, too";
    m_history.mark();
    submit(session::SelectLesson { "banks" });
    m_history.return_to_mark();
    frames(30);
    EXPECT_EQ(shown().lesson, "banks") << "another lesson was chosen on purpose";
}

TEST_F(Undo, EditedKernelsAreTakenBack)
{
    const auto before = m_session->snapshot()->setup->lesson;
    auto changed = std::make_shared<lesson::Lesson>(*before);
    changed->source += "// edited\n";
    submit(session::ReplaceKernels { changed });
    EXPECT_EQ(m_session->snapshot()->setup->lesson, changed);
    undo();
    EXPECT_EQ(m_session->snapshot()->setup->lesson, before);
}

TEST_F(Undo, OldVersionsOfEditedKernelsAreFreed)
{
    std::vector<std::weak_ptr<const lesson::Lesson>> versions;
    for (int i = 0; i < 9; ++i) {
        auto changed = std::make_shared<lesson::Lesson>(*m_session->snapshot()->setup->lesson);
        changed->source += "// again\n";
        changed->origin.edited = true;
        versions.push_back(changed);
        submit(session::ReplaceKernels { std::move(changed) });
    }
    EXPECT_TRUE(versions[0].expired());
    EXPECT_FALSE(versions[4].expired());
    undo();
    EXPECT_EQ(m_session->snapshot()->setup->lesson, versions[7].lock());
}

} // namespace
} // namespace warpstage::stage

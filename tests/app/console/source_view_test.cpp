#include "app/console/source/source_view.h"
#include "core/lesson/kernel_lines.h"
#include "tests/app/console/qt_environment.h"
#include "tests/approved.h"

#include <Qsci/qsciscintilla.h>
#include <gtest/gtest.h>

#include <QLineEdit>
#include <QTest>

namespace warpstage::console {
namespace {

class Listener final : public SourceEditor {
public:
    void source_edited(EditedSource edit) override { edits.push_back(std::move(edit)); }
    [[nodiscard]] std::shared_ptr<const SourceState> source_state() const override { return state; }

    std::vector<EditedSource> edits;
    std::shared_ptr<const SourceState> state;
};

class Source : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_session = testing::running_session("reduction", "reduce2", "1024");
        m_snapshot = m_session->snapshot();
        m_view.show();
        m_view.show_snapshot(*m_snapshot);
    }
    QString margin(int line)
    {
        const auto& text = m_view.editor_widget();
        const auto at = static_cast<unsigned long>(line);
        const long length = text.SendScintilla(QsciScintilla::SCI_MARGINGETTEXT, at, static_cast<void*>(nullptr));
        QByteArray bytes(static_cast<qsizetype>(length), '\0');
        text.SendScintilla(QsciScintilla::SCI_MARGINGETTEXT, at, static_cast<void*>(bytes.data()));
        return QString::fromUtf8(bytes);
    }

    Listener m_listener;
    SourceView m_view { testing::shipped_lessons(), &m_listener };
    std::unique_ptr<session::Session> m_session;
    std::shared_ptr<const session::Snapshot> m_snapshot;
};

TEST_F(Source, ShowsTheLessonsTextWithTheCostsOfTheRun)
{
    EXPECT_EQ(m_view.text(), m_snapshot->setup->lesson->source);
    EXPECT_FALSE(m_view.edited());
    const auto& lines = m_snapshot->run->recording->report.lines;
    const auto worst = std::ranges::max_element(
        lines, [](const auto& a, const auto& b) { return a.counters.wavefronts_excess() < b.counters.wavefronts_excess(); });
    ASSERT_NE(worst->counters.wavefronts_excess(), 0U);
    const QString text = margin(static_cast<int>(worst->line) - 1);
    EXPECT_TRUE(text.contains(QString("+%1").arg(worst->counters.wavefronts_excess()))) << text.toStdString();
}

TEST_F(Source, AnEditIsSentOnceAndRemovesTheCosts)
{
    m_view.editor_widget().setFocus();
    m_view.editor_widget().setCursorPosition(0, 0);
    QTest::keyClicks(&m_view.editor_widget(), "//x");
    EXPECT_TRUE(QTest::qWaitFor([&] { return !m_listener.edits.empty(); }));
    QTest::qWait(100);
    ASSERT_EQ(m_listener.edits.size(), 1U) << "a burst of key presses is one edit";
    EXPECT_EQ(m_listener.edits[0].lesson, "reduction");
    EXPECT_EQ(m_listener.edits[0].text, "//x" + m_snapshot->setup->lesson->source);
    EXPECT_TRUE(m_view.edited());
    for (const auto& line : m_snapshot->run->recording->report.lines)
        EXPECT_TRUE(margin(static_cast<int>(line.line) - 1).isEmpty()) << line.line;
}

TEST_F(Source, ResetAndUndo)
{
    m_view.set_text("// empty\n");
    EXPECT_TRUE(m_view.edited());
    m_view.reset();
    EXPECT_FALSE(m_view.edited());
    m_view.editor_widget().undo();
    EXPECT_EQ(m_view.text(), "// empty\n");
    m_view.editor_widget().undo();
    EXPECT_FALSE(m_view.edited());
    m_view.editor_widget().redo();
    EXPECT_EQ(m_view.text(), "// empty\n");
}

TEST_F(Source, AnEditStaysWithItsLesson)
{
    m_view.set_text("// mine\n");
    const auto other = testing::running_session("transpose", "", "64");
    m_view.show_snapshot(*other->snapshot());
    EXPECT_EQ(m_view.text(), other->snapshot()->setup->lesson->source);
    m_view.show_snapshot(*m_snapshot);
    EXPECT_EQ(m_view.text(), "// mine\n");
    EXPECT_TRUE(m_view.edited());
}

TEST_F(Source, ATextOfAFileIsTriedWhenTheFileIsShown)
{
    const auto ran = m_snapshot->setup->lesson->source;
    m_view.adopt_edit("reduction", "// unfinished\n", ran);
    m_view.show_snapshot(*m_snapshot);
    EXPECT_EQ(m_view.text(), "// unfinished\n");
    EXPECT_TRUE(m_listener.edits.empty()) << "the session does not show the file yet";
    auto shown = *m_snapshot;
    shown.setup.edit().replayed = m_snapshot->setup->lesson;
    m_view.show_snapshot(shown);
    m_view.show_snapshot(shown);
    ASSERT_EQ(m_listener.edits.size(), 1U);
    EXPECT_EQ(m_listener.edits[0].text, "// unfinished\n");
}

TEST_F(Source, ATextThatRanNeedsNoTrial)
{
    m_view.adopt_edit("reduction", "// padded\n", "// padded\n");
    auto shown = *m_snapshot;
    shown.setup.edit().replayed = m_snapshot->setup->lesson;
    m_view.show_snapshot(shown);
    EXPECT_EQ(m_view.text(), "// padded\n");
    EXPECT_TRUE(m_listener.edits.empty());
}

TEST_F(Source, MessagesAreShownAtTheirLines)
{
    auto state = std::make_shared<SourceState>();
    state->lesson = "reduction";
    state->headline = "The kernel does not compile.";
    state->severity = session::Severity::attention;
    state->messages = { { 7, session::Severity::fault, "error: expected a `;`" },
        { 7, session::Severity::information, "note: here" }, { 100000, session::Severity::fault, "beyond the end" } };
    m_listener.state = state;
    m_view.show_snapshot(*m_snapshot);
    EXPECT_APPROVED(m_view.headline().toStdString());
    EXPECT_EQ(m_view.editor_widget().annotation(6).toStdString(), "error: expected a `;`\nnote: here");
    EXPECT_APPROVED(m_view.editor_widget().annotation(m_view.editor_widget().lines() - 1).toStdString());
    m_listener.state = std::make_shared<SourceState>(SourceState { "reduction", "Adopted.", {}, {} });
    m_view.show_snapshot(*m_snapshot);
    EXPECT_TRUE(m_view.editor_widget().annotation(6).isEmpty());
    EXPECT_EQ(m_view.headline().toStdString(), "✓ Adopted.");
}

TEST_F(Source, ShowsTheProgressOfCompilation)
{
    EXPECT_TRUE(m_view.headline().startsWith("Edits compile as you type")) << m_view.headline().toStdString();
    m_listener.state = std::make_shared<SourceState>(SourceState { "reduction", "Compiling and testing …", {}, {}, true });
    m_view.show_snapshot(*m_snapshot);
    EXPECT_APPROVED(m_view.headline().toStdString());
    m_listener.state = std::make_shared<SourceState>(SourceState { "reduction", "These kernels are running.", {}, {}, false });
    m_view.show_snapshot(*m_snapshot);
    EXPECT_APPROVED(m_view.headline().toStdString());
    SourceView alone { testing::shipped_lessons(), nullptr };
    alone.show_snapshot(*m_snapshot);
    EXPECT_APPROVED(alone.headline().toStdString());
}

TEST_F(Source, TheKernelOfTheChosenVariantIsInView)
{
    m_view.resize(700, 420);
    const auto& text = m_view.editor_widget();
    auto shown = *m_snapshot;
    const auto& lesson = *shown.setup->lesson;
    shown.selection.edit().line = 0;
    for (const std::size_t variant : { std::size_t { 5 }, std::size_t { 0 }, std::size_t { 3 } }) {
        shown.setup.edit().variant = variant;
        m_view.show_snapshot(shown);
        const auto kernel = lesson.problem->kernels(lesson.variants[variant]).front();
        const auto lines = lesson::kernel_lines(lesson.source, kernel);
        ASSERT_TRUE(lines) << kernel;
        const int first = text.firstVisibleLine() + 1;
        const int rows = static_cast<int>(text.SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
        EXPECT_GE(static_cast<int>(lines->first), first) << kernel;
        EXPECT_LT(static_cast<int>(lines->first), first + rows) << kernel;
    }
    // The view keeps the user's scroll position until the session points at a line.
    text.SendScintilla(QsciScintilla::SCI_SETFIRSTVISIBLELINE, 0UL);
    m_view.show_snapshot(shown);
    EXPECT_EQ(text.firstVisibleLine(), 0);
    shown.setup.edit().variant = m_snapshot->setup->variant;
    const auto line = shown.run->recording->report.lines.back().line;
    shown.selection.edit().line = line;
    m_view.show_snapshot(shown);
    const int first = text.firstVisibleLine() + 1;
    EXPECT_LE(first, static_cast<int>(line));
    EXPECT_LT(static_cast<int>(line), first + static_cast<int>(text.SendScintilla(QsciScintilla::SCI_LINESONSCREEN)));
}

TEST_F(Source, FindsForwardAndBackward)
{
    m_view.find_bar().open();
    auto* field = m_view.findChild<QLineEdit*>();
    ASSERT_NE(field, nullptr);
    field->setText("__syncthreads");
    ASSERT_TRUE(m_view.find_bar().find_next());
    int first = 0;
    int column = 0;
    m_view.editor_widget().getCursorPosition(&first, &column);
    ASSERT_TRUE(m_view.find_bar().find_next());
    int second = 0;
    m_view.editor_widget().getCursorPosition(&second, &column);
    EXPECT_GT(second, first);
    ASSERT_TRUE(m_view.find_bar().find_previous());
    m_view.editor_widget().getCursorPosition(&second, &column);
    EXPECT_EQ(second, first);
    field->setText("no such word");
    EXPECT_FALSE(m_view.find_bar().find_next());
}

} // namespace
} // namespace warpstage::console

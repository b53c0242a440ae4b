// The window in use: every command of every menu, panes, tables, sizes.
#include "tests/app/console/window_fixture.h"
#include "tests/approved.h"

#include <Qsci/qscicommand.h>
#include <Qsci/qscicommandset.h>
#include <gtest/gtest.h>

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QListView>
#include <QMenuBar>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <map>

namespace warpstage::console {
namespace {

using Window = testing::WindowTest;

TEST_F(Window, EveryActionOfEveryMenuCanBeTriggered)
{
    int count = 0;
    for (const QMenu* menu : m_window->menuBar()->findChildren<QMenu*>()) {
        for (QAction* each : menu->actions()) {
            if (each->isSeparator() || each->menu() != nullptr)
                continue;
            EXPECT_FALSE(each->objectName().isEmpty()) << each->text().toStdString();
            each->trigger();
            testing::tick(*m_session, 1);
            m_window->show();
            m_window->refresh();
            ++count;
        }
    }
    EXPECT_GT(count, 35);
}

TEST_F(Window, NoTwoActionsShareAKey)
{
    std::map<QString, QString> taken;
    for (const QAction* each : m_window->findChildren<QAction*>()) {
        if (each->shortcut().isEmpty() || each->shortcutContext() != Qt::WindowShortcut || each->objectName().isEmpty())
            continue;
        for (const QKeySequence& key : each->shortcuts())
            EXPECT_TRUE(taken.emplace(key.toString(), each->objectName()).second)
                << key.toString().toStdString() << ": " << each->objectName().toStdString() << " and "
                << taken[key.toString()].toStdString();
    }
}

// A key that the text editor handles never reaches the menu and changes the text instead.
TEST_F(Window, NoActionUsesAKeyOfTheEditor)
{
    auto* commands = m_window->source().editor_widget().standardCommands();
    for (const QAction* each : m_window->findChildren<QAction*>()) {
        if (each->shortcut().isEmpty() || each->objectName().isEmpty() || each->objectName() == "undo"
            || each->objectName() == "redo" || each->objectName() == "larger" || each->objectName() == "smaller")
            continue; // with the same effect in the editor
        if (each->objectName() == "next_cue" || each->objectName() == "previous_cue")
            continue; // in the text the clicker's keys move the cursor
        const QsciCommand* taken = commands->boundTo(each->shortcut()[0].toCombined());
        EXPECT_EQ(taken, nullptr) << each->objectName().toStdString() << ": " << each->shortcut().toString().toStdString()
                                  << (taken != nullptr ? taken->description().toStdString() : "");
    }
}

TEST_F(Window, GoesBackToTheWrongElement)
{
    auto* const action = m_window->findChild<QAction*>("wrong_element");
    ASSERT_NE(action, nullptr);
    EXPECT_FALSE(action->isEnabled());
    m_session->submit(session::ShowWrongElement { { { .buffer = "sums", .index = 1, .found = "0", .expected = "7" },
        session::WrongElement::Thread { { 1, 0, 0 }, 2, 9 } } });
    testing::tick(*m_session, 2);
    m_session->submit(session::SelectLane { 3 });
    testing::tick(*m_session, 1);
    m_window->refresh();
    EXPECT_TRUE(action->isEnabled());
    action->trigger();
    testing::tick(*m_session, 1);
    EXPECT_EQ(m_session->snapshot()->selection->lane, 9U);
    EXPECT_EQ(m_session->snapshot()->selection->warp, 2U);
}

TEST_F(Window, EveryPaneHasAnAccessibleName)
{
    for (const char* name : { "Lessons", "Variants", "Cues", "The cue on the stage", "The next cue", "Notes", "Kernel source",
             "Stage as the audience sees it", "Device that runs the kernels", "Timings", "Metrics of the source lines",
             "Faults and log", "Time of day" }) {
        const auto widgets = m_window->findChildren<QWidget*>();
        EXPECT_TRUE(std::ranges::any_of(widgets, [&](const QWidget* widget) { return widget->accessibleName() == name; }))
            << name;
    }
}

// For screen readers every widget that takes the focus must have a name.
TEST_F(Window, EveryFocusableWidgetHasAName)
{
    m_window->source().find_bar().open();
    m_window->source().show_differences(true);
    for (const char* each : { "show_notes", "show_source" }) {
        trigger(each);
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            if ((widget->focusPolicy() & Qt::TabFocus) == 0 || !widget->isVisible() || widget->focusProxy() != nullptr)
                continue;
            const auto* spoken = QAccessible::queryAccessibleInterface(widget);
            ASSERT_NE(spoken, nullptr);
            EXPECT_FALSE(spoken->text(QAccessible::Name).isEmpty())
                << widget->metaObject()->className() << " " << widget->objectName().toStdString() << " in "
                << widget->parentWidget()->metaObject()->className() << " " << widget->parentWidget()->objectName().toStdString();
        }
    }
}

// One key reaches every pane and returns to the first.
TEST_F(Window, EveryVisiblePaneIsReachedByTheKeyboard)
{
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    QStringList reached;
    for (int i = 0; i < 12; ++i) {
        trigger("next_pane");
        ASSERT_NE(QApplication::focusWidget(), nullptr);
        reached << QApplication::focusWidget()->accessibleName();
    }
    // The front tab; the other tabs have their own keys.
    for (const char* name : { "Cues", "Variants", "Notes", "Device that runs the kernels", "Timings" })
        EXPECT_TRUE(reached.contains(name)) << name << " is not among " << reached.join(", ").toStdString();
}

TEST_F(Window, TheLectureMenuControlsTheSession)
{
    EXPECT_EQ(snapshot()->setup->variant, 1U);
    trigger("next_variant");
    EXPECT_EQ(snapshot()->setup->variant, 2U);
    trigger("previous_variant");
    EXPECT_EQ(snapshot()->setup->variant, 1U);
    trigger("pause");
    EXPECT_FALSE(snapshot()->timing->playing);
    trigger("pause");
    EXPECT_TRUE(snapshot()->timing->playing);
    trigger("next_warp");
    EXPECT_EQ(snapshot()->selection->warp, 1U);
    trigger("previous_warp");
    EXPECT_EQ(snapshot()->selection->warp, 0U);
    const auto lesson = snapshot()->setup->lesson_index;
    trigger("next_lesson");
    EXPECT_NE(snapshot()->setup->lesson_index, lesson);
    trigger("previous_lesson");
    EXPECT_EQ(snapshot()->setup->lesson_index, lesson);
}

// Keys in different panes: a clicker's in the notes, arrows in the list.
TEST_F(Window, CuesAreSelectedWithKeysAndInTheList)
{
    auto* list = m_window->findChild<QDockWidget*>("cues")->findChild<QListView*>();
    ASSERT_EQ(list->model()->rowCount(), static_cast<int>(snapshot()->setup->lesson->cues.size()));
    EXPECT_FALSE(list->currentIndex().isValid());
    const auto press = [&](QWidget* where, Qt::Key key) {
        QTest::keyClick(where, key);
        testing::tick(*m_session, 2);
        m_window->refresh();
    };
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    list->setFocus();
    testing::tick(*m_session, 1);
    EXPECT_FALSE(snapshot()->cue->index) << "focusing the list selects nothing";
    auto* notes = m_window->findChild<QTextBrowser*>();
    notes->setFocus();
    press(notes, Qt::Key_PageDown);
    ASSERT_TRUE(snapshot()->cue->index);
    EXPECT_EQ(*snapshot()->cue->index, 0U);
    EXPECT_EQ(list->currentIndex().row(), 0);
    press(notes, Qt::Key_Right);
    EXPECT_EQ(*snapshot()->cue->index, 1U);
    EXPECT_EQ(snapshot()->cue->numbers, session::CueNumbers::hidden) << "the second cue of this lesson has a question";
    press(notes, Qt::Key_Right);
    EXPECT_EQ(*snapshot()->cue->index, 1U);
    EXPECT_EQ(snapshot()->cue->numbers, session::CueNumbers::shown);
    press(notes, Qt::Key_PageUp);
    EXPECT_EQ(*snapshot()->cue->index, 0U);
    list->setFocus();
    press(list, Qt::Key_Down);
    EXPECT_EQ(*snapshot()->cue->index, 1U);
    EXPECT_EQ(snapshot()->cue->numbers, session::CueNumbers::hidden);
    press(list, Qt::Key_Left);
    EXPECT_EQ(*snapshot()->cue->index, 0U);
    // In the source the text handles the same keys.
    trigger("show_source");
    auto* text = &m_window->source().editor_widget();
    text->setFocus();
    press(text, Qt::Key_PageDown);
    EXPECT_EQ(*snapshot()->cue->index, 0U);
}

TEST_F(Window, TablesInHiddenTabsAreReachedByKeys)
{
    const auto copied = [&] {
        trigger("copy_tsv");
        return QApplication::clipboard()->text();
    };
    trigger("show_lines");
    EXPECT_TRUE(copied().startsWith("Line\tSource\t"));
    trigger("show_log");
    EXPECT_TRUE(copied().startsWith("Time\t")) << copied().toStdString();
    trigger("show_timings");
    EXPECT_TRUE(copied().startsWith("Variant\tWork\t"));
}

// The console may be projected too: its tables must not show more than the stage.
TEST_F(Window, TablesHideTheAnswerWhileAQuestionIsOpen)
{
    const auto lesson = snapshot()->setup->lesson;
    const auto asks = std::ranges::find_if(lesson->cues, [](const lesson::Cue& cue) { return !cue.question.empty(); });
    ASSERT_NE(asks, lesson->cues.end());
    trigger("show_lines");
    trigger("show_timings"); // the hidden table of lines still shows the previous variant
    const auto refresh = [&] {
        testing::tick(*m_session, 8);
        for (int i = 0; i < 10; ++i)
            m_window->refresh();
    };
    const auto rows_with = [&](const QString& table, const QString& word) {
        int rows = 0;
        for (const QTableView* view : m_window->findChildren<QTableView*>())
            for (int row = 0; view->accessibleName() == table && row < view->model()->rowCount(); ++row)
                rows += view->model()->index(row, 0).data().toString().contains(word) ? 1 : 0;
        return rows;
    };
    m_session->submit(session::CueStep { .index = static_cast<std::size_t>(asks - lesson->cues.begin()) });
    refresh();
    ASSERT_EQ(snapshot()->cue->numbers, session::CueNumbers::hidden);
    ASSERT_NE(snapshot()->run->recording, nullptr) << "the table has rows to hide";
    ASSERT_GT(snapshot()->timing->of(asks->variant).timing.samples, 0U);
    const auto label = QString::fromStdString(snapshot()->setup->variants[asks->variant].label);
    EXPECT_EQ(rows_with("Metrics of the source lines", ""), 0);
    EXPECT_EQ(rows_with("Timings", label), 0);
    m_session->submit(session::CueStep {});
    refresh();
    EXPECT_GT(rows_with("Metrics of the source lines", ""), 0);
    EXPECT_GT(rows_with("Timings", label), 0);
}

TEST_F(Window, TablesAreCopied)
{
    trigger("copy_tsv");
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith("Variant\tWork\tMedian (µs)"));
    trigger("copy_markdown");
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith("| Variant | Work |"));
    trigger("copy_latex");
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith("\\begin{tabular}"));
    EXPECT_APPROVED(m_window->statusBar()->currentMessage().toStdString());
}

TEST_F(Window, TextSizeIsChangedAndSaved)
{
    trigger("show_notes");
    const int before = m_window->findChild<QTextBrowser*>()->font().pointSize();
    trigger("larger");
    EXPECT_EQ(m_window->findChild<QTextBrowser*>()->font().pointSize(), before + 1);
    m_window->close();
    EXPECT_EQ(m_ended, Ended::console_closed);
    MainWindow again(m_options, *m_session, m_stage);
    EXPECT_EQ(again.findChild<QTextBrowser*>()->font().pointSize(), before + 1);
}

TEST_F(Window, AnOwnLessonIsSaved)
{
    m_window->source().set_text("// mine\n");
    m_typed = "padded";
    trigger("save_own_lesson");
    std::ifstream stream(m_folder / "lessons" / "padded" / "kernels.cu");
    const std::string text { std::istreambuf_iterator<char>(stream), {} };
    EXPECT_EQ(text, "// mine\n");
    m_typed = "No Name";
    trigger("save_own_lesson");
    EXPECT_TRUE(m_said.contains(
        "A lesson id may contain only lower-case letters, digits, - and _, as in my-reduction: `No Name` is invalid."))
        << m_said.join("\n").toStdString();
}

TEST_F(Window, TheMiniatureShowsTheReceivedImage)
{
    for (int i = 0; i < 5; ++i)
        m_window->refresh();
    const auto widgets = m_window->findChildren<QWidget*>();
    const auto found = std::ranges::find_if(
        widgets, [](const QWidget* widget) { return dynamic_cast<const MiniatureView*>(widget) != nullptr; });
    ASSERT_NE(found, widgets.end());
    EXPECT_EQ(dynamic_cast<const MiniatureView*>(*found)->picture().pixelColor(1, 1).rgb(), qRgb(200, 200, 200));
}

} // namespace
} // namespace warpstage::console

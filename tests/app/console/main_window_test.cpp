// The window as a presenter uses it: every action of every menu, files, drag and drop.
#include "app/console/console.h"
#include "app/console/main_window.h"
#include "core/session_file/session_file.h"
#include "tests/app/console/qt_environment.h"

#include <Qsci/qscicommand.h>
#include <Qsci/qscicommandset.h>
#include <Qsci/qsciscintilla.h>
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusBar>
#include <QTest>
#include <QTimer>
#include <fstream>
#include <map>
#include <optional>

namespace warpstage::console {
namespace {

namespace fs = std::filesystem;

class StillStage final : public StageWindow {
public:
    [[nodiscard]] StageState draw_frame() override
    {
        ++frames;
        return frames < close_after ? StageState::open : how;
    }
    void ask_for_picture(int width) override { asked = width; }
    [[nodiscard]] std::optional<StagePicture> take_picture() override
    {
        if (asked == 0)
            return std::nullopt;
        asked = 0;
        return StagePicture { 4, 2, std::vector<std::uint8_t>(32, 200) };
    }
    [[nodiscard]] Place place() const override { return {}; }

    int frames = 0;
    int close_after = 1000000;
    StageState how = StageState::closed;
    int asked = 0;
};

class Window : public ::testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(m_folder);
        m_options.catalog = testing::shipped_lessons();
        m_options.data = m_folder;
        m_options.program = "warpstage 0.1.0";
        m_session = testing::running_session("reduction", "reduce2", "1024");
        m_window = std::make_unique<MainWindow>(m_options, *m_session, m_stage);
        m_window->on_close([this](Ended how) { m_ended = how; });
        m_window->refresh();
        m_window->show();
        m_window->refresh();
        m_answerer.setInterval(20);
        QObject::connect(&m_answerer, &QTimer::timeout, &m_answerer, [this] { answer(); });
        m_answerer.start();
    }
    void TearDown() override
    {
        m_window.reset();
        fs::remove_all(m_folder);
    }

    // Whatever asks is answered, and what it said is kept.
    void answer()
    {
        QWidget* dialog = QApplication::activeModalWidget();
        if (dialog == nullptr)
            return;
        m_said.push_back(dialog->windowTitle());
        if (auto* message = dynamic_cast<QMessageBox*>(dialog))
            m_said.push_back(message->text());
        if (auto* input = dynamic_cast<QInputDialog*>(dialog)) {
            if (!m_typed.isEmpty())
                input->setTextValue(m_typed);
            input->accept();
            return;
        }
        dialog->close();
    }

    QAction* action(const QString& name)
    {
        auto* found = m_window->findChild<QAction*>(name);
        EXPECT_NE(found, nullptr) << name.toStdString();
        return found;
    }
    void trigger(const QString& name)
    {
        action(name)->trigger();
        testing::tick(*m_session, 2);
        m_window->refresh();
    }
    std::shared_ptr<const session::Snapshot> snapshot() { return m_session->snapshot(); }

    fs::path m_folder = testing::own_folder() / "window";
    ConsoleOptions m_options;
    std::unique_ptr<session::Session> m_session;
    StillStage m_stage;
    std::unique_ptr<MainWindow> m_window;
    std::optional<Ended> m_ended;
    QTimer m_answerer;
    QStringList m_said;
    QString m_typed;
};

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

// What the text editor does with a key of its own never reaches the menu, and changes the text instead.
TEST_F(Window, NoActionsKeyBelongsToTheEditor)
{
    auto* commands = m_window->source().editor_widget().standardCommands();
    for (const QAction* each : m_window->findChildren<QAction*>()) {
        if (each->shortcut().isEmpty() || each->objectName().isEmpty() || each->objectName() == "undo"
            || each->objectName() == "redo" || each->objectName() == "larger" || each->objectName() == "smaller")
            continue; // these do the same there
        if (each->objectName() == "next_cue" || each->objectName() == "previous_cue")
            continue; // in a text the clicker's keys move the cursor
        const QsciCommand* taken = commands->boundTo(each->shortcut()[0].toCombined());
        EXPECT_EQ(taken, nullptr) << each->objectName().toStdString() << ": " << each->shortcut().toString().toStdString()
                                  << (taken != nullptr ? taken->description().toStdString() : "");
    }
}

TEST_F(Window, LeadsBackToTheElementThatIsWrong)
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

TEST_F(Window, EveryPaneHasANameForAScreenReader)
{
    for (const char* name : { "Lessons", "Variants", "Cues", "The cue on the stage", "The next cue", "Notes",
             "Source of the kernels", "What the audience sees", "Which machine computes", "Timings",
             "Metrics of the source lines", "Faults and log", "Time of day" }) {
        const auto widgets = m_window->findChildren<QWidget*>();
        EXPECT_TRUE(std::ranges::any_of(widgets, [&](const QWidget* widget) { return widget->accessibleName() == name; }))
            << name;
    }
}

// With a screen reader nothing that takes the keyboard is without a name.
TEST_F(Window, WhatTakesTheKeyboardHasAName)
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

// Every pane by one key, and back to the first.
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
    // Of tabs the one in front; the others have keys of their own.
    for (const char* name : { "Cues", "Variants", "Notes", "Which machine computes", "Timings" })
        EXPECT_TRUE(reached.contains(name)) << name << " is not among " << reached.join(", ").toStdString();
}

TEST_F(Window, TheLectureMenuMovesTheSession)
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

// Keys as they arrive: a clicker's in the notes, arrows in the list.
TEST_F(Window, CuesAreWalkedByKeysAndChosenInTheirList)
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
    EXPECT_FALSE(snapshot()->cue->index) << "looking at the list chooses nothing";
    auto* notes = m_window->findChild<QTextBrowser*>();
    notes->setFocus();
    press(notes, Qt::Key_PageDown);
    ASSERT_TRUE(snapshot()->cue->index);
    EXPECT_EQ(*snapshot()->cue->index, 0U);
    EXPECT_EQ(list->currentIndex().row(), 0);
    press(notes, Qt::Key_Right);
    EXPECT_EQ(*snapshot()->cue->index, 1U);
    EXPECT_EQ(snapshot()->cue->numbers, session::CueNumbers::hidden) << "the second cue of this lesson asks";
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
    // In the source the same keys belong to the text.
    trigger("show_source");
    auto* text = &m_window->source().editor_widget();
    text->setFocus();
    press(text, Qt::Key_PageDown);
    EXPECT_EQ(*snapshot()->cue->index, 0U);
}

TEST_F(Window, TablesLyingBehindOthersAreReachedByKeys)
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

TEST_F(Window, TablesAreCopied)
{
    trigger("copy_tsv");
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith("Variant\tWork\tMedian (µs)"));
    trigger("copy_markdown");
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith("| Variant | Work |"));
    trigger("copy_latex");
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith("\\begin{tabular}"));
    EXPECT_EQ(m_window->statusBar()->currentMessage(), "Copied the table `Timings`.");
}

TEST_F(Window, LettersGrowAndTheSizeIsKept)
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

TEST_F(Window, ALessonOfOnesOwnIsSaved)
{
    m_window->source().set_text("// mine\n");
    m_typed = "padded";
    trigger("save_own_lesson");
    std::ifstream stream(m_folder / "lessons" / "padded" / "kernels.cu");
    const std::string text { std::istreambuf_iterator<char>(stream), {} };
    EXPECT_EQ(text, "// mine\n");
    m_typed = "No Name";
    trigger("save_own_lesson");
    EXPECT_TRUE(
        m_said.contains("A lesson is called by small letters, digits, - and _, as in my-reduction: `No Name` is no such name."))
        << m_said.join("\n").toStdString();
}

void save_session(session::Session& session, const fs::path& path, const std::string& edited)
{
    ASSERT_TRUE(write_session({ session.snapshot(), edited, "", "2026-11-21 20:51 UTC", "warpstage 0.1.0" }, path));
}

TEST_F(Window, ASessionIsOpenedWithItsRunItsTimesAndItsText)
{
    const auto other = testing::running_session("transpose", "", "128");
    const fs::path path = m_folder / "lecture.warpstage";
    save_session(*other, path, "// changed\n");
    m_window->open_session(path);
    testing::tick(*m_session, 1);
    m_window->refresh();
    const auto shown = snapshot();
    EXPECT_EQ(shown->setup->lesson->id, "transpose");
    ASSERT_NE(shown->run->recording, nullptr);
    EXPECT_EQ(shown->run->recording->totals.barriers, other->snapshot()->run->recording->totals.barriers);
    ASSERT_TRUE(shown->device->timing_origin);
    EXPECT_EQ(shown->device->timing_origin->when, "2026-11-21 20:51 UTC");
    EXPECT_EQ(m_window->source().text(), "// changed\n");
}

TEST_F(Window, ASavedSessionBringsTheTextAndTheLayoutBack)
{
    const fs::path path = m_folder / "lecture.warpstage";
    m_options.opened = path;
    {
        // A window that already has a name saves without asking.
        MainWindow window(m_options, *m_session, m_stage);
        window.show();
        window.refresh();
        window.source().set_text("// unfinished\n");
        window.source().set_size(17);
        window.findChild<QAction*>("show_source")->trigger();
        window.findChild<QDockWidget*>("lessons")->hide();
        window.refresh();
        window.findChild<QAction*>("save_session")->trigger();
    }
    const auto document = session_file::load(path);
    ASSERT_TRUE(document) << document.error().message;
    EXPECT_EQ(document->edited, "// unfinished\n");
    EXPECT_EQ(document->source, snapshot()->run->recording->lesson->source);
    const auto expect_all_back = [](MainWindow& window) {
        window.refresh();
        EXPECT_EQ(window.source().text(), "// unfinished\n");
        EXPECT_EQ(window.source().size(), 17);
        EXPECT_TRUE(window.findChild<QDockWidget*>("lessons")->isHidden());
    };
    MainWindow named(m_options, *m_session, m_stage); // on the command line
    expect_all_back(named);
    m_options.opened.clear();
    MainWindow fresh(m_options, *m_session, m_stage);
    fresh.source().set_size(10);
    fresh.findChild<QDockWidget*>("lessons")->show();
    fresh.open_session(path);
    testing::tick(*m_session, 2);
    expect_all_back(fresh);
}

TEST_F(Window, AnOlderFilesLayoutHasTheDocksAlone)
{
    m_window->findChild<QDockWidget*>("lessons")->hide();
    const std::string docks = m_window->saveState().toBase64().toStdString();
    m_window->findChild<QDockWidget*>("lessons")->show();
    const fs::path path = m_folder / "old.warpstage";
    ASSERT_TRUE(write_session({ m_session->snapshot(), "", docks, "2026-11-21 20:51 UTC", "warpstage 0.1.0" }, path));
    const int size = m_window->source().size();
    m_window->open_session(path);
    EXPECT_TRUE(m_window->findChild<QDockWidget*>("lessons")->isHidden());
    EXPECT_EQ(m_window->source().size(), size);
}

TEST_F(Window, ADamagedFileIsRefusedAndNothingChanges)
{
    const fs::path path = m_folder / "broken.warpstage";
    std::ofstream(path) << "{ \"warpstage_session\": 1,";
    const auto before = snapshot()->setup->lesson->id;
    m_window->open_session(path);
    testing::tick(*m_session, 1);
    EXPECT_EQ(snapshot()->setup->lesson->id, before);
    EXPECT_TRUE(m_said.contains(
        QString::fromStdString(path.string() + " is damaged or no session file: it is not JSON. Nothing was changed.")))
        << m_said.join("\n").toStdString();
}

TEST_F(Window, ASessionIsDroppedOntoTheWindow)
{
    const auto other = testing::running_session("transpose", "", "128");
    const fs::path path = m_folder / "dropped.warpstage";
    save_session(*other, path, "");
    QMimeData data;
    data.setUrls({ QUrl::fromLocalFile(QString::fromStdString(path.string())) });
    QDragEnterEvent enter({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QTest::qWait(50);
    testing::tick(*m_session, 1);
    EXPECT_EQ(snapshot()->setup->lesson->id, "transpose");

    QMimeData picture;
    picture.setUrls({ QUrl::fromLocalFile("/tmp/picture.png") });
    QDragEnterEvent other_enter({ 5, 5 }, Qt::CopyAction, &picture, Qt::LeftButton, Qt::NoModifier);
    other_enter.ignore();
    QApplication::sendEvent(m_window.get(), &other_enter);
    EXPECT_FALSE(other_enter.isAccepted());
}

TEST_F(Window, WhatACrashLeftIsOffered)
{
    const auto other = testing::running_session("transpose", "", "128");
    fs::create_directories(m_folder / "autosave");
    const fs::path left = m_folder / "autosave" / "autosave-999999999.warpstage";
    save_session(*other, left, "");
    MainWindow fresh(m_options, *m_session, m_stage);
    fresh.show();
    fresh.refresh();
    auto* question = fresh.findChild<QMessageBox*>("recovery");
    ASSERT_NE(question, nullptr);
    EXPECT_FALSE(question->isModal()) << "the lecture goes on";
    question->button(QMessageBox::Open)->click();
    testing::tick(*m_session, 1);
    EXPECT_EQ(snapshot()->setup->lesson->id, "transpose");
    EXPECT_FALSE(fs::exists(left));
}

TEST_F(Window, TheMiniatureShowsThePictureThatCame)
{
    for (int i = 0; i < 5; ++i)
        m_window->refresh();
    const auto widgets = m_window->findChildren<QWidget*>();
    const auto found = std::ranges::find_if(
        widgets, [](const QWidget* widget) { return dynamic_cast<const MiniatureView*>(widget) != nullptr; });
    ASSERT_NE(found, widgets.end());
    EXPECT_EQ(dynamic_cast<const MiniatureView*>(*found)->picture().pixelColor(1, 1).rgb(), qRgb(200, 200, 200));
}

TEST(ConsoleLoop, DrawsFramesUntilTheStageIsClosed)
{
    const auto session = testing::running_session("reduction", "reduce1", "1024");
    StillStage stage;
    stage.close_after = 30;
    ConsoleOptions options;
    options.catalog = testing::shipped_lessons();
    options.data = testing::own_folder() / "loop";
    auto console = Console::open(options, *session, stage);
    ASSERT_TRUE(console) << console.error().message;
    EXPECT_EQ((*console)->run(), Ended::program_left);
    EXPECT_EQ(stage.frames, 30);
}

TEST(ConsoleLoop, TheStagesKeyClosesItAndItCanComeAgain)
{
    const auto session = testing::running_session("reduction", "reduce1", "1024");
    StillStage stage;
    stage.close_after = 5;
    stage.how = StageState::console_key;
    ConsoleOptions options;
    options.catalog = testing::shipped_lessons();
    options.data = testing::own_folder() / "loop";
    auto console = Console::open(options, *session, stage);
    ASSERT_TRUE(console) << console.error().message;
    EXPECT_EQ((*console)->run(), Ended::console_closed);
    stage.frames = 0;
    EXPECT_EQ((*console)->run(), Ended::console_closed);
    EXPECT_EQ(stage.frames, 5);
}

} // namespace
} // namespace warpstage::console

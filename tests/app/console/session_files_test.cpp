// Session files: opened, saved, dropped onto the window, recovered after a crash.
#include "core/session_file/session_file.h"
#include "tests/app/console/window_fixture.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <fstream>
#include <utility>
#include <vector>

namespace warpstage::console {
namespace {

namespace fs = std::filesystem;

using Files = testing::WindowTest;

void save_session(session::Session& session, const fs::path& path, const std::string& edited)
{
    ASSERT_TRUE(write_session({ session.snapshot(), edited, "", "2026-11-21 20:51 UTC", "warpstage 0.1.0" }, path));
}

TEST_F(Files, ASessionIsOpenedWithItsRunItsTimesAndItsText)
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

// Captures have the ending of sessions. Whatever is no session is opened by the stage, which reports what it cannot open.
TEST_F(Files, AnyOtherFileIsOpenedOnTheStage)
{
    std::vector<fs::path> opened;
    m_options.open_file = [&](const fs::path& file) {
        opened.push_back(file);
    };
    MainWindow window(m_options, *m_session, m_stage);
    std::vector<fs::path> files;
    for (const auto& [name, content] : { std::pair { "capture.warpstage", "PK\3\4..." }, std::pair { "empty.warpstage", "" },
             std::pair { "kernel.cu", "__global__ void k() { }" }, std::pair { "list.warpstage", "[1]" } }) {
        files.push_back(m_folder / name);
        std::ofstream(files.back()) << content;
    }
    files.push_back(m_folder / "folder.warpstage");
    fs::create_directory(files.back());
    files.push_back(m_folder / "broken-link.warpstage");
    fs::create_symlink("absent", files.back());
    files.push_back(m_folder / "absent.warpstage");
    for (const auto& file : files)
        window.open_session(file);
    EXPECT_EQ(opened, files);
    save_session(*m_session, m_folder / "session.warpstage", "");
    window.open_session(m_folder / "session.warpstage");
    EXPECT_EQ(opened.size(), files.size());
}

TEST_F(Files, ASavedSessionBringsTheTextAndTheLayoutBack)
{
    const fs::path path = m_folder / "lecture.warpstage";
    m_options.opened = path;
    {
        // A session that already has a file is saved without a dialog.
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

TEST_F(Files, TheLayoutOfAnOlderFileHasOnlyTheDocks)
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

TEST_F(Files, ADamagedFileIsRejectedAndNothingChanges)
{
    const fs::path path = m_folder / "broken.warpstage";
    std::ofstream(path) << "{ \"warpstage_session\": 1,";
    const auto before = snapshot()->setup->lesson->id;
    m_window->open_session(path);
    testing::tick(*m_session, 1);
    EXPECT_EQ(snapshot()->setup->lesson->id, before);
    EXPECT_TRUE(m_said.contains(
        QString::fromStdString(path.string() + " is damaged or not a session file: it is not JSON. Nothing was changed.")))
        << m_said.join("\n").toStdString();
}

TEST_F(Files, ASessionIsDroppedOntoTheWindow)
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

TEST_F(Files, RecoveryIsOfferedAfterACrash)
{
    const auto other = testing::running_session("transpose", "", "128");
    fs::create_directories(m_folder / "autosave");
    const fs::path left = m_folder / "autosave" / "autosave-999999999.warpstage";
    save_session(*other, left, "");
    MainWindow fresh(m_options, *m_session, m_stage);
    fresh.show();
    fresh.refresh();
    auto* dialog = fresh.findChild<QDialog*>("recovery");
    ASSERT_NE(dialog, nullptr);
    EXPECT_FALSE(dialog->isModal()) << "the lecture continues";
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
    testing::tick(*m_session, 1);
    EXPECT_EQ(snapshot()->setup->lesson->id, "transpose");
    EXPECT_TRUE(fs::exists(left)) << "nothing is removed unasked";

    MainWindow again(m_options, *m_session, m_stage);
    again.show();
    again.refresh();
    EXPECT_EQ(again.findChild<QDialog*>("recovery"), nullptr) << "offered once";
}

TEST_F(Files, EverySessionLeftBehindCanBeOpenedAndOnlyAChosenOneIsDeleted)
{
    const fs::path folder = m_folder / "autosave";
    fs::create_directories(folder);
    std::vector<fs::path> left;
    for (const char* lesson : { "transpose", "reduction", "transpose" }) {
        left.push_back(folder / ("autosave-" + std::to_string(999999990 + left.size()) + ".warpstage"));
        save_session(*testing::running_session(lesson, "", "128"), left.back(), "");
        fs::last_write_time(left.back(), fs::file_time_type::clock::now() - std::chrono::hours(left.size()));
    }
    std::ofstream { left.front() } << "{"; // the newest one is damaged
    MainWindow fresh(m_options, *m_session, m_stage);
    fresh.show();
    fresh.refresh();
    auto* dialog = fresh.findChild<QDialog*>("recovery");
    ASSERT_NE(dialog, nullptr);
    auto* list = dialog->findChild<QListWidget*>();
    ASSERT_EQ(list->count(), 3);
    list->setCurrentRow(2);
    dialog->findChild<QPushButton*>("delete")->click();
    EXPECT_EQ(list->count(), 2);
    EXPECT_FALSE(fs::exists(left[2]));
    list->setCurrentRow(1);
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
    testing::tick(*m_session, 1);
    EXPECT_EQ(snapshot()->setup->lesson->id, "reduction");
    EXPECT_TRUE(fs::exists(left[0]));
    EXPECT_TRUE(fs::exists(left[1]));
}

TEST_F(Files, TheTenNewestSessionsLeftBehindAreKept)
{
    const fs::path folder = m_folder / "autosave";
    fs::create_directories(folder);
    for (int i = 0; i < 12; ++i) {
        const fs::path path = folder / ("autosave-" + std::to_string(999999900 + i) + ".warpstage");
        std::ofstream { path } << "{}";
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(i));
    }
    Autosave::keep_newest(folder, 10);
    EXPECT_EQ(Autosave::left_behind(folder).size(), 10U);
    EXPECT_TRUE(fs::exists(folder / "autosave-999999900.warpstage"));
    EXPECT_FALSE(fs::exists(folder / "autosave-999999911.warpstage"));
}

} // namespace
} // namespace warpstage::console

// The console's menus and the bar of tools. Each action has an object name, by which tests find it.
#include "app/console/main_window.h"
#include "app/console/qt_text.h"
#include "app/views/sheets/keys.h"
#include "core/lesson/own_lesson.h"

#include <Qsci/qsciscintilla.h>
#include <fmt/format.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QStyle>
#include <QTabWidget>
#include <QToolBar>
#include <functional>

namespace warpstage::console {

namespace {

struct Words {
    const char* name; // of the object
    const char* text;
    QKeySequence keys {};
};

template <typename Obey> QAction* add(QMenu* menu, MainWindow* window, const Words& words, Obey obey)
{
    auto* action = new QAction(QString::fromUtf8(words.text), window);
    action->setObjectName(QString::fromUtf8(words.name));
    action->setShortcut(words.keys);
    QObject::connect(action, &QAction::triggered, window, obey);
    menu->addAction(action);
    return action;
}

} // namespace

void MainWindow::build_menus()
{
    build_file_menu();
    build_edit_menu();
    build_lecture_menu();
    build_view_menu();
    build_table_menu();
    build_help_menu();
    statusBar()->setSizeGripEnabled(true);
}

void MainWindow::build_file_menu()
{
    auto* menu = menuBar()->addMenu(QStringLiteral("&File"));
    add(menu, this, { "open_session", "&Open Session…", QKeySequence::Open }, [this] { ask_for_session(); });
    m_recent = menu->addMenu(QStringLiteral("Open &Recent"));
    connect(m_recent, &QMenu::aboutToShow, this, [this] { show_recent(); });
    add(menu, this, { "save_session", "&Save Session", QKeySequence::Save }, [this] { save_session(); });
    add(menu, this, { "save_session_as", "Save Session &As…", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S) },
        [this] { save_session_as(); });
    menu->addSeparator();
    add(menu, this, { "save_own_lesson", "Save Kernels as a &Lesson of Your Own…", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S) },
        [this] { save_own_lesson(); });
    add(menu, this, { "export_report", "Export &Report…", QKeySequence(Qt::CTRL | Qt::Key_E) }, [this] { export_report(); });
    menu->addSeparator();
    add(menu, this, { "close_console", "&Close Console", QKeySequence::Close }, [this] { close(); });
    add(menu, this, { "quit", "&Quit", QKeySequence(Qt::CTRL | Qt::Key_Q) }, [this] {
        save_layout();
        if (m_closed)
            m_closed(Ended::program_left);
    })->setMenuRole(QAction::QuitRole);
}

void MainWindow::build_edit_menu()
{
    auto* menu = menuBar()->addMenu(QStringLiteral("&Edit"));
    const auto on_source = [this](void (SourceView::*act)()) {
        return [this, act] {
            m_pages->setCurrentWidget(m_source);
            std::invoke(act, m_source);
        };
    };
    add(menu, this, { "undo", "&Undo", QKeySequence::Undo }, on_source(&SourceView::undo));
    add(menu, this, { "redo", "&Redo", QKeySequence::Redo }, on_source(&SourceView::redo));
    menu->addSeparator();
    add(menu, this, { "cut", "Cu&t" }, on_source(&SourceView::cut));
    add(menu, this, { "copy", "&Copy" }, [this] {
        if (m_notes->hasFocus())
            m_notes->copy();
        else
            m_source->copy();
    });
    add(menu, this, { "paste", "&Paste" }, on_source(&SourceView::paste));
    menu->addSeparator();
    add(menu, this, { "find", "&Find…", QKeySequence::Find }, on_source(&SourceView::open_find));
    add(menu, this, { "find_next", "Find &Next", QKeySequence::FindNext }, [this] { m_source->find_next(); });
    add(menu, this, { "find_previous", "Find Pre&vious", QKeySequence::FindPrevious }, [this] { m_source->find_previous(); });
    menu->addSeparator();
    auto* differences =
        add(menu, this, { "differences", "Show &Differences", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_D) }, [this] {
            m_pages->setCurrentWidget(m_source);
            m_source->show_differences(!m_source->differences_shown());
        });
    differences->setCheckable(true);
    add(menu, this, { "reset_source", "R&eset to the Lesson's Source" }, on_source(&SourceView::reset));
}

void MainWindow::build_lecture_menu()
{
    using session::Direction;
    auto* menu = menuBar()->addMenu(QStringLiteral("&Lecture"));
    auto* bar = addToolBar(QStringLiteral("Lecture"));
    bar->setObjectName(QStringLiteral("lecture"));
    bar->setMovable(false);
    const auto command = [&](const Words& words, const auto& order) {
        return add(menu, this, words, [this, order] { send(order); });
    };
    const auto step_variant = [this](bool next) {
        return [this, next] {
            if (m_snapshot != nullptr && (next || m_snapshot->setup->variant > 0))
                send(session::SelectVariant { next ? m_snapshot->setup->variant + 1 : m_snapshot->setup->variant - 1 });
        };
    };
    auto* back = command({ "previous_cue", "Previous C&ue" }, session::CueStep { Direction::previous });
    auto* forth = command({ "next_cue", "Next Cu&e" }, session::CueStep { Direction::next });
    // What clickers send. Lists, tables and the text keep the keys that they need.
    back->setShortcuts({ QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::Key_Left) });
    forth->setShortcuts({ QKeySequence(Qt::Key_PageDown), QKeySequence(Qt::Key_Right) });
    menu->addSeparator();
    add(menu, this, { "previous_variant", "&Previous Variant", QKeySequence(Qt::CTRL | Qt::Key_PageUp) }, step_variant(false));
    add(menu, this, { "next_variant", "&Next Variant", QKeySequence(Qt::CTRL | Qt::Key_PageDown) }, step_variant(true));
    command({ "previous_lesson", "Pre&vious Lesson", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab) },
        session::StepLesson { Direction::previous });
    command({ "next_lesson", "Next &Lesson", QKeySequence(Qt::CTRL | Qt::Key_Tab) }, session::StepLesson { Direction::next });
    menu->addSeparator();
    auto* pause = command({ "pause", "Pa&use and Go On", QKeySequence(Qt::CTRL | Qt::Key_Space) }, session::TogglePause {});
    auto* restart = command({ "restart", "&Restart", QKeySequence(Qt::CTRL | Qt::Key_R) }, session::Restart {});
    command({ "toggle_engine", "&GPU or Virtual Machine", QKeySequence(Qt::CTRL | Qt::Key_G) }, session::ToggleEngine {});
    menu->addSeparator();
    command({ "previous_access", "Previous &Access", QKeySequence(Qt::ALT | Qt::Key_Left) },
        session::StepAccess { Direction::previous });
    command({ "next_access", "Next A&ccess", QKeySequence(Qt::ALT | Qt::Key_Right) }, session::StepAccess { Direction::next });
    const auto step_warp = [this](bool next) {
        return [this, next] {
            if (m_snapshot != nullptr && (next || m_snapshot->selection->warp > 0))
                send(session::SelectWarp { next ? m_snapshot->selection->warp + 1 : m_snapshot->selection->warp - 1 });
        };
    };
    add(menu, this, { "previous_warp", "Previous &Warp", QKeySequence(Qt::ALT | Qt::Key_Up) }, step_warp(false));
    add(menu, this, { "next_warp", "Next War&p", QKeySequence(Qt::ALT | Qt::Key_Down) }, step_warp(true));
    m_wrong_element =
        add(menu, this, { "wrong_element", "Go to the Wrong &Element", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_E) }, [this] {
            if (m_snapshot != nullptr && m_snapshot->run->wrong_element)
                send(session::ShowWrongElement { *m_snapshot->run->wrong_element });
        });
    menu->addSeparator();
    m_published = command({ "published", "Figures that the &Lectures Published", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_P) },
        session::TogglePublished {});
    m_published->setCheckable(true);
    m_clock = new ClockView(bar);
    add(menu, this, { "restart_clock", "Start the &Clock Again" }, [this] { m_clock->start_again(); });

    back->setIcon(style()->standardIcon(QStyle::SP_MediaSkipBackward));
    forth->setIcon(style()->standardIcon(QStyle::SP_MediaSkipForward));
    pause->setIcon(style()->standardIcon(QStyle::SP_MediaPause));
    restart->setIcon(style()->standardIcon(QStyle::SP_BrowserReload));
    for (QAction* action : { back, forth, pause, restart })
        bar->addAction(action);
    auto* spring = new QWidget(bar);
    spring->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spring);
    bar->addWidget(m_clock);
}

void MainWindow::build_view_menu()
{
    auto* menu = menuBar()->addMenu(QStringLiteral("&View"));
    add(menu, this, { "show_notes", "&Notes", QKeySequence(Qt::CTRL | Qt::Key_1) }, [this] { go_to(*m_notes); });
    add(menu, this, { "show_source", "&Source", QKeySequence(Qt::CTRL | Qt::Key_2) },
        [this] { go_to(m_source->editor_widget()); });
    add(menu, this, { "show_timings", "&Timings", QKeySequence(Qt::CTRL | Qt::Key_3) }, [this] { go_to(*m_timings); });
    add(menu, this, { "show_lines", "&Lines", QKeySequence(Qt::CTRL | Qt::Key_4) }, [this] { go_to(*m_lines); });
    add(menu, this, { "show_log", "Lo&g", QKeySequence(Qt::CTRL | Qt::Key_5) }, [this] { go_to(*m_log); });
    menu->addSeparator();
    const auto resize_letters = [this](int by) {
        return [this, by] {
            if (m_pages->currentWidget() == m_source)
                m_source->set_size(m_source->size() + by);
            else
                m_notes->set_size(m_notes->size() + by);
        };
    };
    add(menu, this, { "larger", "&Larger Letters", QKeySequence::ZoomIn }, resize_letters(+1));
    add(menu, this, { "smaller", "S&maller Letters", QKeySequence::ZoomOut }, resize_letters(-1));
    menu->addSeparator();
    for (QDockWidget* dock : m_docks) {
        QAction* action = dock->toggleViewAction();
        action->setObjectName(QStringLiteral("dock_") + dock->objectName());
        menu->addAction(action);
    }
    menu->addSeparator();
    add(menu, this, { "next_pane", "Next &Pane", QKeySequence(Qt::Key_F6) }, [this] { focus_next_pane(); });
    add(menu, this, { "full_screen", "&Full Screen", QKeySequence(Qt::Key_F11) },
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::build_table_menu()
{
    auto* menu = menuBar()->addMenu(QStringLiteral("&Table"));
    add(menu, this, { "copy_tsv", "Copy for a &Spreadsheet (TSV)", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_T) },
        [this] { copy_table(TableFormat::tsv); });
    add(menu, this, { "copy_markdown", "Copy as &Markdown", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_M) },
        [this] { copy_table(TableFormat::markdown); });
    add(menu, this, { "copy_latex", "Copy as &LaTeX", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_L) },
        [this] { copy_table(TableFormat::latex); });
}

void MainWindow::build_help_menu()
{
    auto* menu = menuBar()->addMenu(QStringLiteral("&Help"));
    add(menu, this, { "keys", "&Keys of the Stage", QKeySequence(Qt::Key_F1) }, [this] { show_keys(); });
    add(menu, this, { "about", "&About warpstage" }, [this] { show_about(); })->setMenuRole(QAction::AboutRole);
    add(menu, this, { "about_qt", "About &Qt" }, [this] { QMessageBox::aboutQt(this); })->setMenuRole(QAction::AboutQtRole);
}

// The table that is on top: the one with the focus, else the one whose tab is in front.
void MainWindow::copy_table(TableFormat format)
{
    const TableView* chosen = m_timings;
    for (const TableView* table : { m_timings, m_lines, m_log }) {
        if (!table->visibleRegion().isEmpty())
            chosen = table;
    }
    for (const TableView* table : { m_timings, m_lines, m_log }) {
        if (table->hasFocus())
            chosen = table;
    }
    QApplication::clipboard()->setText(chosen->copied(format));
    say(session::Severity::information, fmt::format("Copied the table `{}`.", from_qt(chosen->accessibleName())));
}

// In front of what lies over it, and with the keyboard.
void MainWindow::go_to(QWidget& pane)
{
    for (QDockWidget* dock : m_docks) {
        if (dock->isAncestorOf(&pane)) {
            dock->show();
            dock->raise();
        }
    }
    for (int page = 0; page < m_pages->count(); ++page) {
        if (m_pages->widget(page) == &pane || m_pages->widget(page)->isAncestorOf(&pane))
            m_pages->setCurrentIndex(page);
    }
    pane.setFocus(Qt::ShortcutFocusReason);
}

// Tab stays within a pane where the pane needs it; F6 leads from one to the next.
void MainWindow::focus_next_pane()
{
    const std::vector<QWidget*> panes { m_cues, m_lessons, m_variants, m_notes, &m_source->editor_widget(), m_machine, m_timings,
        m_lines, m_log };
    const QWidget* focus = QApplication::focusWidget();
    std::size_t at = panes.size() - 1;
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (panes[i] == focus)
            at = i;
    }
    for (std::size_t i = 1; i <= panes.size(); ++i) {
        QWidget* next = panes[(at + i) % panes.size()];
        if (next->visibleRegion().isEmpty())
            continue;
        next->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

void MainWindow::save_own_lesson()
{
    if (m_source->lesson() == nullptr)
        return;
    bool accepted = false;
    const QString name = QInputDialog::getText(this, QStringLiteral("Save as a lesson of your own"),
        QStringLiteral("Name of the lesson: small letters, digits, - and _"), QLineEdit::Normal,
        to_qt("my-" + m_source->lesson()->id), &accepted);
    if (!accepted)
        return;
    const auto saved =
        lesson::save_own_lesson(*m_source->lesson(), m_source->text(), from_qt(name.trimmed()), m_options.data / "lessons");
    if (saved)
        say(session::Severity::information, fmt::format("Saved as {}; it is in the list after the next start.", saved->string()));
    else
        QMessageBox::warning(this, QStringLiteral("Not saved"), to_qt(saved.error().message));
}

void MainWindow::show_keys()
{
    QString rows;
    for (const views::KeyWords& key : views::all_keys())
        rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(to_qt(key.keys), to_qt(key.meaning));
    QMessageBox::information(this, QStringLiteral("Keys of the stage"), QStringLiteral("<table>%1</table>").arg(rows));
}

void MainWindow::show_about()
{
    QMessageBox::about(this, QStringLiteral("About warpstage"),
        QStringLiteral("<b>%1</b><p>A live stage for teaching CUDA.</p><p>Qt %2</p>")
            .arg(to_qt(m_options.program), QLatin1String(qVersion())));
}

} // namespace warpstage::console

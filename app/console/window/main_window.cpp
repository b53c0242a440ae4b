#include "app/console/window/main_window.h"

#include "app/console/qt_text.h"
#include "core/base/words.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

namespace warpstage::console {

namespace {

// Twice per second is enough for tables, and each change costs the stage some tenths of a millisecond.
constexpr int kTableInterval = 5; // refreshes
constexpr int kPictureInterval = 2;

} // namespace

MainWindow::MainWindow(const ConsoleOptions& options, session::Session& session, StageWindow& stage)
    : m_stage(stage)
    , m_look(*this, options.fonts, stage.theme())
    , m_link(*this, options, session,
          [this](session::Severity severity, const std::string& sentence) { report(severity, sentence); })
    , m_cue_strip(new CueStrip(this)) // before the docks: the Tab key visits widgets in the order of their creation
    , m_pages(new Pages(options.catalog, options.editor, this))
    , m_lists(m_link)
    , m_miniature(new MiniatureView)
    , m_device(new DevicePane(m_link))
    , m_tables(m_link)
    , m_clock(new ClockView)
    , m_layout(*this, *m_pages, panes())
    , m_files(m_link, m_pages->source(), m_layout)
    , m_recovery(m_link, m_files)
    , m_menus({ m_link, m_layout, *m_pages, m_tables, *m_clock, m_files, m_recovery, [this] {
                   end(Ended::program_left);
               } })
{
    m_menus.tint_icons();
    m_pages->source().set_theme(stage.theme());
    setWindowTitle(qtr("Console"));
    setObjectName(QStringLiteral("console"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    resize(1280, 800);
    auto* center = new QWidget(this);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_cue_strip);
    column->addWidget(m_pages, 1);
    setCentralWidget(center);
    m_pages->source().on_line_chosen([this](std::uint32_t line) { m_link.send(session::SelectLine { line }); });
    statusBar()->setSizeGripEnabled(true);
    m_layout.restore();
    m_files.adopt_opened();
}

std::vector<Pane> MainWindow::panes() const
{
    using Place = Pane::Place;
    return {
        { Place::left, &m_lists.cues(), warpstage::tr("Cues"), "cues" },
        { Place::left, &m_lists.lessons(), warpstage::tr("Lessons"), "lessons" },
        { Place::tab, &m_lists.variants(), warpstage::tr("Variants"), "variants" },
        { Place::center, &m_pages->notes() },
        { Place::center, &m_pages->source().editor_widget() },
        { Place::right, nullptr, warpstage::tr("Stage"), "stage", m_miniature },
        { Place::right, &m_device->first_editor(), warpstage::tr("Device and parameters"), "machine", m_device },
        { Place::bottom, &m_tables.timings(), warpstage::tr("Timings"), "timings" },
        { Place::tab, &m_tables.lines(), warpstage::tr("Lines"), "lines" },
        { Place::tab, &m_tables.of_class(), warpstage::tr("Class"), "class" },
        { Place::tab, &m_tables.log(), warpstage::tr("Log"), "log" },
    };
}

void MainWindow::report(session::Severity severity, const std::string& sentence)
{
    m_tables.add_to_log(severity, sentence);
    statusBar()->showMessage(to_qt(sentence), severity == session::Severity::information ? 8000 : 0);
}

void MainWindow::adopt_theme()
{
    if (!m_look.adopt(m_stage.theme()))
        return;
    m_menus.tint_icons();
    m_pages->source().set_theme(m_stage.theme());
}

void MainWindow::refresh()
{
    adopt_theme();
    m_link.update();
    const session::Snapshot& snapshot = m_link.snapshot();
    m_clock->refresh();
    m_lists.show_snapshot(snapshot);
    m_cue_strip->show_snapshot(snapshot);
    m_device->show_snapshot(snapshot);
    m_pages->show_snapshot(m_link.shown());
    m_tables.log_notices(m_link.shown());
    if (m_refreshes % kTableInterval == 0)
        m_tables.show_numbers(m_link.shown());
    m_menus.refresh();
    if (m_refreshes % kPictureInterval == 0)
        m_miniature->refresh(m_stage);
    ++m_refreshes;
    m_recovery.refresh();
}

void MainWindow::move_to_screen(const QScreen& screen)
{
    const QRect room = screen.availableGeometry();
    resize(size().boundedTo(room.size()));
    move(room.center() - QPoint(width() / 2, height() / 2));
}

void MainWindow::end(Ended how) const
{
    m_layout.save();
    if (m_closed)
        m_closed(how);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->accept();
    end(Ended::console_closed);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!SessionFiles::dropped_file(*event->mimeData()).empty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const auto path = SessionFiles::dropped_file(*event->mimeData());
    if (path.empty())
        return;
    event->acceptProposedAction();
    // Accept the drop before opening the file: a dialog would block the source of the drop.
    QTimer::singleShot(0, this, [this, path] { open_session(path); });
}

} // namespace warpstage::console

#include "app/console/main_window.h"

#include "app/console/qt_text.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QTabWidget>
#include <QTime>
#include <QToolBar>
#include <QVBoxLayout>

namespace warpstage::console {

namespace {

// Tables are read, not watched: twice a second is enough, and each change costs the stage some tenths of a millisecond.
constexpr int kTableInterval = 5; // refreshes
constexpr int kPictureInterval = 2;
constexpr int kAutosaveInterval = 300;
constexpr int kLayoutVersion = 2; // of saveState(); grows when docks come or go

std::string now_words()
{
    return from_qt(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
}

} // namespace

MainWindow::MainWindow(const ConsoleOptions& options, session::Session& session, StageWindow& stage)
    : m_options(options)
    , m_session(session)
    , m_stage(stage)
    , m_path(options.opened)
    , m_autosave(options.data / "autosave")
{
    setWindowTitle(QStringLiteral("Console"));
    setObjectName(QStringLiteral("console"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    resize(1280, 800);
    build_center();
    build_lists();
    build_machine();
    build_tables();
    build_menus();
    restore_layout();
    if (!m_path.empty()) {
        // Whoever started the program has read it already, and shows it; here is what belongs to this window.
        if (const auto document = session_file::load(m_path))
            adopt_file(*document);
    }
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::add_dock(Qt::DockWidgetArea area, const QString& title, const QString& name, QWidget* content)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    m_docks.push_back(dock);
    return dock;
}

void MainWindow::build_center()
{
    auto* center = new QWidget(this);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    m_cue_strip = new CueStrip(center);
    m_pages = new QTabWidget(center);
    m_pages->setDocumentMode(true);
    column->addWidget(m_cue_strip);
    column->addWidget(m_pages, 1);
    m_notes = new NotesView(m_pages);
    m_source = new SourceView(m_options.catalog, m_options.editor, m_pages);
    m_source->on_line_chosen([this](std::uint32_t line) { send(session::SelectLine { line }); });
    m_pages->addTab(m_notes, QStringLiteral("&Notes"));
    m_pages->addTab(m_source, QStringLiteral("&Source"));
    setCentralWidget(center);
}

void MainWindow::build_lists()
{
    m_cues = new ChoiceList(QStringLiteral("Cues"), [this](std::size_t index) { send(session::CueStep { .index = index }); });
    m_cues->setWordWrap(true);
    m_cues->setUniformItemSizes(false);
    m_cues->setResizeMode(QListView::Adjust);
    add_dock(Qt::LeftDockWidgetArea, QStringLiteral("Cues"), QStringLiteral("cues"), m_cues);
    m_lessons = new ChoiceList(QStringLiteral("Lessons"), [this](std::size_t index) {
        if (index < m_options.catalog->lessons().size())
            send(session::SelectLesson { m_options.catalog->lessons()[index]->id });
    });
    auto* lessons = add_dock(Qt::LeftDockWidgetArea, QStringLiteral("Lessons"), QStringLiteral("lessons"), m_lessons);
    m_variants =
        new ChoiceList(QStringLiteral("Variants"), [this](std::size_t index) { send(session::SelectVariant { index }); });
    auto* variants = add_dock(Qt::LeftDockWidgetArea, QStringLiteral("Variants"), QStringLiteral("variants"), m_variants);
    tabifyDockWidget(lessons, variants);
}

void MainWindow::build_machine()
{
    m_miniature = new MiniatureView;
    add_dock(Qt::RightDockWidgetArea, QStringLiteral("Stage"), QStringLiteral("stage"), m_miniature);

    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    m_machine = new QComboBox(inside);
    m_machine->setAccessibleName(QStringLiteral("Which machine computes"));
    m_machine->setObjectName(QStringLiteral("machine"));
    m_machine->addItem(QStringLiteral("GPU"));
    m_machine->addItem(QStringLiteral("Virtual machine"));
    connect(m_machine, &QComboBox::activated, this,
        [this](int index) { send(session::SelectEngine { index == 0 ? engine::EngineKind::gpu : engine::EngineKind::vm }); });
    m_machine_detail = new QLabel(inside);
    m_machine_detail->setWordWrap(true);
    m_machine_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_parameters = new ParameterForm(
        [this](const std::string& id, const std::string& value) {
            send(session::SetParameter { id, value });
        },
        inside);
    column->addWidget(m_machine);
    column->addWidget(m_machine_detail);
    column->addWidget(m_parameters, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // what lies within takes the keyboard, and is scrolled to
    scroll->setWidget(inside);
    add_dock(Qt::RightDockWidgetArea, QStringLiteral("Machine and parameters"), QStringLiteral("machine"), scroll);
}

void MainWindow::build_tables()
{
    m_timings = new TableView(QStringLiteral("Timings"));
    m_lines = new TableView(QStringLiteral("Metrics of the source lines"));
    m_log = new TableView(QStringLiteral("Faults and log"));
    m_log->horizontalHeader()->setStretchLastSection(true); // sentences
    m_lines->on_row_chosen([this](const Row& row) {
        const auto line = static_cast<std::uint32_t>(row.front().order);
        if (m_snapshot != nullptr && line != 0 && line != m_snapshot->selection->line)
            send(session::SelectLine { line });
    });
    auto* timings = add_dock(Qt::BottomDockWidgetArea, QStringLiteral("Timings"), QStringLiteral("timings"), m_timings);
    auto* lines = add_dock(Qt::BottomDockWidgetArea, QStringLiteral("Lines"), QStringLiteral("lines"), m_lines);
    auto* log = add_dock(Qt::BottomDockWidgetArea, QStringLiteral("Log"), QStringLiteral("log"), m_log);
    tabifyDockWidget(timings, lines);
    tabifyDockWidget(lines, log);
    timings->raise();
}

void MainWindow::send(session::Command command)
{
    m_session.submit(std::move(command));
}

void MainWindow::say(session::Severity severity, const std::string& sentence)
{
    m_log_book.add(severity, sentence, now_words());
    show_log();
    statusBar()->showMessage(to_qt(sentence), severity == session::Severity::information ? 8000 : 0);
}

void MainWindow::refresh()
{
    m_snapshot = m_session.snapshot();
    const session::Snapshot& snapshot = *m_snapshot;
    m_clock->refresh();
    show_lists(snapshot);
    show_machine(snapshot);
    if (snapshot.setup->lesson != nullptr)
        m_notes->show_notes(snapshot.setup->lesson->notes);
    m_source->show_snapshot(snapshot);
    show_tables(snapshot);
    if (m_refreshes % kAutosaveInterval == kAutosaveInterval - 1)
        autosave();
    if (m_refreshes % kPictureInterval == 0)
        m_miniature->refresh(m_stage);
    ++m_refreshes;
    if (isVisible() && !std::exchange(m_recovery_offered, true))
        offer_recovery();
}

// Ten times a second: what stays the same is not written anew.
void MainWindow::show_lists(const session::Snapshot& snapshot)
{
    if (m_listed != snapshot.setup->lesson) {
        m_listed = snapshot.setup->lesson;
        write_lists(snapshot);
    }
    m_lessons->show_current(snapshot.setup->lesson_index);
    m_variants->show_current(snapshot.setup->variant);
    m_cues->show_current(snapshot.cue->index);
    m_cue_strip->show_snapshot(snapshot);
    m_published->setChecked(snapshot.setup->published != nullptr);
    m_wrong_element->setEnabled(snapshot.run->wrong_element.has_value());
}

void MainWindow::write_lists(const session::Snapshot& snapshot)
{
    std::vector<ListEntry> lessons;
    for (const auto& lesson : m_options.catalog->lessons())
        lessons.push_back({ lesson->id, to_qt(fmt::format("{} · {}", lesson->number, lesson->title)), to_qt(lesson->summary) });
    for (const auto& broken : m_options.catalog->broken())
        lessons.push_back({ {}, to_qt("✖ " + broken.folder.filename().string()), to_qt(broken.reason), false });
    m_lessons->show_choices(std::move(lessons));

    std::vector<ListEntry> variants;
    for (std::size_t i = 0; i < snapshot.setup->variants.size(); ++i) {
        const auto& variant = snapshot.setup->variants[i];
        variants.push_back({ variant.id, to_qt(fmt::format("{} · {}", i + 1, variant.label)), to_qt(variant.summary) });
    }
    m_variants->show_choices(std::move(variants));

    std::vector<ListEntry> cues;
    for (std::size_t i = 0; i < snapshot.cue->count; ++i)
        cues.push_back(
            { std::to_string(i), to_qt(cue_line(*snapshot.setup->lesson, i)), to_qt(cue_detail(*snapshot.setup->lesson, i)) });
    m_cues->show_choices(std::move(cues));
}

void MainWindow::show_machine(const session::Snapshot& snapshot)
{
    const bool gpu = snapshot.device->engine.kind == engine::EngineKind::gpu;
    if (m_machine->currentIndex() != (gpu ? 0 : 1))
        m_machine->setCurrentIndex(gpu ? 0 : 1);
    m_machine->setItemText(0, snapshot.device->gpu_available ? QStringLiteral("GPU") : QStringLiteral("GPU (there is none)"));
    const QString detail =
        QStringLiteral("%1\n%2").arg(to_qt(snapshot.device->engine.name), to_qt(snapshot.device->engine.detail));
    if (m_machine_detail->text() != detail)
        m_machine_detail->setText(detail);
    m_parameters->show_parameters(snapshot);
}

void MainWindow::show_tables(const session::Snapshot& snapshot)
{
    if (m_log_book.take(snapshot, now_words()) || m_refreshes == 0)
        show_log();
    if (m_refreshes % kTableInterval != 0)
        return;
    // What nobody sees need not be made.
    if (m_timings->isVisible() || m_refreshes == 0)
        m_timings->show_table(timings_table(snapshot));
    if (m_lines->isVisible() || m_refreshes == 0)
        m_lines->show_table(line_table(snapshot));
}

// Whoever reads the newest entry goes on reading the newest.
void MainWindow::show_log()
{
    const auto* const place = m_log->verticalScrollBar();
    const bool at_end = place->value() == place->maximum();
    m_log->show_table(m_log_book.table());
    if (at_end)
        m_log->scrollToBottom();
}

void MainWindow::move_to_screen(const QScreen& screen)
{
    const QRect room = screen.availableGeometry();
    resize(size().boundedTo(room.size()));
    move(room.center() - QPoint(width() / 2, height() / 2));
}

void MainWindow::restore_layout()
{
    const QSettings settings;
    const QByteArray geometry = settings.value(QStringLiteral("console/geometry")).toByteArray();
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    resizeDocks({ m_docks[0], m_docks[3] }, { 230, 330 }, Qt::Horizontal);
    resizeDocks({ m_docks[0], m_docks[1] }, { 330, 170 }, Qt::Vertical);
    resizeDocks({ m_docks[3], m_docks[4] }, { 200, 300 }, Qt::Vertical);
    resizeDocks({ m_docks[5] }, { 160 }, Qt::Vertical);
    restoreState(settings.value(QStringLiteral("console/layout")).toByteArray(), kLayoutVersion);
    m_notes->set_size(settings.value(QStringLiteral("console/notes_size"), m_notes->size()).toInt());
    m_source->set_size(settings.value(QStringLiteral("console/source_size"), m_source->size()).toInt());
    m_pages->setCurrentIndex(settings.value(QStringLiteral("console/page"), 0).toInt());
}

void MainWindow::save_layout() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("console/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("console/layout"), saveState(kLayoutVersion));
    settings.setValue(QStringLiteral("console/notes_size"), m_notes->size());
    settings.setValue(QStringLiteral("console/source_size"), m_source->size());
    settings.setValue(QStringLiteral("console/page"), m_pages->currentIndex());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    save_layout();
    event->accept();
    if (m_closed)
        m_closed(Ended::console_closed);
}

} // namespace warpstage::console

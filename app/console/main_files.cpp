// Session files: opened, saved, dropped onto the window, kept against a crash.
#include "app/console/main_window.h"
#include "app/console/qt_text.h"
#include "core/session/recording/replay.h"
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QSettings>
#include <QTimer>

namespace warpstage::console {

namespace {

namespace fs = std::filesystem;

constexpr int kMostRecent = 8;
constexpr QLatin1String kRecentKey { "console/recent" };
constexpr QLatin1String kFilter { "Sessions of warpstage (*.warpstage)" };

fs::path to_path(const QString& text)
{
    return { from_qt(text) };
}

QString session_in(const QMimeData& dropped)
{
    for (const QUrl& url : dropped.urls()) {
        if (url.isLocalFile() && to_path(url.toLocalFile()).extension() == session_file::kEnding)
            return url.toLocalFile();
    }
    return {};
}

} // namespace

void MainWindow::ask_for_session()
{
    const QString name =
        QFileDialog::getOpenFileName(this, QStringLiteral("Open session"), to_qt(m_path.parent_path().string()), kFilter);
    if (!name.isEmpty())
        open_session(to_path(name));
}

void MainWindow::open_session(const fs::path& path)
{
    const auto document = session_file::load(path);
    auto replay = document ? session_file::restore(*document, *m_options.catalog, path.string())
                           : Result<session::Replay> { document.error() };
    if (!replay) {
        say(session::Severity::attention, replay.error().message);
        QMessageBox::warning(this, QStringLiteral("Not opened"), to_qt(replay.error().message));
        return;
    }
    send(session::ShowReplay { std::make_shared<const session::Replay>(*std::move(replay)) });
    adopt_file(*document);
    m_path = path;
    remember(path);
    say(session::Severity::information,
        fmt::format("Opened {}, recorded on {} at {}.", path.string(), document->origin.machine, document->origin.saved_at));
}

void MainWindow::adopt_file(const session_file::Document& document)
{
    m_source->adopt_edit(document.lesson, document.edited.empty() ? document.source : document.edited, document.source);
    take_layout(to_qt(document.layout));
}

// Page, sizes of the letters, docks: "1;12;10;AAAA…"; files of older programs have the docks alone.
QString MainWindow::layout_text() const
{
    return QStringLiteral("%1;%2;%3;%4")
        .arg(m_pages->currentIndex())
        .arg(m_notes->size())
        .arg(m_source->size())
        .arg(QString::fromLatin1(saveState().toBase64()));
}

void MainWindow::take_layout(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char(';'));
    if (parts.size() == 4) {
        m_pages->setCurrentIndex(parts[0].toInt());
        m_notes->set_size(parts[1].toInt());
        m_source->set_size(parts[2].toInt());
    }
    if (!parts.back().isEmpty())
        restoreState(QByteArray::fromBase64(parts.back().toLatin1()));
}

SavedState MainWindow::state_now() const
{
    SavedState state;
    state.snapshot = m_snapshot;
    if (m_source->lesson() != nullptr && m_source->lesson()->id == m_snapshot->setup->lesson->id)
        state.edited = m_source->text();
    state.layout = from_qt(layout_text());
    state.when = from_qt(QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd HH:mm 'UTC'")));
    state.program = m_options.program;
    return state;
}

void MainWindow::save_session()
{
    if (m_path.empty())
        save_session_as();
    else
        save_to(m_path);
}

void MainWindow::save_session_as()
{
    const std::string lesson =
        m_snapshot != nullptr && m_snapshot->setup->lesson != nullptr ? m_snapshot->setup->lesson->id : "session";
    const QString proposed = to_qt((m_path.parent_path() / (lesson + std::string(session_file::kEnding))).string());
    QString name = QFileDialog::getSaveFileName(this, QStringLiteral("Save session"), proposed, kFilter);
    if (name.isEmpty())
        return;
    if (to_path(name).extension() != session_file::kEnding)
        name += to_qt(session_file::kEnding);
    save_to(to_path(name));
}

void MainWindow::save_to(const fs::path& path)
{
    if (m_snapshot == nullptr || m_snapshot->setup->lesson == nullptr)
        return;
    if (const auto saved = write_session(state_now(), path); !saved) {
        say(session::Severity::attention, saved.error().message);
        QMessageBox::warning(this, QStringLiteral("Not saved"), to_qt(saved.error().message));
        return;
    }
    m_path = path;
    remember(path);
    say(session::Severity::information, fmt::format("Saved {}.", path.string()));
}

// Another process of this program runs the lesson and writes: the lecture does not wait for it.
void MainWindow::export_report()
{
    if (m_snapshot == nullptr || m_snapshot->setup->lesson == nullptr)
        return;
    QString name = QFileDialog::getSaveFileName(this, QStringLiteral("Export report"),
        to_qt(m_snapshot->setup->lesson->id + ".pdf"), QStringLiteral("PDF (*.pdf);;Page for the web (*.html)"));
    if (name.isEmpty())
        return;
    QStringList words;
    for (const auto& argument : m_options.arguments)
        words << to_qt(argument);
    words << QStringLiteral("report") << to_qt(m_snapshot->setup->lesson->id) << QStringLiteral("-o") << name;
    words << QStringLiteral("--engine")
          << (m_snapshot->device->engine.kind == engine::EngineKind::gpu ? QStringLiteral("gpu") : QStringLiteral("vm"));
    for (const auto& parameter : m_snapshot->setup->parameters)
        words << QStringLiteral("--set") << to_qt(parameter.id + "=" + parameter.value);
    auto* process = new QProcess(this);
    process->setProcessChannelMode(QProcess::MergedChannels);
    connect(process, &QProcess::errorOccurred, this, [this, process] {
        say(session::Severity::attention, fmt::format("The report was not written: {}.", from_qt(process->errorString())));
    });
    connect(process, &QProcess::finished, this, [this, process, name](int status, QProcess::ExitStatus how) {
        const std::string words_of_it = from_qt(QString::fromUtf8(process->readAll()).trimmed());
        if (how == QProcess::NormalExit && status == 0)
            say(session::Severity::information, fmt::format("The report is written: {}.", from_qt(name)));
        else
            say(session::Severity::attention, fmt::format("The report was not written: {}", words_of_it));
        process->deleteLater();
    });
    process->start(QCoreApplication::applicationFilePath(), words);
    const auto shipped = m_options.catalog->find(m_snapshot->setup->lesson->id);
    const bool edited = shipped && (*shipped)->source != m_snapshot->setup->lesson->source;
    say(session::Severity::information,
        fmt::format("Runs lesson `{}` for a report …{}", m_snapshot->setup->lesson->id,
            edited ? " It tells of the installed kernels; edited ones have to be saved as a lesson of your own first." : ""));
}

void MainWindow::remember(const fs::path& path)
{
    QSettings settings;
    QStringList recent = settings.value(kRecentKey).toStringList();
    const QString name = to_qt(fs::absolute(path).string());
    recent.removeAll(name);
    recent.prepend(name);
    while (recent.size() > kMostRecent)
        recent.removeLast();
    settings.setValue(kRecentKey, recent);
}

void MainWindow::show_recent()
{
    m_recent->clear();
    const QStringList recent = QSettings().value(kRecentKey).toStringList();
    for (const QString& name : recent)
        m_recent->addAction(name, this, [this, name] { open_session(to_path(name)); });
    if (recent.isEmpty())
        m_recent->addAction(QStringLiteral("No session was opened yet"))->setEnabled(false);
}

void MainWindow::autosave()
{
    if (const auto failure = m_autosave.take_failure())
        say(session::Severity::attention, *failure);
    if (m_snapshot == nullptr || m_snapshot->setup->lesson == nullptr)
        return;
    auto state = state_now();
    if (m_snapshot->run->recording == m_autosaved && state.edited == m_autosaved_text)
        return;
    m_autosaved = m_snapshot->run->recording;
    m_autosaved_text = state.edited;
    m_autosave.offer(std::move(state));
}

void MainWindow::offer_recovery()
{
    const auto left = Autosave::left_behind(m_options.data / "autosave");
    if (left.empty())
        return;
    // Not modal: the lecture goes on while nobody answers.
    auto* question = new QMessageBox(QMessageBox::Question, QStringLiteral("Recover the last session?"),
        QStringLiteral("warpstage did not end by itself last time. What it had saved can be shown again."),
        QMessageBox::Open | QMessageBox::Discard, this);
    question->setObjectName(QStringLiteral("recovery"));
    question->setModal(false);
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &QMessageBox::finished, this, [this, left](int answer) {
        if (answer == QMessageBox::Open) {
            const fs::path before = m_path;
            open_session(left.front());
            m_path = before; // it is to be saved elsewhere
        } else if (answer != QMessageBox::Discard) {
            return; // closed without an answer: asked again next time
        }
        for (const auto& path : left) {
            std::error_code ignored;
            fs::remove(path, ignored);
        }
    });
    question->show();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!session_in(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString name = session_in(*event->mimeData());
    if (name.isEmpty())
        return;
    event->acceptProposedAction();
    // Whoever dragged is let go first: a dialog would hold the other program.
    QTimer::singleShot(0, this, [this, name] { open_session(to_path(name)); });
}

} // namespace warpstage::console

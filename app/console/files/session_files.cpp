#include "app/console/files/session_files.h"

#include "app/console/qt_text.h"
#include "app/console/warning.h"
#include "core/base/words.h"
#include "core/session/recording/replay.h"
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <QDateTime>
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QUrl>
#include <utility>

namespace warpstage::console {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxRecent = 8;
constexpr QLatin1String kRecentKey { "console/recent" };
constexpr const char* kFilter = marked("warpstage sessions (*.warpstage)");

fs::path to_path(const QString& text)
{
    return { from_qt(text) };
}

} // namespace

SessionFiles::SessionFiles(SessionLink& link, SourceView& source, Layout& layout)
    : m_link(link)
    , m_source(source)
    , m_layout(layout)
    , m_path(link.options().opened)
{
}

void SessionFiles::adopt_opened()
{
    if (m_path.empty())
        return;
    if (const auto document = session_file::load(m_path))
        adopt(*document);
}

void SessionFiles::adopt(const session_file::Document& document)
{
    m_source.adopt_edit(document.lesson, document.edited.empty() ? document.source : document.edited, document.source);
    m_layout.apply(to_qt(document.layout));
}

void SessionFiles::ask_to_open()
{
    const QString name =
        QFileDialog::getOpenFileName(&m_link.window(), qtr("Open session"), to_qt(m_path.parent_path().string()), qtr(kFilter));
    if (!name.isEmpty())
        open(to_path(name));
}

void SessionFiles::open(const fs::path& path)
{
    if (const auto& open_file = m_link.options().open_file; open_file && !session_file::is_session(path))
        return open_file(path);
    if (show(path))
        take_path(path);
}

bool SessionFiles::show(const fs::path& path)
{
    const auto document = session_file::load(path);
    auto replay = document ? session_file::restore(*document, *m_link.options().catalog, path.string())
                           : Result<session::Replay> { document.error() };
    if (!replay) {
        m_link.report(session::Severity::attention, replay.error().message);
        show_warning(m_link.window(), qtr("Session not opened"), to_qt(replay.error().message));
        return false;
    }
    m_link.send(session::ShowReplay { std::make_shared<const session::Replay>(*std::move(replay)) });
    adopt(*document);
    m_link.report(session::Severity::information,
        trf("Opened {}, recorded on {} at {}.", path.string(), document->origin.machine, document->origin.saved_at));
    return true;
}

SavedState SessionFiles::state() const
{
    SavedState state;
    state.snapshot = m_link.shared_snapshot();
    if (m_source.lesson() != nullptr && m_source.lesson()->id == m_link.snapshot().setup->lesson->id)
        state.edited = m_source.text();
    state.layout = from_qt(m_layout.text());
    state.when = from_qt(QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd HH:mm 'UTC'")));
    state.program = m_link.options().program;
    return state;
}

void SessionFiles::save()
{
    if (m_path.empty())
        save_as();
    else
        save_to(m_path);
}

void SessionFiles::save_as()
{
    const auto& lesson = m_link.snapshot().setup->lesson;
    const std::string proposed = (lesson != nullptr ? lesson->id : "session") + std::string(session_file::kEnding);
    const QString name = QFileDialog::getSaveFileName(
        &m_link.window(), qtr("Save session"), to_qt((m_path.parent_path() / proposed).string()), qtr(kFilter));
    if (name.isEmpty())
        return;
    fs::path path = to_path(name);
    if (path.extension() != session_file::kEnding)
        path += session_file::kEnding;
    save_to(path);
}

void SessionFiles::save_to(const fs::path& path)
{
    if (m_link.snapshot().setup->lesson == nullptr)
        return;
    if (const auto saved = write_session(state(), path); !saved) {
        m_link.report(session::Severity::attention, saved.error().message);
        QMessageBox::warning(&m_link.window(), qtr("Session not saved"), to_qt(saved.error().message));
        return;
    }
    take_path(path);
    m_link.report(session::Severity::information, trf("Saved {}.", path.string()));
}

void SessionFiles::take_path(const fs::path& path)
{
    m_path = path;
    QSettings settings;
    QStringList recent = settings.value(kRecentKey).toStringList();
    const QString name = to_qt(fs::absolute(path).string());
    recent.removeAll(name);
    recent.prepend(name);
    while (recent.size() > kMaxRecent)
        recent.removeLast();
    settings.setValue(kRecentKey, recent);
}

void SessionFiles::list_recent(QMenu& menu)
{
    menu.clear();
    const QStringList recent = QSettings().value(kRecentKey).toStringList();
    for (const QString& name : recent)
        menu.addAction(name, &m_link.window(), [this, name] { open(to_path(name)); });
    if (recent.isEmpty())
        menu.addAction(qtr("No recent sessions"))->setEnabled(false);
}

fs::path SessionFiles::dropped_file(const QMimeData& dropped)
{
    for (const QUrl& url : dropped.urls()) {
        if (fs::path path = to_path(url.toLocalFile()); path.extension() == session_file::kEnding)
            return path;
    }
    return {};
}

} // namespace warpstage::console

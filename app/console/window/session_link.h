// Shared by the parts of the window: the window, the newest snapshot of the session, and functions that send commands and report
// messages.
#pragma once

#include "app/console/console.h"
#include "core/session/walkthrough/hidden_answer.h"

#include <QMainWindow>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace warpstage::console {

class SessionLink {
public:
    using Report = std::function<void(session::Severity, const std::string& sentence)>;
    // `window` and `session` must outlive this.
    SessionLink(QMainWindow& window, ConsoleOptions options, session::Session& session, Report report)
        : m_window(window)
        , m_options(std::move(options))
        , m_session(session)
        , m_report(std::move(report))
        , m_snapshot(session.snapshot())
        , m_shown(m_audience.of(m_snapshot))
    {
    }

    [[nodiscard]] QMainWindow& window() const { return m_window; }
    [[nodiscard]] const ConsoleOptions& options() const { return m_options; }
    void update()
    {
        m_snapshot = m_session.snapshot();
        m_shown = m_audience.of(m_snapshot);
    }
    // The snapshot of the last update; never null.
    [[nodiscard]] const std::shared_ptr<const session::Snapshot>& shared_snapshot() const { return m_snapshot; }
    [[nodiscard]] const session::Snapshot& snapshot() const { return *m_snapshot; }
    // The snapshot for tables and margins, which may be projected: without the answer while a question is open.
    [[nodiscard]] const session::Snapshot& shown() const { return *m_shown; }
    void send(session::Command command) { m_session.submit(std::move(command)); }
    void report(session::Severity severity, const std::string& sentence) const { m_report(severity, sentence); }

private:
    QMainWindow& m_window;
    ConsoleOptions m_options;
    session::Session& m_session;
    Report m_report;
    std::shared_ptr<const session::Snapshot> m_snapshot;
    session::AudienceSnapshots m_audience;
    std::shared_ptr<const session::Snapshot> m_shown; // never null
};

} // namespace warpstage::console

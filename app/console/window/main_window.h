// The console's window: the notes in the center, docks and commands around them. Shows snapshots of the session and sends
// commands; has no state of the session.
#pragma once

#include "app/console/cues/cues.h"
#include "app/console/cues/lesson_lists.h"
#include "app/console/parameters/device_pane.h"
#include "app/console/window/look.h"
#include "app/console/window/menus.h"
#include "app/console/window/miniature_view.h"

class QScreen;

namespace warpstage::console {

class MainWindow : public QMainWindow {
public:
    MainWindow(const ConsoleOptions& options, session::Session& session, StageWindow& stage);

    // Shows the newest snapshot of the session; called several times per second.
    void refresh();
    void on_close(std::function<void(Ended)> listener) { m_closed = std::move(listener); }
    void move_to_screen(const QScreen& screen);

    // Shows a session file. On an error a dialog is shown and nothing changes.
    void open_session(const std::filesystem::path& path) { m_files.open(path); }

    [[nodiscard]] SourceView& source() { return m_pages->source(); }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    [[nodiscard]] std::vector<Pane> panes() const;
    void report(session::Severity severity, const std::string& sentence);
    void adopt_theme();
    void end(Ended how) const;

    StageWindow& m_stage;
    Look m_look;
    std::function<void(Ended)> m_closed;
    SessionLink m_link;
    CueStrip* m_cue_strip;
    Pages* m_pages;
    LessonLists m_lists;
    MiniatureView* m_miniature;
    DevicePane* m_device;
    Tables m_tables;
    ClockView* m_clock;
    Layout m_layout;
    SessionFiles m_files;
    Recovery m_recovery;
    Menus m_menus;
    int m_refreshes = 0;
};

} // namespace warpstage::console

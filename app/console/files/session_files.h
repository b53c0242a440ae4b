// Session files: open, save, recent files, recovery after a crash. Dialogs belong to the window.
#pragma once

#include "app/console/files/autosave.h"
#include "app/console/window/layout.h"
#include "app/console/window/session_link.h"
#include "core/session_file/document.h"

class QMenu;
class QMimeData;

namespace warpstage::console {

// The open session file.
class SessionFiles {
public:
    // All must outlive this.
    SessionFiles(SessionLink& link, SourceView& source, Layout& layout);

    // Adopts text and layout of the file that the program was started with; the session already shows its run.
    void adopt_opened();
    void ask_to_open();
    void open(const std::filesystem::path& path);
    // Shows a file without making it the file that save() writes. On an error a dialog is shown and nothing changes.
    [[nodiscard]] bool show(const std::filesystem::path& path);
    void save();
    void save_as();
    void list_recent(QMenu& menu);

    [[nodiscard]] SavedState state() const;
    // Empty: no session file was dropped.
    [[nodiscard]] static std::filesystem::path dropped_file(const QMimeData& dropped);

private:
    void save_to(const std::filesystem::path& path);
    void adopt(const session_file::Document& document);
    void take_path(const std::filesystem::path& path);

    SessionLink& m_link;
    SourceView& m_source;
    Layout& m_layout;
    std::filesystem::path m_path; // empty: never saved
};

// Recovery of a session that was not saved before a crash.
class Recovery {
public:
    // All must outlive this.
    Recovery(SessionLink& link, SessionFiles& files);

    // Called several times per second: saves changes periodically; asks once, when the window is visible, about files of crashed
    // programs.
    void refresh();

private:
    void autosave();
    void offer();

    SessionLink& m_link;
    SessionFiles& m_files;
    Autosave m_autosave;
    std::shared_ptr<const session::Recording> m_saved;
    std::string m_saved_text;
    int m_refreshes = 0;
    bool m_offered = false;
};

} // namespace warpstage::console

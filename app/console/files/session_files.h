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

} // namespace warpstage::console

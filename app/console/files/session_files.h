// The session as a file: opened, saved, listed as recent, kept against a crash. Dialogs belong to the window.
#pragma once

#include "app/console/files/autosave.h"
#include "app/console/window/layout.h"
#include "app/console/window/session_link.h"
#include "core/session_file/document.h"

class QMenu;
class QMimeData;

namespace warpstage::console {

// The file that the window shows.
class SessionFiles {
public:
    // All must outlive this.
    SessionFiles(SessionLink& link, SourceView& source, Layout& layout);

    // Text and layout of the file that the program was started with; the session shows its run already.
    void adopt_opened();
    void ask_to_open();
    void open(const std::filesystem::path& path);
    // Without making it the file that save() writes. An error is shown in a dialog and changes nothing.
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

// What was not saved before a crash.
class Recovery {
public:
    // All must outlive this.
    Recovery(SessionLink& link, SessionFiles& files);

    // A few times a second: saves what is new now and then; asks once, when the window is visible, about files of programs that
    // crashed.
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

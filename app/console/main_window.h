// The console's window: what the presenter reads and does, around the notes. Shows the session's snapshots and sends commands;
// it decides nothing itself.
#pragma once

#include "app/console/autosave.h"
#include "app/console/choice_list.h"
#include "app/console/clock_view.h"
#include "app/console/console.h"
#include "app/console/cue_strip.h"
#include "app/console/log_book.h"
#include "app/console/miniature_view.h"
#include "app/console/notes_view.h"
#include "app/console/parameter_form.h"
#include "app/console/source_view.h"
#include "app/console/table_view.h"
#include "core/session_file/document.h"

#include <QMainWindow>
#include <functional>
#include <memory>
#include <vector>

class QAction;
class QComboBox;
class QDockWidget;
class QLabel;
class QMenu;
class QScreen;
class QTabWidget;

namespace warpstage::console {

class MainWindow : public QMainWindow {
public:
    MainWindow(const ConsoleOptions& options, session::Session& session, StageWindow& stage);
    ~MainWindow() override;

    // Takes the session's newest snapshot; a few times a second.
    void refresh();
    void on_close(std::function<void(Ended)> listener) { m_closed = std::move(listener); }
    void move_to_screen(const QScreen& screen);

    // Shows a session file; what is wrong with it is said in a dialog and changes nothing.
    void open_session(const std::filesystem::path& path);

    [[nodiscard]] SourceView& source() { return *m_source; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp
    void build_lists();
    void build_center();
    void build_machine();
    void build_tables();
    QDockWidget* add_dock(Qt::DockWidgetArea area, const QString& title, const QString& name, QWidget* content);
    void show_lists(const session::Snapshot& snapshot);
    void write_lists(const session::Snapshot& snapshot);
    void show_machine(const session::Snapshot& snapshot);
    void show_tables(const session::Snapshot& snapshot);
    void show_log();
    void restore_layout();
    void save_layout() const;
    void send(session::Command command);
    void say(session::Severity severity, const std::string& sentence);

    // main_files.cpp
    void ask_for_session();
    void save_session();
    void save_session_as();
    void save_to(const std::filesystem::path& path);
    void export_report();
    void adopt_file(const session_file::Document& document);
    [[nodiscard]] QString layout_text() const;
    void take_layout(const QString& text);
    void remember(const std::filesystem::path& path);
    void show_recent();
    void autosave();
    void offer_recovery();
    [[nodiscard]] SavedState state_now() const;

    // main_menus.cpp
    void build_menus();
    void build_file_menu();
    void build_edit_menu();
    void build_lecture_menu();
    void build_view_menu();
    void build_table_menu();
    void build_help_menu();
    void copy_table(TableFormat format);
    void focus_next_pane();
    void go_to(QWidget& pane);
    void save_own_lesson();
    void show_about();
    void show_keys();

    ConsoleOptions m_options;
    session::Session& m_session;
    StageWindow& m_stage;
    std::function<void(Ended)> m_closed;
    std::shared_ptr<const session::Snapshot> m_snapshot;
    std::vector<QDockWidget*> m_docks;
    std::shared_ptr<const lesson::Lesson> m_listed; // whose variants and cues the lists hold

    ChoiceList* m_lessons = nullptr;
    ChoiceList* m_variants = nullptr;
    ChoiceList* m_cues = nullptr;
    CueStrip* m_cue_strip = nullptr;
    QTabWidget* m_pages = nullptr; // notes, source
    NotesView* m_notes = nullptr;
    SourceView* m_source = nullptr;
    ClockView* m_clock = nullptr;
    MiniatureView* m_miniature = nullptr;
    QComboBox* m_machine = nullptr;
    QLabel* m_machine_detail = nullptr;
    ParameterForm* m_parameters = nullptr;
    TableView* m_timings = nullptr;
    TableView* m_lines = nullptr;
    TableView* m_log = nullptr;
    LogBook m_log_book;
    QMenu* m_recent = nullptr;
    QAction* m_published = nullptr;
    QAction* m_wrong_element = nullptr; // of an edited kernel's result
    std::filesystem::path m_path; // of the session; empty: never saved
    Autosave m_autosave;
    std::shared_ptr<const session::Recording> m_autosaved; // what is on disk
    std::string m_autosaved_text;
    bool m_recovery_offered = false;
    int m_refreshes = 0;
};

} // namespace warpstage::console

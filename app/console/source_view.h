// The kernels' source: what each line cost beside it, what the compiler says within it, and a text that can be changed.
#pragma once

#include "app/console/differences_view.h"
#include "app/console/edited_source.h"
#include "app/console/find_bar.h"
#include "app/console/heat_margin.h"
#include "app/console/source_text.h"
#include "core/lesson/catalog.h"
#include "core/session/snapshot.h"

#include <QTimer>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

class QLabel;

namespace warpstage::console {

class SourceView : public QWidget {
public:
    // `editor` may be null. The catalog's lessons have the texts as they were shipped.
    SourceView(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent = nullptr);

    // The lesson's text, or what the user has made of it, and the numbers of the recorded block.
    void show_snapshot(const session::Snapshot& snapshot);
    // The line that the user goes to.
    void on_line_chosen(std::function<void(std::uint32_t)> listener) { m_line_chosen = std::move(listener); }

    [[nodiscard]] std::string text() const;
    void set_text(const std::string& text); // as if it were typed: can be undone
    // The text of a lesson as a session file has it, shown as soon as that lesson is. Where it is another one than what ran, it is
    // tried like one that was typed, as soon as the file is shown.
    void adopt_edit(const std::string& lesson, const std::string& text, const std::string& ran);
    [[nodiscard]] bool edited() const; // differs from the lesson's
    [[nodiscard]] const std::shared_ptr<const lesson::Lesson>& lesson() const { return m_lesson; }
    // What is above the text: how far the newest edit has come.
    [[nodiscard]] QString headline() const;

    void undo();
    void redo();
    void cut();
    void copy();
    void paste();
    void reset(); // to the lesson's text; can be undone
    void open_find() { m_find_bar->open(); }
    bool find_next() { return m_find_bar->find_next(); }
    bool find_previous() { return m_find_bar->find_previous(); }
    void show_differences(bool shown);
    [[nodiscard]] bool differences_shown() const;
    void set_size(int points); // of the letters
    [[nodiscard]] int size() const { return m_size; }

    [[nodiscard]] QsciScintilla& editor_widget() { return *m_text; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void wear();
    void text_changed();
    void fill(const std::shared_ptr<const lesson::Lesson>& shown);
    void follow(const std::shared_ptr<const lesson::Lesson>& running);
    void try_adopted(const session::Snapshot& snapshot);
    void keep_edit();
    void show_state();
    void show_headline(const QString& words);
    void show_differences_now();
    void choose_line(int line);

    // What a session file had in its editor, beside kernels that ran.
    struct Adopted {
        std::string lesson;
        std::string ran;
    };

    std::shared_ptr<const lesson::Catalog> m_catalog;
    SourceEditor* m_editor;
    std::function<void(std::uint32_t)> m_line_chosen;
    SourceText* m_text;
    DifferencesView* m_differences;
    QLabel* m_headline;
    QLabel* m_columns;
    FindBar* m_find_bar;
    HeatMargin m_heat;
    QTimer m_settled; // a burst of key presses is one edit
    int m_size = 10;

    std::shared_ptr<const lesson::Lesson> m_lesson; // as it was shipped
    std::shared_ptr<const lesson::Lesson> m_running; // as the session has it
    std::map<std::string, std::string> m_edits; // by lesson; texts that differ from the lesson's own
    std::optional<Adopted> m_untried;
    std::shared_ptr<const session::Recording> m_recording; // whose numbers stand in the margin
    std::shared_ptr<const SourceState> m_state;
    bool m_filling = false; // the text changes by itself
};

} // namespace warpstage::console

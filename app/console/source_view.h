// The kernels' source: what each line cost beside it, what the compiler says within it, and a text that can be changed.
#pragma once

#include "app/console/cuda_lexer.h"
#include "app/console/edited_source.h"
#include "app/console/heat.h"
#include "core/lesson/catalog.h"
#include "core/session/snapshot.h"

#include <QTimer>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <string>

class QLabel;
class QLineEdit;
class QsciLexerDiff;
class QsciScintilla;

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
    // The text of a lesson as a file has it, shown as soon as that lesson is; nobody is told.
    void adopt_edit(const std::string& lesson, const std::string& text);
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
    void open_find();
    bool find_next();
    bool find_previous();
    void show_differences(bool shown);
    [[nodiscard]] bool differences_shown() const;
    void set_size(int points); // of the letters
    [[nodiscard]] int size() const { return m_size; }

    [[nodiscard]] QsciScintilla& editor_widget() { return *m_text; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void wear();
    void text_changed();
    void show_heat(const session::Recording* recording);
    void show_heat(std::uint32_t line, const LineHeat& heat);
    void forget_margin();
    void mark_line(std::uint32_t line); // 0: none
    void show_state();
    void follow(const std::shared_ptr<const lesson::Lesson>& running);
    void keep_edit();
    void show_differences_now();
    void choose_line(int line);
    [[nodiscard]] bool find(bool forward);

    std::shared_ptr<const lesson::Catalog> m_catalog;
    SourceEditor* m_editor;
    std::function<void(std::uint32_t)> m_line_chosen;
    QsciScintilla* m_text;
    QsciScintilla* m_differences;
    CudaLexer* m_lexer;
    QsciLexerDiff* m_diff_lexer;
    QLabel* m_headline;
    QLabel* m_columns;
    QWidget* m_find_bar;
    QLineEdit* m_find_text;
    QTimer m_settled; // a burst of key presses is one edit
    figure::Style m_style;
    int m_size = 10;

    std::shared_ptr<const lesson::Lesson> m_lesson; // as it was shipped
    std::shared_ptr<const lesson::Lesson> m_running; // as the session has it
    std::map<std::string, std::string> m_edits; // by lesson; texts that differ from the lesson's own
    std::shared_ptr<const session::Recording> m_recording; // whose numbers stand in the margin
    Heats m_heats; // as they stand there
    std::uint32_t m_marked = 0; // the chosen line
    bool m_heat_fits = false; // the recorded source is the text on screen
    std::shared_ptr<const SourceState> m_state;
    bool m_filling = false; // the text changes by itself
};

} // namespace warpstage::console

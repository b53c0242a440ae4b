// The editable kernel source with costs next to each line and compiler messages at their lines.
#pragma once

#include "app/console/source/differences_view.h"
#include "app/console/source/edit_status.h"
#include "app/console/source/find_bar.h"
#include "app/console/source/heat_margin.h"

#include <QTimer>
#include <functional>

namespace warpstage::console {

class SourceView : public QWidget {
public:
    // `editor` may be null. The lessons of the catalog have the shipped texts.
    SourceView(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent = nullptr);

    // Shows the text of the lesson with the user's edits, and the numbers of the recorded block.
    void show_snapshot(const session::Snapshot& snapshot);
    // Called with the line that the user clicks or moves to.
    void on_line_chosen(std::function<void(std::uint32_t)> listener) { m_line_chosen = std::move(listener); }

    [[nodiscard]] std::string text() const;
    void set_text(const std::string& text); // like typed text: can be undone
    void reset(); // to the text of the lesson; can be undone
    // As SourceEdits::adopt(). A text that differs from the text that ran is tried like a typed text when the file is shown.
    void adopt_edit(const std::string& lesson, const std::string& text, const std::string& ran);
    [[nodiscard]] bool edited() const { return m_edits.edited(text()); }
    // The shipped lesson.
    [[nodiscard]] const std::shared_ptr<const lesson::Lesson>& lesson() const { return m_edits.lesson(); }
    [[nodiscard]] QString headline() const { return m_status->text(); }

    void show_differences(bool shown);
    [[nodiscard]] bool differences_shown() const { return !m_differences->isHidden(); }
    void set_theme(draw::Theme theme);
    void set_size(int points); // of the text; clamped
    [[nodiscard]] int size() const { return m_size; }

    [[nodiscard]] QsciScintilla& editor_widget() const { return *m_text; }
    [[nodiscard]] FindBar& find_bar() const { return *m_find_bar; }

private:
    void update_style();
    void fill(const std::string& text);
    void show_place(const session::Snapshot& snapshot);
    void show_kernel(const session::Snapshot& snapshot);
    void text_changed();
    void keep_edit();
    void send_edit() const;
    void compare();

    SourceEditor* m_editor;
    std::function<void(std::uint32_t)> m_line_chosen;
    SourceEdits m_edits;
    SourceText* m_text;
    EditStatus* m_status;
    QLabel* m_columns; // titles of the heat margin
    DifferencesView* m_differences;
    FindBar* m_find_bar;
    HeatMargin m_heat;
    // The session's variant and line that were last scrolled into view.
    struct Place {
        std::string lesson;
        std::size_t variant = 0;
        std::uint32_t line = 0;

        bool operator==(const Place&) const = default;
    };
    Place m_place;
    QTimer m_settled; // a burst of key presses is one edit
    int m_size = 10;
    draw::Theme m_theme = draw::Theme::dark;
    bool m_filling = false; // the text is changed by the program
};

} // namespace warpstage::console

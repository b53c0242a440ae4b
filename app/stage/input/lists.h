// The open list: commands, lessons, variants, architectures, devices, parameters, a parameter's values, or a panel menu. The
// overlay draws the list; this class handles keys, typed text and the pointer. The simulation continues while a list is open.
//
// A rejected value keeps the list open with the reason; an accepted value closes it.
#pragma once

#include "app/stage/input/keys.h"
#include "app/stage/input/list_entries.h"
#include "app/stage/overlay_view.h"

namespace warpstage::stage {

class Lists {
public:
    explicit Lists(StageState& state)
        : m_state(state)
    {
    }

    // Opening the same list again closes it.
    void toggle(ListId id);
    void open_menu(const views::View& of, draw::Point at);
    // The values of a parameter; no effect if the lesson has no such parameter.
    void open_values(const std::string& parameter);
    // The audience's votes for each answer of the current question; no effect if it has no answers.
    void open_votes();
    // A text field of the view of layouts.
    void open_layout_field(analysis::LayoutField field);
    // The values of the parameter at a point of the window or of the only parameter, else the list of parameters.
    void open_parameter_at(std::optional<draw::Point> point);
    [[nodiscard]] bool is_open() const { return m_state.overlay.list() != nullptr; }
    void close();

    // What is typed: for a place with a text field of its own, such as a page on a touch screen.
    struct Field {
        std::string label;
        std::string text;
        bool value = false; // of a parameter or votes, which must be typed; otherwise a search
        bool number = false;

        bool operator==(const Field&) const = default;
    };
    // Nothing: no list is open.
    [[nodiscard]] std::optional<Field> field() const;
    // Replaces the whole text; characters that the field does not accept are ignored.
    void replace_text(std::string_view text);

    void type(char32_t character);
    void press(Key key, Shift shift = Shift::up);
    // The pointer: hover, click, wheel.
    void hover(std::size_t row);
    void choose(std::size_t row);
    void scroll(std::int32_t rows);
    // Called for each new snapshot: handles the session's answer to a value and updates the rows.
    void follow();

private:
    void open(ListSubject subject, views::ListState state);
    void collect();
    void match();
    void count();
    void submit_votes();
    void submit_layout_text(const std::string& text);
    void move(std::int32_t rows);
    bool edit_line(Key key); // whether the text field handles the key
    void carry_out(const Choice& choice);
    void show();
    [[nodiscard]] const session::ParameterView* parameter() const;

    StageState& m_state;
    ListSubject m_subject;
    session::Snapshot m_made_of; // previous entries
    std::vector<ListEntry> m_entries;
    std::vector<std::size_t> m_matches; // entries shown as rows
    views::ListState m_list;
    std::optional<std::string> m_submitted; // a value sent to the session, without an answer yet
};

} // namespace warpstage::stage

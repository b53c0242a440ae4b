// The open list: all commands, lessons, variants, architectures, engines, parameters, a parameter's values, or the menu of a
// panel. The picture is the overlay's; what keys, letters and the pointer do in it is decided here. While one is open everything
// else goes on.
//
// A value that was refused stays open with the reason; one that was accepted closes.
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

    // The same again closes it.
    void toggle(ListId id);
    void open_menu(const views::View& of, draw::Point at);
    // The values of a parameter; nothing happens where the lesson has no such parameter.
    void open_values(const std::string& parameter);
    // The count of the audience for each answer of the question that is asked; nothing happens where it has none.
    void open_votes();
    // Those of the parameter at a point of the window or of the only one there is, else the list of parameters.
    void open_parameter_at(std::optional<draw::Point> point);
    [[nodiscard]] bool is_open() const { return m_state.overlay.list() != nullptr; }
    void close();

    void type(char32_t character);
    void press(Key key, Shift shift = Shift::up);
    // The pointer: on a row, a click there, the wheel.
    void hover(std::size_t row);
    void choose(std::size_t row);
    void scroll(std::int32_t rows);
    // For each new snapshot: what became of a value, and rows for what is there now.
    void follow();

private:
    void open(ListSubject subject, views::ListState state);
    void collect();
    void match();
    void count();
    void submit_votes();
    void move(std::int32_t rows);
    bool edit_line(Key key); // whether the key belongs to the field
    [[nodiscard]] std::size_t row_of(const std::string& label, std::size_t place) const;
    void carry_out(const Choice& choice);
    void show();
    [[nodiscard]] const session::ParameterView* parameter() const;

    StageState& m_state;
    ListSubject m_subject;
    session::Snapshot m_made_of; // what the entries were
    std::vector<ListEntry> m_entries;
    std::vector<std::size_t> m_matches; // entries that are rows
    views::ListState m_list;
    std::optional<std::string> m_submitted; // a value that waits for the session's answer
};

} // namespace warpstage::stage

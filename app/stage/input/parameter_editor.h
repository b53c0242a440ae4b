// A parameter that is typed on the stage: the line is the overlay's, what happens with it is decided here. A value that was
// refused stays open with the reason; one that was accepted closes.
#pragma once

#include "app/stage/input/keys.h"
#include "app/stage/overlay_view.h"

namespace warpstage::stage {

class ParameterEditor {
public:
    explicit ParameterEditor(StageState& state)
        : m_state(state)
    {
    }

    // Nothing happens where the lesson has no such parameter.
    void open(const std::string& id);
    // The parameter at a point of the window, else the first that is a text, else the first.
    void open_at(std::optional<draw::Point> point);
    [[nodiscard]] bool is_open() const { return m_state.overlay.editor().has_value(); }
    void close() { m_state.overlay.edit(std::nullopt); }

    void type(char32_t character);
    void edit(Key key);
    // For each new snapshot: what became of the value.
    void follow();

private:
    StageState& m_state;
    std::optional<std::string> m_submitted; // waits for the session's answer
};

} // namespace warpstage::stage

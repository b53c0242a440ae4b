// The one-line editor in which a parameter is typed on the stage.
#pragma once

#include <cstddef>
#include <string>

namespace warpstage::views {

struct EditorLine {
    std::string id; // of the parameter
    std::string label;
    std::string text;
    std::size_t caret = 0; // byte before which it stands
    std::string refusal; // why the text was not taken; empty: it was not offered yet

    bool operator==(const EditorLine&) const = default;

    void insert(char32_t character);
    void erase_before();
    void erase_after();
    void left();
    void right();
    void home() { caret = 0; }
    void end() { caret = text.size(); }
};

inline constexpr std::size_t kLongestEdit = 200; // bytes

} // namespace warpstage::views

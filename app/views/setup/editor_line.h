// The line in which a parameter or what is searched for is typed on the stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpstage::views {

enum class Characters : std::uint8_t {
    parameter, // what the parameters' own language is written with
    all,
};

struct EditorLine {
    std::string id; // of the parameter; empty: something is searched for
    std::string label;
    std::string text; // UTF-8
    std::size_t caret = 0; // byte before which it stands
    std::string refusal; // why the text was not taken; empty: it was not offered yet
    bool selected = false; // the whole text: what is typed replaces it
    Characters characters = Characters::parameter;

    bool operator==(const EditorLine&) const = default;

    void insert(char32_t character);
    void erase_before();
    void erase_after();
    void left();
    void right();
    void home();
    void end();
};

inline constexpr std::size_t kLongestEdit = 200; // bytes

} // namespace warpstage::views

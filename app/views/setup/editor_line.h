// The line of text for editing a parameter or searching, on the stage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpstage::views {

enum class Characters : std::uint8_t {
    parameter, // characters of the language of parameter values
    all,
};

struct EditorLine {
    std::string id; // of the parameter; empty: a search
    std::string label;
    std::string text; // UTF-8
    std::size_t caret = 0; // byte position of the caret
    std::string refusal; // why the text was rejected; empty: not submitted yet
    bool selected = false; // the whole text: typing replaces it
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

inline constexpr std::size_t kMaxEditBytes = 200; // bytes

} // namespace warpstage::views

// Keys, and what else a window reports: plain data that knows no window system. Positions are pixels from the top left.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

// A printing key is the character on it in the user's own layout, small letters; the others stand above all characters.
enum class Key : std::uint32_t {
    space = ' ',
    plus = '+',
    minus = '-',
    period = '.',
    digit_0 = '0',
    digit_1 = '1',
    digit_9 = '9',
    question = '?',
    slash = '/',
    // clang-format off
    a = 'a', b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    tab = 0x110000, escape, left, right, up, down, home, end, page_up, page_down, enter, backspace, erase,
    f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
    // clang-format on
};

enum class Shift : std::uint8_t { up, down };
enum class Control : std::uint8_t { up, down };

struct KeyPress {
    Key key = Key::escape;
    Shift shift = Shift::up;
    Control control = Control::up;
};

// A character that a key types, in the user's own layout. Comes besides the key that types it.
struct Typed {
    char32_t character = 0;
};

struct PointerMove {
    draw::Point position;
};

enum class Press : std::uint8_t { down, up };

enum class Button : std::uint8_t { main, other }; // left and right, for who uses the right hand

struct PointerPress {
    Press press = Press::down;
    draw::Point position;
    Button button = Button::main;
};

struct Wheel {
    float steps = 0.0F; // away from the user is positive
    draw::Point position;
};

// The window came to a screen that wants so many pixels for one point of the system's own texts.
struct ContentScale {
    float scale = 1.0F;
};

using Event = std::variant<KeyPress, Typed, PointerMove, PointerPress, Wheel, ContentScale>;

// The key of a word of scripts and of the command line: one character, or "Tab", "Space", "PageDown", "F12", …; "Shift+" and
// "Ctrl+" before it. Nothing for anything else.
[[nodiscard]] std::optional<KeyPress> key_named(std::string_view name);

// For people: "A", "Esc", "→", "F12".
[[nodiscard]] std::string name_of(Key key);
[[nodiscard]] constexpr bool is_function_key(Key key)
{
    return key >= Key::f1 && key <= Key::f12;
}

// What a keyboard reports when it is pressed: the character that it types, and the key. In this order, as in a window: what a key
// opens does not get its character.
[[nodiscard]] std::vector<Event> events_of(const KeyPress& press);

} // namespace warpstage::stage

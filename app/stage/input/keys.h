// Keys and other events of a window, independent of the window system. Positions are pixels from the top left.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

// A printing key has the value of its lowercase character in the user's layout; other keys have values above all characters.
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

// A typed character in the user's layout. Reported in addition to its key.
struct Typed {
    char32_t character = 0;
};

struct PointerMove {
    draw::Point position;
};

enum class Press : std::uint8_t { down, up };

enum class Button : std::uint8_t { main, other }; // left and right button of a right-handed mouse

struct PointerPress {
    Press press = Press::down;
    draw::Point position;
    Button button = Button::main;
};

struct Wheel {
    float steps = 0.0F; // positive away from the user
    draw::Point position;
};

// The window moved to a screen with this number of pixels per point of the system's own text.
struct ContentScale {
    float scale = 1.0F;
};

// Hall mode on or off: the window begins or ceases to cover a second screen, or a script requests it.
struct HallMode {
    bool on = false;
};

using Event = std::variant<KeyPress, Typed, PointerMove, PointerPress, Wheel, ContentScale, HallMode>;

// The key named in a script or on the command line: one character, or "Tab", "Space", "PageDown", "F12", …, optionally prefixed
// with "Shift+" and "Ctrl+". Nothing for an unknown name.
[[nodiscard]] std::optional<KeyPress> key_named(std::string_view name);

// The displayed name: "A", "Esc", "→", "F12".
[[nodiscard]] std::string name_of(Key key);
[[nodiscard]] constexpr bool is_function_key(Key key)
{
    return key >= Key::f1 && key <= Key::f12;
}

// The events of a key press: the typed character, then the key. In a window the order is the same, so that a list opened by a key
// does not receive its character.
[[nodiscard]] std::vector<Event> events_of(const KeyPress& press);

} // namespace warpstage::stage

// What a window reports: plain data, positions in pixels from the top left.
#pragma once

#include "app/draw/draw_list.h"
#include "app/stage/input/keys.h"

#include <cstdint>
#include <variant>

namespace warpstage::stage {

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

} // namespace warpstage::stage

// The one table of keys: which key asks for what. Knows no window system. Its words for the audience are app/views/sheets/keys.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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
    a = 'a',
    b = 'b',
    c = 'c',
    d = 'd',
    e = 'e',
    f = 'f',
    g = 'g',
    h = 'h',
    i = 'i',
    j = 'j',
    k = 'k',
    l = 'l',
    m = 'm',
    n = 'n',
    o = 'o',
    p = 'p',
    r = 'r',
    s = 's',
    t = 't',
    u = 'u',
    v = 'v',
    w = 'w',
    x = 'x',
    z = 'z',
    tab = 0x110000,
    escape,
    enter,
    backspace,
    erase, // Delete
    home,
    end,
    left,
    right,
    up,
    down,
    page_up,
    page_down,
    f1,
    f2,
    f3,
    f9,
    f11,
    f12,
};

enum class Shift : std::uint8_t { up, down };
enum class Control : std::uint8_t { up, down };

enum class Action : std::uint8_t {
    select_variant,
    next_variant,
    previous_variant,
    next_cue,
    previous_cue,
    next_lesson,
    previous_lesson,
    toggle_pause,
    restart,
    toggle_engine,
    toggle_published,
    toggle_playback,
    step_back,
    step_forward,
    first_step,
    last_step,
    next_stride,
    previous_stride,
    faster,
    slower,
    count_hardware,
    toggle_comparison,
    next_compared,
    toggle_memory,
    toggle_heat,
    toggle_ptx,
    edit_parameter,
    save_figure,
    next_architecture,
    previous_architecture,
    next_access,
    previous_access,
    next_warp,
    previous_warp,
    zoom_in,
    zoom_out,
    reset_view,
    next_coloring, // of bodies; with Shift their trails
    toggle_full_screen,
    toggle_overlay,
    screenshot,
    toggle_help,
    toggle_notes,
    toggle_console,
    toggle_picture,
    toggle_number,
    toggle_dark,
    toggle_laser,
    toggle_pen,
    larger_letters,
    smaller_letters,
    usual_letters,
    next_theme,
    toggle_clip,
    copy_picture,
    start_tour,
    toggle_profile,
    leave,
};

struct KeyBinding {
    Key key;
    std::optional<Shift> shift; // nothing: either
    Action action;
    std::size_t argument = 0; // of select_variant: which
    Control control = Control::up;
};

[[nodiscard]] std::span<const KeyBinding> key_bindings();

// Null for a key that means nothing.
[[nodiscard]] const KeyBinding* binding_of(Key key, Shift shift, Control control = Control::up);

} // namespace warpstage::stage

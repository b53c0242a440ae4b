#include "app/stage/input/keys.h"

#include <array>

namespace warpstage::stage {

namespace {

constexpr Key digit(std::size_t n)
{
    return static_cast<Key>(static_cast<std::uint32_t>(Key::digit_0) + n);
}

// Punctuation leaves Shift open: which level it is typed on differs between layouts.
constexpr std::array kBindings = {
    KeyBinding { digit(1), {}, Action::select_variant, 0 },
    KeyBinding { digit(2), {}, Action::select_variant, 1 },
    KeyBinding { digit(3), {}, Action::select_variant, 2 },
    KeyBinding { digit(4), {}, Action::select_variant, 3 },
    KeyBinding { digit(5), {}, Action::select_variant, 4 },
    KeyBinding { digit(6), {}, Action::select_variant, 5 },
    KeyBinding { digit(7), {}, Action::select_variant, 6 },
    KeyBinding { digit(8), {}, Action::select_variant, 7 },
    KeyBinding { digit(9), {}, Action::select_variant, 8 },
    KeyBinding { Key::v, Shift::up, Action::next_variant },
    KeyBinding { Key::v, Shift::down, Action::previous_variant },
    KeyBinding { Key::right, Shift::up, Action::next_cue },
    KeyBinding { Key::left, Shift::up, Action::previous_cue },
    KeyBinding { Key::page_down, {}, Action::next_cue },
    KeyBinding { Key::page_up, {}, Action::previous_cue },
    KeyBinding { Key::p, {}, Action::toggle_published },
    KeyBinding { Key::n, {}, Action::toggle_notes },
    KeyBinding { Key::tab, Shift::up, Action::next_lesson },
    KeyBinding { Key::tab, Shift::down, Action::previous_lesson },
    KeyBinding { Key::space, {}, Action::toggle_pause },
    KeyBinding { Key::r, {}, Action::restart },
    KeyBinding { Key::g, {}, Action::toggle_engine },
    KeyBinding { Key::a, Shift::up, Action::next_architecture },
    KeyBinding { Key::a, Shift::down, Action::previous_architecture },
    KeyBinding { Key::right, Shift::down, Action::next_access },
    KeyBinding { Key::left, Shift::down, Action::previous_access },
    KeyBinding { Key::down, {}, Action::next_warp },
    KeyBinding { Key::up, {}, Action::previous_warp },
    KeyBinding { Key::k, {}, Action::toggle_playback },
    KeyBinding { Key::j, {}, Action::step_back },
    KeyBinding { Key::l, {}, Action::step_forward },
    KeyBinding { Key::home, {}, Action::first_step },
    KeyBinding { Key::end, {}, Action::last_step },
    KeyBinding { Key::u, Shift::up, Action::next_stride },
    KeyBinding { Key::u, Shift::down, Action::previous_stride },
    KeyBinding { Key::f, Shift::up, Action::faster },
    KeyBinding { Key::f, Shift::down, Action::slower },
    KeyBinding { Key::c, {}, Action::count_hardware },
    KeyBinding { Key::s, Shift::up, Action::toggle_comparison },
    KeyBinding { Key::s, Shift::down, Action::next_compared },
    KeyBinding { Key::m, {}, Action::toggle_memory },
    KeyBinding { Key::z, {}, Action::toggle_heat },
    KeyBinding { Key::x, {}, Action::toggle_ptx },
    KeyBinding { Key::enter, {}, Action::edit_parameter },
    KeyBinding { Key::plus, {}, Action::zoom_in },
    KeyBinding { Key::minus, {}, Action::zoom_out },
    KeyBinding { Key::digit_0, {}, Action::reset_view },
    KeyBinding { Key::e, {}, Action::next_coloring },
    KeyBinding { Key::h, {}, Action::toggle_overlay },
    KeyBinding { Key::f11, {}, Action::toggle_full_screen },
    KeyBinding { Key::f12, Shift::up, Action::screenshot },
    KeyBinding { Key::f12, Shift::down, Action::save_figure },
    KeyBinding { Key::question, {}, Action::toggle_help },
    KeyBinding { Key::f1, Shift::up, Action::toggle_help },
    KeyBinding { Key::f1, Shift::down, Action::start_tour },
    KeyBinding { Key::o, {}, Action::toggle_picture },
    KeyBinding { Key::d, {}, Action::toggle_number },
    KeyBinding { Key::b, {}, Action::toggle_dark },
    KeyBinding { Key::period, {}, Action::toggle_dark },
    KeyBinding { Key::i, {}, Action::toggle_laser },
    KeyBinding { Key::w, {}, Action::toggle_pen },
    KeyBinding { Key::t, {}, Action::next_theme },
    KeyBinding { Key::f9, {}, Action::toggle_clip },
    KeyBinding { Key::plus, {}, Action::larger_letters, 0, Control::down },
    KeyBinding { Key::minus, {}, Action::smaller_letters, 0, Control::down },
    KeyBinding { Key::digit_0, {}, Action::usual_letters, 0, Control::down },
    KeyBinding { Key::c, {}, Action::copy_picture, 0, Control::down },
    KeyBinding { Key::f2, {}, Action::toggle_console },
    KeyBinding { Key::f3, {}, Action::toggle_profile },
    KeyBinding { Key::escape, {}, Action::leave },
};

} // namespace

std::span<const KeyBinding> key_bindings()
{
    return kBindings;
}

const KeyBinding* binding_of(Key key, Shift shift, Control control)
{
    for (const KeyBinding& binding : kBindings)
        if (binding.key == key && binding.control == control && (!binding.shift || *binding.shift == shift))
            return &binding;
    return nullptr;
}

} // namespace warpstage::stage

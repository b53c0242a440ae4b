#include "app/stage/input/keys.h"

namespace warpstage::stage {

namespace {

// From Key::tab on, in their order.
constexpr std::array<std::string_view, 25> kNames { "Tab", "Escape", "Left", "Right", "Up", "Down", "Home", "End", "PageUp",
    "PageDown", "Enter", "Backspace", "Delete", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12" };
constexpr auto kFirstNamed = static_cast<std::uint32_t>(Key::tab);
static_assert(kFirstNamed + kNames.size() - 1 == static_cast<std::uint32_t>(Key::f12));

bool take(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

} // namespace

std::optional<KeyPress> key_named(std::string_view name)
{
    KeyPress press;
    if (take(name, "Ctrl+"))
        press.control = Control::down;
    if (take(name, "Shift+"))
        press.shift = Shift::down;
    if (name == "Space")
        name = " ";
    else if (name.starts_with(' '))
        return std::nullopt;
    for (std::uint32_t i = 0; i < kNames.size(); ++i)
        if (kNames.at(i) == name) {
            press.key = static_cast<Key>(kFirstNamed + i);
            return press;
        }
    if (name.size() != 1 || name.front() < ' ' || name.front() > '~')
        return std::nullopt;
    press.key = static_cast<Key>(static_cast<unsigned char>(name.front()));
    return press;
}

std::vector<Event> events_of(const KeyPress& press)
{
    std::vector<Event> events { press };
    const auto code = static_cast<std::uint32_t>(press.key);
    if (code < kFirstNamed && press.control == Control::up)
        events.emplace_back(Typed { static_cast<char32_t>(code) });
    return events;
}

} // namespace warpstage::stage

#include "app/stage/input/key_names.h"

#include <array>

namespace warpstage::stage {

namespace {

struct Named {
    std::string_view name;
    Key key;
};

constexpr std::array kNames { Named { "Tab", Key::tab }, Named { "Space", Key::space }, Named { "Escape", Key::escape },
    Named { "Left", Key::left }, Named { "Right", Key::right }, Named { "Up", Key::up }, Named { "Down", Key::down },
    Named { "Home", Key::home }, Named { "End", Key::end }, Named { "Enter", Key::enter }, Named { "Backspace", Key::backspace },
    Named { "Delete", Key::erase }, Named { "F1", Key::f1 }, Named { "F2", Key::f2 }, Named { "F3", Key::f3 },
    Named { "F9", Key::f9 }, Named { "F11", Key::f11 }, Named { "F12", Key::f12 }, Named { "PageUp", Key::page_up },
    Named { "PageDown", Key::page_down } };

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
    for (const Named& known : kNames)
        if (known.name == name) {
            press.key = known.key;
            return press;
        }
    if (name.size() != 1 || name.front() <= ' ' || name.front() > '~')
        return std::nullopt;
    press.key = static_cast<Key>(static_cast<unsigned char>(name.front()));
    return press;
}

std::vector<Event> events_of(const KeyPress& press)
{
    std::vector<Event> events { press };
    const auto code = static_cast<std::uint32_t>(press.key);
    constexpr std::uint32_t kFirstNamed = static_cast<std::uint32_t>(Key::tab);
    if (code < kFirstNamed && press.control == Control::up)
        events.emplace_back(Typed { static_cast<char32_t>(code) });
    return events;
}

} // namespace warpstage::stage

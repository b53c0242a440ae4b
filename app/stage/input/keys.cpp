#include "app/stage/input/keys.h"

namespace warpstage::stage {

namespace {

// In the order of Key, from Key::tab.
constexpr std::array<std::string_view, 25> kNames { "Tab", "Escape", "Left", "Right", "Up", "Down", "Home", "End", "PageUp",
    "PageDown", "Enter", "Backspace", "Delete", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12" };
constexpr auto kFirstNamed = static_cast<std::uint32_t>(Key::tab);
static_assert(kFirstNamed + kNames.size() - 1 == static_cast<std::uint32_t>(Key::f12));
// Keys whose displayed name differs from the name in scripts.
constexpr std::array<std::pair<Key, std::string_view>, 10> kShownNames { {
    { Key::space, "Space" },
    { Key::minus, "−" },
    { Key::escape, "Esc" },
    { Key::left, "←" },
    { Key::right, "→" },
    { Key::up, "↑" },
    { Key::down, "↓" },
    { Key::page_up, "PgUp" },
    { Key::page_down, "PgDn" },
    { Key::erase, "Del" },
} };

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
    const char letter = name.front();
    // With Control, capital letters are key names, not typed characters.
    const bool named_by_capital = press.control == Control::down && letter >= 'A' && letter <= 'Z';
    press.key = static_cast<Key>(static_cast<unsigned char>(named_by_capital ? letter - 'A' + 'a' : letter));
    return press;
}

std::string name_of(Key key)
{
    const auto* const shown = std::ranges::find(kShownNames, key, &std::pair<Key, std::string_view>::first);
    if (shown != kShownNames.end())
        return std::string { shown->second };
    const auto code = static_cast<std::uint32_t>(key);
    if (code >= kFirstNamed)
        return std::string { kNames.at(code - kFirstNamed) };
    const auto letter = static_cast<char>(code);
    return { key >= Key::a && key <= Key::z ? static_cast<char>(letter - 'a' + 'A') : letter };
}

std::vector<Event> events_of(const KeyPress& press)
{
    std::vector<Event> events;
    const auto code = static_cast<std::uint32_t>(press.key);
    if (code < kFirstNamed && press.control == Control::up)
        events.emplace_back(Typed { static_cast<char32_t>(code) });
    events.emplace_back(press);
    return events;
}

} // namespace warpstage::stage

#include "app/stage/context/window_keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>

namespace warpstage::stage {

namespace {

// From Key::tab to Key::erase, in their order; F1 to F12 follow each other here and there.
constexpr std::array kNamedKeys { GLFW_KEY_TAB, GLFW_KEY_ESCAPE, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_DOWN,
    GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_PAGE_UP, GLFW_KEY_PAGE_DOWN, GLFW_KEY_ENTER, GLFW_KEY_BACKSPACE, GLFW_KEY_DELETE };

Key key_after(Key first, std::ptrdiff_t distance)
{
    return static_cast<Key>(static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(distance));
}

} // namespace

std::optional<Key> named_key(int key)
{
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
        return key_after(Key::digit_0, key - GLFW_KEY_0);
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
        return key_after(Key::digit_0, key - GLFW_KEY_KP_0);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return key_after(Key::f1, key - GLFW_KEY_F1);
    if (key == GLFW_KEY_KP_ENTER)
        return Key::enter;
    const auto* const named = std::find(kNamedKeys.begin(), kNamedKeys.end(), key);
    return named != kNamedKeys.end() ? std::optional(key_after(Key::tab, named - kNamedKeys.begin())) : std::nullopt;
}

Key printed_key(unsigned codepoint)
{
    if (codepoint >= 'A' && codepoint <= 'Z')
        codepoint += 'a' - 'A';
    return static_cast<Key>(codepoint == '=' ? '+' : codepoint); // '+' without Shift on an American keyboard
}

std::optional<Key> chord_key(int key, int code)
{
    if (key == GLFW_KEY_KP_ADD)
        return Key::plus;
    if (key == GLFW_KEY_KP_SUBTRACT)
        return Key::minus;
    if (const auto named = named_key(key))
        return named;
    const char* printed = glfwGetKeyName(key, code);
    return printed != nullptr && printed[0] != '\0' && printed[1] == '\0'
        ? std::optional(printed_key(static_cast<unsigned char>(printed[0])))
        : std::nullopt;
}

} // namespace warpstage::stage

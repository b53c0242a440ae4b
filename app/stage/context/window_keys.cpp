#include "app/stage/context/window_keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace warpstage::stage {

std::optional<Key> named_key(int key)
{
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
        return static_cast<Key>('0' + (key - GLFW_KEY_0));
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
        return static_cast<Key>('0' + (key - GLFW_KEY_KP_0));
    switch (key) {
    case GLFW_KEY_TAB:
        return Key::tab;
    case GLFW_KEY_ESCAPE:
        return Key::escape;
    case GLFW_KEY_LEFT:
        return Key::left;
    case GLFW_KEY_RIGHT:
        return Key::right;
    case GLFW_KEY_UP:
        return Key::up;
    case GLFW_KEY_DOWN:
        return Key::down;
    case GLFW_KEY_PAGE_UP:
        return Key::page_up;
    case GLFW_KEY_PAGE_DOWN:
        return Key::page_down;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        return Key::enter;
    case GLFW_KEY_BACKSPACE:
        return Key::backspace;
    case GLFW_KEY_DELETE:
        return Key::erase;
    case GLFW_KEY_HOME:
        return Key::home;
    case GLFW_KEY_END:
        return Key::end;
    case GLFW_KEY_F1:
        return Key::f1;
    case GLFW_KEY_F2:
        return Key::f2;
    case GLFW_KEY_F3:
        return Key::f3;
    case GLFW_KEY_F9:
        return Key::f9;
    case GLFW_KEY_F11:
        return Key::f11;
    case GLFW_KEY_F12:
        return Key::f12;
    default:
        return std::nullopt;
    }
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

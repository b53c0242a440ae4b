// The screens of the computer, and where a window of GLFW is on them.
#pragma once

#include "app/stage/context/window_memory.h"

struct GLFWmonitor;
struct GLFWwindow;

namespace warpstage::stage {

// The drawn part of the window, without its frame.
[[nodiscard]] WindowBox placement(GLFWwindow* window);
// The screen with the center of the window, else the primary one; null: no screen.
[[nodiscard]] GLFWmonitor* screen_below(GLFWwindow* window);

class Screens {
public:
    using Time = std::chrono::steady_clock::time_point;

    // In each frame. A window whose screen was unplugged goes to another one, where the window manager adds its frame some time
    // later, so that a part would be outside.
    void keep_whole(GLFWwindow* window, Time now);

private:
    int m_count = 0;
    std::optional<Time> m_unplugged; // a screen, just now
    Time m_kept {};
};

} // namespace warpstage::stage

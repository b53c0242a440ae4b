#include "app/stage/context/screens.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace warpstage::stage {

WindowBox placement(GLFWwindow* window)
{
    WindowBox at;
    glfwGetWindowPos(window, &at.x, &at.y);
    glfwGetWindowSize(window, &at.width, &at.height);
    return at;
}

GLFWmonitor* screen_below(GLFWwindow* window)
{
    const WindowBox at = placement(window);
    const int center_x = at.x + at.width / 2;
    const int center_y = at.y + at.height / 2;
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        int x = 0;
        int y = 0;
        glfwGetMonitorPos(monitors[i], &x, &y);
        if (mode != nullptr && center_x >= x && center_x < x + mode->width && center_y >= y && center_y < y + mode->height)
            return monitors[i];
    }
    return glfwGetPrimaryMonitor();
}

void Screens::keep_whole(GLFWwindow* window, Time now)
{
    int count = 0;
    static_cast<void>(glfwGetMonitors(&count)); // no request to the display server
    if (count < std::exchange(m_count, count))
        m_unplugged = now;
    if (!m_unplugged || now - m_kept < std::chrono::milliseconds(250))
        return;
    m_kept = now;
    if (now - *m_unplugged > std::chrono::seconds(10))
        m_unplugged.reset();
    GLFWmonitor* const screen = screen_below(window);
    if (screen == nullptr || glfwGetWindowMonitor(window) != nullptr || glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE)
        return;
    WindowBox area;
    glfwGetMonitorWorkarea(screen, &area.x, &area.y, &area.width, &area.height);
    WindowFrame frame;
    glfwGetWindowFrameSize(window, &frame.left, &frame.top, &frame.right, &frame.bottom);
    const WindowBox drawn = placement(window);
    const WindowBox box = whole_window(drawn, frame, area);
    if (area.width <= 0 || area.height <= 0 || box == drawn)
        return;
    glfwSetWindowSize(window, box.width, box.height);
    glfwSetWindowPos(window, box.x, box.y);
}

} // namespace warpstage::stage

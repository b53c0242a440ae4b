// The window on the audience's screen, through GLFW: OpenGL 4.5 core, resizable, full screen on its current monitor.
#pragma once

#include "app/stage/context/surface.h"
#include "app/stage/input/keys.h"
#include "app/stage/render/screen.h"

namespace warpstage::stage {

// "GLFW 3.3.8"; empty in the program that is linked without it.
[[nodiscard]] std::vector<std::string> window_libraries();

struct WindowPlace {
    int center_x = 0; // in screen coordinates, from the left of the primary screen
    int center_y = 0;
    int screens = 1; // number of screens
};

class Window : public Surface, public WindowControl {
public:
    // The window appears with the first frame. `state`: the file that stores the window's position; empty: the window opens with
    // `size`. Errors: no display, no OpenGL 4.5.
    [[nodiscard]] static Result<std::unique_ptr<Window>> open(
        const std::string& title, gl::PixelSize size, const std::filesystem::path& state = {});

    [[nodiscard]] virtual bool should_close() const = 0;
    // The events since the last call, in order.
    [[nodiscard]] virtual std::vector<Event> take_events() = 0;
    // Files dropped onto the window before the last take_events().
    [[nodiscard]] virtual std::vector<std::filesystem::path> take_dropped() = 0;

    // Whether the system has lost all or part of the window's content since the last call.
    [[nodiscard]] virtual bool take_exposed() = 0;

    [[nodiscard]] virtual WindowPlace place() const = 0;
};

} // namespace warpstage::stage

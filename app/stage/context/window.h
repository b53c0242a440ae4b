// The window on the audience's screen, through GLFW: OpenGL 4.5 core, resizable, full screen on the monitor it stands on.
#pragma once

#include "app/stage/context/surface.h"
#include "app/stage/input/keys.h"

namespace warpstage::stage {

struct WindowPlace {
    int center_x = 0; // in the system's units, from the left of the first screen
    int center_y = 0;
    int screens = 1; // of the computer
};

class Window : public Surface {
public:
    // Errors: no display, no OpenGL 4.5. The window shows itself with the first frame.
    // `state`: the file that keeps where the window was; where it is empty, the window opens with `size`.
    [[nodiscard]] static Result<std::unique_ptr<Window>> open(
        const std::string& title, gl::PixelSize size, const std::filesystem::path& state = {});

    [[nodiscard]] virtual bool should_close() const = 0;
    // What happened since the last call, in order.
    [[nodiscard]] virtual std::vector<Event> take_events() = 0;
    // Files that were dropped onto the window before the last take_events().
    [[nodiscard]] virtual std::vector<std::filesystem::path> take_dropped() = 0;

    // Whether the system has lost what was shown, in full or in part, since the last call.
    [[nodiscard]] virtual bool take_exposed() = 0;

    enum class Pointer : std::uint8_t { arrow, hand, hidden };
    virtual void set_pointer(Pointer pointer) = 0;

    [[nodiscard]] virtual WindowPlace place() const = 0;
    [[nodiscard]] virtual bool full_screen() const = 0;
    virtual void toggle_full_screen() = 0;
};

} // namespace warpstage::stage

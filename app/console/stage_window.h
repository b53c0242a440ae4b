// What the console needs from the stage. The command line implements it: console and stage know nothing of each other, as the
// headers of Qt and of OpenGL do not go together.
#pragma once

#include "app/draw/style.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::console {

struct StagePicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba; // rows from the top, four bytes a pixel
};

enum class StageState : std::uint8_t {
    open,
    console_key, // the stage's key for the console was pressed: it comes, or it goes
    closed,
};

class StageWindow {
public:
    StageWindow() = default;
    StageWindow(const StageWindow&) = delete;
    StageWindow& operator=(const StageWindow&) = delete;
    virtual ~StageWindow() = default;

    // Obeys what the stage's user asks for, moves the session on and shows one frame. May wait for the screen.
    [[nodiscard]] virtual StageState draw_frame() = 0;

    // A frame in small, at most so many pixels wide: asked for now, there some frames later. Neither call waits.
    virtual void ask_for_picture(int width) = 0;
    [[nodiscard]] virtual std::optional<StagePicture> take_picture() = 0;

    struct Place {
        int center_x = 0; // in the system's units
        int center_y = 0;
    };
    [[nodiscard]] virtual Place place() const = 0;
    [[nodiscard]] virtual draw::Theme theme() const = 0;
};

} // namespace warpstage::console

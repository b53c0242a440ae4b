// The interface of the stage that the console uses. The command line implements it, so that console and stage are independent:
// the headers of Qt and OpenGL conflict.
#pragma once

#include "app/draw/style.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::console {

struct StagePicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba; // rows from the top, four bytes per pixel
};

enum class StageState : std::uint8_t {
    open,
    console_key, // the stage's key for the console was pressed: show or hide it
    closed,
};

class StageWindow {
public:
    StageWindow() = default;
    StageWindow(const StageWindow&) = delete;
    StageWindow& operator=(const StageWindow&) = delete;
    virtual ~StageWindow() = default;

    // Processes the stage's input, advances the session and shows one frame. May wait for the screen.
    [[nodiscard]] virtual StageState draw_frame() = 0;

    // A miniature of a frame, at most `width` pixels wide: requested now, available some frames later. Neither call blocks.
    virtual void ask_for_picture(int width) = 0;
    [[nodiscard]] virtual std::optional<StagePicture> take_picture() = 0;

    struct Place {
        int center_x = 0; // in units of the window system
        int center_y = 0;
    };
    [[nodiscard]] virtual Place place() const = 0;
    [[nodiscard]] virtual draw::Theme theme() const = 0;
};

} // namespace warpstage::console

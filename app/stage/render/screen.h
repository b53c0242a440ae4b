// What the stage's input and views need of the place that they are painted on: a window or an image with OpenGL, or a web page.
#pragma once

#include "app/stage/standard.h"

namespace warpstage::stage {

class Screen {
public:
    Screen() = default;
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;
    virtual ~Screen() = default;

    // The size in points of draw lists.
    [[nodiscard]] virtual draw::Size points() const = 0;
    [[nodiscard]] virtual const draw::Style& style() const = 0;
    virtual void set_content_scale(float scale) = 0;
};

// The window around the screen, where there is one.
class WindowControl {
public:
    WindowControl() = default;
    WindowControl(const WindowControl&) = delete;
    WindowControl& operator=(const WindowControl&) = delete;
    virtual ~WindowControl() = default;

    enum class Pointer : std::uint8_t { arrow, hand, hidden };
    virtual void set_pointer(Pointer pointer) = 0;

    [[nodiscard]] virtual bool full_screen() const = 0;
    virtual void toggle_full_screen() = 0;
    virtual void copy_text(const std::string& text) = 0; // to the clipboard
    // Whether the window has its own way to choose a file, which it now offers.
    [[nodiscard]] virtual bool choose_file() { return false; }
    virtual void close() = 0; // ends the program
};

// Paints the overlay: one layer for each view, bottom first. Only layers that have changed are set.
class LayerPainter {
public:
    LayerPainter() = default;
    LayerPainter(const LayerPainter&) = delete;
    LayerPainter& operator=(const LayerPainter&) = delete;
    virtual ~LayerPainter() = default;

    // New and removed layers are empty.
    virtual void resize(std::size_t layers) = 0;
    virtual void set(std::size_t layer, const draw::DrawList& picture) = 0;
    [[nodiscard]] virtual float width_of(const draw::Text& text) const = 0; // after shortening
};

} // namespace warpstage::stage

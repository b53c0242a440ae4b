// Colors, points and rectangles of a picture, in points, y downward.
#pragma once

#include "app/draw/standard.h"

namespace warpstage::draw {

struct Color {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;

    bool operator==(const Color&) const = default;
    [[nodiscard]] constexpr Color with_alpha(std::uint8_t alpha) const { return { r, g, b, alpha }; }
};

struct Point {
    float x = 0.0F;
    float y = 0.0F;

    bool operator==(const Point&) const = default;
};

struct Rect;

struct Size {
    float width = 0.0F;
    float height = 0.0F;

    bool operator==(const Size&) const = default;
    [[nodiscard]] constexpr Rect area() const; // from (0, 0)
};

struct Rect {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;

    bool operator==(const Rect&) const = default;
    [[nodiscard]] constexpr float right() const { return x + width; }
    [[nodiscard]] constexpr float bottom() const { return y + height; }
    [[nodiscard]] constexpr Rect inset(float by) const { return { x + by, y + by, width - 2 * by, height - 2 * by }; }
    [[nodiscard]] constexpr Rect moved(Point by) const { return { x + by.x, y + by.y, width, height }; }
    [[nodiscard]] constexpr Point corner() const { return { x, y }; } // the upper left one
    [[nodiscard]] constexpr Size size() const { return { width, height }; }
    [[nodiscard]] constexpr Point center() const { return { x + width / 2, y + height / 2 }; }
    [[nodiscard]] constexpr bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
};

constexpr Rect Size::area() const
{
    return { 0, 0, width, height };
}

} // namespace warpstage::draw

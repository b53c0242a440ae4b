// What a frame changes, as 32-bit words for the page: see assets in app/web/page/painter.js, which reads them in the same order.
#pragma once

#include "app/draw/draw_list.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace warpstage::web {

// The first word of each part of a message.
enum class Part : std::uint32_t {
    end, // no further part
    frame, // background, dark (1) or light (0), blank screen (1), pointer (0: arrow, 1: hand, 2: hidden), place of the scene
    layers, // their number; new and removed ones are empty
    layer, // its index; a picture
    scene, // a picture below the layers
    marker, // a picture above the layers
    images, // number; of each: identity, serial, visible rectangle, rectangle, width, height, with content (1), RGBA words
    bodies, // see BodiesMessage in web_scene.cpp
    no_bodies,
};

class Message {
public:
    void clear() { m_words.clear(); }
    [[nodiscard]] std::span<const std::uint32_t> words() const { return m_words; }

    void begin(Part part) { add(static_cast<std::uint32_t>(part)); }
    void add(std::uint32_t word) { m_words.push_back(word); }
    void add(float number);
    void add(bool value) { add(std::uint32_t { value }); }
    void add(draw::Color color);
    void add(draw::Point point);
    void add(const draw::Rect& rect);
    // Its number of bytes, then the bytes, filled up to words.
    void add(std::string_view text);
    void add(std::span<const float> numbers);
    // The number of words up to the end of the picture, its bounds, then its items.
    void add(const draw::DrawList& picture);

private:
    void add_item(const draw::Box& box);
    void add_item(const draw::Line& line);
    void add_item(const draw::Polyline& polyline);
    void add_item(const draw::Polygon& polygon);
    void add_item(const draw::Circle& circle);
    void add_item(const draw::Text& text);
    void add_points(const std::vector<draw::Point>& points);

    std::vector<std::uint32_t> m_words;
};

} // namespace warpstage::web

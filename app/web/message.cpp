#include "app/web/message.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <variant>

namespace warpstage::web {

void Message::add(float number)
{
    m_words.push_back(std::bit_cast<std::uint32_t>(number));
}

void Message::add(draw::Color color)
{
    add(std::uint32_t { color.r } << 24U | std::uint32_t { color.g } << 16U | std::uint32_t { color.b } << 8U | color.a);
}

void Message::add(draw::Point point)
{
    add(point.x);
    add(point.y);
}

void Message::add(const draw::Rect& rect)
{
    add(rect.x);
    add(rect.y);
    add(rect.width);
    add(rect.height);
}

void Message::add(std::string_view text)
{
    add(static_cast<std::uint32_t>(text.size()));
    const std::size_t at = m_words.size();
    m_words.resize(at + (text.size() + 3) / 4);
    if (!text.empty())
        std::memcpy(m_words.data() + at, text.data(), text.size());
}

void Message::add(std::span<const float> numbers)
{
    for (const float number : numbers)
        add(number);
}

void Message::add_points(const std::vector<draw::Point>& points)
{
    add(static_cast<std::uint32_t>(points.size()));
    for (const draw::Point point : points)
        add(point);
}

void Message::add_item(const draw::Box& box)
{
    add(0U);
    add(box.rect);
    add((box.fill ? 1U : 0U) | (box.outline ? 2U : 0U));
    add(box.fill.value_or(draw::Color {}));
    add(box.outline.value_or(draw::Color {}));
    add(box.outline_width);
    add(box.corner_radius);
}

void Message::add_item(const draw::Line& line)
{
    add(1U);
    add(line.from);
    add(line.to);
    add(line.color);
    add(line.width);
}

void Message::add_item(const draw::Polyline& polyline)
{
    add(2U);
    add(polyline.color);
    add(polyline.width);
    add_points(polyline.points);
}

void Message::add_item(const draw::Polygon& polygon)
{
    add(3U);
    add(polygon.color);
    add_points(polygon.points);
}

void Message::add_item(const draw::Circle& circle)
{
    add(4U);
    add(circle.center);
    add(circle.radius);
    add(circle.color);
}

void Message::add_item(const draw::Text& text)
{
    add(5U);
    add(text.anchor);
    add(static_cast<std::uint32_t>(text.face));
    add(text.size);
    add(text.color);
    add(static_cast<std::uint32_t>(text.align));
    add(text.max_width);
    add(text.text);
}

void Message::add(const draw::DrawList& picture)
{
    const std::size_t begin = m_words.size();
    add(0U); // its size, below
    draw::Rect bounds;
    for (const draw::Item& item : picture.items) {
        const draw::Rect own = draw::bounds_of(item);
        const bool first = bounds.width <= 0 && bounds.height <= 0;
        const float left = first ? own.x : std::min(bounds.x, own.x);
        const float top = first ? own.y : std::min(bounds.y, own.y);
        const float right = first ? own.right() : std::max(bounds.right(), own.right());
        const float bottom = first ? own.bottom() : std::max(bounds.bottom(), own.bottom());
        bounds = { left, top, right - left, bottom - top };
    }
    add(bounds);
    for (const draw::Item& item : picture.items)
        std::visit([this](const auto& shape) { add_item(shape); }, item);
    m_words[begin] = static_cast<std::uint32_t>(m_words.size() - begin - 1);
}

} // namespace warpstage::web

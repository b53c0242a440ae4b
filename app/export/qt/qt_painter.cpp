#include "app/export/qt/qt_painter.h"

#include "app/draw/text_layout.h"
#include "app/export/qt/qt_fonts.h"

#include <QBrush>
#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

namespace warpstage::exporter {

namespace {

using draw::Color;
using draw::Point;
using draw::Rect;

QColor q_color(Color color)
{
    return { color.r, color.g, color.b, color.a };
}

QPointF q_point(Point point)
{
    return { static_cast<qreal>(point.x), static_cast<qreal>(point.y) };
}

QRectF q_rect(Rect rect)
{
    return { static_cast<qreal>(rect.x), static_cast<qreal>(rect.y), static_cast<qreal>(std::max(rect.width, 0.0F)),
        static_cast<qreal>(std::max(rect.height, 0.0F)) };
}

QPolygonF q_polygon(const std::vector<Point>& points)
{
    QPolygonF polygon;
    for (const Point point : points)
        polygon.push_back(q_point(point));
    return polygon;
}

QPen q_pen(Color color, float width)
{
    return { q_color(color), static_cast<qreal>(width), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin };
}

class ListPainter {
public:
    ListPainter(QPainter& painter, std::optional<Pixels> pixels)
        : m_painter(painter)
        , m_pixels(pixels)
    {
    }

    void operator()(const draw::Box& box)
    {
        const Rect rect = snapped(box.rect);
        if (box.fill)
            fill(rect, *box.fill, box.corner_radius);
        if (!box.outline)
            return;
        // Inside the rectangle.
        const float width = snapped_width(box.outline_width);
        m_painter.setPen(q_pen(*box.outline, width));
        m_painter.setBrush(Qt::NoBrush);
        const QRectF middle = q_rect(rect.inset(width / 2));
        if (box.corner_radius > 0.0F) {
            const auto radius = static_cast<qreal>(std::max(box.corner_radius - width / 2, 0.0F));
            m_painter.drawRoundedRect(middle, radius, radius);
        } else {
            QPen pen = m_painter.pen();
            pen.setJoinStyle(Qt::MiterJoin);
            m_painter.setPen(pen);
            m_painter.drawRect(middle);
        }
    }

    void operator()(const draw::Line& line)
    {
        const float width = snapped_width(line.width);
        const float half = width / 2;
        const auto [left, right] = std::minmax(line.from.x, line.to.x);
        const auto [top, bottom] = std::minmax(line.from.y, line.to.y);
        if (m_pixels && left == right) {
            fill({ snapped(left - half), top, width, bottom - top }, line.color, 0.0F);
        } else if (m_pixels && top == bottom) {
            fill({ left, snapped(top - half), right - left, width }, line.color, 0.0F);
        } else {
            m_painter.setPen(q_pen(line.color, line.width));
            m_painter.drawLine(q_point(line.from), q_point(line.to));
        }
    }

    void operator()(const draw::Polyline& polyline)
    {
        m_painter.setPen(q_pen(polyline.color, polyline.width));
        m_painter.drawPolyline(q_polygon(polyline.points));
    }

    void operator()(const draw::Polygon& polygon)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(q_color(polygon.color));
        m_painter.drawPolygon(q_polygon(polygon.points));
    }

    void operator()(const draw::Circle& circle)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(q_color(circle.color));
        const auto radius = static_cast<qreal>(circle.radius);
        m_painter.drawEllipse(q_point(circle.center), radius, radius);
    }

    void operator()(const draw::Text& text)
    {
        const ShapedText shaped = m_fonts.shape(text);
        const float left = draw::start_of(text.anchor.x, shaped.width, text.align);
        m_painter.setPen(q_color(text.color));
        for (const QGlyphRun& run : shaped.runs)
            m_painter.drawGlyphRun(q_point({ left, snapped(text.anchor.y) }), run);
    }

private:
    void fill(Rect rect, Color color, float corner_radius)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(q_color(color));
        const auto radius = static_cast<qreal>(corner_radius);
        if (corner_radius > 0.0F)
            m_painter.drawRoundedRect(q_rect(rect), radius, radius);
        else
            m_painter.drawRect(q_rect(rect));
    }

    [[nodiscard]] float snapped(float value) const
    {
        return m_pixels ? std::round(value * m_pixels->scale) / m_pixels->scale : value;
    }
    [[nodiscard]] float snapped_width(float width) const
    {
        return m_pixels ? std::max(std::round(width * m_pixels->scale), 1.0F) / m_pixels->scale : width;
    }
    // A box with a width and a height keeps at least one pixel of each.
    [[nodiscard]] Rect snapped(Rect rect) const
    {
        if (!m_pixels)
            return rect;
        const float pixel = 1.0F / m_pixels->scale;
        const float left = snapped(rect.x);
        const float top = snapped(rect.y);
        return { left, top, std::max(snapped(rect.right()) - left, pixel), std::max(snapped(rect.bottom()) - top, pixel) };
    }

    QPainter& m_painter;
    std::optional<Pixels> m_pixels;
    QtFonts m_fonts;
};

} // namespace

void paint(QPainter& painter, const draw::DrawList& picture, std::optional<Pixels> pixels)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    ListPainter list_painter(painter, pixels);
    for (const draw::Item& item : picture.items)
        std::visit(list_painter, item);
}

} // namespace warpstage::exporter

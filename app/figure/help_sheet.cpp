#include "app/figure/keys.h"
#include "app/figure/panel.h"
#include "app/figure/text_metrics.h"

#include <algorithm>
#include <cmath>

namespace warpstage::figure {

namespace {

float widest_keys(const Style& style)
{
    float widest = 0.0F;
    for (const KeyWords& key : kKeys)
        widest = std::max(widest, room_for(key.keys, Face::semibold, style.small));
    return widest + 12.0F * style.scale;
}

} // namespace

Panel help_sheet(Size window, const Style& style)
{
    const float scale = style.scale;
    const bool low = window.height < 620.0F * scale;
    const float padding = (low ? 10.0F : 22.0F) * scale;
    const float head = (low ? 1.4F : 2.0F) * style.title;
    const std::size_t columns = 2;
    const std::size_t rows = (kKeys.size() + columns - 1) / columns;
    const float most_height = window.height - 2 * style.margin;
    const float pitch = std::clamp((most_height - head - 2 * padding) / static_cast<float>(rows), 15.0F * scale, 34.0F * scale);
    const float width = std::min(window.width - 2 * style.margin, 980.0F * scale);
    const float height = std::min(most_height, head + 2 * padding + pitch * static_cast<float>(rows));
    const Rect rect { (window.width - width) / 2, (window.height - height) / 2, width, height };

    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.blue, style.radius);
    canvas.text({ padding, padding + 0.8F * style.title }, "Keys",
        { Face::semibold, style.title, style.text, Align::left, width / 2 - padding });
    canvas.text({ width - padding, padding + 0.8F * style.title }, "? closes this list",
        { Face::regular, style.small, style.secondary, Align::right, width / 2 - padding });

    const float column_width = (width - 2 * padding) / static_cast<float>(columns);
    const float keys_width = std::min(widest_keys(style), 0.34F * column_width);
    for (std::size_t i = 0; i < kKeys.size(); ++i) {
        const std::size_t column = i / rows;
        const float x = padding + column_width * static_cast<float>(column);
        const float y = padding + head + pitch * (static_cast<float>(i % rows) + 0.5F);
        const float chip = std::min(0.86F * pitch, 1.6F * style.small);
        canvas.chip({ x, y - chip / 2, keys_width, chip }, std::string { kKeys[i].keys }, track_color(style), style.text,
            Face::semibold, style.small);
        const float left = x + keys_width + 10.0F * scale;
        const float size = pitch < 1.35F * style.small ? style.smallest : style.small;
        canvas.text({ left, centered_baseline(y, size) }, std::string { kKeys[i].meaning },
            { Face::regular, size, style.text, Align::left, x + column_width - 8.0F * scale - left });
    }
    return { rect, canvas.finish(), {} };
}

} // namespace warpstage::figure

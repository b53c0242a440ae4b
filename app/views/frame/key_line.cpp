#include "app/views/sheets/keys.h"
#include "app/views/view.h"

namespace warpstage::views {

DrawList key_line_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size rect = scope.size;
    Canvas canvas(rect, style);
    canvas.fill(rect.area(), style.panel.with_alpha(243));
    canvas.line({ 0, 0 }, { rect.width, 0 }, style.border, canvas.units(1.0F));
    const float size = style.small;
    const float chip_height = 1.4F * size;
    const float middle = rect.height / 2;
    const float right = rect.width - style.margin;
    float x = style.margin;
    for (const KeyWords& key : *scope.window.keys) {
        if (key.brief.empty())
            continue;
        const float chip_width = room_for(key.keys, Face::regular, style.smallest) + canvas.units(14.0F);
        const float word_width = room_for(key.brief, Face::regular, size);
        const float end = x + chip_width + canvas.units(7.0F) + word_width;
        if (end > right)
            break;
        canvas.chip({ x, middle - chip_height / 2, chip_width, chip_height }, std::string { key.keys }, track_color(style),
            style.text, Face::regular, style.smallest);
        canvas.label({ x + chip_width + canvas.units(7.0F), middle }, std::string { key.brief },
            { Face::regular, size, style.secondary, Align::left, word_width + canvas.units(2.0F) });
        x = end + canvas.units(22.0F);
    }
    return canvas.finish();
}

} // namespace warpstage::views

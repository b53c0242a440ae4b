#include "app/views/setup/editor_field.h"

#include "app/draw/text_layout.h"
#include "app/views/drawing.h"

namespace warpstage::views {

void draw_editor_field(Canvas& canvas, const EditorLine& line, const std::string& hint, Rect field, Caret shown_caret)
{
    const Style& style = canvas.style();
    canvas.frame(field, well_color(style), line.refusal.empty() ? style.border : style.vermilion, canvas.units(5.0F));
    const float inset = canvas.units(10.0F);
    const float inner = std::max(field.width - 2 * inset, 1.0F);
    const float middle = field.y + field.height / 2;
    const float baseline = centered_baseline(middle, style.source);
    const float left = field.x + inset;
    const float advance = text_width("0", Face::mono, style.source);
    const auto characters = decode_utf8(line.text);
    const auto caret = decode_utf8(std::string_view { line.text }.substr(0, line.caret)).size();
    const auto fitting = static_cast<std::size_t>(std::max(inner / (1.03F * advance), 1.0F));
    const std::size_t first =
        characters.size() < fitting || caret < fitting / 2 ? 0 : std::min(caret - fitting / 2, characters.size() - fitting + 1);
    const auto shown = std::span(characters).subspan(first, std::min(fitting, characters.size() - first));
    if (line.selected && shown_caret == Caret::shown && !shown.empty())
        canvas.fill({ left, field.y + 0.16F * field.height, std::min(advance * static_cast<float>(shown.size()), inner),
                        0.68F * field.height },
            mix(style.panel, style.blue, 0.45F), canvas.units(3.0F));
    if (shown.empty())
        canvas.text({ left + canvas.units(6.0F), baseline }, hint,
            { Face::regular, style.source, style.secondary, Align::left, inner - canvas.units(6.0F) });
    else
        canvas.text({ left, baseline }, encode_utf8(shown), { Face::mono, style.source, style.text, Align::left, inner });
    if (!line.selected && shown_caret == Caret::shown) {
        const float x = left + std::min(advance * static_cast<float>(caret - first), inner);
        canvas.line({ x, field.y + 0.2F * field.height }, { x, field.y + 0.8F * field.height }, style.orange, canvas.units(2.0F));
    }
}

} // namespace warpstage::views

#include "app/views/setup/editor_line.h"

#include "app/views/view.h"

namespace warpstage::views {

namespace {

// What the parameters' own language is written with; a key that types anything else does nothing.
bool is_printable(char32_t character)
{
    return character >= U' ' && character <= U'~';
}

} // namespace

void EditorLine::insert(char32_t character)
{
    if (!is_printable(character) || text.size() >= kLongestEdit)
        return;
    text.insert(text.begin() + static_cast<std::ptrdiff_t>(caret), static_cast<char>(character));
    ++caret;
    refusal.clear();
}

void EditorLine::erase_before()
{
    if (caret == 0)
        return;
    text.erase(--caret, 1);
    refusal.clear();
}

void EditorLine::erase_after()
{
    if (caret >= text.size())
        return;
    text.erase(caret, 1);
    refusal.clear();
}

void EditorLine::left()
{
    if (caret > 0)
        --caret;
}

void EditorLine::right()
{
    if (caret < text.size())
        ++caret;
}

DrawList editor_view(const Scope& scope)
{
    if (!scope.window.editor)
        return { scope.size };
    const EditorLine& editor = *scope.window.editor;
    const Style& style = scope.style;
    const Size scene = scope.size;
    const float scale = style.scale;
    const float padding = 14.0F * scale;
    const float width = std::max(std::min(scene.width, 720.0F * scale), 1.0F);
    const float room = width - 2 * padding;
    const float pitch = 1.4F * style.small;
    const std::string below = editor.refusal.empty() ? "Enter takes it, Escape leaves it as it was" : editor.refusal;
    // A sentence, and under it perhaps the text again with a mark where it goes wrong.
    const auto parts = text::split(below, '\n');
    const auto lines = wrap_text(parts.front(), Face::regular, style.small, room / 1.05F, 5);
    const std::vector<std::string> marks(parts.begin() + 1, parts.end());
    const float box = 2.0F * style.source;
    const float height =
        2 * padding + 1.5F * style.small + box + 0.4F * style.small + pitch * static_cast<float>(lines.size() + marks.size());
    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.blue, style.radius);
    canvas.text(
        { padding, padding + 0.9F * style.small }, editor.label, { Face::semibold, style.small, style.text, Align::left, room });
    const Rect field { padding, padding + 1.5F * style.small, room, box };
    canvas.frame(field, well_color(style), editor.refusal.empty() ? style.border : style.vermilion, 5.0F * scale);

    // Where the text is longer than the field, the part around the caret is shown.
    const float advance = text_width("0", Face::mono, style.source);
    const float inner = room - 2 * padding;
    const auto fitting = static_cast<std::size_t>(std::max(inner / (1.03F * advance), 1.0F));
    const std::size_t first = editor.text.size() < fitting || editor.caret < fitting / 2
        ? 0
        : std::min(editor.caret - fitting / 2, editor.text.size() - fitting + 1);
    const float baseline = centered_baseline(field.y + box / 2, style.source);
    canvas.text({ field.x + padding, baseline }, editor.text.substr(first, fitting),
        { Face::mono, style.source, style.text, Align::left, inner });
    const float caret = field.x + padding + advance * static_cast<float>(editor.caret - first);
    canvas.line({ caret, field.y + 0.2F * box }, { caret, field.y + 0.8F * box }, style.orange, 2.0F * scale);
    const float after = draw_lines(canvas, { padding, field.bottom() + 0.4F * style.small + pitch / 2 }, lines, pitch,
        { Face::regular, style.small, editor.refusal.empty() ? style.secondary : style.vermilion, Align::left, room });
    draw_lines(canvas, { padding, after }, marks, pitch, { Face::mono, style.small, style.text, Align::left, room });
    Canvas whole(scene, style);
    whole.append(canvas.finish(), { (scene.width - width) / 2, std::max((scene.height - height) / 3, 0.0F) });
    return whole.finish();
}

} // namespace warpstage::views

// In place of the scene: a layout that is typed in, and the conflicts of an access, the box of a tensor copy, the core matrices
// of a descriptor, or the fragments of an instruction.
#include "app/views/frame/panel.h"
#include "app/views/layout/layout_figure.h"

namespace warpstage::views {

namespace {

using analysis::LayoutField;

struct FieldRow {
    LayoutField field;
    std::string_view label;
    std::string_view command; // that edits it
    float share; // of the width of all fields in one row
};
constexpr std::array kFieldRows {
    FieldRow { LayoutField::layout, marked("Layout"), "edit-layout", 0.46F },
    FieldRow { LayoutField::swizzle, marked("Swizzle"), "edit-swizzle", 0.13F },
    FieldRow { LayoutField::type, marked("Type"), "edit-element-type", 0.11F },
    FieldRow { LayoutField::access, marked("Access"), "edit-layout-access", 0.30F },
};

// `used`: the answer depends on it.
void draw_field(Canvas& canvas, const FieldRow& row, const std::string& text, bool used, Rect rect)
{
    const Style& style = canvas.style();
    canvas.label({ rect.x, rect.y + 0.6F * style.smallest }, std::string { tr(row.label) }, note(style, rect.width));
    const Rect box { rect.x, rect.y + 1.35F * style.smallest, rect.width, rect.height - 1.35F * style.smallest };
    canvas.frame(box, well_color(style), style.border, style.radius / 2);
    const float inset = canvas.units(7.0F);
    canvas.label({ box.x + inset, box.center().y }, text,
        { Face::mono, style.small, used ? style.text : style.dim, Align::left, box.width - 2 * inset });
    on_click(canvas, rect, RunCommand { row.command });
}

// Returns the height. Two rows where one has no space for the layout.
float draw_fields(Canvas& canvas, const session::LayoutSection& layout, Rect inside)
{
    const analysis::LayoutQuestion& question = layout.question;
    const bool of_instruction = layout.answer != nullptr && std::holds_alternative<layout::Fragments>(*layout.answer);
    const Style& style = canvas.style();
    const float height = std::max(1.35F * style.smallest + 1.9F * style.small, style.least_target);
    const float gap = canvas.units(8.0F);
    const bool two_rows = inside.width < canvas.units(40.0F) * style.small;
    float x = inside.x;
    float y = inside.y;
    float room = inside.width - gap * static_cast<float>(kFieldRows.size() - 1);
    for (const FieldRow& row : kFieldRows) {
        if (y + height > inside.bottom())
            break;
        const bool alone = two_rows && row.field == LayoutField::layout;
        const float rest = two_rows ? 1.0F - kFieldRows.front().share : 1.0F;
        const float width = alone ? inside.width : room * row.share / rest;
        draw_field(
            canvas, row, question.text(row.field), !of_instruction || row.field == LayoutField::layout, { x, y, width, height });
        x = alone ? inside.x : x + width + gap;
        if (alone) {
            y += height + gap / 2;
            room += gap;
        }
    }
    return std::min(y + height, inside.bottom()) - inside.y;
}

} // namespace

DrawList layout_view(const Scope& scope)
{
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    const session::LayoutSection& layout = *scope.model.layout;
    const float fields = draw_fields(canvas, layout, inside) + scope.style.small * 0.6F;
    const Rect area { inside.x, inside.y + fields, inside.width, inside.height - fields };
    if (area.height < scope.style.body * 6)
        return canvas.finish();
    if (layout.answer == nullptr) {
        canvas.empty_words(area, layout.refusal.empty() ? tr("Evaluating the layout …") : layout.refusal);
        return canvas.finish();
    }
    canvas.tip(area,
        { tr("Layout"),
            tr("Where a layout of CuTe places the elements of a matrix in shared memory, and what an access costs. Click a field "
               "to change it."),
            command_of(layout.question), tr("Computed from the layout; no kernel runs."), {} });
    canvas.append(
        answer_exhibit(*layout.answer, layout.question, layout.architecture).draw(area.size(), scope.style), area.corner());
    return canvas.finish();
}

std::vector<session::Command> request_layout(const session::Snapshot& model)
{
    const session::LayoutSection& layout = *model.layout;
    if (layout.answer != nullptr || !layout.refusal.empty())
        return {};
    return { session::AskLayout { layout.question } };
}

} // namespace warpstage::views

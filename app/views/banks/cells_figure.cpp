#include "app/views/banks/cells_figure.h"

#include "app/views/frame/cell_marks.h"
#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

using session::ArrayFrame;
using session::Touch;

struct CellRows {
    std::size_t columns = 32; // elements
    std::size_t first = 0; // row
    std::size_t rows = 0;
    float width = 0.0F;
    float height = 0.0F;
};

CellRows grid_of(const CellsInput& input, Rect area, const Style& style)
{
    CellRows grid;
    const ArrayFrame& frame = *input.frame;
    grid.columns = std::max<std::size_t>(std::size_t { input.banks } * input.bank_bytes / frame.element_bytes, 1);
    const std::size_t all = (frame.values.size() + grid.columns - 1) / grid.columns;
    grid.width = area.width / static_cast<float>(grid.columns);
    const float least = 4.0F * style.scale;
    const auto room = static_cast<std::size_t>(std::max(area.height / least, 1.0F));
    grid.rows = std::min(all, room);
    if (grid.rows == 0)
        return grid;
    grid.height = std::min({ area.height / static_cast<float>(grid.rows), 1.4F * grid.width, 2.2F * style.smallest });
    // If not all fit, the cells that the current instruction accesses.
    const auto touched =
        std::find_if(frame.touched.begin(), frame.touched.end(), [](Touch touch) { return touch != Touch::none; });
    if (all > grid.rows && touched != frame.touched.end()) {
        const std::size_t row = static_cast<std::size_t>(touched - frame.touched.begin()) / grid.columns;
        grid.first = std::min(row > grid.rows / 2 ? row - grid.rows / 2 : 0, all - grid.rows);
    }
    return grid;
}

std::int64_t largest(const ArrayFrame& frame)
{
    std::int64_t most = 1;
    for (std::size_t i = 0; i < frame.values.size(); ++i)
        if (frame.known[i])
            most = std::max(most, std::abs(frame.values[i]));
    return most;
}

// Numbers in only some cells would look like the values that matter: either all fit or none is shown.
enum class Numbers : std::uint8_t { shown, hidden };
Numbers numbers_of(const Canvas& canvas, const ArrayFrame& frame, const CellRows& grid)
{
    const Style& style = canvas.style();
    const float gap = std::min(canvas.units(1.5F), 0.15F * std::min(grid.width, grid.height));
    if (grid.height - gap <= 1.2F * style.smallest)
        return Numbers::hidden;
    const std::size_t end = std::min((grid.first + grid.rows) * grid.columns, frame.values.size());
    for (std::size_t i = grid.first * grid.columns; i < end; ++i)
        if (frame.known[i] && room_for(std::to_string(frame.values[i]), Face::mono, style.smallest) >= grid.width - gap)
            return Numbers::hidden;
    return Numbers::shown;
}

// Read: a frame. Written: filled. Never written: only the background.
void draw_cell(Canvas& canvas, const ArrayFrame& frame, std::size_t i, std::int64_t most, Numbers numbers, Rect rect)
{
    const Style& style = canvas.style();
    const Touch touch = i < frame.touched.size() ? frame.touched[i] : Touch::none;
    const float gap = std::min(canvas.units(1.5F), 0.15F * std::min(rect.width, rect.height));
    rect = rect.inset(gap / 2);
    if (touch == Touch::written) {
        canvas.fill(rect, shape_color(style, style.orange));
    } else if (frame.known[i]) {
        const double share =
            std::log2(1.0 + std::abs(static_cast<double>(frame.values[i]))) / std::log2(1.0 + static_cast<double>(most));
        canvas.fill(rect, mix(idle_color(style), shape_color(style, style.blue), static_cast<float>(0.25 + 0.55 * share)));
    } else {
        canvas.fill(rect, idle_color(style).with_alpha(110));
    }
    if (touch == Touch::read)
        canvas.outline(rect, style.text);
    if (frame.known[i] && numbers == Numbers::shown)
        canvas.label_in(rect, std::to_string(frame.values[i]),
            { Face::mono, style.smallest, touch == Touch::written ? on_fill(style) : style.text, Align::center });
}

std::vector<KeyEntry> cells_key(const Style& style)
{
    const Color value = mix(idle_color(style), shape_color(style, style.blue), 0.5F);
    return { { tr("read now"),
                 [value](Canvas& canvas, Rect rect) {
                     canvas.fill(rect, value);
                     canvas.outline(rect, canvas.style().text);
                 } },
        key_box(tr("written now"), shape_color(style, style.orange), {}), key_box(tr("holds a value"), value, {}),
        key_box(tr("not written, or value unknown"), idle_color(style).with_alpha(110), {}) };
}

} // namespace

DrawList cells_figure(const CellsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Shared memory"), input.subtitle };
    if (input.frame == nullptr || input.frame->values.empty())
        return empty_page(std::move(canvas), words, input.nothing);
    const ArrayFrame& frame = *input.frame;
    const auto touched =
        std::count_if(frame.touched.begin(), frame.touched.end(), [](Touch touch) { return touch != Touch::none; });
    words.headline = { { trf("{} of {} elements accessed", touched, grouped_count(frame.values.size())) }, style.text, false };
    Rect area = draw_page(canvas, words, cells_key(style), canvas.units(60.0F));
    const float labels = room_for("00000", Face::mono, style.smallest) + canvas.units(6.0F);
    const float numbers = 1.4F * style.smallest;
    area = { area.x + labels, area.y + numbers, area.width - labels, area.height - numbers };
    if (area.width < canvas.units(60.0F) || area.height < canvas.units(20.0F))
        return canvas.finish();
    const CellRows grid = grid_of(input, area, style);
    const std::int64_t most = largest(frame);
    const Numbers written = numbers_of(canvas, frame, grid);
    canvas.cells(
        { {}, { area.x, area.y, grid.width * static_cast<float>(grid.columns), grid.height * static_cast<float>(grid.rows) },
            grid.rows, grid.columns, grid.first * grid.columns, 1, grid.columns, frame.values.size() });
    float last = area.y - 2 * style.smallest;
    for (std::size_t row = 0; row < grid.rows; ++row) {
        const float y = area.y + grid.height * static_cast<float>(row);
        const float middle = y + grid.height / 2;
        if (middle - last >= 1.1F * style.smallest) {
            canvas.label({ area.x - canvas.units(6.0F), middle }, std::to_string((grid.first + row) * grid.columns),
                number_note(style, labels - canvas.units(6.0F), Align::right));
            last = middle;
        }
        for (std::size_t column = 0; column < grid.columns; ++column) {
            const std::size_t i = (grid.first + row) * grid.columns + column;
            if (i >= frame.values.size())
                continue;
            const Rect cell { area.x + grid.width * static_cast<float>(column), y, grid.width, grid.height };
            draw_cell(canvas, frame, i, most, written, cell);
        }
    }
    const std::size_t per_bank = std::max<std::size_t>(input.bank_bytes / frame.element_bytes, 1);
    for (std::uint32_t bank = 0; bank < input.banks; bank += 4)
        canvas.text({ area.x + grid.width * (static_cast<float>(bank * per_bank) + 0.5F), area.y - 0.35F * style.smallest },
            std::to_string(bank), number_note(style, 4 * grid.width, Align::center));
    canvas.text({ 0, area.y - 0.35F * style.smallest }, tr("bank"), note(style, std::max(labels - 0.5F * style.smallest, 1.0F)));
    return canvas.finish();
}

DrawList memory_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const session::PlayedRun& run = model.playback->run;
    const Rect inside = scope.inside();
    CellsInput input;
    input.frame = run.cells.get();
    input.banks = model.run->traits->shared_banks;
    input.bank_bytes = model.run->traits->bank_bytes;
    if (run.view.step)
        input.subtitle = trf("line {} · warp {} · {} barriers passed", run.view.line, run.view.warp, run.view.barriers);
    if (model.run->recording && run.cells == nullptr)
        input.nothing = tr("K plays the recorded run, J and L step back and forward");
    else if (!model.run->recording)
        input.nothing = no_recording_words(model);
    Tip tip { tr("Shared memory"),
        tr("One element per cell, one bank per column. Click a cell to go to the instruction that accesses it; click again for "
           "the next one."),
        {}, tr("Recorded on the virtual machine."), {} };
    if (run.cells && run.cells->element_bytes > 0)
        tip.formula = trf("bank = (address / {}) mod {}; {} elements of {} bytes", model.run->traits->bank_bytes,
            model.run->traits->shared_banks, run.cells->values.size(), run.cells->element_bytes);
    Canvas canvas = sheet_canvas(scope);
    canvas.append(cells_figure(input, inside.size(), scope.style), inside.corner());
    canvas.tip(inside, std::move(tip));
    DrawList list = canvas.finish();
    mark_cells(list, model, scope.window.marked, scope.style);
    return list;
}

} // namespace warpstage::views

#include "app/views/warps/retirement_figure.h"

#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

constexpr float kMaxLaneCell = 90.0F;

struct IterationColumns {
    float label = 0.0F; // width of the names of the iterations
    float number = 0.0F; // width of each of the two columns of counts; 0: they do not fit
    Rect warps;
    float gap = 0.0F; // between warps
    float pitch = 0.0F; // of a lane

    [[nodiscard]] float warp_x(std::uint32_t warp, std::uint32_t width) const
    {
        return warps.x + (pitch * static_cast<float>(width) + gap) * static_cast<float>(warp);
    }
};

std::string label_of_iteration(std::size_t iteration)
{
    return trf("iteration {}", iteration + 1);
}

IterationColumns columns_of(const Canvas& canvas, const RetirementInput& input, Rect area)
{
    const Style& style = canvas.style();
    IterationColumns columns;
    for (std::size_t iteration = 0; iteration < input.iterations.size(); ++iteration)
        columns.label =
            std::max(columns.label, room_for(label_of_iteration(iteration), Face::regular, style.small) + canvas.units(10.0F));
    columns.label = std::min(columns.label, 0.25F * area.width);
    columns.number = room_for(tr("divergent"), Face::regular, style.smallest) + canvas.units(12.0F);
    if (area.width - columns.label - 2 * columns.number < 0.4F * area.width)
        columns.number = 0.0F;
    columns.warps = { area.x + columns.label, area.y, area.width - columns.label - 2 * columns.number, area.height };
    const auto warps = static_cast<float>(input.warps);
    const auto lanes = static_cast<float>(input.warps * input.warp_width);
    columns.gap = std::min(canvas.units(14.0F), 0.15F * columns.warps.width / warps);
    columns.pitch = std::min((columns.warps.width - columns.gap * (warps - 1)) / lanes, canvas.units(kMaxLaneCell));
    return columns;
}

// The lanes of one warp in one iteration. Equal adjacent lanes are one box if single boxes do not fit.
void draw_warp(Canvas& canvas, const RetirementInput& input, std::size_t iteration, std::uint32_t warp, Rect rect, float pitch)
{
    const Style& style = canvas.style();
    const analysis::WarpInIteration& state = input.iterations[iteration][warp];
    const float edge = std::clamp(0.1F * pitch, canvas.units(0.3F), canvas.units(2.0F));
    const bool single = pitch >= canvas.units(5.0F);
    const std::string widest = std::to_string(input.warps * input.warp_width - 1);
    const bool numbers = room_for(widest, Face::mono, style.smallest) <= pitch - edge && rect.height >= 1.15F * style.smallest;
    const bool retired = input.is_retired(iteration, warp);
    const Color active = shape_color(style, style.blue);
    unsigned start = 0;
    for (unsigned lane = 1; lane <= input.warp_width; ++lane) {
        const bool same = lane < input.warp_width && has_lane(state.entered, lane) == has_lane(state.entered, start);
        if (!single && same)
            continue;
        const Rect cell { rect.x + pitch * static_cast<float>(start), rect.y, pitch * static_cast<float>(lane - start) - edge,
            rect.height };
        const bool entered = has_lane(state.entered, start);
        if (entered)
            canvas.fill(cell, active, single ? canvas.units(3.0F) : 0.0F);
        else
            canvas.frame(cell, retired ? std::nullopt : std::optional<Color> { well_color(style) },
                retired ? idle_color(style) : style.secondary);
        if (numbers && !retired)
            canvas.label({ cell.x + cell.width / 2, cell.y + cell.height / 2 }, std::to_string(warp * input.warp_width + start),
                { Face::mono, style.smallest, entered ? ink_on(active, style) : style.secondary, Align::center, pitch });
        start = lane;
    }
    const Rect whole { rect.x, rect.y, pitch * static_cast<float>(input.warp_width) - edge, rect.height };
    if (retired)
        canvas.line({ whole.x, rect.y + rect.height / 2 }, { whole.right(), rect.y + rect.height / 2 }, style.secondary,
            canvas.units(1.5F));
    if (state.divergent())
        canvas.outline(
            { whole.x - edge, whole.y - canvas.units(2.0F), whole.width + 2 * edge, whole.height + canvas.units(4.0F) },
            style.orange, canvas.units(3.0F));
}

// Below a warp: its state, if there is space.
void draw_fate(Canvas& canvas, const RetirementInput& input, std::size_t iteration, std::uint32_t warp, Rect row)
{
    const Style& style = canvas.style();
    const bool divergent = input.iterations[iteration][warp].divergent();
    const bool retired = input.is_retired(iteration, warp);
    if (!divergent && !retired)
        return;
    const std::string words = divergent ? tr("divergent") : tr("retired");
    const float room = room_for(words, Face::regular, style.smallest);
    const float mark = 0.6F * style.smallest;
    const float middle = row.y + row.height / 2;
    const bool fits = room + 1.6F * mark <= row.width;
    if (divergent)
        canvas.triangle({ row.x + mark / 2, middle }, std::min(mark, row.width), Pointing::up, style.orange);
    if (!fits)
        return;
    canvas.label({ row.x + (divergent ? 1.6F * mark : 0.0F), middle }, words,
        { Face::regular, style.smallest, divergent ? style.orange : style.secondary, Align::left, room });
}

void draw_counts(Canvas& canvas, const RetirementInput& input, std::size_t iteration, const IterationColumns& columns, Rect row)
{
    const Style& style = canvas.style();
    const float baseline = centered_baseline(row.y + row.height / 2, style.small);
    const std::uint32_t divergent = input.divergent(iteration);
    canvas.text({ row.right() - columns.number, baseline }, std::to_string(divergent),
        { Face::mono, style.small, divergent > 0 ? style.orange : style.secondary, Align::right, columns.number });
    canvas.text({ row.right(), baseline }, std::to_string(input.retired(iteration)),
        { Face::mono, style.small, style.text, Align::right, columns.number });
}

std::vector<KeyEntry> retirement_key(const Style& style)
{
    return { key_box(tr("active lane"), shape_color(style, style.blue), {}, 2.0F),
        key_box(tr("inactive lane"), well_color(style), style.secondary),
        { tr("divergent warp"),
            [](Canvas& canvas, Rect rect) {
                canvas.triangle(rect.center(), rect.height, Pointing::up, canvas.style().orange);
            } },
        { tr("retired warp"), [](Canvas& canvas, Rect rect) {
             canvas.outline(rect, idle_color(canvas.style()));
             canvas.line(
                 { rect.x, rect.center().y }, { rect.right(), rect.center().y }, canvas.style().secondary, canvas.units(1.5F));
         } } };
}

} // namespace

DrawList retirement_figure(const RetirementInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Active warps per iteration"), input.subtitle };
    if (input.iterations.empty() || input.warps == 0 || input.warp_width == 0)
        return empty_page(std::move(canvas), words, tr("no warp executes this branch in the recording"));
    const std::uint32_t divergent = input.all_divergent();
    const std::uint32_t retired = input.all_retired();
    words.headline = { { trf("divergent branches: {} · retired warps: {} of {}", divergent, retired, input.warps),
                           trf("{} divergent, {} retired", divergent, retired), trf("{} divergent", divergent) },
        divergent > 0 ? style.orange : style.green, divergent == 0 };
    const Rect area = draw_page(canvas, words, retirement_key(style), canvas.units(90.0F));
    const IterationColumns columns = columns_of(canvas, input, area);

    const float head = columns.number > 0.0F ? 1.4F * style.smallest : 0.0F;
    if (head > 0.0F) {
        const float baseline = area.y + 0.9F * style.smallest;
        canvas.text({ area.right() - columns.number, baseline }, tr("divergent"), note(style, columns.number, Align::right));
        canvas.text({ area.right(), baseline }, tr("retired"), note(style, columns.number, Align::right));
    }
    const float least = 1.35F * style.small;
    const auto room = rows_in(area.height - head, least);
    const std::size_t shown = std::min(room, input.iterations.size());
    if (shown == 0)
        return canvas.finish();
    const float pitch = std::min((area.height - head) / static_cast<float>(shown), canvas.units(120.0F));
    const float fate = pitch >= 3.0F * style.smallest ? 1.3F * style.smallest : 0.0F;
    const float cell = std::min(0.72F * (pitch - fate), 2.2F * style.small);
    float y = area.y + head;
    for (std::size_t iteration = 0; iteration < shown; ++iteration) {
        const float middle = y + (pitch - fate) / 2;
        canvas.label({ area.x, middle }, label_of_iteration(iteration),
            { Face::regular, style.small, style.text, Align::left, columns.label - canvas.units(6.0F) });
        for (std::uint32_t warp = 0; warp < input.warps; ++warp) {
            const float x = columns.warp_x(warp, input.warp_width);
            draw_warp(canvas, input, iteration, warp, { x, middle - cell / 2, 0, cell }, columns.pitch);
            if (fate > 0.0F)
                draw_fate(canvas, input, iteration, warp,
                    { x, middle + cell / 2 + canvas.units(3.0F), columns.pitch * static_cast<float>(input.warp_width), fate });
        }
        if (columns.number > 0.0F)
            draw_counts(canvas, input, iteration, columns, { area.x, y, area.width, pitch - fate });
        y += pitch;
    }
    return canvas.finish();
}

Result<Exhibit> prepare_retirement(const Subject& subject)
{
    if (const auto line = choose_line(subject); !line)
        return line.error();
    const session::Recording& recording = *subject.recording;
    const auto branch = analysis::busiest_branch(recording.trace, recording.listing, subject.line);
    if (!branch)
        return Error { fmt::format("No warp of kernel `{}` executes a branch{} more than once.", recording.kernel,
            subject.line ? trf(" on line {}", *subject.line) : "") };
    const std::uint32_t line = recording.listing.line_of(*branch);
    RetirementInput input { analysis::warp_iterations(recording.trace, *branch) };
    const std::string code = analysis::source_line(subject.lesson->source_lines, line);
    input.subtitle = trf("line {} · {}", line, code);

    const std::uint32_t divergent = input.all_divergent();
    const std::uint32_t retired = input.all_retired();
    CaptionInput caption = recorded_caption(subject, {}, line);
    caption.numbers = { counted(input.warps, "warp"), trf("{} iterations", input.iterations.size()),
        trf("divergent branches: {}", divergent), trf("retired warps: {}", retired) };
    return exhibit_of_figure(std::move(caption), retirement_figure, std::move(input));
}

} // namespace warpstage::views

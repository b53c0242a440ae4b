#include "app/views/scenes/reduction_figure.h"

#include "app/views/gallery/exhibit.h"

#include <map>

namespace warpstage::views {

namespace {

using analysis::CellAdd;

constexpr float kMaxTreeCell = 84.0F;
constexpr float kSmallestCell = 9.0F;

// The drawn part of the input: the first cells and threads if not all fit.
struct TreeWindow {
    std::uint32_t cells = 0;
    std::uint32_t threads = 0;
    float cell_pitch = 0.0F;
    float thread_pitch = 0.0F;
    Rect area;

    [[nodiscard]] float cell_x(std::uint32_t cell) const { return area.x + cell_pitch * (static_cast<float>(cell) + 0.5F); }
    [[nodiscard]] float thread_x(std::uint32_t thread) const
    {
        return area.x + thread_pitch * (static_cast<float>(thread) + 0.5F);
    }
};

TreeWindow window_of(const Canvas& canvas, const ReductionInput& input, Rect area)
{
    TreeWindow window;
    window.area = area;
    const auto room = static_cast<std::uint32_t>(std::max(1.0F, area.width / canvas.units(kSmallestCell)));
    window.cells = std::min(input.cells, room);
    window.threads = std::min(input.threads, room);
    window.cell_pitch = std::min(area.width / static_cast<float>(window.cells), canvas.units(kMaxTreeCell));
    window.thread_pitch = std::min(area.width / static_cast<float>(std::max(window.threads, 1U)), canvas.units(kMaxTreeCell));
    const float width =
        std::max(window.cell_pitch * static_cast<float>(window.cells), window.thread_pitch * static_cast<float>(window.threads));
    window.area.x += (area.width - width) / 2;
    window.area.width = width;
    return window;
}

struct Roles {
    std::set<std::uint32_t> written; // cells
    std::set<std::uint32_t> read;
    std::set<std::uint32_t> working; // threads
};

Roles roles_of(const ReductionInput& input)
{
    Roles roles;
    for (const CellAdd& add : input.adds) {
        roles.written.insert(add.to);
        roles.read.insert(add.to);
        roles.read.insert(add.from);
        roles.working.insert(add.thread);
    }
    return roles;
}

Rect box_of(float x, float pitch, float y, float height)
{
    const float gap = std::clamp(0.1F * pitch, 0.5F, 4.0F);
    return { x - (pitch - gap) / 2, y, pitch - gap, height };
}

// All texts of a row or none. `words`: by index, empty if unknown.
bool texts_fit(const Canvas& canvas, const std::vector<std::string>& words, std::uint32_t count, float pitch, float height)
{
    if (height < 1.15F * canvas.style().smallest)
        return false;
    for (std::uint32_t i = 0; i < count && i < words.size(); ++i)
        if (room_for(words[i], Face::mono, canvas.style().smallest) > pitch - 2.0F)
            return false;
    return true;
}

void draw_cells(Canvas& canvas, const TreeWindow& window, const std::vector<std::string>& words,
    const std::set<std::uint32_t>& strong, Color color, float y, float height)
{
    const Style& style = canvas.style();
    const bool texts = texts_fit(canvas, words, window.cells, window.cell_pitch, height);
    for (std::uint32_t cell = 0; cell < window.cells; ++cell) {
        const Rect box = box_of(window.cell_x(cell), window.cell_pitch, y, height);
        const bool marked = strong.contains(cell);
        if (marked)
            canvas.fill(box, color, canvas.units(3.0F));
        else
            canvas.frame(box, well_color(style), idle_color(style), std::min(canvas.units(3.0F), 0.3F * box.width));
        if (texts && cell < words.size())
            canvas.label({ window.cell_x(cell), y + height / 2 }, words[cell],
                { Face::mono, style.smallest, marked ? ink_on(color, style) : style.secondary, Align::center,
                    window.cell_pitch });
    }
}

// Threads as round-cornered boxes in groups of warps; idle threads are outlines.
void draw_threads(Canvas& canvas, const ReductionInput& input, const TreeWindow& window, const std::set<std::uint32_t>& working,
    float y, float height)
{
    const Style& style = canvas.style();
    const Color color = shape_color(style, style.orange);
    const std::string widest = std::to_string(std::max(window.threads, 1U) - 1);
    const bool numbers =
        height >= 1.15F * style.smallest && room_for(widest, Face::mono, style.smallest) <= window.thread_pitch - 2.0F;
    for (std::uint32_t thread = 0; thread < window.threads; ++thread) {
        Rect box = box_of(window.thread_x(thread), window.thread_pitch, y, height);
        box = { box.x + 0.12F * box.width, box.y, 0.76F * box.width, box.height };
        const bool works = working.contains(thread);
        if (works)
            canvas.fill(box, color, height / 2);
        else
            canvas.outline(box, idle_color(style), std::min(height, box.width) / 2);
        if (numbers)
            canvas.label({ window.thread_x(thread), y + height / 2 }, std::to_string(thread),
                { Face::mono, style.smallest, works ? ink_on(color, style) : style.secondary, Align::center,
                    window.thread_pitch });
    }
    // A stroke below each divergent warp.
    for (std::uint32_t first = 0; first < window.threads; first += std::max(input.warp_width, 1U)) {
        const std::uint32_t end = std::min(first + std::max(input.warp_width, 1U), input.threads);
        std::uint32_t active = 0;
        for (std::uint32_t thread = first; thread < end; ++thread)
            active += working.contains(thread) ? 1U : 0U;
        if (active == 0 || active == end - first)
            continue;
        const float left = box_of(window.thread_x(first), window.thread_pitch, y, height).x;
        const float right = box_of(window.thread_x(std::min(end, window.threads) - 1), window.thread_pitch, y, height).right();
        canvas.outline(
            { left, y - canvas.units(4.0F), right - left, height + canvas.units(8.0F) }, style.orange, canvas.units(4.0F));
    }
}

struct Rows {
    float before = 0.0F;
    float threads = 0.0F;
    float after = 0.0F;
    float height = 0.0F; // of each
};

void draw_wires(Canvas& canvas, const ReductionInput& input, const TreeWindow& window, const Rows& rows)
{
    const Style& style = canvas.style();
    const float width = std::clamp(0.06F * window.thread_pitch, canvas.units(1.0F), canvas.units(2.4F));
    for (const CellAdd& add : input.adds) {
        if (add.thread >= window.threads)
            continue;
        const Point into { window.thread_x(add.thread), rows.threads - canvas.units(4.0F) };
        const Point out { window.thread_x(add.thread), rows.threads + rows.height + canvas.units(4.0F) };
        const float below = rows.before + rows.height;
        if (add.from < window.cells)
            dashed_polyline(canvas, { { window.cell_x(add.from), below }, into }, Dash::dashed, style.purple, width);
        if (add.to < window.cells) {
            canvas.line({ window.cell_x(add.to), below }, into, style.blue, width);
            arrow(canvas, out, { window.cell_x(add.to), rows.after - canvas.units(1.0F) }, style.blue, width);
        }
    }
}

std::vector<KeyEntry> reduction_key(const Style& style)
{
    return { { tr("thread that adds"),
                 [](Canvas& canvas, Rect rect) {
                     canvas.fill({ rect.x, rect.y + 0.15F * rect.height, rect.width, 0.7F * rect.height },
                         shape_color(canvas.style(), canvas.style().orange), 0.35F * rect.height);
                 },
                 1.5F },
        { tr("idle thread"),
            [](Canvas& canvas, Rect rect) {
                canvas.outline({ rect.x, rect.y + 0.15F * rect.height, rect.width, 0.7F * rect.height }, canvas.style().secondary,
                    0.35F * rect.height);
            },
            1.5F },
        key_stroke(tr("operand and result"), style.blue, Dash::solid, 2.2F),
        key_stroke(tr("second operand"), style.purple, Dash::dashed, 2.2F) };
}

std::vector<std::string> indices(std::uint32_t count)
{
    std::vector<std::string> words;
    for (std::uint32_t i = 0; i < count; ++i)
        words.push_back(std::to_string(i));
    return words;
}

constexpr std::uint32_t kElementBytes = 4; // of the integers in the reduction lessons

} // namespace

DrawList reduction_figure(const ReductionInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("One iteration of a reduction"), input.subtitle };
    if (input.cells == 0 || input.adds.empty())
        return empty_page(std::move(canvas), words, tr("no thread adds elements of shared memory in this iteration"));
    const Roles roles = roles_of(input);
    words.headline = { { trf("{} of {} threads add", roles.working.size(), input.threads),
                           trf("{} of {}", roles.working.size(), input.threads) },
        style.text, false };
    const auto reach = [](const CellAdd& add) {
        return add.from > add.to ? add.from - add.to : add.to - add.from;
    };
    const std::uint32_t distance = reach(input.adds.front());
    const bool even =
        std::all_of(input.adds.begin(), input.adds.end(), [&](const CellAdd& add) { return reach(add) == distance; });
    words.sentence = { even ? trf("Each thread adds the element {} {} away; {} results remain.", distance,
                           distance == 1 ? tr("cell") : tr("cells"), roles.written.size())
                            : trf("{} results remain.", roles.written.size()) };
    const Rect area = draw_page(canvas, words, reduction_key(style), canvas.units(110.0F));

    const float names =
        area.width >= canvas.units(500.0F) ? room_for(tr("threads"), Face::regular, style.smallest) + canvas.units(10.0F) : 0.0F;
    const TreeWindow window = window_of(canvas, input, { area.x + names, area.y, area.width - names, area.height });
    const float more = window.cells < input.cells || window.threads < input.threads ? 1.4F * style.smallest : 0.0F;
    const float room = area.height - more;
    Rows rows;
    rows.height = std::clamp(0.15F * room, canvas.units(8.0F), canvas.units(40.0F));
    const float gap = (room - 3 * rows.height) / 2;
    if (gap < canvas.units(12.0F))
        return canvas.finish();
    rows.before = area.y;
    rows.threads = area.y + rows.height + gap;
    rows.after = area.y + 2 * (rows.height + gap);
    draw_wires(canvas, input, window, rows);
    const bool values = !input.before.empty() && texts_fit(canvas, input.before, window.cells, window.cell_pitch, rows.height)
        && texts_fit(canvas, input.after, window.cells, window.cell_pitch, rows.height);
    const std::vector<std::string> numbers = indices(window.cells);
    const Color blue = shape_color(style, style.blue);
    draw_cells(
        canvas, window, values ? input.before : numbers, roles.read, mix(style.panel, blue, 0.45F), rows.before, rows.height);
    draw_cells(canvas, window, values ? input.after : numbers, roles.written, blue, rows.after, rows.height);
    draw_threads(canvas, input, window, roles.working, rows.threads, rows.height);
    if (names > 0.0F)
        for (const auto& [name, y] : { std::pair { tr("before"), rows.before }, std::pair { tr("threads"), rows.threads },
                 std::pair { tr("after"), rows.after } })
            canvas.label({ area.x, y + rows.height / 2 }, name, note(style, names));
    if (more > 0.0F)
        canvas.text({ area.x, area.bottom() - 0.35F * style.smallest },
            trf("cells 0–{} of {}, threads 0–{} of {}", window.cells - 1, input.cells, window.threads - 1, input.threads),
            note(style, area.width));
    return canvas.finish();
}

Result<Exhibit> prepare_tree(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    const auto threads = static_cast<std::uint32_t>(recording.block_size.count());
    const auto iterations = analysis::reduction_iterations(recording.trace, kElementBytes, threads);
    if (iterations.empty())
        return Error { fmt::format("Kernel `{}` adds no elements of shared memory between two barriers.", recording.kernel) };
    const std::uint32_t iteration = subject.iteration.value_or(1);
    if (iteration == 0 || iteration > iterations.size())
        return Error { fmt::format("Unknown iteration {}: kernel `{}` executes {} in block {}.", iteration, recording.kernel,
            iterations.size() == 1 ? "only iteration 1" : fmt::format("iterations 1 to {}", iterations.size()),
            recording.trace.block) };
    ReductionInput input { iterations[iteration - 1], trf("iteration {} of {}", iteration, iterations.size()) };

    CaptionInput caption = recorded_caption(subject, input.subtitle);
    caption.numbers = { trf("{} threads", threads), trf("{} additions", input.adds.size()) };
    return exhibit_of_figure(std::move(caption), reduction_figure, std::move(input));
}

} // namespace warpstage::views

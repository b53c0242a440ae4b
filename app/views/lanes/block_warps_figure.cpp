#include "app/views/lanes/block_warps_figure.h"

#include "app/views/banks/banks_figure.h"
#include "app/views/gallery/exhibit.h"

namespace warpstage::views {

namespace {

constexpr std::uint64_t kMaxThreads = 1024; // of a block, on every compute capability since 2.0
constexpr float kMaxCell = 40.0F;

// Consecutive threads in x that belong to one warp.
struct Run {
    std::uint64_t warp = 0;
    Rect rect;
    std::uint32_t threads = 0;
};

// The block as slices of z, side by side, in the number of rows that gives the largest cells.
struct Shape {
    std::uint32_t across = 1; // slices per row
    float width = 0.0F; // of a cell
    float height = 0.0F;
    float gap = 0.0F; // between slices
    float title = 0.0F; // above each slice

    [[nodiscard]] Point slice(const Dim3& block, std::uint32_t z) const
    {
        const std::uint32_t row = z / across;
        return { (width * static_cast<float>(block.x) + gap) * static_cast<float>(z % across),
            (height * static_cast<float>(block.y) + gap + title) * static_cast<float>(row) + title };
    }
    [[nodiscard]] float total_width(const Dim3& block) const
    {
        const auto columns = static_cast<float>(std::min(across, block.z));
        return width * static_cast<float>(block.x) * columns + gap * (columns - 1);
    }
    [[nodiscard]] float total_height(const Dim3& block) const
    {
        const std::uint32_t rows = (block.z + across - 1) / across;
        return (height * static_cast<float>(block.y) + title) * static_cast<float>(rows) + gap * static_cast<float>(rows - 1);
    }
};

Shape shape_of(const Canvas& canvas, const Dim3& block, Size room)
{
    Shape best;
    const float gap = block.z > 1 ? canvas.units(14.0F) : 0.0F;
    const float title = block.z > 1 ? 1.35F * canvas.style().smallest : 0.0F;
    for (std::uint32_t across = 1; across <= block.z; ++across) {
        const std::uint32_t rows = (block.z + across - 1) / across;
        Shape shape { across, 0, 0, gap, title };
        shape.width = std::min(
            (room.width - gap * static_cast<float>(across - 1)) / static_cast<float>(block.x * across), canvas.units(kMaxCell));
        shape.height = (room.height - gap * static_cast<float>(rows - 1) - title * static_cast<float>(rows))
            / static_cast<float>(block.y * rows);
        shape.height = std::min(shape.height, std::max(1.2F * shape.width, 1.7F * canvas.style().smallest));
        shape.width = std::min(shape.width, 1.8F * shape.height);
        if (shape.width <= 0.0F || shape.height <= 0.0F)
            continue;
        if (std::min(shape.width, shape.height) > std::min(best.width, best.height))
            best = shape;
    }
    return best;
}

std::vector<Run> runs_of(const BlockWarpsInput& input, const Shape& shape, Point origin)
{
    std::vector<Run> runs;
    std::uint64_t thread = 0;
    for (std::uint32_t z = 0; z < input.block.z; ++z) {
        const Point slice = shape.slice(input.block, z);
        for (std::uint32_t y = 0; y < input.block.y; ++y)
            for (std::uint32_t x = 0; x < input.block.x; ++x, ++thread) {
                const std::uint64_t warp = thread / input.warp_width;
                if (x > 0 && runs.back().warp == warp) {
                    runs.back().rect.width += shape.width;
                    ++runs.back().threads;
                    continue;
                }
                runs.push_back({ warp,
                    { origin.x + slice.x + shape.width * static_cast<float>(x),
                        origin.y + slice.y + shape.height * static_cast<float>(y), shape.width, shape.height },
                    1 });
            }
    }
    return runs;
}

// The largest rectangle of a warp for its number: complete rows one below the other, or its longest run.
std::vector<Rect> label_places(const std::vector<Run>& runs, std::uint64_t warps)
{
    std::vector<Rect> places(warps);
    for (const Run& run : runs) {
        Rect& place = places[run.warp];
        const bool below = std::abs(place.x - run.rect.x) < 0.5F && std::abs(place.width - run.rect.width) < 0.5F
            && std::abs(place.bottom() - run.rect.y) < 0.5F;
        if (below)
            place.height += run.rect.height;
        else if (run.rect.width * run.rect.height > place.width * place.height)
            place = run.rect;
    }
    return places;
}

void draw_shape(Canvas& canvas, const BlockWarpsInput& input, const Shape& shape, Point origin)
{
    const Style& style = canvas.style();
    const std::vector<Run> runs = runs_of(input, shape, origin);
    const float edge = std::clamp(0.1F * std::min(shape.width, shape.height), canvas.units(0.4F), canvas.units(1.5F));
    const bool cells = shape.width >= canvas.units(5.0F) && shape.height >= canvas.units(5.0F);
    for (const Run& run : runs) {
        canvas.fill({ run.rect.x, run.rect.y, run.rect.width - edge, run.rect.height - edge },
            wavefront_color(static_cast<std::uint32_t>(run.warp % 4), style), cells ? canvas.units(2.0F) : 0.0F);
        for (std::uint32_t thread = 1; cells && thread < run.threads; ++thread) {
            const float x = run.rect.x + shape.width * static_cast<float>(thread);
            canvas.line({ x, run.rect.y }, { x, run.rect.bottom() - edge }, style.panel, canvas.units(0.7F));
        }
    }
    const std::vector<Rect> places = label_places(runs, input.warps());
    for (std::uint64_t warp = 0; warp < places.size(); ++warp) {
        const Rect place = places[warp];
        const Color ground = wavefront_color(static_cast<std::uint32_t>(warp % 4), style);
        for (const std::string& words : { trf("warp {}", warp), std::to_string(warp) }) {
            const float room = room_for(words, Face::semibold, style.smallest) + canvas.units(6.0F);
            const float height = 1.25F * style.smallest;
            if (room + edge > place.width || height + edge > place.height)
                continue;
            const Point middle { place.x + (place.width - edge) / 2, place.y + (place.height - edge) / 2 };
            if (cells) // lines between threads must not cross the number
                canvas.fill({ middle.x - room / 2, middle.y - height / 2, room, height }, ground);
            canvas.label(
                { middle.x, middle.y }, words, { Face::semibold, style.smallest, ink_on(ground, style), Align::center, room });
            break;
        }
    }
    for (std::uint32_t z = 0; shape.title > 0.0F && z < input.block.z; ++z) {
        const Point slice = shape.slice(input.block, z);
        const float room = std::min(
            shape.width * static_cast<float>(input.block.x) + 0.8F * shape.gap, canvas.size().width - origin.x - slice.x);
        for (const std::string& words : { fmt::format("z = {}", z), std::to_string(z) })
            if (room_for(words, Face::regular, style.smallest) <= room) {
                canvas.text({ origin.x + slice.x, origin.y + slice.y - 0.4F * style.smallest }, words, note(style, room));
                break;
            }
    }
}

std::string threads_of(const BlockWarpsInput& input, std::uint64_t warp)
{
    const std::uint64_t first = warp * input.warp_width;
    const std::uint64_t last = std::min(first + input.warp_width, input.block.count()) - 1;
    return first == last ? trf("thread {}", first) : trf("threads {}–{}", first, last);
}

void draw_warp_row(Canvas& canvas, const BlockWarpsInput& input, std::uint64_t warp, Rect row)
{
    const Style& style = canvas.style();
    const float middle = row.y + row.height / 2;
    const float name = room_for(trf("warp {}", "000"), Face::regular, style.smallest) + canvas.units(6.0F);
    const std::string widest = threads_of(input, input.warps() - 1);
    float range = room_for(widest, Face::regular, style.smallest) + canvas.units(10.0F);
    if (row.width - name - range < 0.3F * row.width)
        range = 0.0F;
    canvas.label({ row.x, middle }, trf("warp {}", warp), { Face::regular, style.smallest, style.text, Align::left, name });
    const float height = 0.72F * row.height;
    const float pitch = (row.width - name - range) / static_cast<float>(input.warp_width);
    const float edge = std::clamp(0.12F * pitch, canvas.units(0.4F), canvas.units(1.5F));
    for (std::uint32_t lane = 0; lane < input.warp_width; ++lane) {
        const Rect cell { row.x + name + pitch * static_cast<float>(lane), middle - height / 2, pitch - edge, height };
        if (warp * input.warp_width + lane < input.block.count()) {
            canvas.fill(cell, wavefront_color(static_cast<std::uint32_t>(warp % 4), style), canvas.units(2.0F));
        } else {
            hatch(canvas, cell, style.secondary, canvas.units(5.0F));
            canvas.outline(cell, style.secondary);
        }
    }
    if (range > 0.0F)
        canvas.label({ row.right(), middle }, threads_of(input, warp), note(style, range, Align::right));
}

// The first warps and the last one, which may have lanes without a thread.
void draw_warps(Canvas& canvas, const BlockWarpsInput& input, Rect area, float pitch)
{
    const Style& style = canvas.style();
    const auto room = static_cast<std::uint64_t>(std::max(0.0F, std::floor(area.height / pitch)));
    const std::uint64_t warps = input.warps();
    if (room == 0)
        return;
    float y = area.y;
    const auto row = [&](std::uint64_t warp) {
        draw_warp_row(canvas, input, warp, { area.x, y, area.width, pitch });
        y += pitch;
    };
    if (warps <= room) {
        for (std::uint64_t warp = 0; warp < warps; ++warp)
            row(warp);
        return;
    }
    for (std::uint64_t warp = 0; warp + 2 < room; ++warp)
        row(warp);
    if (room >= 2) {
        canvas.label({ area.x, y + pitch / 2 }, trf("… {} more", warps - (room - 2) - 1), note(style, area.width));
        y += pitch;
    }
    row(warps - 1);
}

} // namespace

DrawList block_warps_figure(const BlockWarpsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Warps of a block"), input.subtitle };
    const std::uint64_t threads = input.block.count();
    if (threads == 0 || threads > kMaxThreads || input.warp_width == 0)
        return empty_page(
            std::move(canvas), words, threads == 0 ? tr("a block without threads") : tr("no GPU supports a block of this size"));
    const std::string warps = counted(input.warps(), "warp");
    if (input.padding() == 0)
        words.headline = { { warps + tr(", every lane has a thread"), warps }, style.green, true };
    else
        words.headline = { { trf("{}, {} of {} lanes without a thread", warps, input.padding(), input.warps() * input.warp_width),
                               trf("{}, {} lanes empty", warps, input.padding()), warps },
            style.orange, false };
    const std::string shape_words = input.block.z > 1 ? fmt::format("{} × {} × {}", input.block.x, input.block.y, input.block.z)
        : input.block.y > 1                           ? fmt::format("{} × {}", input.block.x, input.block.y)
                                                      : std::to_string(input.block.x);
    words.subtitle = trf("{} threads{}{}", shape_words, input.subtitle.empty() ? "" : " · ", input.subtitle);
    words.sentence = { trf("Threads are numbered along x, then y, then z; every {} consecutive threads form a warp.",
                           input.warp_width),
        trf("Along x, then y, then z: every {} threads form a warp.", input.warp_width) };
    std::vector<KeyEntry> key;
    if (input.padding() > 0)
        key.push_back({ tr("lane without a thread"), [](Canvas& on, Rect rect) {
                           hatch(on, rect, on.style().secondary, on.units(5.0F));
                           on.outline(rect, on.style().secondary);
                       } });
    const Rect area = draw_page(canvas, words, key, canvas.units(100.0F));

    // The block takes the space it needs, at most three fifths; rows of warps take the rest.
    const float gap = canvas.units(14.0F);
    const float pitch = 1.5F * style.smallest;
    const float min_rows = std::min(static_cast<float>(input.warps()), 3.0F) * pitch;
    const bool rows = area.height >= min_rows + canvas.units(70.0F);
    const float wanted = static_cast<float>(input.warps()) * pitch;
    const float for_rows = rows ? std::clamp(wanted, min_rows, 0.45F * area.height) : 0.0F;
    const Shape shape = shape_of(canvas, input.block, { area.width, area.height - for_rows - (rows ? gap : 0.0F) });
    if (shape.height > 0.0F)
        draw_shape(canvas, input, shape, { area.x + (area.width - shape.total_width(input.block)) / 2, area.y });
    if (rows) {
        const float top = area.y + shape.total_height(input.block) + gap;
        const float all = area.bottom() - top;
        draw_warps(canvas, input, { area.x, top, area.width, all },
            std::clamp(all / static_cast<float>(input.warps()), pitch, 2.0F * pitch));
    }
    return canvas.finish();
}

Result<Exhibit> prepare_warps(const Subject& subject)
{
    BlockWarpsInput input;
    input.block = subject.block;
    input.warp_width = subject.recording->trace.warp_width;
    input.subtitle = subject.recording->kernel;

    CaptionInput caption = recorded_caption(subject);
    caption.numbers = { trf("blockDim {} x {} x {}", input.block.x, input.block.y, input.block.z), counted(input.warps(), "warp"),
        counted(input.padding(), "lane") + tr(" without a thread") };
    caption.source = tr("computed from the launch configuration");
    return exhibit_of_figure(std::move(caption), block_warps_figure, std::move(input));
}

} // namespace warpstage::views

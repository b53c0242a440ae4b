#include "app/views/sectors/sector_scene.h"

#include "app/views/scenes/wrong_element_mark.h"
#include "app/views/sectors/sectors_figure.h"

#include <bit>

namespace warpstage::views {

namespace {

constexpr std::uint64_t kSectorsOfRow = 4; // a cache line
constexpr std::uint32_t kWords = 8; // of a sector
constexpr float kMinRow = 6.0F; // at scale 1
constexpr float kTallestRow = 22.0F;

// State of a word in a sector.
enum class Word : std::uint8_t { untouched, requested, requested_now, later, unused };

Word state_of(const MovedSector& sector, std::uint32_t word, bool cached)
{
    const std::uint32_t bytes = 0xFU << (4 * word);
    if (sector.moved == 0)
        return Word::untouched;
    if ((sector.used_now & bytes) != 0)
        return Word::requested_now;
    if ((sector.used & bytes) != 0)
        return Word::requested;
    return cached && (sector.requested & bytes) != 0 ? Word::later : Word::unused;
}

struct Row {
    std::uint64_t line = 0; // index of its first sector / 4
    std::size_t first = 0; // in BufferTraffic::sectors
    std::size_t count = 0;
};

std::vector<Row> rows_of(const BufferTraffic& buffer)
{
    std::vector<Row> rows;
    for (std::size_t i = 0; i < buffer.sectors.size(); ++i) {
        const std::uint64_t line = buffer.sectors[i].index / kSectorsOfRow;
        if (rows.empty() || rows.back().line != line)
            rows.push_back({ line, i, 0 });
        ++rows.back().count;
    }
    return rows;
}

std::string share_words(std::uint64_t used, std::uint64_t moved)
{
    return percent(static_cast<double>(used) / static_cast<double>(moved));
}

// From the longest text to the shortest. Without a cache each repeated request moves its sectors again.
std::vector<std::string> headlines_of(const BufferTraffic& buffer, bool cached)
{
    if (buffer.moved == 0)
        return { tr("no data moved yet") };
    const std::string share = share_words(buffer.used, buffer.moved);
    const std::string words = trf("{} of {} bytes used: {}", grouped_count(buffer.used), grouped_count(buffer.moved), share);
    if (!cached || buffer.sectors_left_out != 0 || buffer.fetched == 0)
        return { words, share };
    const std::string with_cache = share_words(buffer.fetched_requested, buffer.fetched);
    if (with_cache == share)
        return { words, share };
    return { trf("{} · with a cache {}", words, with_cache), trf("{} · with a cache {}", share, with_cache), share };
}

Color headline_color(const BufferTraffic& buffer, bool cached, const Style& style)
{
    if (buffer.moved == 0)
        return style.secondary;
    if (buffer.used == buffer.moved)
        return style.green;
    const bool all_requested = cached && buffer.sectors_left_out == 0 && buffer.fetched_requested == buffer.fetched;
    return all_requested ? style.text : style.vermilion;
}

void draw_sector(Canvas& canvas, const MovedSector& sector, bool cached, Rect rect)
{
    const Style& style = canvas.style();
    const float pitch = rect.width / static_cast<float>(kWords);
    const float gap = pitch >= 5.0F ? 1.0F : 0.0F;
    for (std::uint32_t word = 0; word < kWords; ++word) {
        const Rect cell { rect.x + pitch * static_cast<float>(word), rect.y, pitch - gap, rect.height };
        switch (state_of(sector, word, cached)) {
        case Word::untouched:
            canvas.fill(cell, idle_color(style).with_alpha(120));
            break;
        case Word::requested:
            canvas.fill(cell, shape_color(style, style.blue));
            break;
        case Word::requested_now:
            canvas.fill(cell, shape_color(style, style.orange));
            break;
        case Word::later:
            canvas.outline(cell, shape_color(style, style.blue));
            break;
        case Word::unused: // also half as high, so that color is not the only difference
            canvas.fill({ cell.x, cell.y + 0.3F * cell.height, cell.width, 0.4F * cell.height },
                shape_color(style, style.vermilion).with_alpha(sector.moved_now ? 255 : 190));
            break;
        }
    }
    if (sector.moved_now)
        canvas.outline(rect.inset(-1.0F), style.text);
}

void draw_buffer(Canvas& canvas, const BufferTraffic& buffer, bool cached, Rect place, std::optional<std::uint64_t> wrong_byte)
{
    const Style& style = canvas.style();
    const float head = 1.6F * style.small;
    const float name = std::min(room_for(buffer.name, Face::semibold, style.small), place.width / 2);
    canvas.text({ place.x, place.y + style.small }, buffer.name, { Face::semibold, style.small, style.text, Align::left, name });
    const float room = place.width - name - canvas.units(10.0F);
    canvas.text({ place.right(), place.y + style.small },
        fitting_words(headlines_of(buffer, cached), Face::regular, style.small, room),
        { Face::regular, style.small, headline_color(buffer, cached, style), Align::right, room });

    const std::vector<Row> rows = rows_of(buffer);
    const float label = room_for("0 000 000", Face::mono, style.smallest) + canvas.units(6.0F);
    const Rect area { place.x + label, place.y + head, place.width - label, place.height - head };
    const auto fit = std::max<std::size_t>(1, rows_in(area.height, canvas.units(kMinRow)));
    const std::size_t shown = std::min(rows.size(), fit);
    if (shown == 0)
        return;
    std::size_t first = 0;
    if (shown < rows.size()) { // around the words that move now
        const auto now = std::ranges::find_if(buffer.sectors, &MovedSector::moved_now);
        std::size_t at = 0;
        if (now != buffer.sectors.end())
            while (at + 1 < rows.size() && rows[at].line < now->index / kSectorsOfRow)
                ++at;
        first = std::min(at > shown / 3 ? at - shown / 3 : 0, rows.size() - shown);
    }
    const float height = std::min(area.height / static_cast<float>(shown), canvas.units(kTallestRow));
    const float column = area.width / static_cast<float>(kSectorsOfRow);
    float last = area.y - style.smallest;
    std::optional<Rect> wrong;
    for (std::size_t i = 0; i < shown; ++i) {
        const Row& row = rows[first + i];
        const float y = area.y + height * static_cast<float>(i);
        const bool jump = i > 0 && rows[first + i - 1].line + 1 != row.line;
        if (jump) // addresses in between are omitted
            canvas.line({ area.x, y }, { area.right(), y }, style.border, canvas.units(1.0F));
        const float middle = y + height / 2;
        if (middle - last >= 1.15F * style.smallest) {
            last = middle;
            canvas.label({ area.x - canvas.units(6.0F), middle }, grouped_count(row.line * kSectorsOfRow * session::kSectorBytes),
                number_note(style, label - canvas.units(6.0F), Align::right));
        }
        const float inner = std::max(1.0F, height - std::max(1.0F, 0.14F * height));
        for (std::size_t s = row.first; s < row.first + row.count; ++s) {
            const MovedSector& sector = buffer.sectors[s];
            const Rect rect { area.x + column * static_cast<float>(sector.index % kSectorsOfRow), y, column - canvas.units(4.0F),
                inner };
            draw_sector(canvas, sector, cached, rect);
            if (wrong_byte && *wrong_byte / session::kSectorBytes == sector.index) {
                const float pitch = rect.width / static_cast<float>(kWords);
                const std::uint64_t word = *wrong_byte % session::kSectorBytes / 4;
                wrong = { rect.x + pitch * static_cast<float>(word), rect.y, pitch, rect.height };
            }
        }
    }
    if (wrong) // over the adjacent sectors
        mark_wrong(canvas, *wrong);
}

} // namespace

std::string sector_scene_words(const session::Snapshot& snapshot)
{
    if (snapshot.run->recording == nullptr || !snapshot.playback->run.view.step)
        return {};
    const trace::Trace& trace = snapshot.run->recording->trace;
    // The scene shows the whole block in execution order; the panels beside it show the selected warp.
    const std::string selected = trace.warps > 1 ? trf(" · selected: warp {}", snapshot.selection->warp) : std::string {};
    return trf("block {} · executing: warp {}, line {}{}   ·   one row: 128 bytes, four sectors", trace.block,
        snapshot.playback->run.view.warp, snapshot.playback->run.view.line, selected);
}

DrawList sector_scene_figure(const SectorSceneInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    std::vector<const BufferTraffic*> touched;
    for (const BufferTraffic& buffer : input.buffers)
        if (!buffer.sectors.empty())
            touched.push_back(&buffer);
    const float foot = 3.6F * style.smallest;
    const bool low = size.height < foot + canvas.units(40.0F);
    if (touched.empty() || low) {
        canvas.empty_words(size.area(),
            touched.empty() ? tr("the recorded block does not access global memory") : tr("Enlarge the window or press Ctrl+−"));
        return canvas.finish();
    }
    const float gap = canvas.units(24.0F);
    const auto count = static_cast<float>(touched.size());
    const float width = (size.width - gap * (count - 1.0F)) / count;
    float x = 0.0F;
    for (const BufferTraffic* buffer : touched) {
        draw_buffer(canvas, *buffer, input.cached, { x, 0, width, size.height - foot },
            input.wrong && input.wrong->buffer == buffer->name ? std::optional(input.wrong->byte) : std::nullopt);
        x += width + gap;
    }
    // Color key: the marks, each followed by its meaning.
    const float mark = 0.8F * style.smallest;
    const float key = size.height - 2.1F * style.smallest;
    x = 0.0F;
    const auto entry = [&](const std::string& words, Color color, float part) { // part 0: an outline
        const float room = room_for(words, Face::regular, style.smallest);
        if (x + 2 * mark + room > size.width)
            return;
        if (part > 0.0F)
            canvas.fill({ x, key - mark * (0.5F + part / 2) - 0.02F * mark, mark, mark * part }, color);
        else
            canvas.outline({ x, key - mark, mark, mark }, color);
        canvas.label({ x + 1.6F * mark, key - 0.5F * mark }, words, note(style, room));
        x += 1.6F * mark + room + canvas.units(18.0F);
    };
    entry(tr("requested"), shape_color(style, style.blue), 1.0F);
    entry(tr("requested now"), shape_color(style, style.orange), 1.0F);
    if (input.cached)
        entry(tr("requested later"), shape_color(style, style.blue), 0.0F);
    entry(tr("fetched but unused"), shape_color(style, style.vermilion), 0.4F);
    entry(tr("not moved yet"), idle_color(style), 1.0F);
    // The place is omitted before the key to the rows.
    const std::string brief = input.words.substr(0, input.words.find("   ·   "));
    const bool fits = room_for(input.words, Face::regular, style.smallest) <= size.width;
    canvas.text({ 0, size.height - 0.4F * style.smallest }, fits ? input.words : brief,
        { Face::regular, style.smallest, style.text, Align::left, size.width });
    return canvas.finish();
}

} // namespace warpstage::views

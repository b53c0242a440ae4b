#include "app/draw/page.h"

#include "app/draw/text_metrics.h"
#include "app/draw/words.h"
#include "core/base/words.h"

#include <fmt/format.h>

namespace warpstage::draw {

namespace {

constexpr std::size_t kMaxPageLines = 2; // height of the key and of the sentence

using KeyRow = std::vector<const KeyEntry*>;

// Entries in sequence; a new row begins when one is full.
std::vector<KeyRow> flow(const Canvas& canvas, const std::vector<KeyEntry>& key)
{
    const float size = canvas.style().smallest;
    const float width = canvas.size().width;
    std::vector<KeyRow> rows;
    float x = width + 1.0F;
    for (const KeyEntry& entry : key) {
        const float room = 0.8F * size * entry.breadth + canvas.units(6.0F) + room_for(entry.words, Face::regular, size);
        if (x + room > width) {
            if (room > width)
                continue;
            rows.emplace_back();
            x = 0.0F;
        }
        rows.back().push_back(&entry);
        x += room + canvas.units(16.0F);
    }
    return rows;
}

void draw_key_row(Canvas& canvas, const KeyRow& row, float middle)
{
    const Style& style = canvas.style();
    const float side = 0.8F * style.smallest;
    float x = 0.0F;
    for (const KeyEntry* entry : row) {
        entry->draw(canvas, { x, middle - side / 2, side * entry->breadth, side });
        const float left = x + side * entry->breadth + canvas.units(6.0F);
        const float room = room_for(entry->words, Face::regular, style.smallest);
        canvas.label({ left, middle }, entry->words, note(style, room));
        x = left + room + canvas.units(16.0F);
    }
}

// The longest text that fits into the lines, else the shortest, which the painter shortens.
std::vector<std::string> lines_of(const std::vector<std::string>& wordings, float size, float width, std::size_t most)
{
    std::vector<std::string> lines;
    for (const std::string& words : wordings) {
        lines = wrap_text(words, Face::regular, size, width / 1.05F, most);
        const auto fits = [&](const std::string& line) {
            return room_for(line, Face::regular, size) <= width + 1.0F;
        };
        if (std::ranges::all_of(lines, fits))
            break;
    }
    return lines;
}

} // namespace

KeyEntry key_box(std::string words, std::optional<Color> fill, std::optional<Color> outline, float radius)
{
    return { std::move(words), [=](Canvas& canvas, Rect rect) {
                if (outline)
                    canvas.frame(rect, fill, *outline, canvas.units(radius));
                else
                    canvas.fill(rect, fill.value_or(Color {}), canvas.units(radius));
            } };
}

KeyEntry key_stroke(std::string words, Color color, Dash dash, float breadth, float width)
{
    const auto draw = [=](Canvas& canvas, Rect rect) {
        const Point from { rect.x, rect.center().y };
        const Point to { rect.right(), rect.center().y };
        if (dash == Dash::solid)
            canvas.line(from, to, color, canvas.units(width));
        else
            dashed_polyline(canvas, { from, to }, dash, color, canvas.units(width));
    };
    return { std::move(words), draw, breadth };
}

Rect draw_page(Canvas& canvas, const PageWords& words, const std::vector<KeyEntry>& key, float min_height)
{
    const Style& style = canvas.style();
    const Size size = canvas.size();
    canvas.heading(words.title, words.subtitle, words.headline);
    const float top = canvas.heading_height();
    const float key_pitch = 1.55F * style.smallest;
    const float sentence_pitch = 1.4F * style.small;
    const std::vector<KeyRow> rows = flow(canvas, key);
    const bool one_line = words.sentence.empty() || room_for(words.sentence.front(), Face::regular, style.small) <= size.width;
    const std::size_t max_sentence = words.sentence.empty() ? 0 : one_line ? 1 : kMaxPageLines;

    std::size_t key_lines = 0;
    std::size_t sentence_lines = 0;
    float room = size.height - top - std::max(min_height, canvas.units(20.0F)) - canvas.units(6.0F);
    const auto grant = [&](std::size_t& granted, std::size_t most, float pitch) {
        if (granted < most && pitch <= room) {
            ++granted;
            room -= pitch;
        }
    };
    for (std::size_t line = 1; line <= kMaxPageLines; ++line) {
        grant(key_lines, std::min(rows.size(), line), key_pitch);
        grant(sentence_lines, std::min(max_sentence, line), sentence_pitch);
    }
    const float below = key_pitch * static_cast<float>(key_lines) + sentence_pitch * static_cast<float>(sentence_lines);
    float y = size.height - below;
    for (std::size_t row = 0; row < key_lines; ++row) {
        draw_key_row(canvas, rows[row], y + key_pitch / 2);
        y += key_pitch;
    }
    if (sentence_lines > 0)
        draw_lines(canvas, { 0, y + sentence_pitch / 2 }, lines_of(words.sentence, style.small, size.width, sentence_lines),
            sentence_pitch, { Face::regular, style.small, style.text, Align::left, size.width });
    const float gap = below > 0.0F ? canvas.units(6.0F) : 0.0F;
    return { 0, top, size.width, std::max(size.height - top - below - gap, 0.0F) };
}

DrawList empty_page(Canvas canvas, const PageWords& words, const std::string& reason)
{
    const Rect area = draw_page(canvas, words, {}, canvas.units(30.0F));
    canvas.empty_words(area, reason);
    return canvas.finish();
}

Headline excess_headline(const Style& style, std::uint64_t count, std::uint64_t ideal, const std::string& noun, Waste waste)
{
    const std::string number = grouped_count(count);
    const std::string words = counted(count, noun);
    if (count <= ideal && waste == Waste::none)
        return { { words + tr(", ideal"), number + tr(", ideal") }, style.green, true };
    const std::string least = grouped_count(ideal);
    if (count <= ideal)
        return { { trf("{}, ideal {}", words, least), trf("{}, ideal {}", number, least) }, style.text, false };
    return { { trf("{} instead of {}", words, least), trf("{} instead of {}", number, least) }, style.vermilion, false };
}

} // namespace warpstage::draw

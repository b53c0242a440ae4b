#include "app/draw/page.h"

#include "app/draw/text_metrics.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpstage::draw {

namespace {

constexpr std::size_t kMostPageLines = 2; // of the key, the sentence, the caption

struct KeyRows {
    std::vector<std::vector<std::size_t>> rows; // indices of entries
};

float entry_width(const Canvas& canvas, const KeyEntry& entry)
{
    const float size = canvas.style().smallest;
    return 0.8F * size * entry.breadth + canvas.units(6.0F) + room_for(entry.words, Face::regular, size);
}

// Entries one after the other, a new row where one is full.
KeyRows flow(const Canvas& canvas, const std::vector<KeyEntry>& key)
{
    KeyRows result;
    const float width = canvas.size().width;
    const float gap = canvas.units(16.0F);
    float x = width + 1.0F;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const float room = entry_width(canvas, key[i]);
        if (x + room > width) {
            if (room > width)
                continue;
            result.rows.emplace_back();
            x = 0.0F;
        }
        result.rows.back().push_back(i);
        x += room + gap;
    }
    return result;
}

void draw_key_row(Canvas& canvas, const std::vector<KeyEntry>& key, const std::vector<std::size_t>& row, float middle)
{
    const Style& style = canvas.style();
    const float side = 0.8F * style.smallest;
    float x = 0.0F;
    for (const std::size_t i : row) {
        const KeyEntry& entry = key[i];
        entry.draw(canvas, { x, middle - side / 2, side * entry.breadth, side });
        const float left = x + side * entry.breadth + canvas.units(6.0F);
        const float room = room_for(entry.words, Face::regular, style.smallest);
        canvas.text({ left, centered_baseline(middle, style.smallest) }, entry.words,
            { Face::regular, style.smallest, style.secondary, Align::left, room });
        x = left + room + canvas.units(16.0F);
    }
}

// The longest wording that fits into the lines, else the shortest, which the painter shortens.
std::vector<std::string> lines_of(const std::vector<std::string>& wordings, float size, float width, std::size_t most)
{
    std::vector<std::string> lines;
    for (const std::string& words : wordings) {
        lines = wrap_text(words, Face::regular, size, width / 1.05F, most);
        const auto fits = [&](const std::string& line) {
            return room_for(line, Face::regular, size) <= width + 1.0F;
        };
        if (std::all_of(lines.begin(), lines.end(), fits))
            return lines;
    }
    return lines;
}

struct Lines {
    std::size_t caption = 0;
    std::size_t key = 0;
    std::size_t sentence = 0;
};

} // namespace

Rect draw_page(Canvas& canvas, const PageWords& words, const std::vector<KeyEntry>& key, float least_height)
{
    const Style& style = canvas.style();
    const Size size = canvas.size();
    canvas.heading(words.title, words.subtitle, words.headline);
    const float top = canvas.heading_height();
    const float key_pitch = 1.55F * style.smallest;
    const float sentence_pitch = 1.4F * style.small;
    const float caption_pitch = 1.4F * style.smallest;
    const KeyRows key_rows = flow(canvas, key);
    const bool one_line = words.sentence.empty() || room_for(words.sentence.front(), Face::regular, style.small) <= size.width;
    const std::size_t most_sentence = words.sentence.empty() ? 0 : one_line ? 1 : kMostPageLines;
    const std::size_t most_caption = words.caption.empty()                     ? 0
        : room_for(words.caption, Face::regular, style.smallest) <= size.width ? 1
                                                                               : kMostPageLines;
    const std::size_t most_key = std::min(key_rows.rows.size(), kMostPageLines);

    Lines lines;
    float room = size.height - top - std::max(least_height, canvas.units(20.0F)) - canvas.units(6.0F);
    const auto grant = [&](std::size_t& granted, std::size_t most, std::size_t up_to, float pitch) {
        while (granted < std::min(most, up_to) && pitch <= room) {
            ++granted;
            room -= pitch;
        }
    };
    for (const std::size_t up_to : { std::size_t { 1 }, kMostPageLines }) {
        grant(lines.caption, most_caption, up_to, caption_pitch);
        grant(lines.key, most_key, up_to, key_pitch);
        grant(lines.sentence, most_sentence, up_to, sentence_pitch);
    }

    const float below = caption_pitch * static_cast<float>(lines.caption) + key_pitch * static_cast<float>(lines.key)
        + sentence_pitch * static_cast<float>(lines.sentence);
    float y = size.height - below;
    for (std::size_t row = 0; row < lines.key; ++row) {
        draw_key_row(canvas, key, key_rows.rows[row], y + key_pitch / 2);
        y += key_pitch;
    }
    const auto write = [&](const std::vector<std::string>& texts, float text_size, float pitch, Color color) {
        for (const std::string& text : texts) {
            canvas.text({ 0, centered_baseline(y + pitch / 2, text_size) }, text,
                { Face::regular, text_size, color, Align::left, size.width });
            y += pitch;
        }
    };
    if (lines.sentence > 0) {
        const std::vector<std::string> texts = lines_of(words.sentence, style.small, size.width, lines.sentence);
        write(texts, style.small, sentence_pitch, style.text);
        y += sentence_pitch * static_cast<float>(lines.sentence - texts.size());
    }
    if (lines.caption > 0)
        write(lines_of({ words.caption }, style.smallest, size.width, lines.caption), style.smallest, caption_pitch,
            style.secondary);
    const float gap = below > 0.0F ? canvas.units(6.0F) : 0.0F;
    return { 0, top, size.width, std::max(size.height - top - below - gap, 0.0F) };
}

Headline excess_headline(
    const Style& style, std::uint64_t count, std::uint64_t ideal, const std::string& one, const std::string& many)
{
    const std::string number = text::grouped(static_cast<std::int64_t>(count));
    const std::string& noun = count == 1 ? one : many;
    if (count <= ideal)
        return { { fmt::format("{} {}, ideal", number, noun), fmt::format("{}, ideal", number) }, style.green, true };
    const std::string least = text::grouped(static_cast<std::int64_t>(ideal));
    return { { fmt::format(
                   "{} {}, ideal {}, excess {}", number, noun, least, text::grouped(static_cast<std::int64_t>(count - ideal))),
                 fmt::format("{} {}, ideal {}", number, noun, least), fmt::format("{}, ideal {}", number, least) },
        style.vermilion, false };
}

} // namespace warpstage::draw

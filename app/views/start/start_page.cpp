#include "app/views/start/start_page.h"

namespace warpstage::views {

namespace {

constexpr float kNarrowestCard = 200.0F; // at scale 1
constexpr float kLowestCard = 74.0F; // a row of text and a strip of pictures
constexpr std::size_t kMaxLessonColumns = 4;

std::size_t lesson_columns(float width, std::size_t lessons, const Style& style)
{
    const auto room = static_cast<std::size_t>(std::max(1.0F, width / (kNarrowestCard * style.scale)));
    return std::clamp<std::size_t>(room, 1, std::min(kMaxLessonColumns, std::max<std::size_t>(lessons, 1)));
}

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string lower(std::string_view text)
{
    std::string small { text };
    for (char& c : small)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return small;
}

} // namespace

StartPlaces start_places(const StartPage& page, Size size, const Style& style)
{
    const float gap = style.margin;
    StartPlaces places;
    places.entries.resize(page.count());
    const float width = std::max(size.width - 2 * gap, 1.0F);
    const bool low = size.height < 460.0F * style.scale;
    const float title = low ? 1.6F * style.title : 1.5F * style.title + 1.7F * style.body;
    places.title = { gap, 0.6F * gap, width, title };
    places.foot = { gap, size.height - 2.2F * style.small, width, 2.2F * style.small };

    float top = places.title.bottom() + 0.5F * gap;
    const auto put_row = [&](std::size_t first, std::size_t entries, float height) {
        if (entries == 0)
            return;
        const auto count = static_cast<float>(entries);
        const float each = (width - (count - 1) * gap) / count;
        for (std::size_t i = 0; i < entries; ++i)
            places.entries[first + i] = { gap + static_cast<float>(i) * (each + gap), top, each, height };
        top += height + gap;
    };
    put_row(0, page.actions.size(), low ? 2.0F * style.body : 1.5F * style.body + 2.0F * style.small);
    put_row(page.actions.size(), page.recent.size(), 2.0F * style.body);

    const std::size_t columns = lesson_columns(width, page.lessons.size(), style);
    const std::size_t rows = (page.lessons.size() + columns - 1) / columns;
    const float room = std::max(places.foot.y - top, 1.0F);
    const auto fitting = static_cast<std::size_t>(std::max(1.0F, (room + gap) / (kLowestCard * style.scale + gap)));
    const std::size_t shown = std::min(std::max<std::size_t>(rows, 1), fitting);
    const std::size_t before = page.before_lessons();
    const std::size_t chosen_row = page.chosen < before ? 0 : (page.chosen - before) / columns;
    const std::size_t first = rows <= shown ? 0 : std::min(rows - shown, chosen_row - std::min(chosen_row, shown / 2));
    const float card_width = (width - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const float card_height =
        std::max(1.0F, std::min((room - static_cast<float>(shown - 1) * gap) / static_cast<float>(shown), 0.86F * card_width));
    for (std::size_t i = 0; i < page.lessons.size(); ++i) {
        const std::size_t row = i / columns;
        if (row < first || row >= first + shown)
            continue;
        places.entries[before + i] = { gap + static_cast<float>(i % columns) * (card_width + gap),
            top + static_cast<float>(row - first) * (card_height + gap), card_width, card_height };
    }
    return places;
}

std::size_t neighbor_of(const StartPage& page, Toward toward, Size size, const Style& style)
{
    const std::size_t at = page.chosen;
    const std::size_t last = page.count() == 0 ? 0 : page.count() - 1;
    if (toward == Toward::left)
        return at == 0 ? 0 : at - 1;
    if (toward == Toward::right)
        return std::min(at + 1, last);
    // Rows of entries: actions, recent files, lessons.
    struct Row {
        std::size_t first;
        std::size_t count;
        std::size_t columns; // that the window has
    };
    std::vector<Row> rows;
    const auto add = [&](std::size_t first, std::size_t count, std::size_t columns) {
        if (count > 0)
            rows.push_back({ first, count, columns });
    };
    add(0, page.actions.size(), page.actions.size());
    add(page.actions.size(), page.recent.size(), page.recent.size());
    const std::size_t columns = lesson_columns(std::max(size.width - 2 * style.margin, 1.0F), page.lessons.size(), style);
    for (std::size_t i = 0; i < page.lessons.size(); i += columns)
        add(page.before_lessons() + i, std::min(columns, page.lessons.size() - i), columns);
    const auto here = std::ranges::find_if(rows, [&](const Row& row) { return at >= row.first && at < row.first + row.count; });
    const bool up = toward == Toward::up;
    if (here == rows.end() || (up ? here == rows.begin() : here + 1 == rows.end()))
        return at;
    const Row& other = up ? *(here - 1) : *(here + 1);
    // The entry below or above the middle of this one. A shorter row of lessons has no entry there.
    const std::size_t column = other.columns * (2 * (at - here->first) + 1) / (2 * here->columns);
    if (column >= other.count)
        return other.first >= page.before_lessons() && here->first >= page.before_lessons() ? at : other.first + other.count - 1;
    return other.first + column;
}

std::optional<std::size_t> entry_by(const StartPage& page, std::string_view typed)
{
    const std::string wanted = lower(text::trim(typed));
    if (wanted.empty())
        return std::nullopt;
    // Each typed word is the beginning of a word of the title, in order.
    const auto matches = [&](const StartEntry& entry) {
        const std::string title = lower(entry.title);
        std::size_t from = 0;
        for (const std::string_view word : text::split(wanted, ' ')) {
            auto at = title.find(word, from);
            while (at != std::string::npos && at > 0 && is_letter(title[at - 1]))
                at = title.find(word, at + 1);
            if (at == std::string::npos)
                return false;
            from = at + word.size();
        }
        return true;
    };
    for (std::size_t i = 0; i < page.lessons.size(); ++i)
        if (matches(page.lessons[i]))
            return page.before_lessons() + i;
    for (std::size_t i = 0; i < page.before_lessons(); ++i)
        if (matches(page.at(i)))
            return i;
    return std::nullopt;
}

} // namespace warpstage::views

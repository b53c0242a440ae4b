#include "app/views/start/start_page.h"

namespace warpstage::views {

namespace {

constexpr float kNarrowestCard = 200.0F; // at scale 1
constexpr float kNarrowestGroup = 170.0F;
constexpr float kLowestCard = 74.0F; // a row of text and a strip of pictures
constexpr std::size_t kMaxLessonColumns = 4;

// Where the lessons are: each group is a column if all fit beside each other, else the lessons fill one row after another.
struct LessonGrid {
    bool grouped = false;
    std::size_t columns = 1;
    std::size_t rows = 0;
    std::vector<std::size_t> column; // by lesson
    std::vector<std::size_t> row;

    [[nodiscard]] std::optional<std::size_t> at(std::size_t column_wanted, std::size_t row_wanted) const
    {
        for (std::size_t i = 0; i < column.size(); ++i)
            if (column[i] == column_wanted && row[i] == row_wanted)
                return i;
        return std::nullopt;
    }
    [[nodiscard]] std::size_t rows_of(std::size_t column_wanted) const
    {
        return static_cast<std::size_t>(std::ranges::count(column, column_wanted));
    }
};

LessonGrid lesson_grid(const StartPage& page, float width, const Style& style)
{
    LessonGrid grid;
    const auto columns = static_cast<float>(page.groups.size());
    grid.grouped = page.groups.size() > 1 && (width + style.margin) / columns - style.margin >= kNarrowestGroup * style.scale;
    const auto room = static_cast<std::size_t>(std::max(1.0F, width / (kNarrowestCard * style.scale)));
    grid.columns = grid.grouped
        ? page.groups.size()
        : std::clamp<std::size_t>(room, 1, std::min(kMaxLessonColumns, std::max<std::size_t>(page.lessons.size(), 1)));
    for (std::size_t i = 0; i < page.lessons.size(); ++i) {
        grid.row.push_back(grid.grouped ? grid.rows_of(page.lessons[i].group) : i / grid.columns);
        grid.column.push_back(grid.grouped ? page.lessons[i].group : i % grid.columns);
        grid.rows = std::max(grid.rows, grid.row.back() + 1);
    }
    return grid;
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

    const LessonGrid grid = lesson_grid(page, width, style);
    const float card_width = (width - static_cast<float>(grid.columns - 1) * gap) / static_cast<float>(grid.columns);
    const auto left_of = [&](std::size_t column) {
        return gap + static_cast<float>(column) * (card_width + gap);
    };
    if (grid.grouped) {
        for (std::size_t column = 0; column < grid.columns; ++column)
            places.groups.push_back({ left_of(column), top, card_width, 1.3F * style.body });
        top += 1.5F * style.body;
    }
    const float room = std::max(places.foot.y - top, 1.0F);
    const auto fitting = static_cast<std::size_t>(std::max(1.0F, (room + gap) / (kLowestCard * style.scale + gap)));
    const std::size_t shown = std::min(std::max<std::size_t>(grid.rows, 1), fitting);
    const std::size_t before = page.before_lessons();
    const std::size_t chosen_row = page.chosen < before ? 0 : grid.row[page.chosen - before];
    const std::size_t first = grid.rows <= shown ? 0 : std::min(grid.rows - shown, chosen_row - std::min(chosen_row, shown / 2));
    const float card_height =
        std::max(1.0F, std::min((room - static_cast<float>(shown - 1) * gap) / static_cast<float>(shown), 0.86F * card_width));
    for (std::size_t i = 0; i < page.lessons.size(); ++i) {
        const std::size_t row = grid.row[i];
        if (row < first || row >= first + shown)
            continue;
        places.entries[before + i] = { left_of(grid.column[i]), top + static_cast<float>(row - first) * (card_height + gap),
            card_width, card_height };
    }
    return places;
}

std::size_t neighbor_of(const StartPage& page, Toward toward, Size size, const Style& style)
{
    const std::size_t at = page.chosen;
    const std::size_t last = page.count() == 0 ? 0 : page.count() - 1;
    const std::size_t before = page.before_lessons();
    const LessonGrid grid = lesson_grid(page, std::max(size.width - 2 * style.margin, 1.0F), style);
    const bool beside = toward == Toward::left || toward == Toward::right;
    if (beside && grid.grouped && at >= before) {
        // The next column; at its end, if it is shorter.
        const std::size_t column = grid.column[at - before];
        if (toward == Toward::left ? column == 0 : column + 1 == grid.columns)
            return at;
        const std::size_t other = toward == Toward::left ? column - 1 : column + 1;
        return before + grid.at(other, std::min(grid.row[at - before], grid.rows_of(other) - 1)).value_or(at - before);
    }
    if (toward == Toward::left)
        return at == 0 ? 0 : at - 1;
    if (toward == Toward::right)
        return std::min(at + 1, last);
    // Rows of entries: actions, recent files, lessons.
    struct Row {
        std::vector<std::optional<std::size_t>> entries; // by column
    };
    std::vector<Row> rows;
    const auto add = [&](std::size_t first, std::size_t count) {
        Row row;
        for (std::size_t i = first; i < first + count; ++i)
            row.entries.emplace_back(i);
        if (count > 0)
            rows.push_back(std::move(row));
    };
    add(0, page.actions.size());
    add(page.actions.size(), page.recent.size());
    for (std::size_t row = 0; row < grid.rows; ++row) {
        rows.emplace_back();
        for (std::size_t column = 0; column < grid.columns; ++column) {
            const std::optional<std::size_t> lesson = grid.at(column, row);
            rows.back().entries.push_back(lesson ? std::optional(before + *lesson) : std::nullopt);
        }
    }
    const auto here = std::ranges::find_if(
        rows, [&](const Row& row) { return std::ranges::find(row.entries, std::optional(at)) != row.entries.end(); });
    const bool up = toward == Toward::up;
    if (here == rows.end() || (up ? here == rows.begin() : here + 1 == rows.end()))
        return at;
    const Row& other = up ? *(here - 1) : *(here + 1);
    // The entry below or above the middle of this one. At the end of a row or column of lessons it finds nothing, from another
    // row the nearest one to the left.
    const auto column = static_cast<std::size_t>(std::ranges::find(here->entries, std::optional(at)) - here->entries.begin());
    const std::size_t wanted = other.entries.size() * (2 * column + 1) / (2 * here->entries.size());
    const bool among_lessons = *here->entries.front() >= before && *other.entries.front() >= before;
    for (std::size_t i = wanted + 1; i-- > 0 && !among_lessons;)
        if (other.entries[i])
            return *other.entries[i];
    return other.entries[wanted].value_or(at);
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

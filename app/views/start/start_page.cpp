#include "app/views/start/start_page.h"

namespace warpstage::views {

namespace {

constexpr float kNarrowestCard = 200.0F; // at scale 1
constexpr float kLowestCard = 74.0F; // a row of text and a strip of pictures
constexpr std::size_t kMaxLessonColumns = 4;

std::size_t columns_in(float width, std::size_t lessons, const Style& style)
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
    if (!page.actions.empty()) {
        const float height = low ? 2.0F * style.body : 1.5F * style.body + 2.0F * style.small;
        const auto count = static_cast<float>(page.actions.size());
        const float each = (width - (count - 1) * gap) / count;
        for (std::size_t i = 0; i < page.actions.size(); ++i)
            places.entries[i] = { gap + static_cast<float>(i) * (each + gap), top, each, height };
        top += height + gap;
    }

    const std::size_t columns = columns_in(width, page.lessons.size(), style);
    const std::size_t rows = (page.lessons.size() + columns - 1) / columns;
    const float room = std::max(places.foot.y - top, 1.0F);
    const auto fitting = static_cast<std::size_t>(std::max(1.0F, (room + gap) / (kLowestCard * style.scale + gap)));
    const std::size_t shown = std::min(std::max<std::size_t>(rows, 1), fitting);
    const std::size_t chosen_row = page.chosen < page.actions.size() ? 0 : (page.chosen - page.actions.size()) / columns;
    const std::size_t first = rows <= shown ? 0 : std::min(rows - shown, chosen_row - std::min(chosen_row, shown / 2));
    const float card_width = (width - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
    const float card_height =
        std::max(1.0F, std::min((room - static_cast<float>(shown - 1) * gap) / static_cast<float>(shown), 0.86F * card_width));
    for (std::size_t i = 0; i < page.lessons.size(); ++i) {
        const std::size_t row = i / columns;
        if (row < first || row >= first + shown)
            continue;
        places.entries[page.actions.size() + i] = { gap + static_cast<float>(i % columns) * (card_width + gap),
            top + static_cast<float>(row - first) * (card_height + gap), card_width, card_height };
    }
    return places;
}

std::size_t neighbor_of(const StartPage& page, Toward toward, Size size, const Style& style)
{
    const std::size_t actions = page.actions.size();
    const std::size_t at = page.chosen;
    const std::size_t last = page.count() == 0 ? 0 : page.count() - 1;
    if (toward == Toward::left)
        return at == 0 ? 0 : at - 1;
    if (toward == Toward::right)
        return std::min(at + 1, last);
    const std::size_t columns = columns_in(std::max(size.width - 2 * style.margin, 1.0F), page.lessons.size(), style);
    if (at < actions) { // to the lesson below the middle of the action
        if (toward == Toward::up || page.lessons.empty())
            return at;
        return std::min(actions + columns * (2 * at + 1) / (2 * actions), last);
    }
    const std::size_t lesson = at - actions;
    if (toward == Toward::down)
        return lesson + columns < page.lessons.size() ? at + columns : at;
    if (lesson >= columns)
        return at - columns;
    return actions == 0 ? at : actions * (2 * lesson + 1) / (2 * columns);
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
            return page.actions.size() + i;
    for (std::size_t i = 0; i < page.actions.size(); ++i)
        if (matches(page.actions[i]))
            return i;
    return std::nullopt;
}

} // namespace warpstage::views

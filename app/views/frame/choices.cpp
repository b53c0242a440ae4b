#include "app/views/frame/choices.h"

#include "app/views/frame/panel.h"

#include <algorithm>
#include <numeric>

namespace warpstage::views {

namespace {

constexpr float kChoicePitch = 1.3F; // of its size
constexpr std::size_t kMaxChoiceLines = 6;

struct ChoiceColumns {
    float width = 0.0F; // of one of them
    float gap = 0.0F;
    float chip = 0.0F; // width of the key
    float state = 0.0F; // height of the result and the votes
    std::size_t in_row = 1; // answers beside each other
    std::size_t lines = 1; // of the longest text

    [[nodiscard]] float text_width() const { return width - 1.4F * chip - gap; }
    [[nodiscard]] float row_height(float size) const
    {
        return kChoicePitch * size * static_cast<float>(lines) + 0.6F * size + state;
    }
};

ChoiceColumns columns_of(std::size_t in_row, float width, float size, const Style& style)
{
    ChoiceColumns columns;
    columns.in_row = in_row;
    columns.gap = 0.6F * size;
    columns.width = (width - static_cast<float>(in_row - 1) * columns.gap) / static_cast<float>(in_row);
    columns.chip = 1.3F * size;
    columns.state = 1.5F * std::min(style.small, size);
    return columns;
}

std::size_t lines_of(const std::vector<std::string>& texts, const ChoiceColumns& columns, float size)
{
    std::size_t lines = 1;
    for (const std::string& text : texts)
        lines = std::max(lines, wrap_text(text, Face::semibold, size, columns.text_width(), kMaxChoiceLines).size());
    return lines;
}

// Or texts: they have more lines than are drawn.
bool breaks_words(const std::vector<std::string>& texts, const ChoiceColumns& columns, float size)
{
    return std::ranges::any_of(texts, [&](const std::string& text) {
        if (wrap_text(text, Face::semibold, size, columns.text_width(), kMaxChoiceLines + 1).size() > kMaxChoiceLines)
            return true;
        return std::ranges::any_of(text::split(text, ' '),
            [&](std::string_view word) { return text_width(word, Face::semibold, size) > columns.text_width(); });
    });
}

// Whole texts take the least height: in one row, in two rows or below each other. With one line each they are in one row.
ChoiceColumns arranged(
    const std::vector<std::string>& texts, float width, float size, const Style& style, ChoiceLines shown_lines)
{
    ChoiceColumns best = columns_of(texts.size(), width, size, style);
    if (shown_lines == ChoiceLines::one)
        return best;
    best.lines = lines_of(texts, best, size);
    const auto height_of = [&](const ChoiceColumns& columns) {
        const auto rows = static_cast<float>((texts.size() + columns.in_row - 1) / columns.in_row);
        return rows * columns.row_height(size) + (rows - 1.0F) * columns.gap;
    };
    bool broken = breaks_words(texts, best, size);
    for (const std::size_t in_row : { (texts.size() + 1) / 2, std::size_t { 1 } }) {
        ChoiceColumns columns = columns_of(in_row, width, size, style);
        columns.lines = lines_of(texts, columns, size);
        if (breaks_words(texts, columns, size) || (!broken && height_of(columns) >= height_of(best)))
            continue;
        best = columns;
        broken = false;
    }
    return best;
}

// Shape and text show the result; the color repeats it.
enum class VerdictMark : std::uint8_t { none, dot, tick, cross };
struct Verdict {
    VerdictMark mark = VerdictMark::none;
    std::string words;
    Color color;
};

Verdict verdict_of(const session::CueChoices& choices, std::size_t index, const Style& style)
{
    const bool chosen = choices.chosen == index;
    if (!choices.right)
        return chosen ? Verdict { VerdictMark::dot, tr("chosen"), style.orange }
                      : Verdict { VerdictMark::none, "", style.border };
    if (choices.right == index)
        return { VerdictMark::tick, tr("Correct"), style.green };
    return chosen ? Verdict { VerdictMark::cross, tr("Your choice"), style.vermilion }
                  : Verdict { VerdictMark::none, "", style.border };
}

void draw_mark(Canvas& canvas, Point center, float size, VerdictMark mark, Color color)
{
    const float half = 0.3F * size;
    if (mark == VerdictMark::dot)
        canvas.circle(center, half, color);
    else if (mark == VerdictMark::tick)
        canvas.tick(center, 0.8F * size, color);
    else if (mark == VerdictMark::cross)
        for (const float turn : { half, -half })
            canvas.line({ center.x - half, center.y - turn }, { center.x + half, center.y + turn }, color, 0.14F * size);
}

void draw_votes(Canvas& canvas, Rect row, const session::CueChoices& choices, std::size_t index, const Verdict& verdict)
{
    const Style& style = canvas.style();
    const float size = std::min(style.small, row.height / 1.5F);
    const auto middle = row.y + row.height / 2;
    float room = row.width;
    if (index < choices.votes.size()) {
        const std::uint32_t most = std::max(1U, *std::ranges::max_element(choices.votes));
        const auto share = static_cast<float>(choices.votes[index]) / static_cast<float>(most);
        const std::uint64_t all = std::accumulate(choices.votes.begin(), choices.votes.end(), std::uint64_t {});
        const std::string number = grouped_count(choices.votes[index]);
        const float said = verdict.words.empty() ? 0.0F : room_for(verdict.words, Face::semibold, size) + 2.8F * size;
        const std::string count = fitting_words(
            { trf("{} of {}", number, grouped_count(all)), number }, Face::semibold, size, std::max(row.width - said, 1.0F));
        canvas.fill(row, track_color(style), 3.0F * style.scale);
        if (share > 0.0F)
            canvas.fill({ row.x, row.y, share * row.width, row.height }, mix(style.panel, style.blue, 0.45F), 3.0F * style.scale);
        const float wide = room_for(count, Face::semibold, size);
        canvas.label({ row.right() - 0.4F * size, middle }, count, { Face::semibold, size, style.text, Align::right, wide });
        room -= wide + size;
    }
    if (verdict.mark == VerdictMark::none)
        return;
    const Color color = index < choices.votes.size() ? style.text : verdict.color;
    draw_mark(canvas, { row.x + 0.8F * size, middle }, size, verdict.mark, color);
    // Short or smaller words rather than cut ones; without room for them the mark says it.
    constexpr float kSmallest = 0.65F;
    const float left = room - 1.8F * size;
    const bool is_wrong = verdict.mark == VerdictMark::cross;
    const std::string words = fitting_words(
        { verdict.words, is_wrong ? tr("chosen") : verdict.words }, Face::semibold, kSmallest * size, std::max(left, 1.0F));
    const float fitting = std::min(1.0F, left / room_for(words, Face::semibold, size));
    if (fitting >= kSmallest)
        canvas.label({ row.x + 1.6F * size, middle }, words, { Face::semibold, fitting * size, color, Align::left, left });
}

} // namespace

bool is_choosing(const session::Snapshot& model)
{
    return is_asking(model) && !model.cue->choices.texts.empty();
}

bool choices_break_words(const std::vector<std::string>& texts, float width, float size, const Style& style)
{
    return !texts.empty() && breaks_words(texts, arranged(texts, width, size, style, ChoiceLines::all), size);
}

float choices_height(const std::vector<std::string>& texts, float width, float size, const Style& style, ChoiceLines shown_lines)
{
    if (texts.empty())
        return 0.0F;
    const ChoiceColumns columns = arranged(texts, width, size, style, shown_lines);
    const auto rows = static_cast<float>((texts.size() + columns.in_row - 1) / columns.in_row);
    return rows * columns.row_height(size) + (rows - 1.0F) * columns.gap;
}

void draw_choices(Canvas& canvas, Rect place, const session::CueChoices& choices, float size, ChoiceLines shown_lines)
{
    if (choices.texts.empty())
        return;
    const Style& style = canvas.style();
    const ChoiceColumns columns = arranged(choices.texts, place.width, size, style, shown_lines);
    const auto rows = static_cast<float>((choices.texts.size() + columns.in_row - 1) / columns.in_row);
    const float height = (place.height - (rows - 1.0F) * columns.gap) / rows;
    for (std::size_t i = 0; i < choices.texts.size(); ++i) {
        const Verdict verdict = verdict_of(choices, i, style);
        const bool marked = choices.right == i || choices.chosen == i;
        const Rect box { place.x + static_cast<float>(i % columns.in_row) * (columns.width + columns.gap),
            place.y + static_cast<float>(i / columns.in_row) * (height + columns.gap), columns.width, height };
        canvas.frame(box, mix(style.panel, verdict.color, marked ? 0.16F : 0.04F), marked ? verdict.color : style.border,
            0.5F * style.radius);
        const float first = box.y + 0.2F * size + kChoicePitch * size / 2;
        canvas.chip({ box.x + 0.2F * size, first - 0.65F * size, columns.chip, 1.3F * size }, std::to_string(i + 1),
            track_color(style), style.text, Face::semibold, 0.85F * size);
        const auto lines = shown_lines == ChoiceLines::one
            ? std::vector { choices.texts[i] }
            : wrap_text(choices.texts[i], Face::semibold, size, columns.text_width(), kMaxChoiceLines);
        draw_lines(canvas, { box.x + 1.4F * columns.chip + 0.2F * size, first }, lines, kChoicePitch * size,
            { Face::semibold, size, style.text, Align::left, columns.text_width() });
        draw_votes(canvas,
            { box.x + 0.2F * size, box.bottom() - columns.state - 0.15F * size, box.width - 0.4F * size, columns.state }, choices,
            i, verdict);
        on_click(canvas, box, session::Command { session::ChooseAnswer { i } });
    }
}

} // namespace warpstage::views

#include "app/views/scenes/hazard_scene.h"

#include "app/views/frame/panel.h"
#include "app/views/lanes/lane_row.h"
#include "app/views/source/source_code.h"

namespace warpstage::views {

namespace {

// Of the recording, in English.
std::string in_words(const std::string& text)
{
    return std::string { tr(std::string_view { text }) };
}

constexpr std::uint64_t kNeighborWords = 4; // number of words shown on each side of the accessed word
constexpr float kMaxRow = 40.0F; // height of a word at scale 1
constexpr float kMinHeight = 240.0F; // of one kernel
constexpr float kLeastBeside = 220.0F; // width of one of two adjacent kernels

std::string words_of(Dim3 index)
{
    return fmt::format("({},{},{})", index.x, index.y, index.z);
}

std::string_view verb_of(simt::AccessKind kind)
{
    switch (kind) {
    case simt::AccessKind::load:
        return tr("reads");
    case simt::AccessKind::store:
        return tr("writes");
    case simt::AccessKind::atomic:
        return tr("adds");
    }
    return {};
}

Color color_of(const HazardPlayback& playback, const Style& style)
{
    return playback.ordered ? style.green : style.vermilion;
}

// A card with the thread and the line that it executes. The caller sets the height.
void draw_party(Canvas& canvas, const analysis::HazardParty& party, Rect rect)
{
    const Style& style = canvas.style();
    canvas.frame(rect, style.panel, style.border, canvas.units(7.0F));
    const float inset = canvas.units(12.0F);
    const float room = rect.width - 2 * inset;
    const float first = rect.y + rect.height * 0.33F;
    const float second = rect.y + rect.height * 0.70F;
    const std::string verb { verb_of(party.kind) };
    const float verb_room = room_for(verb, Face::semibold, style.body);
    canvas.label({ rect.right() - inset, first }, verb,
        { Face::semibold, style.body, party.kind == simt::AccessKind::load ? style.blue : style.orange, Align::right,
            verb_room });
    const std::string thread = words_of(party.thread);
    const std::string full = trf("thread {} · warp {} · lane {}", thread, party.warp, party.lane);
    const float left = room - verb_room - canvas.units(10.0F);
    const std::string who =
        fitting_words({ trf("{} · block {}", full, words_of(party.block)), full, tr("thread ") + thread, thread }, Face::regular,
            style.small, left);
    canvas.label({ rect.x + inset, first }, who, { Face::regular, style.small, style.text, Align::left, left });
    if (party.line == 0)
        return;
    const std::string line = trf("line {}", party.line);
    const float line_room = room_for(line, Face::regular, style.small) + canvas.units(10.0F);
    canvas.label({ rect.x + inset, second }, line, { Face::regular, style.small, style.orange, Align::left, line_room });
    const float code_room = room - line_room;
    const float size = fitting_size(party.code, Face::mono, code_room, { style.source, style.small, style.smallest });
    // Code that is too long takes two lines if they fit below the thread.
    const float pitch = 1.15F * size;
    const float top = first + 0.5F * style.body;
    const auto characters = static_cast<std::size_t>(std::max(code_room / room_for("0", Face::mono, size), 1.0F));
    const std::vector<std::string> lines = wrap_code(party.code, characters);
    const Ink ink { Face::mono, size, style.text, Align::left, code_room };
    if (lines.size() == 2 && top + 2.0F * pitch <= rect.bottom())
        draw_lines(canvas, { rect.x + inset + line_room, (top + rect.bottom() - pitch) / 2 }, lines, pitch, ink);
    else
        canvas.label({ rect.x + inset + line_room, second }, party.code, ink);
}

// The word between its neighbors. Returns the rectangle of its cell.
Rect draw_word(Canvas& canvas, const HazardPlayback& playback, Rect rect)
{
    const Style& style = canvas.style();
    const std::uint64_t first = playback.word > kNeighborWords ? playback.word - kNeighborWords : 0;
    const std::uint64_t count = 2 * kNeighborWords + 1;
    const float pitch = rect.width / static_cast<float>(count);
    Rect accessed;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Rect cell = Rect { rect.x + pitch * static_cast<float>(i), rect.y, pitch, rect.height }.inset(canvas.units(1.5F));
        const bool here = first + i == playback.word;
        const Color ground = here ? shape_color(style, color_of(playback, style)) : idle_color(style);
        canvas.fill(cell, ground, canvas.units(3.0F));
        const std::string number = std::to_string(first + i);
        const float size = here ? style.small : style.smallest;
        if (room_for(number, Face::mono, size) <= cell.width)
            canvas.label_in(cell, number, { Face::mono, size, here ? ink_on(ground, style) : style.secondary, Align::center });
        if (here)
            accessed = cell;
    }
    return accessed;
}

void draw_separator(Canvas& canvas, const HazardPlayback& playback, Rect rect)
{
    const Style& style = canvas.style();
    const Color color = color_of(playback, style);
    const float y = rect.y + rect.height / 2;
    const float size = fitting_size(in_words(playback.between), Face::semibold, rect.width - canvas.units(60.0F),
        { style.body, style.small, style.smallest });
    const float room = std::min(room_for(in_words(playback.between), Face::semibold, size), rect.width - canvas.units(40.0F));
    const float mark = 1.3F * size;
    const float begin = rect.x + (rect.width - room - mark) / 2;
    const Dash dash = playback.ordered ? Dash::solid : Dash::dashed;
    const float end = begin + mark + room + canvas.units(10.0F);
    dashed_polyline(canvas, { { rect.x, y }, { begin - canvas.units(10.0F), y } }, dash, color, canvas.units(2.0F));
    dashed_polyline(canvas, { { end, y }, { rect.right(), y } }, dash, color, canvas.units(2.0F));
    if (playback.ordered)
        canvas.tick({ begin + 0.35F * mark, y }, 0.6F * mark, color);
    else
        warning_sign(canvas, { begin + 0.35F * mark, y }, 0.9F * size, color);
    canvas.label({ begin + mark, y }, in_words(playback.between), { Face::semibold, size, color, Align::left, room });
}

void draw_race(Canvas& canvas, const HazardPlayback& playback, Rect area)
{
    const Style& style = canvas.style();
    const float card = std::clamp(0.24F * area.height, canvas.units(66.0F), canvas.units(84.0F));
    const float word = std::min(0.14F * area.height, canvas.units(kMaxRow));
    const float separator = std::min(0.12F * area.height, canvas.units(34.0F));
    // Cards at both ends; word and separator share the space between them.
    const float gap = (area.height - 2 * card - word - separator) / 3;
    const Rect upper { area.x, area.y, area.width, card };
    const Rect words { area.x, upper.bottom() + gap, area.width, word };
    const Rect line { area.x, words.bottom() + gap, area.width, separator };
    const Rect lower { area.x, area.bottom() - card, area.width, card };
    const Rect accessed = draw_word(canvas, playback, words);
    const float x = accessed.x + accessed.width / 2;
    const Color color = color_of(playback, style);
    const float width = canvas.units(2.0F);
    const auto carry = [&](const analysis::HazardParty& party, Point at_card, Point at_word) {
        if (party.kind == simt::AccessKind::load)
            arrow(canvas, at_word, at_card, color, width);
        else
            arrow(canvas, at_card, at_word, color, width);
    };
    if (playback.first) {
        draw_party(canvas, *playback.first, upper);
        carry(*playback.first, { x, upper.bottom() + canvas.units(2.0F) }, { x, words.y - canvas.units(2.0F) });
    } else {
        canvas.empty_words(upper, tr("no earlier access in this block"));
    }
    const float label = room_for(in_words(playback.place), Face::regular, style.smallest);
    const bool left = x - area.x > area.width / 2;
    if (gap >= 1.3F * style.smallest && label <= area.width / 2)
        canvas.text({ left ? area.x : area.right(), words.y - 0.4F * style.smallest }, in_words(playback.place),
            note(style, label, left ? Align::left : Align::right));
    if (playback.second) {
        draw_party(canvas, *playback.second, lower);
        const float top = words.bottom() + canvas.units(2.0F);
        const float bottom = lower.y - canvas.units(2.0F);
        // The wire continues below the separator, so that it does not cross its text.
        canvas.line({ x, top }, { x, line.y }, color, width);
        carry(*playback.second, { x, bottom }, { x, line.bottom() });
        if (playback.second->kind != simt::AccessKind::load)
            canvas.triangle({ x, top + canvas.units(4.0F) }, canvas.units(8.0F), Pointing::up, color);
    }
    draw_separator(canvas, playback, line);
}

void draw_barrier(Canvas& canvas, const HazardPlayback& playback, Rect area)
{
    const Style& style = canvas.style();
    const Color color = color_of(playback, style);
    const LaneMask all = first_lanes(playback.warp_width);
    const unsigned arrived = lane_count(playback.arrived & all);
    const unsigned missing = playback.warp_width - arrived;
    const float height = std::min(0.16F * area.height, canvas.units(44.0F));
    const float middle = area.y + area.height * 0.42F;
    const LaneRow row { { area.x, middle - height / 2, area.width, height }, playback.warp_width, playback.arrived & all };
    draw_lane_row(canvas, row, [&](unsigned) { return shape_color(style, playback.ordered ? style.green : style.orange); });
    if (!numbers_fit(canvas, row))
        draw_lane_numbers(canvas, row, row.rect.bottom() + 1.2F * style.smallest);
    const std::string line = trf("line {}", playback.line);
    const float line_room = room_for(line, Face::regular, style.small) + canvas.units(10.0F);
    const float y = area.y + style.body;
    canvas.text({ area.x, y }, line, { Face::regular, style.small, style.orange, Align::left, line_room });
    canvas.text({ area.x + line_room, y }, playback.code,
        { Face::mono,
            fitting_size(playback.code, Face::mono, area.width - line_room, { style.source, style.small, style.smallest }),
            style.text, Align::left, area.width - line_room });
    const std::string words = missing == 0
        ? trf("All {} lanes of warp {} arrive at the barrier and continue together.", arrived, playback.warp)
        : trf(
            "{} lanes of warp {} wait at the barrier; {} took the other path and never arrive.", arrived, playback.warp, missing);
    const float pitch = 1.4F * style.small;
    draw_lines(canvas, { area.x, middle + height / 2 + 3.0F * style.smallest + pitch / 2 },
        wrap_text(words, Face::regular, style.small, area.width, 3), pitch,
        { Face::regular, style.small, missing == 0 ? style.text : legible(color, style.background, style.text), Align::left,
            area.width });
}

void draw_side(Canvas& canvas, const HazardSide& side, Rect area)
{
    const Style& style = canvas.style();
    const HazardPlayback& playback = side.playback;
    const float head = 2.0F * style.head;
    const float mark = 1.2F * style.body;
    const float status_size =
        fitting_size(in_words(playback.status), Face::semibold, area.width / 2, { style.body, style.small, style.smallest });
    const float status = std::min(room_for(in_words(playback.status), Face::semibold, status_size), area.width / 2);
    const float room = area.width - status - mark - canvas.units(12.0F);
    const float size = fitting_size(side.label, Face::semibold, room, { style.head, style.body, style.small, style.smallest });
    canvas.text({ area.x, area.y + 0.9F * style.head }, first_words(side.label, Face::semibold, size, room / 1.05F),
        { Face::semibold, size, style.text, Align::left, room });
    canvas.text({ area.right(), area.y + 0.9F * style.head }, in_words(playback.status),
        { Face::semibold, status_size, color_of(playback, style), Align::right, status });
    const Point sign { area.right() - status - 0.6F * mark, area.y + 0.6F * style.head };
    if (playback.ordered)
        canvas.tick(sign, 0.7F * style.body, color_of(playback, style));
    else
        warning_sign(canvas, sign, 0.9F * style.body, color_of(playback, style));
    area.y += head;
    area.height -= head;
    switch (playback.kind) {
    case HazardPlayback::Kind::race:
        draw_race(canvas, playback, area);
        break;
    case HazardPlayback::Kind::divided_barrier:
        draw_barrier(canvas, playback, area);
        break;
    }
}

// If there is no space for a picture: the accesses with their lines, and the missing synchronization.
void draw_brief(Canvas& canvas, const HazardSide& side, Rect area)
{
    const Style& style = canvas.style();
    const HazardPlayback& playback = side.playback;
    struct Row {
        std::vector<std::string> wordings; // from the longest text to the shortest
        Color color;
        Face face = Face::regular;
    };
    std::vector<Row> rows { { { fmt::format("{}: {}", side.label, in_words(playback.status)), in_words(playback.status) },
        color_of(playback, style), Face::semibold } };
    const auto add_party = [&](const std::optional<analysis::HazardParty>& party) {
        if (!party)
            return;
        const std::string thread = words_of(party->thread);
        const std::string_view verb = verb_of(party->kind);
        rows.push_back({ { trf("thread {} {} word {}: line {}", thread, verb, playback.word, party->line),
                             trf("{} {} word {}: line {}", thread, verb, playback.word, party->line),
                             trf("{} {}: line {}", thread, verb, party->line) },
            style.text });
        if (!party->code.empty())
            rows.push_back({ { party->code }, style.text, Face::mono });
    };
    switch (playback.kind) {
    case HazardPlayback::Kind::race:
        add_party(playback.first);
        rows.push_back({ { in_words(playback.between) }, color_of(playback, style), Face::semibold });
        add_party(playback.second);
        break;
    case HazardPlayback::Kind::divided_barrier:
        rows.push_back({ { trf("{} of {} lanes of warp {} arrive at line {}",
                             lane_count(playback.arrived & first_lanes(playback.warp_width)), playback.warp_width, playback.warp,
                             playback.line) },
            style.text });
        rows.push_back({ { playback.code }, style.text, Face::mono });
        break;
    }
    const float pitch = 1.45F * style.small;
    const std::size_t most = rows_in(area.height, pitch);
    const auto characters = static_cast<std::size_t>(std::max(area.width / room_for("0", Face::mono, style.small), 1.0F));
    const auto lines_of = [&](const Row& row) {
        const std::string words = fitting_words(row.wordings, row.face, style.small, area.width);
        return row.face == Face::mono ? wrap_code(words, characters)
                                      : wrap_text(words, row.face, style.small, area.width / 1.05F, 2);
    };
    const auto lines_in = [&] {
        std::size_t count = 0;
        for (const Row& row : rows)
            count += lines_of(row).size();
        return count;
    };
    // The code is omitted first if not all lines fit.
    for (std::size_t count = lines_in(); count > most; count = lines_in()) {
        const auto code = std::ranges::find(rows, Face::mono, &Row::face);
        if (code == rows.end())
            break;
        rows.erase(code);
    }
    float y = area.y + (area.height - pitch * static_cast<float>(std::min(lines_in(), most))) / 2 + pitch / 2;
    for (const Row& row : rows)
        for (const std::string& line : lines_of(row)) {
            if (y + pitch / 2 > area.bottom() + 1.0F)
                return;
            canvas.label({ area.x, y }, line, { row.face, style.small, row.color, Align::left, area.width });
            y += pitch;
        }
}

} // namespace

std::vector<HazardSide> hazard_sides(const session::Snapshot& snapshot)
{
    std::vector<HazardSide> sides;
    const session::Recording* present = snapshot.run->recording.get();
    const session::Recording* other = snapshot.run->compared ? snapshot.run->compared->recording.get() : nullptr;
    if (present == nullptr)
        return sides;
    if (const auto playback = analysis::hazard_of(*present)) {
        sides.push_back({ label_of(snapshot, snapshot.setup->variant), *playback });
        if (const auto repair = other != nullptr ? analysis::repair_of(*other, *present) : std::nullopt)
            sides.push_back({ label_of(snapshot, snapshot.run->compared->variant), *repair });
    } else if (other != nullptr) {
        const auto fault = analysis::hazard_of(*other);
        const auto repair = fault ? analysis::repair_of(*present, *other) : std::nullopt;
        if (repair) {
            sides.push_back({ label_of(snapshot, snapshot.setup->variant), *repair });
            sides.push_back({ label_of(snapshot, snapshot.run->compared->variant), *fault });
        }
    }
    return sides;
}

DrawList hazard_scene_figure(const std::vector<HazardSide>& sides, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (sides.empty())
        return canvas.finish();
    // Side by side if that leaves space for a line of code, else one below the other; if neither fits, only the first.
    const float gap = canvas.units(28.0F);
    const float min_height = canvas.units(kMinHeight);
    const bool two = sides.size() > 1;
    const bool beside = two && (size.width - gap) / 2 >= canvas.units(kLeastBeside);
    const bool below = two && !beside && (size.height - gap) / 2 >= min_height;
    const float width = beside ? (size.width - gap) / 2 : size.width;
    const float height = below ? (size.height - gap) / 2 : size.height;
    if (width < canvas.units(120.0F) || size.height < 2.0F * style.small) {
        canvas.empty_words(size.area(), in_words(sides.front().playback.status));
        return canvas.finish();
    }
    if (height < min_height) {
        draw_brief(canvas, sides.front(), { 0, 0, width, size.height });
        if (beside)
            draw_brief(canvas, sides.back(), { width + gap, 0, width, size.height });
        return canvas.finish();
    }
    // A single kernel is not drawn wider than a readable line.
    const float used = std::min(width, canvas.units(760.0F));
    draw_side(canvas, sides.front(), { (width - used) / 2, 0, used, height });
    if (beside)
        draw_side(canvas, sides.back(), { width + gap + (width - used) / 2, 0, used, height });
    else if (below)
        draw_side(canvas, sides.back(), { (width - used) / 2, height + gap, used, height });
    return canvas.finish();
}

DrawList hazard_view(const Scope& scope)
{
    Canvas canvas(scope.size, scope.style);
    canvas.append(hazard_scene_figure(hazard_sides(scope.model), scope.size, scope.style), {});
    canvas.tip(scope.size.area(),
        { tr("Conflicting accesses"),
            tr("Two threads access the same word and at least one writes; only synchronization orders the accesses. The repaired "
               "kernel shows the solution."),
            {}, tr("From the fault that ended the recorded run, and from accesses of the other variant to the same word."), {} });
    return canvas.finish();
}

} // namespace warpstage::views

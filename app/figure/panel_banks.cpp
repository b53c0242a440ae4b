#include "app/figure/banks_figure.h"
#include "app/figure/panel.h"
#include "app/figure/recorded_inputs.h"
#include "app/figure/text_metrics.h"
#include "core/arch/traits.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warpstage::figure {

namespace {

constexpr float kRoomForChooser = 240.0F; // height of the panel's inside from which on accesses can be clicked
constexpr float kRoomForList = 420.0F; // and from which on they are listed line by line

std::string nothing_words(const session::Snapshot& snapshot)
{
    if (snapshot.variant < snapshot.variants.size() && snapshot.variants[snapshot.variant].on_host_only)
        return "this variant runs on the host: no banks to show";
    if (!snapshot.recording)
        return "recording…";
    if (snapshot.shared_accesses.empty())
        return "no shared memory in this kernel";
    return "the recorded window holds no request of this access";
}

BanksInput input_of(const session::Snapshot& snapshot)
{
    BanksInput input;
    if (snapshot.chosen_access) {
        input = banks_input(*snapshot.chosen_access, snapshot.recording ? snapshot.recording->trace.warp_width : kMaxLanes);
        input.architecture = snapshot.architecture;
    }
    input.nothing = nothing_words(snapshot);
    for (const arch::Traits& traits : arch::all_traits())
        if (traits.name == snapshot.architecture)
            input.banks = traits.shared_banks;
    return input;
}

bool is_chosen(const session::Snapshot& snapshot, const session::SharedAccessView& view)
{
    return snapshot.chosen_access && snapshot.chosen_access->pc == view.pc;
}

// "◀ 3 of 128 ▶": the occurrences of the chosen access in the recorded window. Returns its left edge.
float draw_occurrences(Canvas& canvas, const session::ChosenAccess& chosen, Rect row, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float arrow = canvas.units(24.0F);
    const std::string all = text::grouped(static_cast<std::int64_t>(chosen.occurrences));
    const std::string words = fmt::format("{} of {}", text::grouped(static_cast<std::int64_t>(chosen.occurrence + 1)), all);
    const float width = std::min(room_for(fmt::format("{} of {}", all, all), Face::mono, size), 0.5F * row.width);
    const Rect previous { row.right() - width - 2 * arrow - canvas.units(4.0F), row.y, arrow, row.height };
    const Rect next { row.right() - arrow, row.y, arrow, row.height };
    for (const auto& [rect, pointing, direction] : { std::tuple { previous, Pointing::left, session::Direction::previous },
             std::tuple { next, Pointing::right, session::Direction::next } }) {
        canvas.fill(rect, track_color(style), canvas.units(4.0F));
        canvas.triangle({ rect.x + rect.width / 2, rect.y + rect.height / 2 }, 0.7F * size, pointing, style.text);
        regions.push_back({ rect, session::StepAccess { direction } });
    }
    canvas.text({ (previous.right() + next.x) / 2, centered_baseline(row.y + row.height / 2, size) }, words,
        { Face::mono, size, style.secondary, Align::center, next.x - previous.right() - canvas.units(2.0F) });
    return previous.x;
}

// The accesses as chips in one row, those around the chosen one where not all have room.
void draw_chips(Canvas& canvas, const session::Snapshot& snapshot, Rect row, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const auto& accesses = snapshot.shared_accesses;
    const float gap = canvas.units(5.0F);
    const float width = room_for("line 000 ld", Face::regular, size) + canvas.units(14.0F);
    const auto room = static_cast<std::size_t>(std::max(0.0F, std::floor((row.width + gap) / (width + gap))));
    const std::size_t shown = std::min(room, accesses.size());
    if (shown == 0)
        return;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i)
        if (is_chosen(snapshot, accesses[i]))
            chosen = i;
    const std::size_t first = std::min(chosen > shown / 2 ? chosen - shown / 2 : 0, accesses.size() - shown);
    float x = row.x;
    for (std::size_t i = first; i < first + shown; ++i) {
        const session::SharedAccessView& view = accesses[i];
        const Rect chip { x, row.y, width, row.height };
        const bool present = i == chosen && snapshot.chosen_access;
        canvas.chip(chip, fmt::format("line {} {}", view.line, view.text.substr(0, 2)),
            present ? style.orange : track_color(style), present ? on_fill(style) : style.text, Face::regular, size);
        if (view.wavefronts > view.ideal) // conflicts: marked by a corner
            canvas.triangle({ chip.right() - canvas.units(5.0F), chip.y + canvas.units(5.0F) }, canvas.units(6.0F), Pointing::up,
                present ? on_fill(style) : style.vermilion);
        regions.push_back({ chip, session::SelectAccess { view.pc } });
        x += width + gap;
    }
}

// One row an access with its sums over the run.
void draw_list(Canvas& canvas, const session::Snapshot& snapshot, Rect area, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float size = style.small;
    const float pitch = 1.5F * size;
    const auto room = static_cast<std::size_t>(std::max(0.0F, std::floor(area.height / pitch)));
    const auto& accesses = snapshot.shared_accesses;
    const float number = room_for("wavefronts", Face::regular, style.smallest) + canvas.units(12.0F);
    if (room < 2 || area.width < 5 * number)
        return;
    const std::size_t shown = std::min(room - 1, accesses.size());
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i)
        if (is_chosen(snapshot, accesses[i]))
            chosen = i;
    const std::size_t first = std::min(chosen > shown / 2 ? chosen - shown / 2 : 0, accesses.size() - shown);
    float y = area.y;
    const auto cells = [&](const std::array<std::string, 3>& words, Face face, float text_size, Color color) {
        for (std::size_t column = 0; column < words.size(); ++column)
            canvas.text({ area.right() - number * static_cast<float>(2 - column), centered_baseline(y + pitch / 2, text_size) },
                words[column],
                { face, text_size, column == 1 ? color : style.secondary, Align::right, number - canvas.units(8.0F) });
    };
    cells({ "requests", "wavefronts", "ideal" }, Face::regular, style.smallest, style.secondary);
    y += pitch;
    for (std::size_t i = first; i < first + shown; ++i) {
        const session::SharedAccessView& view = accesses[i];
        const Rect row { area.x, y, area.width, pitch };
        const bool present = i == chosen && snapshot.chosen_access;
        if (present)
            canvas.fill(row, chosen_color(style), canvas.units(4.0F));
        const auto grouped = [](std::uint64_t value) {
            return text::grouped(static_cast<std::int64_t>(value));
        };
        cells({ grouped(view.requests), grouped(view.wavefronts), grouped(view.ideal) }, Face::mono, size,
            view.wavefronts > view.ideal ? style.vermilion : style.text);
        const float baseline = centered_baseline(y + pitch / 2, size);
        const float line = room_for("line 000", Face::regular, size) + canvas.units(12.0F);
        const float left = area.x + canvas.units(8.0F);
        canvas.text({ left, baseline }, fmt::format("line {}", view.line),
            { present ? Face::semibold : Face::regular, size, present ? style.orange : style.text, Align::left, line });
        canvas.text({ left + line, baseline }, view.text,
            { Face::mono, size, style.secondary, Align::left, area.width - 3 * number - line - canvas.units(12.0F) });
        regions.push_back({ row, session::SelectAccess { view.pc } });
        y += pitch;
    }
}

} // namespace

Panel banks_panel(const session::Snapshot& snapshot, const StageLayout& layout, const Style& style)
{
    Panel panel { layout.banks, {}, {} };
    Canvas canvas = panel_canvas(panel.rect, style);
    Rect inside = panel_inside(panel.rect, layout.padding);
    const float gap = canvas.units(8.0F);
    if (inside.height >= canvas.units(kRoomForList)) {
        const float height = 0.28F * inside.height;
        if (!snapshot.shared_accesses.empty())
            draw_list(canvas, snapshot, { inside.x, inside.bottom() - height, inside.width, height }, panel.regions);
        inside.height -= height + gap;
    }
    if (inside.height >= canvas.units(kRoomForChooser)) {
        const float height = canvas.units(22.0F);
        Rect row { inside.x, inside.bottom() - height, inside.width, height };
        if (snapshot.chosen_access) {
            const float left = draw_occurrences(canvas, *snapshot.chosen_access, row, panel.regions);
            row.width = left - gap - row.x;
        }
        draw_chips(canvas, snapshot, row, panel.regions);
        inside.height -= height + gap;
    }
    canvas.append(banks_figure(input_of(snapshot), { inside.width, inside.height }, style), { inside.x, inside.y });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::figure

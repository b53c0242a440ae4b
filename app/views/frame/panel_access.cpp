#include "app/draw/text_metrics.h"
#include "app/views/banks/banks_figure.h"
#include "app/views/drawing.h"
#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/sectors/sectors_figure.h"
#include "core/arch/traits.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warpstage::views {

namespace {

constexpr float kRoomForAccessChooser = 240.0F; // height of the panel's inside from which on accesses can be clicked
constexpr float kRoomForList = 420.0F; // and from which on they are listed line by line

std::string no_access_words(const session::Snapshot& snapshot)
{
    if (snapshot.setup->variant < snapshot.setup->variants.size()
        && snapshot.setup->variants[snapshot.setup->variant].on_host_only)
        return "this variant runs on the host: no requests to show";
    if (!snapshot.run->recording)
        return no_recording_words(snapshot);
    if (snapshot.run->accesses.empty())
        return "no shared or global memory in the recorded block";
    return "the recorded window holds no request of this access";
}

bool shows_global(const session::Snapshot& snapshot)
{
    return snapshot.selection->chosen_access && snapshot.selection->chosen_access->global;
}

std::string architecture_first(const session::Snapshot& snapshot, const std::string& words)
{
    return snapshot.run->architecture + " · " + words;
}

// Of the request that is shown, in the unit that Nsight Compute sums up.
void add_tips(Panel& panel, const session::Snapshot& snapshot, Rect heading)
{
    if (!snapshot.run->assessment || !snapshot.selection->chosen_access)
        return;
    const auto& report = snapshot.run->assessment->report;
    const auto found = std::find_if(report.instructions.begin(), report.instructions.end(),
        [&](const analysis::InstructionReport& instruction) { return instruction.pc == snapshot.selection->chosen_access->pc; });
    if (found == report.instructions.end())
        return;
    Tip tip = metric_tip(snapshot.selection->chosen_access->global ? "sectors" : "wavefronts", found->counters);
    tip.formula += fmt::format(" for all {} requests of this instruction",
        text::grouped(static_cast<std::int64_t>(
            snapshot.selection->chosen_access->global ? found->counters.global_requests : found->counters.shared_requests)));
    tip.source =
        fmt::format("Computed by the rules of {} from the recorded block. A click here, or A, takes the next architecture.",
            snapshot.run->architecture);
    panel.tips.push_back({ heading, std::move(tip) });
}

bool is_chosen(const session::Snapshot& snapshot, const session::AccessView& view)
{
    return snapshot.selection->chosen_access && snapshot.selection->chosen_access->pc == view.pc
        && snapshot.selection->chosen_access->access.space == view.space;
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

// "44 ld": the line and what it does; where there are accesses to both memories, which of them.
std::string chip_words(const session::AccessView& view, bool both)
{
    const std::string words = fmt::format("{} {}", view.line, view.text.substr(0, view.text.find('.')));
    return both ? words + (view.space == ptx::StateSpace::global ? " global" : " shared") : words;
}

// The accesses as chips in one row, those around the chosen one where not all have room.
void draw_chips(Canvas& canvas, const session::Snapshot& snapshot, Rect row, std::vector<HitRegion>& regions)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const auto& accesses = snapshot.run->accesses;
    const float gap = canvas.units(5.0F);
    const bool both = std::any_of(
        accesses.begin(), accesses.end(), [&](const session::AccessView& view) { return view.space != accesses.front().space; });
    const float width = room_for(both ? "000 ld global" : "000 atom", Face::regular, size) + canvas.units(14.0F);
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
        const session::AccessView& view = accesses[i];
        const Rect chip { x, row.y, width, row.height };
        const bool present = i == chosen && snapshot.selection->chosen_access;
        canvas.chip(chip, chip_words(view, both), present ? style.orange : track_color(style),
            present ? on_fill(style) : style.text, Face::regular, size);
        if (view.cost > view.ideal) // conflicts: marked by a corner
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
    const auto& accesses = snapshot.run->accesses;
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
    cells({ "requests", "cost", "ideal" }, Face::regular, style.smallest, style.secondary);
    y += pitch;
    for (std::size_t i = first; i < first + shown; ++i) {
        const session::AccessView& view = accesses[i];
        const Rect row { area.x, y, area.width, pitch };
        const bool present = i == chosen && snapshot.selection->chosen_access;
        if (present)
            canvas.fill(row, chosen_color(style), canvas.units(4.0F));
        const auto grouped = [](std::uint64_t value) {
            return text::grouped(static_cast<std::int64_t>(value));
        };
        cells({ grouped(view.requests), grouped(view.cost), grouped(view.ideal) }, Face::mono, size,
            view.cost > view.ideal ? style.vermilion : style.text);
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

BanksInput banks_of(const session::Snapshot& snapshot, LaneMask marked)
{
    BanksInput input;
    if (snapshot.selection->chosen_access) {
        input = banks_input(
            *snapshot.selection->chosen_access, snapshot.run->recording ? snapshot.run->recording->trace.warp_width : kMaxLanes);
        input.subtitle = architecture_first(snapshot, input.subtitle);
        input.banks = snapshot.run->traits->shared_banks;
        // Before CC 5.0 what is served apart are half-warps, whatever the width.
        input.lanes_together = snapshot.run->traits->shared_lanes_together();
    }
    input.marked = marked | marked_lane(snapshot);
    input.nothing = no_access_words(snapshot);
    return input;
}

} // namespace

DrawList access_figure(const session::Snapshot& snapshot, LaneMask marked, Size size, const Style& style)
{
    if (shows_global(snapshot)) {
        const std::uint32_t width = snapshot.run->recording ? snapshot.run->recording->trace.warp_width : kMaxLanes;
        SectorsInput input = sectors_input(*snapshot.selection->chosen_access, *snapshot.run->traits, width);
        input.subtitle = architecture_first(snapshot, input.subtitle);
        input.marked = marked | marked_lane(snapshot);
        return sectors_figure(input, size, style);
    }
    return banks_figure(banks_of(snapshot, marked), size, style);
}

Panel access_panel(const session::Snapshot& snapshot, LaneMask marked, Rect rect, const StageLayout& layout, const Style& style)
{
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(panel.rect, style);
    Rect inside = panel_inside(panel.rect, layout.padding);
    panel.tips.push_back({ inside, accesses_tip(snapshot) });
    const float gap = canvas.units(8.0F);
    if (inside.height >= canvas.units(kRoomForList)) {
        const float height = 0.28F * inside.height;
        if (!snapshot.run->accesses.empty())
            draw_list(canvas, snapshot, { inside.x, inside.bottom() - height, inside.width, height }, panel.regions);
        inside.height -= height + gap;
    }
    if (inside.height >= canvas.units(kRoomForAccessChooser)) {
        const float height = canvas.units(22.0F);
        Rect row { inside.x, inside.bottom() - height, inside.width, height };
        if (snapshot.selection->chosen_access) {
            const float left = draw_occurrences(canvas, *snapshot.selection->chosen_access, row, panel.regions);
            row.width = left - gap - row.x;
        }
        draw_chips(canvas, snapshot, row, panel.regions);
        inside.height -= height + gap;
    }
    canvas.append(access_figure(snapshot, marked, { inside.width, inside.height }, style), { inside.x, inside.y });
    if (!shows_global(snapshot))
        for (const BankPlace& place : bank_places(banks_of(snapshot, marked), { inside.width, inside.height }, style)) {
            WindowRegion& region = panel.window_regions.emplace_back();
            region.rect = { inside.x + place.rect.x, inside.y + place.rect.y, place.rect.width, place.rect.height };
            region.order = MarkLanes { place.lanes };
        }
    panel.regions.push_back({ { inside.x, inside.y, inside.width, canvas.heading_height() }, session::StepArchitecture {} });
    add_tips(panel, snapshot, { inside.x, inside.y, inside.width, canvas.heading_height() });
    panel.picture = canvas.finish();
    return panel;
}

} // namespace warpstage::views

// What stands in the scene's place: counters, two variants side by side, shared memory cell by cell.
#include "app/views/banks/cells_figure.h"
#include "app/views/frame/number_tips.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/scenes/compared_scenes.h"
#include "app/views/sheets/comparison_figure.h"
#include "app/views/sheets/comparison_rows.h"
#include "app/views/sheets/counters_figure.h"
#include "app/views/warps/heat_map_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace warpstage::views {

namespace {

constexpr float kNarrowestScene = 440.0F;
constexpr float kRoomForScenes = 300.0F; // likewise, both variants at work
constexpr float kScenesPart = 0.43F; // of that height
constexpr float kRoomForAccesses = 420.0F; // height of the sheet's inside from which on both accesses are drawn

std::string label_of(const session::Snapshot& snapshot, std::size_t variant)
{
    return variant < snapshot.setup->variants.size() ? snapshot.setup->variants[variant].label : std::string {};
}

double seconds_of(const session::Snapshot& snapshot, std::size_t variant)
{
    const auto timing = snapshot.timing->of(variant).timing;
    return timing.samples == 0 ? 0.0 : std::chrono::duration<double>(timing.median).count();
}

ComparisonInput comparison_of(const session::Snapshot& snapshot)
{
    ComparisonInput input;
    if (!snapshot.run->compared)
        return input;
    const session::ComparedView& other = *snapshot.run->compared;
    input.left = label_of(snapshot, other.variant);
    input.right = label_of(snapshot, snapshot.setup->variant);
    const double before = seconds_of(snapshot, other.variant);
    const double now = seconds_of(snapshot, snapshot.setup->variant);
    if (before > 0.0 && now > 0.0) // one that has not run yet compares with nothing
        input.rows.push_back({ snapshot.device->engine.kind == engine::EngineKind::vm ? "Step, emulated" : "Step, measured",
            before, now, "s", Better::less });
    if (other.assessment && snapshot.run->assessment) {
        auto rows = comparison_rows(other.assessment->report.total, snapshot.run->assessment->report.total);
        input.rows.insert(input.rows.end(), rows.begin(), rows.end());
    }
    input.subtitle = fmt::format("one block · {}", snapshot.run->architecture);
    return input;
}

void draw_comparison(Canvas& canvas, const session::Snapshot& snapshot, Rect inside)
{
    const Style& style = canvas.style();
    Rect table = inside;
    if (has_compared_scenes(snapshot) && inside.height >= canvas.units(kRoomForScenes)) {
        const float height = kScenesPart * inside.height;
        inside.height -= height + canvas.units(12.0F);
        table = inside;
        canvas.append(
            compared_scenes(snapshot, { inside.width, height }, style), { inside.x, inside.bottom() + canvas.units(12.0F) });
    }
    const bool accesses = snapshot.run->compared && inside.height >= canvas.units(kRoomForAccesses)
        && (snapshot.run->compared->access || snapshot.selection->chosen_access);
    if (accesses) {
        table.height = 0.52F * inside.height;
        const float top = table.bottom() + canvas.units(12.0F);
        const float gap = canvas.units(20.0F);
        const float width = (inside.width - gap) / 2;
        const float height = inside.bottom() - top;
        const float name = 1.6F * style.small;
        float x = inside.x;
        for (const auto& [variant, recording, chosen] :
            { std::tuple { snapshot.run->compared->variant, snapshot.run->compared->recording, &snapshot.run->compared->access },
                std::tuple { snapshot.setup->variant, snapshot.run->recording, &snapshot.selection->chosen_access } }) {
            canvas.text({ x, top + style.small }, label_of(snapshot, variant),
                { Face::semibold, style.small, style.text, Align::left, width });
            session::Snapshot one;
            one.run.edit().traits = snapshot.run->traits;
            one.run.edit().recording = recording;
            one.selection.edit().chosen_access = *chosen;
            canvas.append(access_figure(one, 0, { width, height - name }, style), { x, top + name });
            x += width + gap;
        }
    }
    if (!snapshot.run->compared) {
        Canvas head({ inside.width, inside.height }, style);
        head.heading("Comparison", "", {});
        canvas.append(head.finish(), { inside.x, inside.y });
        canvas.empty_words(inside, "choose another variant: the two are then compared");
        return;
    }
    canvas.append(comparison_figure(comparison_of(snapshot), { table.width, table.height }, style), { table.x, table.y });
}

void draw_memory(Canvas& canvas, const session::Snapshot& snapshot, Rect inside, std::vector<CellGrid>& cells)
{
    CellsInput input;
    input.frame = snapshot.playback->run.cells.get();
    input.banks = snapshot.run->traits->shared_banks;
    input.bank_bytes = snapshot.run->traits->bank_bytes;
    if (snapshot.playback->run.view.step)
        input.subtitle = fmt::format("line {} · warp {} · {} barriers passed", snapshot.playback->run.view.line,
            snapshot.playback->run.view.warp, snapshot.playback->run.view.barriers);
    if (snapshot.run->recording && snapshot.playback->run.cells == nullptr)
        input.nothing = "K plays the recorded run, J and L go back and forth";
    else if (!snapshot.run->recording)
        input.nothing = no_recording_words(snapshot);
    canvas.append(cells_figure(input, { inside.width, inside.height }, canvas.style()), { inside.x, inside.y });
    if (auto grid = cells_grid(input, { inside.width, inside.height }, canvas.style())) {
        grid->area = grid->area.moved({ inside.x, inside.y });
        cells.push_back(*std::move(grid));
    }
}

} // namespace

Rect sheet_area(const StageLayout& layout, const Style& style)
{
    if (layout.scene.width >= kNarrowestScene * style.scale)
        return layout.scene;
    const float left = layout.variants ? layout.variants->x : layout.scene.x;
    const float bottom = layout.footer ? layout.footer->y - left : layout.scene.bottom();
    return { left, layout.scene.y, layout.access.right() - left, bottom - layout.scene.y };
}

std::optional<Panel> centre_sheet(
    const session::Snapshot& snapshot, Sheet sheet, Rect rect, const StageLayout& layout, const Style& style)
{
    if (sheet == Sheet::none)
        return std::nullopt;
    Panel panel { rect, {}, {} };
    Canvas canvas = panel_canvas(rect, style);
    if (rect.width > layout.scene.width) // panels lie under it
        canvas.frame({ 0, 0, rect.width, rect.height }, style.panel, style.border, style.radius);
    const Rect inside = panel_inside(rect, layout.padding);
    const auto add_rows = [&](const DrawList& picture) {
        if (snapshot.run->assessment)
            for (TipRegion& row : metric_rows(picture, {}, snapshot.run->assessment->report.total))
                panel.tips.push_back(std::move(row));
    };
    switch (sheet) {
    case Sheet::none:
        break;
    case Sheet::counters: {
        panel.tips.push_back({ inside, counters_tip(snapshot) });
        canvas.append(counters_figure({ snapshot.counters->hardware.get(), label_of(snapshot, snapshot.setup->variant) },
                          { inside.width, inside.height }, style),
            { inside.x, inside.y });
        break;
    }
    case Sheet::comparison:
        draw_comparison(canvas, snapshot, inside);
        panel.regions.push_back({ { inside.x, inside.y, inside.width, canvas.heading_height() }, session::StepCompared {} });
        panel.tips.push_back({ inside, comparison_tip(snapshot) });
        break;
    case Sheet::memory:
        draw_memory(canvas, snapshot, inside, panel.cells);
        panel.tips.push_back({ inside, memory_tip(snapshot) });
        break;
    case Sheet::heat: {
        const auto block = snapshot.run->recording ? std::optional(snapshot.run->recording->trace.block) : std::nullopt;
        auto [picture, regions, tips] = heat_map_figure(
            { snapshot.counters->heat.get(), block, snapshot.selection->warp }, { inside.width, inside.height }, style);
        canvas.append(std::move(picture), { inside.x, inside.y });
        for (HitRegion& region : regions)
            panel.regions.push_back(
                { { region.rect.x + inside.x, region.rect.y + inside.y, region.rect.width, region.rect.height },
                    std::move(region.command) });
        for (TipRegion& region : tips)
            panel.tips.push_back({ { region.rect.x + inside.x, region.rect.y + inside.y, region.rect.width, region.rect.height },
                std::move(region.tip) });
        break;
    }
    }
    panel.picture = canvas.finish();
    if (sheet == Sheet::counters || sheet == Sheet::comparison)
        add_rows(panel.picture);
    return panel;
}

} // namespace warpstage::views

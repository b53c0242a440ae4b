// The Memory panel: the chosen access as banks, sectors or partitions, and the list of the other accesses of the recorded block.
#include "app/views/banks/access_view.h"

#include "app/views/banks/banks_figure.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/subject.h"
#include "app/views/sectors/partitions_figure.h"
#include "app/views/sectors/sectors_figure.h"
#include "app/views/setup/dragging.h"
#include "core/arch/traits.h"

namespace warpstage::views {

namespace {

constexpr float kRoomForAccessChooser = 240.0F; // minimum inner height of the panel for clickable accesses
constexpr float kRoomForList = 420.0F; // minimum inner height for a list with one access per line

std::string no_access_words(const session::Snapshot& model)
{
    if (runs_on_host(model))
        return tr("this variant runs on the host: no requests to show");
    if (!model.run->recording)
        return no_recording_words(model);
    if (model.run->recording->trap && model.run->accesses.empty())
        return tr("the block stopped before its first access was recorded");
    return model.run->accesses.empty() ? tr("the recorded block accesses no shared or global memory")
                                       : tr("the recording contains no request of this access");
}

std::string architecture_first(const session::Snapshot& model, const std::string& words)
{
    return model.run->architecture + " · " + words;
}

Tip accesses_tip(const session::Snapshot& model)
{
    Tip tip { tr("Memory requests"),
        tr("Each load or store instruction of a warp makes one request with the addresses of its lanes."), {},
        rules_source(*model.run), {} };
    if (model.selection->chosen_access) {
        const session::ChosenAccess& chosen = *model.selection->chosen_access;
        tip.formula =
            trf("line {}, warp {}, request {} of {}", chosen.line, chosen.warp, chosen.occurrence + 1, chosen.occurrences);
        if (chosen.shared)
            tip.formula += trf(": {} wavefronts, ideal {}", chosen.shared->wavefronts, chosen.shared->ideal);
        else if (chosen.global)
            tip.formula += trf(": {} sectors, ideal {}", chosen.global->count.sectors, chosen.global->count.ideal);
    }
    tip.nsight = tr("wavefronts and sectors in its memory tables. Click a bank to mark the lanes that access it.");
    return tip;
}

// Shows the metric for the chosen instruction, in the unit that Nsight Compute sums.
void add_metric_tip(Canvas& canvas, const session::Snapshot& model, Rect heading)
{
    if (!model.run->assessment || !model.selection->chosen_access)
        return;
    const session::ChosenAccess& chosen = *model.selection->chosen_access;
    const auto& instructions = model.run->assessment->report.instructions;
    const auto found = std::ranges::find(instructions, chosen.pc, &analysis::InstructionReport::pc);
    if (found == instructions.end())
        return;
    Tip tip = metric_tip(chosen.global ? "sectors" : "wavefronts", found->counters);
    tip.formula += trf(" for all {} requests of this instruction",
        grouped_count((chosen.global ? found->counters.all_global() : found->counters.all_shared()).requests));
    tip.source =
        trf("Computed for {} from the recorded block. Click here or press A for the next architecture.", model.run->architecture);
    canvas.tip(heading, std::move(tip));
}

bool is_chosen(const session::Snapshot& model, const session::AccessView& view)
{
    return model.selection->chosen_access && model.selection->chosen_access->pc == view.pc
        && model.selection->chosen_access->access.space == view.space;
}

// Index of the chosen access; 0 if none is chosen.
std::size_t chosen_of(const session::Snapshot& model)
{
    const auto& accesses = model.run->accesses;
    const auto found = std::ranges::find_if(accesses, [&](const session::AccessView& view) { return is_chosen(model, view); });
    return found == accesses.end() ? 0 : static_cast<std::size_t>(found - accesses.begin());
}

// "◀ 3 of 128 ▶": the occurrences of the chosen access in the recorded window. Returns its left edge.
float draw_occurrences(Canvas& canvas, const session::ChosenAccess& chosen, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const float arrow = canvas.units(24.0F);
    const std::string all = grouped_count(chosen.occurrences);
    const std::string words = trf("{} of {}", grouped_count(chosen.occurrence + 1), all);
    const float width = std::min(room_for(trf("{} of {}", all, all), Face::mono, size), 0.5F * row.width);
    const Rect previous { row.right() - width - 2 * arrow - canvas.units(4.0F), row.y, arrow, row.height };
    const Rect next { row.right() - arrow, row.y, arrow, row.height };
    for (const auto& [rect, pointing, direction] : { std::tuple { previous, Pointing::left, session::Direction::previous },
             std::tuple { next, Pointing::right, session::Direction::next } }) {
        canvas.fill(rect, track_color(style), canvas.units(4.0F));
        canvas.triangle(rect.center(), 0.7F * size, pointing, style.text);
        on_click(canvas, rect, session::SelectAccess { direction });
    }
    canvas.label({ (previous.right() + next.x) / 2, row.y + row.height / 2 }, words,
        { Face::mono, size, style.secondary, Align::center, next.x - previous.right() - canvas.units(2.0F) });
    return previous.x;
}

// Operations on shared memory only.
constexpr std::array<std::string_view, 4> kOnlyShared { "ldmatrix", "stmatrix", "mbarrier", "wgmma" };

// "44 ld": the line and the operation; also the memory if the block accesses both memories and the operation does not imply it.
std::string chip_words(const session::AccessView& view, bool both)
{
    const std::string operation = view.text.substr(0, view.text.find('.'));
    const std::string words = fmt::format("{} {}", view.line, operation);
    return both && std::ranges::find(kOnlyShared, operation) == kOnlyShared.end()
        ? words + (view.space == ptx::StateSpace::global ? tr(" global") : tr(" shared"))
        : words;
}

// The accesses as chips in one row; if they do not all fit, those around the chosen one.
void draw_chips(Canvas& canvas, const session::Snapshot& model, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const auto& accesses = model.run->accesses;
    const float gap = canvas.units(5.0F);
    const bool both = std::any_of(
        accesses.begin(), accesses.end(), [&](const session::AccessView& view) { return view.space != accesses.front().space; });
    const float width = room_for(both ? tr("000 ld global") : tr("000 atom"), Face::regular, size) + canvas.units(14.0F);
    const auto room = static_cast<std::size_t>(std::max(0.0F, std::floor((row.width + gap) / (width + gap))));
    const std::size_t shown = std::min(room, accesses.size());
    if (shown == 0)
        return;
    const std::size_t chosen = chosen_of(model);
    const std::size_t first = first_shown(chosen, shown, accesses.size());
    float x = row.x;
    for (std::size_t i = first; i < first + shown; ++i) {
        const session::AccessView& view = accesses[i];
        const Rect chip { x, row.y, width, row.height };
        const bool present = i == chosen && model.selection->chosen_access;
        canvas.chip(chip, chip_words(view, both), present ? style.orange : track_color(style),
            present ? on_fill(style) : style.text, Face::regular, size);
        if (view.cost > view.ideal) // a corner mark indicates conflicts
            canvas.triangle({ chip.right() - canvas.units(5.0F), chip.y + canvas.units(5.0F) }, canvas.units(6.0F), Pointing::up,
                present ? on_fill(style) : style.vermilion);
        on_click(canvas, chip, session::SelectAccess { view.pc });
        x += width + gap;
    }
}

// One row per access with its sums over the run.
void draw_list(Canvas& canvas, const session::Snapshot& model, Rect area)
{
    const Style& style = canvas.style();
    const float size = style.small;
    const float pitch = 1.5F * size;
    const auto room = rows_in(area.height, pitch);
    const auto& accesses = model.run->accesses;
    const float number = room_for(tr("wavefronts"), Face::regular, style.smallest) + canvas.units(12.0F);
    if (room < 2 || area.width < 5 * number)
        return;
    const std::size_t shown = std::min(room - 1, accesses.size());
    const std::size_t chosen = chosen_of(model);
    const std::size_t first = first_shown(chosen, shown, accesses.size());
    float y = area.y;
    const auto cells = [&](const std::array<std::string, 3>& words, Face face, float text_size, Color color) {
        for (std::size_t column = 0; column < words.size(); ++column)
            canvas.label({ area.right() - number * static_cast<float>(2 - column), y + pitch / 2 }, words[column],
                { face, text_size, column == 1 ? color : style.secondary, Align::right, number - canvas.units(8.0F) });
    };
    cells({ tr("requests"), tr("cost"), tr("ideal") }, Face::regular, style.smallest, style.secondary);
    y += pitch;
    for (std::size_t i = first; i < first + shown; ++i) {
        const session::AccessView& view = accesses[i];
        const Rect row { area.x, y, area.width, pitch };
        const bool present = i == chosen && model.selection->chosen_access;
        if (present)
            canvas.fill(row, chosen_color(style), canvas.units(4.0F));
        cells({ grouped_count(view.requests), grouped_count(view.cost), grouped_count(view.ideal) }, Face::mono, size,
            view.cost > view.ideal ? style.vermilion : style.text);
        const float baseline = centered_baseline(y + pitch / 2, size);
        const float line = room_for(trf("line {}", "000"), Face::regular, size) + canvas.units(12.0F);
        const float left = area.x + canvas.units(8.0F);
        canvas.text({ left, baseline }, trf("line {}", view.line),
            { present ? Face::semibold : Face::regular, size, present ? style.orange : style.text, Align::left, line });
        canvas.text({ left + line, baseline }, view.text,
            { Face::mono, size, style.secondary, Align::left, area.width - 3 * number - line - canvas.units(12.0F) });
        on_click(canvas, row, session::SelectAccess { view.pc });
        y += pitch;
    }
}

// Dragging the picture by the width of a lane changes the parameter of the index by one. Clicks on lanes and words stay above it.
void add_drag(Canvas& canvas, const session::Snapshot& model, Rect inside)
{
    const session::ParameterView* parameter = parameter_of_index(model);
    if (parameter == nullptr || !model.selection->chosen_access || is_asking(model))
        return;
    const float heading = canvas.heading_height();
    const Rect picture { inside.x, inside.y + heading, inside.width, inside.height - heading };
    if (picture.height <= 0.0F)
        return;
    on_click(canvas, picture,
        DragParameter { parameter->id, picture.width / (goes_one_by_one(*parameter) ? static_cast<float>(kMaxLanes) : 8.0F) });
}

} // namespace

bool shows_partitions(const session::Snapshot& model)
{
    return view_of_cue(model.cue->figure) == &named::partitions && model.run->traits->memory_partitions != 0;
}

bool shows_sectors(const session::Snapshot& model)
{
    return !shows_partitions(model) && model.selection->chosen_access && model.selection->chosen_access->global;
}

bool shows_banks(const session::Snapshot& model)
{
    return !shows_partitions(model) && !shows_sectors(model);
}

DrawList access_figure(const session::Snapshot& model, LaneMask marked, Size size, const Style& style)
{
    const std::uint32_t width = model.run->recording ? model.run->recording->trace.warp_width : kMaxLanes;
    if (shows_sectors(model)) {
        SectorsInput input = sectors_input(*model.selection->chosen_access, *model.run->traits, width);
        input.subtitle = architecture_first(model, input.subtitle);
        if (model.run->recording)
            input.l1 = l1_of(*model.run->recording, *model.run->traits, model.selection->chosen_access->pc);
        if (camps(model, model.selection->chosen_access->line))
            input.subtitle = tr("partition camping · ") + input.subtitle;
        input.marked = marked;
        input.missed = missed_access(model.run->recording.get(), model.selection->chosen_access->pc);
        return sectors_figure(input, size, style);
    }
    BanksInput input;
    if (model.selection->chosen_access) {
        input = banks_input(*model.selection->chosen_access, *model.run->traits, width);
        input.missed = missed_access(model.run->recording.get(), model.selection->chosen_access->pc);
        input.subtitle = architecture_first(model, input.subtitle);
    }
    input.marked = marked;
    input.nothing = no_access_words(model);
    return banks_figure(input, size, style);
}

DrawList access_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    Canvas canvas = panel_canvas(scope);
    Rect inside = scope.inside();
    canvas.tip(inside, accesses_tip(model));
    const float gap = canvas.units(8.0F);
    if (inside.height >= canvas.units(kRoomForList)) {
        const float height = 0.28F * inside.height;
        if (!model.run->accesses.empty())
            draw_list(canvas, model, { inside.x, inside.bottom() - height, inside.width, height });
        inside.height -= height + gap;
    }
    if (inside.height >= canvas.units(kRoomForAccessChooser)) {
        const float height = canvas.units(22.0F);
        Rect row { inside.x, inside.bottom() - height, inside.width, height };
        if (model.selection->chosen_access) {
            const float left = draw_occurrences(canvas, *model.selection->chosen_access, row);
            row.width = left - gap - row.x;
        }
        draw_chips(canvas, model, row);
        inside.height -= height + gap;
    }
    const LaneMask marked = marked_lanes(model, scope.window.marked);
    add_drag(canvas, model, inside);
    canvas.append(access_figure(model, marked, inside.size(), scope.style), inside.corner());
    const Rect heading { inside.x, inside.y, inside.width, canvas.heading_height() };
    add_metric_tip(canvas, model, heading);
    return canvas.finish();
}

// The chosen request.
Result<void> choose_access(const session::Snapshot& model, Subject& subject)
{
    if (!model.selection->chosen_access)
        return Error { "No access to save: the recorded block makes no request to shared or global memory." };
    const session::ChosenAccess& chosen = *model.selection->chosen_access;
    subject.request =
        ChosenRequest { &chosen.access, chosen.pc, chosen.line, chosen.warp, chosen.occurrence, chosen.occurrences };
    return {};
}

} // namespace warpstage::views

// Coalescing: requests of the selected warp, each as lanes over the sectors of global memory, in the place of the scene.
#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/frame/tip.h"
#include "app/views/sectors/sectors_figure.h"
#include "app/views/setup/dragging.h"
#include "app/views/view.h"

namespace warpstage::views {

namespace {

using session::ChosenAccess;

// The selected request, and the costliest one in the other direction: a load and a store, in the order of the program.
std::vector<ChosenAccess> warp_accesses(const session::Snapshot& model)
{
    const session::RunSection& run = *model.run;
    const auto& selected = model.selection->chosen_access;
    struct Shown {
        std::optional<ChosenAccess> access;
        std::uint64_t cost = 0;
        bool selected = false;
    };
    std::array<Shown, 2> directions; // loads, all others
    for (const session::AccessView& view : run.accesses) {
        if (view.space != ptx::StateSpace::global)
            continue;
        const bool is_selected = selected && selected->global && selected->pc == view.pc;
        std::optional<ChosenAccess> access = is_selected ? selected : std::nullopt;
        if (!is_selected) {
            analysis::AccessPicture picture;
            picture.update(run.recording, run.assessment, { .pc = view.pc, .warp = model.selection->warp });
            access = picture.chosen();
        }
        if (!access)
            continue;
        Shown& shown = directions.at(access->access.kind == simt::AccessKind::load ? 0 : 1);
        if (is_selected || (!shown.selected && (!shown.access || view.cost > shown.cost)))
            shown = { std::move(access), view.cost, is_selected };
    }
    std::vector<ChosenAccess> accesses;
    for (Shown& shown : directions)
        if (shown.access)
            accesses.push_back(*std::move(shown.access));
    std::ranges::stable_sort(accesses, {}, &ChosenAccess::pc);
    return accesses;
}

// The array that the request accesses; empty if it is unknown.
std::string array_of(const session::Recording& recording, const ChosenAccess& access)
{
    const std::uint64_t address = access.access.addresses[lowest_lane(access.access.lanes)];
    const auto found = std::ranges::find_if(recording.buffers, [&](const session::Recording::Buffer& buffer) {
        return address >= buffer.address && address - buffer.address < buffer.bytes;
    });
    return found == recording.buffers.end() ? std::string {} : found->name;
}

// The area of a request drags the parameter of its index; its heading selects it.
void add_targets(Canvas& canvas, const session::Snapshot& model, const ChosenAccess& access, Rect area)
{
    canvas.tip(area,
        { tr("Memory requests"),
            tr("Each load or store instruction of a warp makes one request with the addresses of its lanes."),
            trf("line {}, warp {}, request {} of {}", access.line, access.warp, access.occurrence + 1, access.occurrences),
            rules_source(*model.run), {} });
    if (const session::ParameterView* parameter = parameter_of_index(model))
        on_click(canvas, area,
            DragParameter { parameter->id, area.width / (goes_one_by_one(*parameter) ? static_cast<float>(kMaxLanes) : 8.0F) });
    on_click(canvas, { area.x, area.y, area.width, canvas.heading_height() }, session::SelectAccess { access.pc });
}

} // namespace

DrawList warp_accesses_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    const std::vector<ChosenAccess> accesses = warp_accesses(model);
    if (accesses.empty()) {
        canvas.empty_words(scope.size.area(), tr("the recording contains no request of this access"));
        return canvas.finish();
    }
    const float gap = style.margin / 2;
    const auto count = static_cast<float>(accesses.size());
    const float height = (scope.size.height - gap * (count - 1)) / count;
    const LaneMask marked = marked_lanes(model, scope.window.marked);
    float y = 0.0F;
    for (const ChosenAccess& access : accesses) {
        const Rect panel { 0, y, scope.size.width, height };
        canvas.frame(panel, style.panel, style.border, style.radius);
        const Rect inside = panel.inset(panel_padding(scope.window.size, style));
        if (inside.width > 0.0F && inside.height > 0.0F) {
            SectorsInput input = sectors_input(access, *model.run->traits, model.run->recording->trace.warp_width);
            if (const std::string array = array_of(*model.run->recording, access); !array.empty())
                input.subtitle = array + " · " + input.subtitle;
            input.marked = marked;
            input.l1 = l1_of(*model.run->recording, *model.run->traits, access.pc);
            input.missed = missed_access(model.run->recording.get(), access.pc);
            add_targets(canvas, model, access, inside);
            canvas.append(sectors_figure(input, inside.size(), style), inside.corner());
        }
        y += height + gap;
    }
    return canvas.finish();
}

} // namespace warpstage::views

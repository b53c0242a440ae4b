// Figures that the stage shows as sheets without changes. The subject is the current selection.
#include "app/views/frame/panel.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/pipeline/waits_figure.h"
#include "core/analysis/block/warp_iterations.h"
#include "core/timing/machine_code/machine_code.h"

namespace warpstage::views {

namespace {

Result<Exhibit> exhibit_for(const View& view, const session::Snapshot& model, const WindowState& window)
{
    if (!model.run->recording)
        return Error { no_warps_words(model) };
    if (model.run->recording->listing.size() == 0)
        return Error { "The recorded kernel has no instruction listing." };
    return exhibit_of(view, model, window);
}

DrawList figure_sheet(const View& view, const Scope& scope)
{
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    const auto exhibit = exhibit_for(view, scope.model, scope.window);
    if (exhibit) {
        canvas.append(exhibit->draw(inside.size(), scope.style), inside.corner());
    } else {
        canvas.heading(inside, std::string { view.title }, "", {});
        const float head = canvas.heading_height();
        canvas.empty_words({ inside.x, inside.y + head, inside.width, inside.height - head }, exhibit.error().message);
    }
    return canvas.finish();
}

} // namespace

DrawList occupancy_view(const Scope& scope)
{
    return figure_sheet(named::occupancy, scope);
}

DrawList hierarchy_view(const Scope& scope)
{
    return figure_sheet(named::hierarchy, scope);
}

DrawList index_view(const Scope& scope)
{
    return figure_sheet(named::index, scope);
}

DrawList pipeline_view(const Scope& scope)
{
    return figure_sheet(named::pipeline, scope);
}

// While a step that has been asked runs, its waits; otherwise those of the recorded block.
DrawList waits_view(const Scope& scope)
{
    const simt::Hang* running = scope.model.run->waits.get();
    if (running == nullptr)
        return figure_sheet(named::waits, scope);
    Canvas canvas = sheet_canvas(scope);
    canvas.append(waits_figure(running_waits(*running), scope.inside().size(), scope.style), scope.inside().corner());
    return canvas.finish();
}

DrawList retirement_view(const Scope& scope)
{
    return figure_sheet(named::retirement, scope);
}

// The number of registers per thread is decided when the PTX is translated; the SM model's estimate is used.
Result<void> choose_occupancy(const session::Snapshot& model, Subject& subject)
{
    const session::Recording& recording = *model.run->recording;
    const timing::MachineCode code = timing::machine_code(recording.listing, *model.run->traits);
    subject.registers = std::min(code.registers_per_thread, model.run->traits->limits.registers_per_thread);
    subject.registers_estimated = true;
    return {};
}

// The chosen line, if it contains a branch that a warp executes more than once.
Result<void> choose_retirement(const session::Snapshot& model, Subject& subject)
{
    const session::Recording& recording = *model.run->recording;
    if (model.selection->line != 0
        && analysis::busiest_branch(recording.trace, recording.listing, model.selection->line).has_value())
        subject.line = model.selection->line;
    return {};
}

} // namespace warpstage::views

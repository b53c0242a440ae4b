// The machine instructions of the current variant and of the one that it is compared with: the scene of lessons about
// instructions, and a sheet of all others.
#include "app/views/frame/panel.h"
#include "app/views/pipes/pipes_figure.h"
#include "app/views/view.h"

namespace warpstage::views {

double operations_per_thread(const session::Snapshot& model)
{
    const problem::Plan* plan = model.scene->plan.get();
    if (plan == nullptr || plan->recorded_work >= plan->step.size())
        return 0.0;
    const auto* launch = std::get_if<problem::KernelLaunch>(&plan->step[plan->recorded_work]);
    return launch == nullptr ? 0.0 : plan->work_per_step / static_cast<double>(launch->grid.count() * launch->block.count());
}

namespace {

DrawList pipes_of(const session::Snapshot& model, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (model.run->recording == nullptr || model.run->recording->listing.size() == 0 || is_asking(model)) {
        canvas.empty_words(size.area(), no_warps_words(model));
        return canvas.finish();
    }
    const double operations = operations_per_thread(model);
    PipesInput input;
    input.architecture = model.run->architecture;
    input.sides.push_back({ label_of(model, model.setup->variant),
        timing::instruction_mix(*model.run->recording, *model.run->traits, operations) });
    if (model.run->compared && model.run->compared->recording)
        input.sides.push_back({ label_of(model, model.run->compared->variant),
            timing::instruction_mix(*model.run->compared->recording, *model.run->traits, operations) });
    canvas.append(pipes_figure(input, size, style), {});
    canvas.tip(size.area(),
        { tr("Instructions per operation"),
            tr("Machine instructions that a warp issues for one operation of each of its threads, by pipe."),
            tr("instructions of the loop / operations; cycles = 32 × instructions / lanes per cycle"),
            tr("Counted in the recorded block. Machine code and rates: from the SM model, not from an assembler."), {} });
    return canvas.finish();
}

} // namespace

DrawList instructions_view(const Scope& scope)
{
    return pipes_of(scope.model, scope.size, scope.style);
}

DrawList pipes_view(const Scope& scope)
{
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    canvas.heading(inside, tr("Instructions per operation"), "", {});
    const float head = canvas.heading_height();
    const Rect area { inside.x, inside.y + head, inside.width, inside.height - head };
    canvas.append(pipes_of(scope.model, area.size(), scope.style), area.corner());
    return canvas.finish();
}

} // namespace warpstage::views

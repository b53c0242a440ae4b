// The scene of lessons about latency: the warps of one multiprocessor and their bytes in flight.
#include "app/views/frame/panel.h"
#include "app/views/sm/sm_figure.h"

namespace warpstage::views {

DrawList latency_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas(scope.size, style);
    if (model.run->recording == nullptr || is_asking(model) || !model.sm->run) {
        canvas.empty_words(scope.size.area(),
            model.run->recording == nullptr || is_asking(model) ? no_warps_words(model) : tr("modeling the multiprocessor…"));
        return canvas.finish();
    }
    const SmInput input = sm_input(model, {});
    const timing::SmRun& run = *input.runs.front().run;
    const std::string flight = amount_in_flight(run);
    const std::string slots = percent(issue_slots_used(run));
    const std::string warps = counted(run.warps.size(), "warp");
    const float head = 2.0F * style.title;
    canvas.label({ 0, head / 2 },
        fitting_words({ trf("{}: {} in flight, {} of issue slots used", warps, flight, slots),
                          trf("{}: {} in flight", warps, flight), flight + tr(" in flight") },
            Face::semibold, style.title, scope.size.width),
        { Face::semibold, style.title, style.text, Align::left, scope.size.width });
    const Size rest { scope.size.width, scope.size.height - head };
    if (rest.height > canvas.units(60.0F))
        canvas.append(sm_figure(input, rest, style), { 0, head });
    canvas.tip({ 0, 0, scope.size.width, head },
        { tr("Loads in flight"), tr("Bytes requested from global memory that have not arrived yet, averaged over the run."), {},
            trf("Estimated for {} by the SM model from a recorded block.", model.sm->run->gpu), {} });
    return canvas.finish();
}

} // namespace warpstage::views

// The estimated throughput of the current variant against the parameter that a cue sweeps: a sheet.
#include "app/views/frame/panel.h"
#include "app/views/timings/curves_figure.h"
#include "app/views/timings/time_words.h"
#include "core/base/number.h"

namespace warpstage::views {

namespace {

CurvesInput curve_input(const session::Snapshot& model)
{
    const session::EstimateSection& estimates = *model.estimates;
    const std::string& unit = model.timing->merit_unit;
    CurvesInput input;
    input.title = unit == "B/s" ? tr("Bandwidth") : tr("Throughput");
    input.y_name = input.title;
    input.y_unit = unit;
    input.subtitle = estimate_wordings(model).front();
    const auto parameter = std::ranges::find(model.setup->parameters, estimates.swept, &session::ParameterView::id);
    input.x_name = parameter == model.setup->parameters.end() ? estimates.swept : parameter->label;
    Curve curve { label_of(model, model.setup->variant), Origin::estimated, {} };
    for (const session::SweptEstimate& point : estimates.curve)
        if (const auto x = number_in<double>(point.value); x && point.merit > 0.0)
            curve.points.push_back({ *x, point.merit });
    if (!curve.points.empty())
        input.curves.push_back(std::move(curve));
    return input;
}

} // namespace

DrawList curves_view(const Scope& scope)
{
    const session::EstimateSection& estimates = *scope.model.estimates;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    const CurvesInput input = curve_input(scope.model);
    if (input.curves.empty()) {
        canvas.heading(inside, input.title, "", {});
        const float head = canvas.heading_height();
        canvas.empty_words({ inside.x, inside.y + head, inside.width, inside.height - head },
            estimates.swept.empty() ? tr("this cue has no curve") : tr("estimating…"));
        return canvas.finish();
    }
    canvas.append(curves_figure(input, inside.size(), scope.style), inside.corner());
    canvas.tip(inside,
        { input.title, trf("The throughput of this variant for each value of `{}`.", estimates.swept), {},
            tr("Estimated by the SM model from blocks that ran on the virtual machine. Not measured."), {} });
    return canvas.finish();
}

} // namespace warpstage::views

#include "app/figures/curves.h"

#include "app/views/timings/curves_figure.h"
#include "core/problem/expressions/number.h"

namespace warpstage::figures {

namespace {

// `value` returns the y value of a point, or nothing.
template <typename Value>
views::Curve curve_of(const bench::Sweep& sweep, const std::string& name, views::Origin origin, Value value)
{
    views::Curve curve { name, origin, {} };
    for (const bench::SweptPoint& point : sweep.points) {
        if (const std::optional<double> y = value(point))
            curve.points.push_back({ *problem::parse_real(point.value), *y });
    }
    std::ranges::sort(curve.points, {}, &views::CurvePoint::x);
    return curve;
}

} // namespace

Result<views::Exhibit> curves_of(const bench::Sweep& sweep)
{
    if (sweep.points.size() < 2)
        return Error { "A curve requires at least two values of the parameter." };
    for (const bench::SweptPoint& point : sweep.points) {
        if (!problem::parse_real(point.value))
            return Error { fmt::format("A curve requires numbers, but `{}` is not a number. Remove `-o`.", point.value) };
    }
    views::CurvesInput input;
    input.x_name = sweep.parameter;
    draw::CaptionInput caption;
    caption.kernel = fmt::format("{} · {}", sweep.lesson, sweep.variant);
    caption.what = { sweep.others };
    if (sweep.emulated()) {
        input.title = sweep.shared ? "Wavefronts / minimum" : "Fetched sectors / minimum";
        input.y_name = fmt::format("{} / minimum", sweep.unit());
        for (std::size_t i = 0; i < sweep.architectures.size(); ++i)
            input.curves.push_back(
                curve_of(sweep, sweep.architectures[i], views::Origin::computed, [i](const bench::SweptPoint& point) {
                    return point.costs.empty() ? std::nullopt : std::optional { point.costs[i].times_ideal() };
                }));
        caption.source = "computed from a run of block 0 on the virtual machine";
        if (sweep.models_l1)
            caption.source += "; CC 2.x: includes a model of the L1 cache, 16 KiB with lines of 128 bytes";
    } else {
        input.title = "Bandwidth";
        input.y_name = "requested bytes";
        input.y_unit = "B/s";
        input.curves.push_back(curve_of(sweep, sweep.engine.name, views::Origin::measured, [](const bench::SweptPoint& point) {
            return point.line.time.samples > 0 ? std::optional { point.line.merit } : std::nullopt;
        }));
        caption.source = fmt::format("measured on {} ({})", sweep.engine.name, sweep.engine.detail);
    }
    return views::Exhibit { std::move(caption), [input](draw::Size size, const draw::Style& style) {
                               return views::curves_figure(input, size, style);
                           } };
}

} // namespace warpstage::figures

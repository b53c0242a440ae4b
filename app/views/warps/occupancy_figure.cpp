#include "app/views/warps/occupancy_figure.h"

#include "app/draw/axis.h"
#include "app/draw/canvas.h"
#include "app/draw/color.h"
#include "app/draw/marks.h"
#include "app/draw/page.h"
#include "app/draw/text_metrics.h"
#include "app/views/sectors/sectors_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace warpstage::views {

namespace {

constexpr float kNarrowestChart = 150.0F;

// The warps at an amount: the last step that begins at or before it.
double warps_at(const OccupancyCurve& curve, double amount)
{
    double warps = curve.points.empty() ? 0.0 : curve.points.front().y;
    for (const CurvePoint point : curve.points)
        if (point.x <= amount)
            warps = point.y;
    return warps;
}

float share_of(double warps, double most)
{
    return static_cast<float>(std::isfinite(warps) ? std::clamp(warps / most, 0.0, 1.0) : 0.0);
}

void draw_steps(Canvas& canvas, const OccupancyCurve& curve, const Axis& x, double most_warps, Rect plot)
{
    const Style& style = canvas.style();
    const auto at = [&](double amount, double warps) {
        return Point { plot.x + plot.width * x.share(amount), plot.bottom() - plot.height * share_of(warps, most_warps) };
    };
    std::vector<Point> line;
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const CurvePoint point = curve.points[i];
        if (i > 0)
            line.push_back(at(point.x, curve.points[i - 1].y));
        line.push_back(at(point.x, point.y));
        if (i + 1 == curve.points.size())
            break;
        const Point from = at(point.x, point.y);
        const float right = at(curve.points[i + 1].x, 0.0).x;
        canvas.fill(
            { from.x, from.y, right - from.x, plot.bottom() - from.y }, mix(style.panel, shape_color(style, style.blue), 0.22F));
    }
    canvas.polyline(std::move(line), style.blue, canvas.units(2.4F));
}

void draw_chart(Canvas& canvas, const OccupancyInput& input, const OccupancyCurve& curve, Rect area)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const bool limits = curve.limits == Limits::yes;
    const float title = 1.5F * style.small;
    const float mark = limits ? 1.2F * style.small : 0.0F;
    if (limits)
        canvas.warning_sign({ area.x + 0.45F * style.small, area.y + 0.62F * style.small }, 0.9F * style.small, style.vermilion);
    const std::string limited = curve.name + ", the limit";
    const bool said = limits && room_for(limited, Face::semibold, style.small) <= area.width - mark;
    canvas.text({ area.x + mark, area.y + 0.95F * style.small }, said ? limited : curve.name,
        { Face::semibold, style.small, limits ? style.vermilion : style.text, Align::left, area.width - mark });

    const float left = room_for(std::to_string(input.warps_at_most), Face::mono, size) + canvas.units(8.0F);
    const Rect plot { area.x + left, area.y + title + canvas.units(4.0F), area.width - left - canvas.units(10.0F),
        area.height - title - canvas.units(4.0F) - 1.5F * size };
    if (plot.width < canvas.units(24.0F) || plot.height < canvas.units(16.0F))
        return;
    double most = std::max(curve.present, 1.0);
    for (const CurvePoint point : curve.points)
        most = std::max(most, point.x);
    const Axis x(
        0.0, most, static_cast<std::size_t>(std::max(2.0F, plot.width / canvas.units(60.0F))), Spacing::linear, Ends::exact);
    TakenSpans rows;
    for (const double quarter : { 0.0, 1.0, 0.5, 0.25, 0.75 }) {
        const double value = quarter * input.warps_at_most;
        const float at = plot.bottom() - plot.height * share_of(value, input.warps_at_most);
        canvas.line({ plot.x, at }, { plot.right(), at }, style.border, canvas.units(1.0F));
        if (value != std::round(value) || !rows.take(at - 0.6F * size, at + 0.6F * size))
            continue;
        canvas.text({ plot.x - canvas.units(5.0F), centered_baseline(at, size) }, mark_words(value),
            { Face::mono, size, style.secondary, Align::right, left });
    }
    draw_steps(canvas, curve, x, input.warps_at_most, plot);
    dashed_polyline(canvas, { { plot.x, plot.y }, { plot.right(), plot.y } }, Dash::dashed, style.green, canvas.units(2.0F));

    // The kernel: a drop line, a point, its amount on the axis.
    const Point here { plot.x + plot.width * x.share(curve.present),
        plot.bottom() - plot.height * share_of(warps_at(curve, curve.present), input.warps_at_most) };
    dashed_polyline(canvas, { here, { here.x, plot.bottom() } }, Dash::dotted, style.orange, canvas.units(2.0F));
    draw_marker(canvas, here, canvas.units(12.0F), Marker::circle, shape_color(style, style.orange));
    TakenSpans taken;
    const float baseline = plot.bottom() + 1.2F * size;
    const auto number = [&](double value, Color color) {
        const std::string words = mark_words(value);
        const float half = room_for(words, Face::mono, size) / 2;
        const float middle =
            std::clamp(plot.x + plot.width * x.share(value), area.x + half, std::max(area.x + half, area.right() - half));
        if (taken.take(middle - half - canvas.units(3.0F), middle + half + canvas.units(3.0F)))
            canvas.text({ middle, baseline }, words, { Face::mono, size, color, Align::center, 2 * half });
    };
    number(curve.present, style.orange);
    for (const double value : x.marks())
        number(value, style.secondary);
}

// "blocks that fit: 32 by blocks, 8 by warps, ▲ 5 by registers": as many as have room.
void draw_resources(Canvas& canvas, const OccupancyInput& input, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.small;
    const float middle = row.y + row.height / 2;
    const float baseline = centered_baseline(middle, size);
    float x = row.x;
    const auto put = [&](const std::string& words, Color color, Face face, float mark) {
        const float room = room_for(words, face, size);
        if (x + mark + room > row.right())
            return false;
        if (mark > 0.0F)
            canvas.warning_sign({ x + 0.45F * size, middle }, 0.9F * size, style.vermilion);
        canvas.text({ x + mark, baseline }, words, { face, size, color, Align::left, room });
        x += mark + room + canvas.units(16.0F);
        return true;
    };
    if (row.width > canvas.units(500.0F) && !put("blocks that fit", style.secondary, Face::regular, 0.0F))
        return;
    for (const OccupancyResource& resource : input.resources) {
        const bool limits = resource.limits == Limits::yes;
        const std::string words = resource.unlimited ? fmt::format("{}: any number", resource.name)
                                                     : fmt::format("{}: {}", resource.name, resource.blocks);
        if (!put(words, limits ? style.vermilion : style.text, limits ? Face::semibold : Face::regular,
                limits ? 1.2F * size : 0.0F))
            return;
    }
}

std::string limiters(const OccupancyInput& input)
{
    std::string words;
    for (const OccupancyResource& resource : input.resources)
        if (resource.limits == Limits::yes)
            words += (words.empty() ? "" : " and ") + resource.name;
    return words;
}

} // namespace

Result<OccupancyInput> occupancy_input(const arch::Traits& traits, const arch::KernelResources& kernel)
{
    const auto present = arch::occupancy(traits, kernel);
    if (!present)
        return present.error();
    OccupancyInput input;
    input.warps = present->warps;
    input.warps_at_most = present->warps_at_most;
    input.blocks = present->blocks;
    for (const arch::ResourceUse& use : present->resources)
        input.resources.push_back({ std::string { arch::name_of(use.resource) }, use.blocks,
            use.blocks == arch::ResourceUse::kUnlimited, use.limits ? Limits::yes : Limits::no });
    const auto limits = [&](arch::Resource resource) {
        return present->resources[static_cast<std::size_t>(resource)].limits ? Limits::yes : Limits::no;
    };
    const auto curve = [&](std::string name, std::uint32_t arch::KernelResources::*amount, std::uint32_t from, std::uint32_t to,
                           std::uint32_t step, Limits is_limit) {
        OccupancyCurve result { std::move(name), {}, static_cast<double>(kernel.*amount), is_limit };
        for (std::uint32_t value = from; value <= to; value += step) {
            arch::KernelResources changed = kernel;
            changed.*amount = value;
            const auto there = arch::occupancy(traits, changed);
            const double warps = there ? there->warps : 0;
            const bool same = !result.points.empty() && result.points.back().y == warps;
            if (!same || value + step > to)
                result.points.push_back({ static_cast<double>(value), warps });
        }
        input.curves.push_back(std::move(result));
    };
    const arch::Limits& most = traits.limits;
    curve("registers a thread", &arch::KernelResources::registers_per_thread, 1, most.registers_per_thread, 1,
        limits(arch::Resource::registers));
    curve("shared bytes a block", &arch::KernelResources::shared_bytes_per_block, 0, most.shared_bytes_per_block,
        most.shared_unit / 2, limits(arch::Resource::shared_memory));
    const bool size = limits(arch::Resource::warps) == Limits::yes || limits(arch::Resource::blocks) == Limits::yes;
    curve("threads a block", &arch::KernelResources::threads_per_block, 1, most.threads_per_block, 1,
        size ? Limits::yes : Limits::no);
    return input;
}

DrawList occupancy_figure(const OccupancyInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { "Occupancy", input.subtitle, {}, {}, input.caption };
    if (input.warps_at_most == 0 || input.curves.empty()) {
        const Rect area = draw_page(canvas, words, {}, canvas.units(30.0F));
        canvas.empty_words(area, input.nothing);
        return canvas.finish();
    }
    const double share = static_cast<double>(input.warps) / input.warps_at_most;
    const std::string warps = fmt::format("{} of {} warps", input.warps, input.warps_at_most);
    words.headline = { { fmt::format("{}, {}", warps, percent(share)), warps, percent(share) },
        share >= 0.995 ? style.green : style.text, share >= 0.995 };
    const std::string limiter = limiters(input);
    const std::string blocks = fmt::format("{} {}", input.blocks, input.blocks == 1 ? "block" : "blocks");
    words.sentence = {
        fmt::format("One multiprocessor holds {} of this kernel{}.", blocks,
            limiter.empty() ? "" : fmt::format("; {} keep{} the next one out", limiter, limiter.ends_with('s') ? "" : "s")),
        limiter.empty() ? blocks : fmt::format("{}, limited by {}", blocks, limiter)
    };
    const std::vector<KeyEntry> key { { "this kernel",
                                          [](Canvas& on, Rect rect) {
                                              draw_marker(on, { rect.x + rect.width / 2, rect.y + rect.height / 2 }, rect.height,
                                                  Marker::circle, shape_color(on.style(), on.style().orange));
                                          } },
        { "warps resident on one multiprocessor",
            [](Canvas& on, Rect rect) {
                on.line({ rect.x, rect.y + rect.height / 2 }, { rect.right(), rect.y + rect.height / 2 }, on.style().blue,
                    on.units(2.4F));
            },
            2.0F },
        { "most that it can hold",
            [](Canvas& on, Rect rect) {
                dashed_polyline(on, { { rect.x, rect.y + rect.height / 2 }, { rect.right(), rect.y + rect.height / 2 } },
                    Dash::dashed, on.style().green, on.units(2.0F));
            },
            2.0F } };
    Rect area = draw_page(canvas, words, key, canvas.units(110.0F));
    if (!input.resources.empty() && area.height >= canvas.units(150.0F)) {
        const float row = 1.7F * style.small;
        draw_resources(canvas, input, { area.x, area.bottom() - row, area.width, row });
        area.height -= row + canvas.units(4.0F);
    }
    // Side by side; where they would be too narrow, the one that limits comes first.
    std::vector<const OccupancyCurve*> curves;
    for (const OccupancyCurve& curve : input.curves)
        curves.push_back(&curve);
    std::stable_sort(curves.begin(), curves.end(),
        [](const OccupancyCurve* a, const OccupancyCurve* b) { return a->limits == Limits::yes && b->limits == Limits::no; });
    const auto fit = static_cast<std::size_t>(std::max(1.0F, std::floor(area.width / canvas.units(kNarrowestChart))));
    curves.resize(std::min({ curves.size(), fit, std::size_t { 4 } }));
    std::stable_sort(curves.begin(), curves.end()); // in the order of the input again
    const float gap = canvas.units(20.0F);
    const auto count = static_cast<float>(curves.size());
    const float width = (area.width - gap * (count - 1)) / count;
    float x = area.x;
    for (const OccupancyCurve* curve : curves) {
        draw_chart(canvas, input, *curve, { x, area.y, width, area.height });
        x += width + gap;
    }
    return canvas.finish();
}

} // namespace warpstage::views

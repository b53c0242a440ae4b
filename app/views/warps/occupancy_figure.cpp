#include "app/views/warps/occupancy_figure.h"

#include "app/draw/axis.h"
#include "app/views/gallery/exhibit.h"
#include "core/arch/timing/latency_cover.h"

namespace warpstage::views {

namespace {

constexpr float kNarrowestChart = 150.0F;

float share_of(double warps, double most)
{
    return static_cast<float>(std::isfinite(warps) ? std::clamp(warps / most, 0.0, 1.0) : 0.0);
}

void draw_steps(Canvas& canvas, const arch::OccupancyCurve& curve, const Axis& x, double max_warps, Rect plot)
{
    const Style& style = canvas.style();
    const auto at = [&](double amount, double warps) {
        return Point { plot.x + plot.width * x.share(amount), plot.bottom() - plot.height * share_of(warps, max_warps) };
    };
    std::vector<Point> line;
    for (std::size_t i = 0; i < curve.steps.size(); ++i) {
        const arch::OccupancyStep step = curve.steps[i];
        if (i > 0)
            line.push_back(at(step.amount, curve.steps[i - 1].warps));
        line.push_back(at(step.amount, step.warps));
        if (i + 1 == curve.steps.size())
            break;
        const Point from = at(step.amount, step.warps);
        const float right = at(curve.steps[i + 1].amount, 0.0).x;
        canvas.fill(
            { from.x, from.y, right - from.x, plot.bottom() - from.y }, mix(style.panel, shape_color(style, style.blue), 0.22F));
    }
    canvas.polyline(std::move(line), style.blue, canvas.units(2.4F));
}

void draw_chart(Canvas& canvas, const OccupancyInput& input, const arch::OccupancyCurve& curve, Rect area)
{
    const Style& style = canvas.style();
    const float size = style.smallest;
    const bool limits = curve.limits;
    const float title = 1.5F * style.small;
    const float mark = limits ? 1.2F * style.small : 0.0F;
    if (limits)
        warning_sign(canvas, { area.x + 0.45F * style.small, area.y + 0.62F * style.small }, 0.9F * style.small, style.vermilion);
    const std::string limited = curve.name + tr(", the limit");
    const bool said = limits && room_for(limited, Face::semibold, style.small) <= area.width - mark;
    canvas.text({ area.x + mark, area.y + 0.95F * style.small }, said ? limited : curve.name,
        { Face::semibold, style.small, limits ? style.vermilion : style.text, Align::left, area.width - mark });

    const float left = room_for(std::to_string(input.warps_at_most), Face::mono, size) + canvas.units(8.0F);
    const Rect plot { area.x + left, area.y + title + canvas.units(4.0F), area.width - left - canvas.units(10.0F),
        area.height - title - canvas.units(4.0F) - 1.5F * size };
    if (plot.width < canvas.units(24.0F) || plot.height < canvas.units(16.0F))
        return;
    double most = std::max(curve.present, 1.0);
    for (const arch::OccupancyStep step : curve.steps)
        most = std::max(most, step.amount);
    const Axis x(
        0.0, most, static_cast<std::size_t>(std::max(2.0F, plot.width / canvas.units(60.0F))), Spacing::linear, Ends::exact);
    TakenSpans rows;
    for (const double quarter : { 0.0, 1.0, 0.5, 0.25, 0.75 }) {
        const double value = quarter * input.warps_at_most;
        const float at = plot.bottom() - plot.height * share_of(value, input.warps_at_most);
        canvas.line({ plot.x, at }, { plot.right(), at }, style.border, canvas.units(1.0F));
        if (value != std::round(value) || !rows.take(at - 0.6F * size, at + 0.6F * size))
            continue;
        canvas.label(
            { plot.x - canvas.units(5.0F), at }, mark_words(value), { Face::mono, size, style.secondary, Align::right, left });
    }
    draw_steps(canvas, curve, x, input.warps_at_most, plot);
    dashed_polyline(canvas, { plot.corner(), { plot.right(), plot.y } }, Dash::dashed, style.green, canvas.units(2.0F));

    // The kernel: a vertical line, a point, its amount on the axis.
    const Point here { plot.x + plot.width * x.share(curve.present),
        plot.bottom() - plot.height * share_of(curve.warps_at(curve.present), input.warps_at_most) };
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

// "block limits: 32 by blocks, 8 by warps, ▲ 5 by registers": as many as fit.
void draw_resources(Canvas& canvas, const OccupancyInput& input, Rect row)
{
    const Style& style = canvas.style();
    const float size = style.small;
    RowWriter writer(canvas, row, canvas.units(16.0F));
    const auto sign = [&](Rect mark) {
        warning_sign(canvas, { mark.x + 0.45F * size, mark.center().y }, 0.9F * size, style.vermilion);
    };
    if (row.width > canvas.units(500.0F) && !writer.put(tr("block limits"), { Face::regular, size, style.secondary }))
        return;
    for (const arch::ResourceUse& resource : input.resources) {
        const std::string blocks =
            resource.blocks == arch::ResourceUse::kUnlimited ? tr("no limit") : std::to_string(resource.blocks);
        const std::string words = fmt::format("{}: {}", resource_words(resource.resource), blocks);
        const bool put = resource.limits ? writer.put(words, { Face::semibold, size, style.vermilion }, 1.2F * size, sign)
                                         : writer.put(words, { Face::regular, size, style.text });
        if (!put)
            return;
    }
}

// The limits of a block and of a multiprocessor.
std::vector<std::string> limits_words(const arch::Traits& traits)
{
    const arch::Limits& limits = traits.limits;
    const std::string block = trf("{} threads per block", text::grouped(limits.threads_per_block));
    const std::string multiprocessor =
        trf("{} threads and {} blocks per multiprocessor", text::grouped(limits.threads()), limits.blocks);
    return { trf("{} limits: {}; {}; {} registers.", traits.name, block, multiprocessor, text::grouped(limits.registers)),
        trf("{} limits: {}; {}.", traits.name, block, multiprocessor),
        trf("At most {}; {} per multiprocessor.", block, text::grouped(limits.threads())) };
}

std::vector<std::string> latency_words(const arch::Traits& traits)
{
    const arch::LatencyCover cover = arch::register_latency_cover(arch::timing_of(traits.capability));
    const std::string result = trf("{} resident threads hide the latency of dependent arithmetic", cover.threads);
    return { trf("{}: {:.0f} cycles × {:.0f} lanes per cycle.", result, cover.cycles, cover.lanes), result + "." };
}

} // namespace

std::string_view resource_words(arch::Resource resource)
{
    switch (resource) {
    case arch::Resource::blocks:
        return tr("blocks");
    case arch::Resource::warps:
        return tr("warps");
    case arch::Resource::registers:
        return tr("registers");
    case arch::Resource::shared_memory:
        return tr("shared memory");
    }
    return {};
}

std::string limiter_words(const arch::Occupancy& occupancy)
{
    std::string words;
    if (occupancy.warps == occupancy.warps_at_most)
        return words;
    for (const arch::ResourceUse& use : occupancy.resources) {
        if (!use.limits)
            continue;
        const std::string_view resource = resource_words(use.resource);
        words = words.empty() ? std::string { resource } : trf("{} and {}", words, resource);
    }
    return words;
}

DrawList occupancy_figure(const OccupancyInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Occupancy"), input.subtitle };
    if (input.warps_at_most == 0 || input.curves.empty())
        return empty_page(std::move(canvas), words, tr("no kernel"));
    const double share = static_cast<double>(input.warps) / input.warps_at_most;
    const std::string warps = trf("{} of {} warps", input.warps, input.warps_at_most);
    words.headline = { { fmt::format("{}, {}", warps, percent(share)), warps, percent(share) },
        share >= 0.995 ? style.green : style.text, share >= 0.995 };
    const std::string limiter = limiter_words(input);
    const std::string blocks = counted(input.blocks, "block");
    words.sentence = { trf("One multiprocessor holds {} ({}) of this kernel{}.", blocks, counted(input.threads, "thread"),
                           limiter.empty() ? "" : trf(", limited by {}", limiter)),
        limiter.empty() ? blocks : trf("{}, limited by {}", blocks, limiter) };
    const std::vector<KeyEntry> key { { tr("this kernel"),
                                          [](Canvas& on, Rect rect) {
                                              draw_marker(on, rect.center(), rect.height, Marker::circle,
                                                  shape_color(on.style(), on.style().orange));
                                          } },
        key_stroke(tr("warps resident on one multiprocessor"), style.blue, Dash::solid),
        key_stroke(tr("maximum"), style.green, Dash::dashed, 2.0F, 2.0F) };
    Rect area = draw_page(canvas, words, key, canvas.units(110.0F));
    if (area.height >= canvas.units(150.0F)) {
        const float row = 1.7F * style.small;
        draw_resources(canvas, input, { area.x, area.bottom() - row, area.width, row });
        area.height -= row + canvas.units(4.0F);
    }
    for (const std::vector<std::string>& wordings : { input.latency, input.limits }) {
        const float row = 1.5F * style.small;
        const std::string line =
            wordings.empty() ? std::string {} : fitting_words(wordings, Face::regular, style.small, area.width);
        if (line.empty() || area.height < canvas.units(140.0F) + row)
            continue;
        canvas.label_in({ area.x, area.bottom() - row, area.width, row }, line, { Face::regular, style.small, style.text });
        area.height -= row;
    }
    // Side by side; if they would be too narrow, the limiting resource comes first.
    std::vector<const arch::OccupancyCurve*> curves;
    for (const arch::OccupancyCurve& curve : input.curves)
        curves.push_back(&curve);
    std::stable_sort(curves.begin(), curves.end(),
        [](const arch::OccupancyCurve* a, const arch::OccupancyCurve* b) { return a->limits && !b->limits; });
    const auto fit = std::max<std::size_t>(1, rows_in(area.width, canvas.units(kNarrowestChart)));
    curves.resize(std::min({ curves.size(), fit, std::size_t { 4 } }));
    std::stable_sort(curves.begin(), curves.end()); // again in the order of the input
    const float gap = canvas.units(20.0F);
    const auto count = static_cast<float>(curves.size());
    const float width = (area.width - gap * (count - 1)) / count;
    float x = area.x;
    for (const arch::OccupancyCurve* curve : curves) {
        draw_chart(canvas, input, *curve, { x, area.y, width, area.height });
        x += width + gap;
    }
    return canvas.finish();
}

Result<Exhibit> prepare_occupancy(const Subject& subject)
{
    if (!subject.registers)
        return Error { "The figure `occupancy` requires `--registers N`, the registers per thread that the assembler allocates; "
                       "`nvcc -Xptxas -v` prints them." };
    const session::Recording& recording = *subject.recording;
    const arch::KernelResources kernel { static_cast<std::uint32_t>(recording.block_size.count()), *subject.registers,
        recording.shared_bytes };
    auto curves = arch::occupancy_curves(*subject.traits, kernel);
    if (!curves)
        return curves.error();
    OccupancyInput input { *std::move(curves),
        subject.registers_estimated ? trf("{} · registers estimated", subject.traits->name)
                                    : std::string { subject.traits->name },
        0, limits_words(*subject.traits), latency_words(*subject.traits) };
    input.threads = input.blocks * kernel.threads_per_block;
    CaptionInput caption = recorded_caption(subject);
    caption.what.erase(caption.what.begin()); // the same for every block
    caption.numbers = { trf("{} of {} warps", input.warps, input.warps_at_most),
        trf("{} threads per block", kernel.threads_per_block), trf("{} registers per thread", kernel.registers_per_thread),
        trf("{}\u2009B of shared memory per block", text::grouped(kernel.shared_bytes_per_block)) };
    caption.source = tr("computed for the architecture; registers ")
        + std::string(subject.registers_estimated ? tr("estimated") : tr("given"));
    return exhibit_of_figure(std::move(caption), occupancy_figure, std::move(input));
}

} // namespace warpstage::views

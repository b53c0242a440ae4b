#include "app/views/frame/panel.h"
#include "app/views/frame/tip.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/timings/samples.h"
#include "app/views/timings/time_words.h"
#include "app/views/timings/timings_figure.h"
#include "app/views/warps/occupancy_figure.h"
#include "core/arch/occupancy.h"
#include "core/timing/limiter_words.h"

namespace warpstage::views {

namespace {

constexpr float kRoomForHistory = 130.0F; // inner height of the panel

// The number of registers per thread is decided when the PTX is translated for a GPU: without them the occupancy is an upper
// bound.
std::vector<std::string> occupancy_wordings(const session::RunSection& run)
{
    if (run.recording == nullptr || run.recording->trace.warp_width != arch::Limits::kWarpSize)
        return {};
    const auto occupancy = arch::occupancy(*run.traits,
        { .threads_per_block = static_cast<std::uint32_t>(run.recording->block_size.count()),
            .shared_bytes_per_block = run.recording->shared_bytes });
    if (!occupancy)
        return { trf("a block of this kernel does not fit on {}", run.traits->name), tr("occupancy: none") };
    const std::string share = tr("occupancy at most ") + percent(occupancy->fraction());
    const std::string least = tr("occupancy ≤ ") + percent(occupancy->fraction());
    const std::string limiter = limiter_words(*occupancy);
    const std::string limited = limiter.empty() ? limiter : tr(", limited by ") + limiter;
    const std::string brief = limiter.empty() ? limiter : fmt::format(" ({})", limiter);
    const char* const uncounted = tr("registers not counted");
    return { trf("{}: {} of {} warps{}; {}", share, occupancy->warps, occupancy->warps_at_most, limited, uncounted),
        fmt::format("{}{}; {}", share, limited, uncounted), fmt::format("{}{}; {}", least, brief, uncounted),
        trf("{}{}, ignoring registers", least, brief), trf("{}, ignoring registers", least) };
}

using Kind = session::ShownTime::Kind;

// The work items of an estimated step, in the same form as those of a measured one.
void use_estimate(TimingsInput& input, const session::Snapshot& model, const session::ShownTime& shown)
{
    input.source = TimeSource::estimated;
    input.machine = short_gpu_name(model.estimates->gpu);
    if (const std::string sizes = sizes_words(model); !sizes.empty())
        input.sizes = { trf("estimated: {}", sizes), sizes, timed_size_words(model) };
    input.works.clear();
    input.merit = shown.kind == Kind::estimated ? model.estimates->merit : 0.0;
    input.limit = 0.0;
    if (shown.kind != Kind::estimated) {
        input.missing = shown.kind == Kind::estimating ? tr("estimating…") : shown.reason;
        return;
    }
    for (const timing::WorkEstimate& work : model.estimates->of(model.setup->variant).step->works) {
        input.works.push_back({ work.name, false, { work.time, work.time, work.time, 1 } });
        input.limiters.push_back(std::string { tr(timing::limiter_words(work.limiter, work.pipe)) });
    }
}

TimingsInput timings_input(const session::Snapshot& model)
{
    const std::size_t variant = model.setup->variant;
    const session::ShownTime shown = shown_time(model, variant);
    TimingsInput input;
    input.merit_unit = model.timing->merit_unit;
    input.occupancy = occupancy_wordings(*model.run);
    input.stopped = model.run->recording != nullptr && model.run->recording->trap && model.timing->works.empty();
    if (shown.kind == Kind::estimated || shown.kind == Kind::estimating || shown.kind == Kind::impossible) {
        use_estimate(input, model, shown);
    } else if (!model.timing->of(variant).emulated) {
        input.works = model.timing->works;
        input.merit = model.timing->merit;
        input.limit = model.timing->merit_limit;
        input.limit_name = model.timing->limit_name;
        if (model.device->timing_origin)
            input.machine = model.device->timing_origin->machine;
        if (shown.kind == Kind::host)
            input.machine = tr("the CPU of this computer");
        input.beside = estimate_beside(model, variant);
    }
    // The first variant with a time is the reference; the reference itself shows no factor.
    if (!shown.reference || variant >= model.setup->variants.size())
        return input;
    input.reference = model.setup->variants[*shown.reference].label;
    if (variant != *shown.reference)
        input.speed_up = shown.speed_up;
    return input;
}

// The source of the current variant's time, and the measurement method.
std::string timing_source(const session::Snapshot& model)
{
    const std::string_view measured = sampling_sentence(model.timing->of(model.setup->variant).timing.sampling);
    return time_source(*model.device) + (measured.empty() ? "" : " ") + std::string { measured };
}

Tip timings_tip(const session::Snapshot& model)
{
    const session::TimingSection& timing = *model.timing;
    const std::size_t variant = model.setup->variant;
    const session::ShownTime shown = shown_time(model, variant);
    Tip tip { tr("Times of a step"),
        tr("Median time and range of each kernel over all repetitions; throughput below. The theoretical occupancy of the "
           "recorded "
           "kernel is an upper bound: registers per thread are not counted."),
        {}, time_source(*model.device), {} };
    const auto estimate = model.estimates->of(variant);
    if (timing.of(variant).emulated) {
        tip.definition =
            tr("Time of each kernel and copy; throughput below. Occupancy is an upper bound: registers are not counted.");
        tip.source = trf("Estimated for {} by the SM model from blocks that ran on the virtual machine. Not a measurement.",
            model.estimates->gpu);
        if (estimate.step != nullptr) {
            for (const timing::WorkEstimate& work : estimate.step->works)
                tip.formula += (tip.formula.empty() ? "" : "; ") + work_words(work);
        }
        return tip;
    }
    if (shown.kind == Kind::host)
        tip.source = tr("Host code: measured on the CPU of this computer.");
    if (timing.merit > 0.0) {
        tip.formula = tr("work of a step / median time = ") + text::rate(timing.merit, timing.merit_unit);
        if (timing.merit_limit > 0.0)
            tip.formula += trf(
                "; {:.0f} % of {}", 100.0 * timing.merit / timing.merit_limit, text::rate(timing.merit_limit, timing.merit_unit));
    }
    if (const auto beside = estimate_beside(model, variant); !beside.empty())
        tip.formula += trf("{}measured {} · {}, limited by {}", tip.formula.empty() ? "" : "; ", text::duration(shown.time),
            beside.front(), std::string { tr(timing::limiter_words(*estimate.step)) });
    if (!emulated(*model.device))
        tip.nsight = "gpu__time_duration.sum";
    if (shown.kind != Kind::host)
        tip.source = timing_source(model);
    return tip;
}

// Host code always runs on the CPU, whichever device runs the kernels.
bool is_own_time(const Measurement& measurement)
{
    return measurement.engine.kind == engine::EngineKind::vm && measurement.estimated_for.empty()
        && !std::ranges::all_of(measurement.works, &session::WorkView::on_host);
}

std::string source_of(const Measurement& measurement)
{
    const engine::Description& engine = measurement.engine;
    if (!measurement.estimated_for.empty())
        return trf("estimated for {} by the SM model, not measured", measurement.estimated_for);
    if (is_own_time(measurement))
        return trf("time of the virtual machine ({}), not a GPU timing{}", engine.detail,
            measurement.no_estimate.empty() ? "" : tr("; no estimate: ") + measurement.no_estimate);
    if (engine.kind == engine::EngineKind::vm)
        return tr("measured on the CPU of this computer");
    return trf("measured on {} ({})", engine.name, engine.detail);
}

CaptionInput measured_caption(const Subject& subject)
{
    const Measurement& measurement = *subject.measurement;
    const session::TimingSummary& step = measurement.step;
    CaptionInput caption;
    caption.kernel = fmt::format("{} · {}", subject.lesson->title, subject.lesson->find_variant(subject.variant)->label);
    if (measurement.estimated_for.empty())
        caption.numbers = { trf("step: median {} of {} runs", text::duration(step.median), step.samples),
            trf("{} to {}", text::duration(step.minimum), text::duration(step.maximum)) };
    else
        caption.numbers = { trf("step: {}", text::duration(step.median)) };
    if (measurement.merit > 0.0)
        caption.numbers.push_back(text::rate(measurement.merit, measurement.merit_unit));
    caption.what = subject.settings;
    caption.source = source_of(measurement);
    return caption;
}

} // namespace

DrawList timings_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    Canvas canvas = panel_canvas(scope);
    Rect inside = scope.inside();
    // The last steps on the virtual machine are not times of the chosen GPU.
    const bool with_history = model.setup->published != nullptr || !model.timing->of(model.setup->variant).emulated;
    if (with_history && inside.height >= canvas.units(kRoomForHistory)) {
        // Published values: the source and at least one value.
        const float least = model.setup->published != nullptr ? 3.3F * style.small : canvas.units(30.0F);
        const float height =
            std::max(0.28F * inside.height - canvas.units(inside.height < canvas.units(200.0F) ? 10.0F : 0.0F), least);
        const Rect history { inside.x, inside.bottom() - height, inside.width, height };
        canvas.append(model.setup->published != nullptr
                ? published_lines(model, history.size(), style)
                : history_figure({ model.timing->history, model.setup->variant }, history.size(), style),
            history.corner());
        canvas.tip(history,
            { tr("Last steps"),
                tr("Each point is one sample of the step time, the newest on the right. Changes of variant are marked."),
                trf("{} samples", model.timing->history.size()), timing_source(model), {} });
        inside.height -= height + canvas.units(4.0F);
    }
    canvas.append(timings_figure(timings_input(model), inside.size(), style), inside.corner());
    canvas.tip(inside, timings_tip(model));
    return canvas.finish();
}

Result<Exhibit> prepare_timings(const Subject& subject)
{
    const Measurement& measurement = *subject.measurement;
    TimingsInput input;
    input.works = measurement.works;
    input.merit = measurement.merit;
    input.merit_unit = measurement.merit_unit;
    input.limiters = measurement.limiters;
    if (!measurement.estimated_for.empty()) {
        input.source = TimeSource::estimated;
        input.machine = short_gpu_name(measurement.estimated_for);
    } else if (is_own_time(measurement)) {
        input.source = TimeSource::emulated;
    }
    return Exhibit { measured_caption(subject), [input](Size size, const Style& style) {
                        return timings_figure(input, size, style);
                    } };
}

} // namespace warpstage::views

#include "app/views/gallery/exhibit.h"
#include "app/views/timings/time_words.h"
#include "app/views/timings/timings_figure.h"

namespace warpstage::views {

namespace {

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

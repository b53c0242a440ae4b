#include "app/views/gallery/kind.h"
#include "app/views/timings/timings_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::views {

namespace {

CaptionInput measured_caption(const Subject& subject)
{
    const Measurement& measurement = *subject.measurement;
    const engine::Description& engine = measurement.engine;
    const bool emulated = engine.kind == engine::EngineKind::vm;
    const session::TimingSummary& step = measurement.step;
    CaptionInput caption;
    caption.kernel = fmt::format("{} · {}", subject.lesson->title, subject.lesson->find_variant(subject.variant)->label);
    caption.numbers = { fmt::format("step: median {} of {} runs", text::duration(step.median), step.samples),
        fmt::format("{} to {}", text::duration(step.minimum), text::duration(step.maximum)) };
    if (measurement.merit > 0.0)
        caption.numbers.push_back(text::rate(measurement.merit, measurement.merit_unit));
    caption.what = subject.settings;
    caption.source = fmt::format("{} on {} ({})", emulated ? "emulated" : "measured", engine.name, engine.detail);
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
    input.source = measurement.engine.kind == engine::EngineKind::vm ? TimeSource::emulated : TimeSource::measured;
    return Exhibit { measured_caption(subject), [input](Size size, const Style& style) {
                        return timings_figure(input, size, style);
                    } };
}

} // namespace warpstage::views

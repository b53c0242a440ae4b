#include "app/views/gallery/kind.h"
#include "app/views/timings/transfers_figure.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::views {

Result<Exhibit> prepare_transfers(const Subject& subject)
{
    const Measurement& measurement = *subject.measurement;
    if (!measurement.transfers)
        return Error { fmt::format(
            "Variant `{}` of lesson `{}` copies nothing between host and device: the figure transfers is for lessons that do.",
            subject.variant, subject.lesson->id) };
    const auto frame = *measurement.transfers;
    const bool measured = frame.source == session::TransferFrame::Source::measured;
    CaptionInput caption;
    caption.kernel = fmt::format("{} · {}", subject.lesson->title, subject.lesson->find_variant(subject.variant)->label);
    if (measured)
        caption.numbers = { fmt::format("this step {}", text::duration(frame.length)),
            fmt::format("median {} of {} runs", text::duration(measurement.step.median), measurement.step.samples) };
    caption.what = subject.settings;
    caption.source = measured ? fmt::format("measured by events on {} ({})", measurement.engine.name, measurement.engine.detail)
                              : "not measured: the order that streams and copy engines leave, on no GPU";
    return Exhibit { caption, [frame](Size size, const Style& style) {
                        return transfers_figure(frame, size, style);
                    } };
}

} // namespace warpstage::views

#include "app/views/timings/present_time.h"

#include "app/views/frame/phrases.h"
#include "app/views/timings/time_words.h"
#include "app/views/warps/occupancy_figure.h"
#include "core/arch/occupancy.h"
#include "core/timing/limiter_words.h"

namespace warpstage::views {

namespace {

using Kind = session::ShownTime::Kind;

constexpr double kEqual = 0.005; // a smaller relative difference is none

std::string ratio_of(double speed_up)
{
    return factor(speed_up >= 1.0 ? speed_up : 1.0 / speed_up) + "×";
}

bool has_ratio(const session::ShownTime& shown, std::size_t variant)
{
    return shown.speed_up > 0.0 && shown.reference && *shown.reference != variant;
}

// "2 415 G interactions/s, 81 % of copy".
std::string throughput_words(const session::Snapshot& model, const session::ShownTime& shown)
{
    const bool estimated = shown.kind == Kind::estimated;
    const double merit = estimated ? model.estimates->merit : model.timing->merit;
    if (!shown.known() || merit <= 0.0 || !std::isfinite(merit))
        return {};
    std::string words = text::rate(merit, model.timing->merit_unit);
    if (!estimated && model.timing->merit_limit > 0.0)
        words += trf(", {:.0f} % of {} ({})", 100.0 * merit / model.timing->merit_limit, model.timing->limit_name,
            text::rate(model.timing->merit_limit, model.timing->merit_unit));
    return words;
}

std::vector<std::string> kernel_words(const session::Snapshot& model, const session::ShownTime& shown)
{
    std::vector<std::string> words;
    if (shown.kind == Kind::estimated) {
        for (const timing::WorkEstimate& work : model.estimates->of(model.setup->variant).step->works)
            words.push_back(work_words(work));
    } else if (shown.known() && model.timing->works.size() > 1) {
        for (const session::WorkView& work : model.timing->works)
            words.push_back(fmt::format("{}: {}", work.label, text::duration(work.timing.median)));
    }
    return words;
}

} // namespace

std::string brief_ratio(const session::Snapshot& model, std::size_t variant)
{
    const auto shown = shown_time(model, variant);
    if (!has_ratio(shown, variant))
        return {};
    if (std::abs(shown.speed_up - 1.0) < kEqual)
        return tr("same time");
    return shown.speed_up > 1.0 ? trf("{} faster", ratio_of(shown.speed_up)) : trf("{} slower", ratio_of(shown.speed_up));
}

std::string ratio_words(const session::Snapshot& model, std::size_t variant)
{
    const auto shown = shown_time(model, variant);
    if (!has_ratio(shown, variant))
        return {};
    const std::string& reference = model.setup->variants[*shown.reference].label;
    if (std::abs(shown.speed_up - 1.0) < kEqual)
        return trf("as fast as {}", reference);
    return shown.speed_up > 1.0 ? trf("{} faster than {}", ratio_of(shown.speed_up), reference)
                                : trf("{} slower than {}", ratio_of(shown.speed_up), reference);
}

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
    const std::string least = tr("occupancy ≤ ") + percent(occupancy->fraction());
    const std::string limiter = limiter_words(*occupancy);
    if (limiter.empty())
        return { trf("{} (registers ignored)", least), least };
    return { trf("{}, limited by {} (registers ignored)", least, limiter), trf("{} (registers ignored)", least), least };
}

void draw_present_time(Canvas& canvas, const session::Snapshot& model, Rect room)
{
    const Style& style = canvas.style();
    const float pitch = 1.4F * style.small;
    const std::size_t variant = model.setup->variant;
    if (room.height < pitch + canvas.units(8.0F))
        return;
    const auto shown = shown_time(model, variant);
    float y = room.y + canvas.units(6.0F) + pitch / 2;
    const auto put = [&](const std::string& words, Face face, Color color, std::size_t most) {
        const auto left = static_cast<std::size_t>(std::max(0.0F, std::floor((room.bottom() - y + pitch / 2) / pitch)));
        if (left == 0)
            return;
        const auto lines = wrap_phrases(words, face, style.small, room.width / 1.05F, std::min(most, left));
        y = draw_lines(canvas, { room.x, y }, lines, pitch, { face, style.small, color, Align::left, room.width });
    };
    const bool stopped = model.run->recording != nullptr && model.run->recording->trap.has_value();
    if (!shown.known() && stopped)
        put(tr("No time: stopped by a fault"), Face::regular, style.vermilion, 2);
    else if (shown.kind == Kind::impossible)
        put(shown.reason, Face::regular, style.vermilion, 3);
    else if (shown.kind == Kind::unknown)
        put(tr("nothing has run yet"), Face::regular, style.secondary, 1);
    else if (shown.kind == Kind::host)
        put(is_on_axis(model, shown) ? origin_words(model, Kind::host)
                                     : origin_words(model, Kind::host) + ", " + shown_size_words(model),
            Face::regular, style.secondary, 2);
    if (const std::string sizes = sizes_words(model); shown.kind == Kind::estimated && !sizes.empty())
        put(fitting_words({ trf("estimated: {}", sizes), sizes, short_sizes_words(model), timed_size_words(model) },
                Face::regular, style.small, room.width),
            Face::regular, style.orange, 1);
    put(fitting_words({ ratio_words(model, variant), brief_ratio(model, variant) }, Face::semibold, style.small, room.width),
        Face::semibold, shown.speed_up < 1.0 ? style.orange : style.text, 1);
    put(throughput_words(model, shown), Face::semibold, style.text, 2);
    if (const auto beside = estimate_beside(model, variant); !beside.empty())
        put(fitting_words(beside, Face::regular, style.small, room.width), Face::regular, style.secondary, 1);
    for (const std::string& words : kernel_words(model, shown))
        put(words, Face::regular, style.secondary, 2);
    if (const auto occupancy = occupancy_wordings(*model.run); !occupancy.empty())
        put(fitting_words(occupancy, Face::regular, style.small, room.width), Face::regular, style.secondary, 1);
    put(model.setup->variants[variant].summary, Face::regular, style.secondary, 6);
}

} // namespace warpstage::views

#include "core/session/model/shown_time.h"

#include <algorithm>

namespace warpstage::session {

ShownTime shown_time(const TimingSection& timing, const EstimateSection& estimates, std::size_t variant)
{
    ShownTime shown;
    const auto measured = timing.of(variant);
    if (measured.emulated) {
        const auto estimate = estimates.of(variant);
        switch (estimate.state) {
        case VariantEstimate::State::none:
            break;
        case VariantEstimate::State::pending:
            shown.kind = ShownTime::Kind::estimating;
            break;
        case VariantEstimate::State::impossible:
            shown.kind = ShownTime::Kind::impossible;
            shown.reason = estimate.reason;
            break;
        case VariantEstimate::State::ready:
            shown.kind = ShownTime::Kind::estimated;
            shown.time = estimate.step->time;
            shown.reference = estimates.reference();
            shown.speed_up = estimate.speed_up;
            break;
        }
        return shown;
    }
    if (measured.timing.samples == 0)
        return shown;
    const bool beside_emulation = std::ranges::any_of(timing.variants, &VariantTiming::emulated);
    shown.kind = beside_emulation ? ShownTime::Kind::host : ShownTime::Kind::measured;
    shown.time = measured.timing.median;
    shown.reference = timing.reference(variant);
    shown.speed_up = measured.speed_up;
    return shown;
}

ShownTime shown_time(
    const SetupSection& setup, const TimingSection& timing, const EstimateSection& estimates, std::size_t variant)
{
    const auto is_wrong = [&](std::size_t other) {
        return other < setup.variants.size() && !setup.variants[other].wrong.empty();
    };
    ShownTime shown;
    if (is_wrong(variant)) {
        shown.kind = ShownTime::Kind::wrong;
        shown.reason = setup.variants[variant].wrong;
        return shown;
    }
    shown = shown_time(timing, estimates, variant);
    if (!shown.known() || !shown.reference || !is_wrong(*shown.reference))
        return shown;
    for (std::size_t i = *shown.reference + 1; i < setup.variants.size(); ++i) {
        const ShownTime other = is_wrong(i) ? ShownTime {} : shown_time(timing, estimates, i);
        if (!other.known() || other.kind != shown.kind)
            continue;
        shown.reference = i;
        shown.speed_up = static_cast<double>(other.time.count()) / static_cast<double>(shown.time.count());
        return shown;
    }
    shown.reference.reset();
    shown.speed_up = 0.0;
    return shown;
}

std::optional<double> estimate_error(const TimingSection& timing, const EstimateSection& estimates, std::size_t variant)
{
    const auto measured = timing.of(variant);
    const auto estimate = estimates.of(variant);
    if (!estimates.of_device || measured.emulated || measured.timing.samples == 0 || measured.timing.median.count() <= 0
        || estimate.step == nullptr)
        return std::nullopt;
    return static_cast<double>(estimate.step->time.count()) / static_cast<double>(measured.timing.median.count()) - 1.0;
}

} // namespace warpstage::session

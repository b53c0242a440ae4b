#include "app/views/timings/time_words.h"

#include "core/timing/confidence.h"
#include "core/timing/limiter_words.h"

#include <fmt/format.h>

namespace warpstage::views {

namespace {

using Kind = session::ShownTime::Kind;

// "n = 4096, block = 256": the parameters of which the estimated problem has another value.
std::string values_of(const session::Snapshot& model, std::string session::TimedParameter::*value)
{
    std::string words;
    for (const session::TimedParameter& parameter : model.estimates->timed)
        words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", parameter.id, parameter.*value);
    return words;
}

} // namespace

session::ShownTime shown_time(const session::Snapshot& model, std::size_t variant)
{
    return session::shown_time(*model.setup, *model.timing, *model.estimates, variant);
}

std::string short_gpu_name(std::string_view gpu)
{
    for (const std::string_view series : { "NVIDIA ", "GeForce ", "Tesla " })
        if (gpu.starts_with(series))
            gpu.remove_prefix(series.size());
    return std::string { gpu };
}

std::string time_words(const session::ShownTime& shown)
{
    switch (shown.kind) {
    case Kind::unknown:
        return "–";
    case Kind::estimating:
        return tr("estimating…");
    case Kind::impossible:
        return tr("no estimate");
    case Kind::wrong:
        return std::string { tr(shown.reason) };
    case Kind::measured:
    case Kind::host:
    case Kind::estimated:
        break;
    }
    return text::duration(shown.time);
}

std::string origin_words(const session::Snapshot& model, Kind kind)
{
    switch (kind) {
    case Kind::unknown:
    case Kind::wrong:
        return {};
    case Kind::host:
        return tr("measured on the CPU of this computer");
    case Kind::measured:
        return trf(
            "measured on {}", model.device->timing_origin ? model.device->timing_origin->machine : model.device->engine.name);
    case Kind::estimated:
    case Kind::estimating:
    case Kind::impossible:
        break;
    }
    return estimate_wordings(model).front();
}

std::string sizes_words(const session::Snapshot& model)
{
    const std::string timed = timed_size_words(model);
    return timed.empty() ? timed : timed + " · " + trf("shown: {}", shown_size_words(model));
}

std::string short_sizes_words(const session::Snapshot& model)
{
    const auto& timed = model.estimates->timed;
    return timed.empty() ? std::string {}
                         : trf("{} = {} · shown: {}", timed.front().id, timed.front().timed, timed.front().shown);
}

std::string timed_size_words(const session::Snapshot& model)
{
    return values_of(model, &session::TimedParameter::timed);
}

std::string shown_size_words(const session::Snapshot& model)
{
    return values_of(model, &session::TimedParameter::shown);
}

bool is_on_axis(const session::Snapshot& model, const session::ShownTime& shown)
{
    return shown.known() && (shown.kind != Kind::host || model.estimates->timed.empty());
}

std::vector<std::string> estimate_wordings(const session::Snapshot& model)
{
    const std::string gpu = trf("estimated for {}", short_gpu_name(model.estimates->gpu));
    std::vector<std::string> wordings { gpu, tr("estimated") };
    if (const std::string sizes = sizes_words(model); !sizes.empty())
        wordings.insert(wordings.begin(), { gpu + " · " + sizes, trf("estimated · {}", sizes) });
    return wordings;
}

std::string error_words(double error)
{
    const double percent = std::round(100.0 * error);
    return numf("{}{:.0f} %", percent < 0.0 ? "−" : "+", std::abs(percent));
}

std::vector<std::string> estimate_beside(const session::Snapshot& model, std::size_t variant)
{
    const auto estimate = model.estimates->of(variant);
    const auto shown = shown_time(model, variant);
    if (estimate.step == nullptr || shown.kind == Kind::estimated)
        return {};
    const std::string time = trf("estimated {}", text::duration(estimate.step->time));
    if (const auto error = session::estimate_error(*model.timing, *model.estimates, variant))
        return { fmt::format("{} ({})", time, error_words(*error)), time };
    return { trf("{} for {}", time, short_gpu_name(model.estimates->gpu)) };
}

std::string work_words(const timing::WorkEstimate& work)
{
    std::string words = fmt::format("{}: {}{}, {}", work.name, text::duration(work.time), timing::range_behind(work.range),
        std::string { tr(timing::limiter_words(work.limiter, work.pipe)) });
    if (work.occupancy > 0.0 && work.waves < 0.95) // "0.0 waves" would say that nothing runs
        words += trf(", {:.0f} % occupancy, less than one wave", 100.0 * work.occupancy);
    else if (work.occupancy > 0.0)
        words += trf(", {:.0f} % occupancy, {:.{}f} waves", 100.0 * work.occupancy, work.waves, work.waves < 9.95 ? 1 : 0);
    if (work.cache)
        words += trf(", {:.0f} % L1 hits, {:.0f} % L2 hits", 100.0 * work.cache->l1_hit, 100.0 * work.cache->l2_hit);
    return words;
}

} // namespace warpstage::views

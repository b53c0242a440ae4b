// The texts and numbers of a run in the figure, and the range of cycles that it shows.
#include "app/views/sm/sm_figure.h"

namespace warpstage::views {

using timing::SmRun;
using timing::WarpRow;
using timing::WarpSpan;
using timing::WarpState;

namespace {

std::uint64_t cycles_in(const SmRun& run, WarpState state)
{
    return run.state_cycles.at(static_cast<std::size_t>(state));
}

// Over all rows with a warp.
std::uint64_t warp_cycles(const SmRun& run)
{
    std::uint64_t all = 0;
    for (const std::uint64_t cycles : run.state_cycles)
        all += cycles;
    return all - cycles_in(run, WarpState::empty);
}

} // namespace

std::optional<std::uint32_t> cycle_of(const SmShown& shown, std::size_t step)
{
    const auto& steps = shown.recording->trace.steps;
    if (step >= steps.size())
        return std::nullopt;
    const auto row = std::ranges::find_if(
        shown.run->warps, [&](const WarpRow& one) { return one.block == 0 && one.warp == steps[step].warp; });
    if (row == shown.run->warps.end())
        return std::nullopt;
    std::optional<std::uint32_t> cycle;
    for (const WarpSpan& span : row->spans) {
        if (span.state != WarpState::selected || span.step == timing::kNoStep)
            continue;
        if (span.step > step && cycle)
            break;
        cycle = span.begin;
    }
    return cycle;
}

CycleWindow window_of(const SmInput& input)
{
    std::uint32_t all = 1;
    for (const SmShown& shown : input.runs)
        all = std::max(all, shown.run->cycles);
    if (input.range && input.range->first < all) {
        const std::uint32_t end = std::min(all, input.range->first + std::max(input.range->count, 1U));
        return { input.range->first, end };
    }
    const std::uint32_t length = input.cycles == 0 ? all : std::min(input.cycles, all);
    const SmShown& first = input.runs.front();
    const std::uint32_t center = first.step ? cycle_of(first, *first.step).value_or(0) : 0;
    const std::uint32_t begin = std::min(center > length / 2 ? center - length / 2 : 0, all - length);
    return { begin, begin + length };
}

double issue_slots_used(const SmRun& run)
{
    const double slots = static_cast<double>(run.cycles) * run.schedulers / run.turn;
    return slots > 0.0 ? std::min(1.0, static_cast<double>(cycles_in(run, WarpState::selected)) / slots) : 0.0;
}

std::vector<Stall> stalls_of(const SmRun& run)
{
    std::vector<Stall> stalls;
    const auto all = static_cast<double>(std::max<std::uint64_t>(1, warp_cycles(run)));
    for (std::size_t i = 0; i < timing::kWarpStates; ++i) {
        const auto state = static_cast<WarpState>(i);
        if (state == WarpState::selected || state == WarpState::not_selected || state == WarpState::empty)
            continue;
        if (const double share = static_cast<double>(run.state_cycles.at(i)) / all; share > 0.0)
            stalls.push_back({ state, share });
    }
    std::ranges::stable_sort(stalls, std::ranges::greater {}, &Stall::share);
    return stalls;
}

std::string amount_in_flight(const SmRun& run)
{
    double sum = 0.0;
    for (const float bytes : run.bytes_in_flight)
        sum += static_cast<double>(bytes);
    const double mean = run.bytes_in_flight.empty() ? 0.0 : sum / static_cast<double>(run.bytes_in_flight.size());
    return mean < 1024.0 ? trf("{:.0f} bytes", mean) : trf("{:.1f} KiB", mean / 1024.0);
}

std::vector<std::string> sm_headline(const SmRun& run)
{
    const double used = issue_slots_used(run);
    const std::string share = numf("{:.{}f}\u2009%", 100.0 * used, used > 0.0 && used < 0.0995 ? 1 : 0);
    const std::string slots = share + tr(" of issue slots used");
    const std::string warps = counted(run.warps.size(), "warp");
    std::vector<std::string> wordings { fmt::format("{} · {} · {}", slots, warps, counted(run.cycles, "cycle")),
        fmt::format("{} · {}", slots, warps), slots, share + tr(" issued") };
    const auto stalls = stalls_of(run);
    if (!stalls.empty() && stalls.front().state == WarpState::long_scoreboard)
        wordings.insert(wordings.begin(),
            fmt::format(
                "{} · {} · {}{} · {}", slots, warps, amount_in_flight(run), tr(" in flight"), counted(run.cycles, "cycle")));
    return wordings;
}

} // namespace warpstage::views

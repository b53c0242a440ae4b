#include "core/timing/stall_reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::timing {

namespace {

struct Reason {
    std::string_view word; // part of the counter's name
    std::string_view name;
    std::optional<WarpState> state; // empty: not modeled
};

constexpr std::array kReasons {
    Reason { "barrier", "Barrier", WarpState::barrier },
    Reason { "branch_resolve", "Branch Resolving", WarpState::branch_resolving },
    Reason { "dispatch_stall", "Dispatch Stall", {} },
    Reason { "drain", "Drain", {} },
    Reason { "imc_miss", "IMC Miss", {} },
    Reason { "lg_throttle", "LG Throttle", WarpState::lg_throttle },
    Reason { "long_scoreboard", "Long Scoreboard", WarpState::long_scoreboard },
    Reason { "math_pipe_throttle", "Math Pipe Throttle", WarpState::math_pipe_throttle },
    Reason { "membar", "Membar", {} },
    Reason { "mio_throttle", "MIO Throttle", WarpState::mio_throttle },
    Reason { "no_instruction", "No Instruction", {} },
    Reason { "not_selected", "Not Selected", WarpState::not_selected },
    Reason { "short_scoreboard", "Short Scoreboard", WarpState::short_scoreboard },
    Reason { "sleeping", "Sleeping", {} },
    Reason { "tex_throttle", "Tex Throttle", {} },
    Reason { "wait", "Wait", WarpState::wait },
};

std::string counter_of(std::string_view word)
{
    return fmt::format("smsp__average_warps_issue_stalled_{}_per_issue_active.ratio", word);
}

std::string figure(std::optional<double> value)
{
    return value ? fmt::format("{:.2f}", *value) : "-";
}

} // namespace

std::vector<std::string> stall_counters()
{
    std::vector<std::string> counters;
    for (const Reason& reason : kReasons)
        counters.push_back(counter_of(reason.word));
    return counters;
}

std::vector<StallReason> stall_reasons(const gpu::CounterValues& counted, const WorkEstimate& estimate)
{
    std::vector<StallReason> reasons;
    for (const Reason& known : kReasons) {
        StallReason reason { std::string(known.name), {}, {} };
        if (const auto found = counted.find(counter_of(known.word)); found != counted.end())
            reason.counted = found->second;
        if (known.state)
            reason.modeled = estimate.states[static_cast<std::size_t>(*known.state)];
        reasons.push_back(std::move(reason));
    }
    std::ranges::stable_sort(
        reasons, std::ranges::greater {}, [](const StallReason& reason) { return reason.counted.value_or(-1.0); });
    return reasons;
}

bool agree(const std::vector<StallReason>& reasons)
{
    std::vector<std::size_t> order(reasons.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    // Reasons without a counter on this GPU cannot be compared.
    const auto comparable = [&](std::size_t i) {
        return reasons[i].counted ? reasons[i].modeled.value_or(-1.0) : -1.0;
    };
    std::ranges::stable_sort(order, std::ranges::greater {}, comparable);
    const double largest = comparable(order.front());
    constexpr std::size_t kOfModel = 2;
    constexpr std::size_t kOfHardware = 3;
    for (std::size_t i = 0; i < std::min(kOfModel, order.size()); ++i) {
        const bool matters = comparable(order[i]) >= largest / 20.0;
        if (matters && order[i] >= kOfHardware) // sorted by counted value
            return false;
    }
    return true;
}

std::string to_text(const std::string& kernel, const std::vector<StallReason>& reasons)
{
    std::string text = fmt::format(
        "{}: average number of warps in each state in a cycle in which their scheduler issues\n\n  {:<20}{:>10}{:>10}\n", kernel,
        "stall reason", "counted", "modeled");
    for (const StallReason& reason : reasons) {
        if (reason.counted.value_or(0.0) >= 0.005 || reason.modeled.value_or(0.0) >= 0.005)
            text += fmt::format("  {:<20}{:>10}{:>10}\n", reason.name, figure(reason.counted), figure(reason.modeled));
    }
    text += agree(reasons) ? "\nThe model's two largest reasons are among the three largest sampled reasons.\n"
                           : "\nThe model's two largest reasons are NOT among the three largest sampled reasons.\n";
    return text;
}

} // namespace warpstage::timing

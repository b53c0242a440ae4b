#include "core/engine/limits/limits.h"

#include "core/base/verify.h"

#include <algorithm>
#include <variant>

namespace warpstage::engine {

namespace {

consteval bool in_order()
{
    for (std::size_t i = 0; i < kLimitKinds.size(); ++i) {
        if (static_cast<std::size_t>(kLimitKinds[i].resource) != i)
            return false;
    }
    return true;
}
static_assert(in_order());

} // namespace

const LimitKind& limit_kind(problem::Resource resource)
{
    return kLimitKinds[static_cast<std::size_t>(resource)];
}

bool is_of(const Limits& limits, const Description& machine)
{
    return machine.kind == EngineKind::gpu && limits.device == machine.name && limits.driver == machine.driver
        && limits.clock_megahertz == machine.clock_megahertz;
}

std::optional<Limit> limit_of(const problem::Plan& plan, const Limits& limits)
{
    const bool on_gpu_alone =
        std::ranges::all_of(plan.step, [](const auto& work) { return std::holds_alternative<problem::KernelLaunch>(work); });
    if (plan.least.empty() || !on_gpu_alone)
        return std::nullopt;
    double seconds = 0.0;
    Limit limit;
    for (const auto& [resource, amount] : plan.least) {
        const auto rate = limits.of(resource).median;
        if (rate <= 0.0)
            return std::nullopt;
        if (amount / rate > seconds) {
            seconds = amount / rate;
            limit.name = limit_kind(resource).name;
        }
    }
    if (seconds <= 0.0)
        return std::nullopt;
    limit.merit = plan.work_per_step / seconds;
    return limit;
}

bool is_launch_bound(std::chrono::nanoseconds step, std::uint32_t launches, const Limits& limits)
{
    // At 1.5 times the time of an empty kernel, less than a third of the step is the work of the kernels.
    return limits.launch.samples > 0 && launches > 0 && 2 * step < 3 * limits.launch.median * launches;
}

} // namespace warpstage::engine

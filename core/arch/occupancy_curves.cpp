#include "core/arch/occupancy_curves.h"

#include <utility>

namespace warpstage::arch {

double OccupancyCurve::warps_at(double amount) const
{
    double warps = steps.empty() ? 0.0 : steps.front().warps;
    for (const OccupancyStep step : steps)
        if (step.amount <= amount)
            warps = step.warps;
    return warps;
}

Result<OccupancyCurves> occupancy_curves(const Traits& traits, const KernelResources& kernel)
{
    const auto present = occupancy(traits, kernel);
    if (!present)
        return present.error();
    OccupancyCurves all { *present, {} };
    const auto is_limit = [&](Resource resource) {
        return present->resources[static_cast<std::size_t>(resource)].limits;
    };
    const auto curve = [&](std::string name, std::uint32_t KernelResources::*amount, std::uint32_t from, std::uint32_t to,
                           std::uint32_t step, bool limits) {
        OccupancyCurve result { std::move(name), {}, static_cast<double>(kernel.*amount), limits };
        for (std::uint32_t value = from; value <= to; value += step) {
            KernelResources changed = kernel;
            changed.*amount = value;
            const auto there = occupancy(traits, changed);
            const double warps = there ? there->warps : 0;
            const bool same = !result.steps.empty() && result.steps.back().warps == warps;
            if (!same || value + step > to)
                result.steps.push_back({ static_cast<double>(value), warps });
        }
        all.curves.push_back(std::move(result));
    };
    const Limits& most = traits.limits;
    curve("registers per thread", &KernelResources::registers_per_thread, 1, most.registers_per_thread, 1,
        is_limit(Resource::registers));
    curve("shared bytes per block", &KernelResources::shared_bytes_per_block, 0, most.shared_bytes_per_block,
        most.shared_unit / 2, is_limit(Resource::shared_memory));
    curve("threads per block", &KernelResources::threads_per_block, 1, most.threads_per_block, 1,
        is_limit(Resource::warps) || is_limit(Resource::blocks));
    return all;
}

} // namespace warpstage::arch

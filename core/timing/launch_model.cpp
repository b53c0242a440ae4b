#include "core/timing/launch_model.h"

#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/timing/line_waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace warpstage::timing {

namespace {

constexpr std::uint64_t kMachineInstructions = 300'000; // after which the simulation of a launch ends

struct BusiestMultiprocessor {
    double blocks = 0.0; // in units of sampled blocks
    double sharing = 1.0; // see Placement
};

BusiestMultiprocessor busiest_multiprocessor(const LaunchSample& sample, const Placement& placement)
{
    double sampled = 0.0;
    for (const BlockStream& stream : sample.streams)
        sampled += static_cast<double>(stream.all_steps);
    const double largest = sample.work.empty() ? 0.0 : largest_share(sample.work, placement.active, placement.resident);
    if (largest <= 0.0 || sampled == 0.0)
        return { static_cast<double>(placement.per_multiprocessor), placement.sharing };
    const auto all = std::accumulate(sample.work.begin(), sample.work.end(), 0.0);
    return { largest * static_cast<double>(sample.streams.size()) / sampled, all / largest };
}

// In a sampled block; empty: none.
std::string_view unmodeled_call(const LaunchSample& sample)
{
    for (const BlockStream& stream : sample.streams)
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp)
                if (const std::string_view call = sample.code->operations[step.pc].unmodeled; !call.empty() && step.active != 0)
                    return call;
    return {};
}

} // namespace

Result<LaunchModel> launch_model(const LaunchSample& sample, const arch::Traits& traits, const arch::Gpu& gpu)
{
    const arch::Timing& timing = arch::timing_of(traits.capability);
    if (const std::string_view call = unmodeled_call(sample); !call.empty())
        return Error { fmt::format("The time of {} is not modeled.", call) };
    auto placement = place(sample.shape, *sample.code, traits, gpu);
    if (!placement)
        return placement.error();
    const BusiestMultiprocessor busiest = busiest_multiprocessor(sample, *placement);
    placement->sharing = busiest.sharing;
    const std::uint64_t resident = std::uint64_t { placement->resident } * placement->active;
    LaunchModel model;
    model.placement = *placement;
    SimulationRequest& request = model.request;
    request.timing = &timing;
    request.code = sample.code;
    for (std::size_t i = 0; i < std::min(kModeledBlocks, sample.streams.size()); ++i)
        request.streams.push_back(&sample.streams[i]);
    request.memory = rates_of(*placement, sample.shape, traits, gpu, timing);
    const double l2_bytes = gpu.l2_kibibytes * 1024.0 * timing.device.l2_usable.value;
    request.memory.regions = regions_of(sample.buffers, sample.blocks, sample.streams, sample.grid,
        { .resident = resident, .l2_bytes = l2_bytes, .requests = sample.requests.value_or(1.0), .repeated = sample.repeated });
    request.memory.l2_bytes = l2_bytes / placement->sharing;
    request.memory.atomics = atomic_rates(sample.streams, sample.grid.count(), placement->sharing, timing.device);
    const std::uint64_t warps = (sample.block.count() + arch::Limits::kWarpSize - 1) / arch::Limits::kWarpSize; // of a block
    const auto resident_warps = static_cast<double>(resident * warps);
    request.memory.retries =
        retry_rates(sample.streams, sample.blocks, sample.grid, resident_warps, placement->sharing, timing.device);
    request.memory.hot_stores = hot_stores(sample.streams, sample.grid.count(), placement->sharing, timing.device);
    request.memory.partition_queue = sample.partition_queue;
    request.resident_blocks = placement->resident;
    request.multiprocessors = placement->active;
    request.blocks = placement->per_multiprocessor;
    request.instructions = kMachineInstructions;
    set_line_waits(request, sample, resident);
    for (const BlockStream& stream : sample.streams)
        model.sampled.push_back(&stream);
    model.blocks = busiest.blocks;
    return model;
}

double last_end(const Simulation& simulation, const arch::Timing& timing)
{
    const double busy = simulation.queue_busy[static_cast<std::size_t>(Queue::dram)] / std::max(1.0, simulation.end);
    return timing.device.dram_last.value * std::min(1.0, busy);
}

double instructions_per_block(const MachineCode& code, const std::vector<const BlockStream*>& streams)
{
    double of_blocks = 0.0;
    for (const BlockStream* stream : streams) {
        double recorded = 0.0;
        for (const auto& warp : stream->warps)
            for (const StreamStep& step : warp)
                recorded += step.vanishes ? 0.0 : static_cast<double>(code.operations[step.pc].micro.size());
        of_blocks +=
            recorded * static_cast<double>(stream->all_steps) / static_cast<double>(std::max<std::uint64_t>(1, stream->steps));
    }
    return of_blocks / static_cast<double>(streams.size());
}

double steady_rate(const Simulation& simulation)
{
    std::uint64_t total = 0;
    for (const std::uint32_t issued : simulation.issued)
        total += issued;
    std::uint64_t sum = 0;
    std::size_t first = 0;
    std::uint64_t first_sum = 0;
    std::size_t last = simulation.issued.size();
    std::uint64_t last_sum = total;
    bool started = false;
    for (std::size_t i = 0; i < simulation.issued.size(); ++i) {
        if (!started && sum >= total / 4) {
            started = true;
            first = i;
            first_sum = sum;
        }
        sum += simulation.issued[i];
        if (sum >= total - total / 5) {
            last = i + 1;
            last_sum = sum;
            break;
        }
    }
    if (last_sum <= first_sum || last <= first + 4)
        return total == 0 ? 0.0 : simulation.end / static_cast<double>(total);
    return static_cast<double>((last - first) * Simulation::kCycles) / static_cast<double>(last_sum - first_sum);
}

double extrapolate(const Simulation& simulation, double all)
{
    const auto seen = static_cast<double>(simulation.run.instructions);
    if (!simulation.run.complete || all > seen * 1.01)
        return simulation.end + std::max(0.0, all - seen) * steady_rate(simulation);
    return all < seen * 0.99 ? simulation.end * all / seen : simulation.end;
}

} // namespace warpstage::timing

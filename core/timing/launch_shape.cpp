#include "core/timing/launch_shape.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

namespace warpstage::timing {

Result<Placement> place(const LaunchShape& shape, const MachineCode& code, const arch::Traits& traits, const arch::Gpu& gpu)
{
    const auto occupancy = arch::occupancy(traits,
        { .threads_per_block = shape.threads,
            .registers_per_thread = std::min(code.registers_per_thread, traits.limits.registers_per_thread),
            .shared_bytes_per_block = shape.shared_bytes });
    if (!occupancy)
        return occupancy.error();
    Placement placement;
    const std::uint64_t multiprocessors = std::max(1U, gpu.multiprocessors);
    placement.per_multiprocessor = (shape.blocks + multiprocessors - 1) / multiprocessors;
    placement.full = std::max(1U, occupancy->blocks);
    placement.resident = static_cast<std::uint32_t>(std::min<std::uint64_t>(placement.full, placement.per_multiprocessor));
    placement.active = static_cast<std::uint32_t>(std::min(shape.blocks, multiprocessors));
    placement.sharing = static_cast<double>(shape.blocks) / static_cast<double>(placement.per_multiprocessor);
    placement.occupancy = occupancy->fraction();
    placement.waves = static_cast<double>(shape.blocks) / static_cast<double>(placement.full * multiprocessors);
    return placement;
}

MemoryRates rates_of(const Placement& placement, const LaunchShape& shape, const arch::Traits& traits, const arch::Gpu& gpu,
    const arch::Timing& timing)
{
    const arch::MemoryTiming& memory = timing.memory;
    const arch::DeviceMemoryTiming& device = timing.device;
    const double gigahertz = std::max(0.001, gpu.clock_megahertz / 1000.0);
    const double multiprocessors = std::max(1U, gpu.multiprocessors);
    const double active = placement.sharing;
    MemoryRates rates;
    if (memory.l1_latency.value > 0.0) {
        const double taken = memory.l1_unified.value != 0.0
            ? static_cast<double>(placement.resident) * (shape.shared_bytes + traits.limits.shared_reserved)
            : 0.0;
        constexpr double kLeast = 8.0 * 1024; // the memory that shared memory leaves
        rates.l1_bytes = std::max(kLeast, memory.l1_bytes.value - taken);
    }
    rates.texture_bytes = memory.texture_bytes.value;
    // The bandwidth of L2 is shared by the requesting multiprocessors; each is also limited by its own connection to L2.
    rates.l2_bytes_per_cycle =
        std::min(device.l2_bytes_per_cycle.value, device.l2_share_per_cycle.value * multiprocessors / active);
    const double write_share =
        device.l2_write_share_per_cycle.value > 0.0 ? device.l2_write_share_per_cycle.value : device.l2_share_per_cycle.value;
    rates.l2_written_per_cycle = std::min(device.l2_bytes_per_cycle.value, write_share * multiprocessors / active);
    rates.constant_interval = memory.constant_interval.value > 0.0 ? memory.constant_interval.value
                                                                   : memory.constant_turn.value / timing.scheduler_count.value;
    const double dram = gpu.memory_gigabytes_per_second * device.dram_share.value / gigahertz / active;
    rates.dram_bytes_per_cycle = device.l2_bytes_per_cycle.value > 0.0 ? std::min(dram, device.l2_bytes_per_cycle.value) : dram;
    const auto cycles_of = [&](const arch::DeviceMemoryTiming::Pieces& pieces) {
        return MemoryRates::Pieces { pieces.added.value * gigahertz * active, pieces.least.value * gigahertz * active };
    };
    rates.read_pieces = cycles_of(device.dram_read_pieces);
    rates.written_pieces = cycles_of(device.dram_written_pieces);
    if (device.dram_row_bytes.value > 0.0 && traits.memory_partitions > 0) {
        rates.row_cycles = device.dram_row_interval.value * gigahertz * active / traits.memory_partitions;
        rates.traits = &traits;
    }
    rates.same_address_atomics = device.same_address_atomics.value / active;
    return rates;
}

double largest_share(std::span<const std::uint64_t> work, std::uint32_t multiprocessors, std::uint32_t resident)
{
    using Ends = std::priority_queue<double, std::vector<double>, std::greater<>>;
    struct Multiprocessor {
        Ends ends; // of its blocks, in work per block since the launch
        double served = 0.0; // work per block
        double time = 0.0; // of the last change
        double sum = 0.0; // work of its blocks

        [[nodiscard]] double next() const { return time + (ends.top() - served) * static_cast<double>(ends.size()); }
    };
    std::vector<Multiprocessor> all(multiprocessors);
    using Event =
        std::tuple<double, double, std::uint32_t>; // time, work so far, multiprocessor: of equal ones, the one with less work
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
    std::size_t next = 0;
    const auto start = [&](Multiprocessor& on) {
        on.ends.push(on.served + static_cast<double>(work[next]));
        on.sum += static_cast<double>(work[next++]);
    };
    for (std::uint32_t place = 0; place < resident; ++place)
        for (std::uint32_t m = 0; m < multiprocessors && next < work.size(); ++m)
            start(all[m]);
    for (std::uint32_t m = 0; m < multiprocessors; ++m)
        if (!all[m].ends.empty())
            events.emplace(all[m].next(), all[m].sum, m);
    while (next < work.size()) {
        const auto [time, sum, m] = events.top();
        events.pop();
        Multiprocessor& on = all[m];
        on.time = time;
        on.served = on.ends.top();
        on.ends.pop();
        start(on);
        events.emplace(on.next(), on.sum, m);
    }
    return std::ranges::max(all, {}, &Multiprocessor::sum).sum;
}

} // namespace warpstage::timing

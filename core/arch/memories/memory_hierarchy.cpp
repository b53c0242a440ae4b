#include "core/arch/memories/memory_hierarchy.h"

#include "core/arch/timing/timing.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace warpstage::arch {

namespace {

constexpr std::uint32_t kKibi = 1024;

std::string kibibytes(double bytes)
{
    return fmt::format("{:.4g} KiB", bytes / kKibi);
}

bool is_first(const Traits& traits)
{
    return traits.capability.major == 1;
}

std::string l1_size(const Traits& traits, const MemoryTiming& memory)
{
    if (is_first(traits))
        return "none";
    if (memory.l1_unified.value != 0)
        return "with shared memory";
    return memory.l1_bytes.value > 0 ? kibibytes(memory.l1_bytes.value) : "local memory only";
}

std::string l1_detail(const Traits& traits, const MemoryTiming& memory)
{
    if (is_first(traits))
        return {};
    if (memory.l1_unified.value != 0)
        return kibibytes(memory.l1_bytes.value) + " if shared memory uses none of it";
    if (traits.option == "l2" && traits.load_bytes == 32)
        return "disabled for global loads";
    return memory.l1_latency.value == 0 ? "bypassed by global loads" : "lines of 128 bytes";
}

std::string l2_size(const Traits& traits, const Gpu& gpu)
{
    if (gpu.l2_kibibytes != 0)
        return text::grouped(gpu.l2_kibibytes) + " KiB";
    return is_first(traits) ? "none" : "not published";
}

} // namespace

std::vector<MemoryRow> memory_hierarchy(const Traits& traits, const Gpu& gpu)
{
    using enum MemoryPlace;
    const Limits& limits = traits.limits;
    const Timing& timing = timing_of(traits.capability);
    const MemoryTiming& memory = timing.memory;
    const DeviceMemoryTiming& device = timing.device;
    const bool l1_serves_loads = memory.l1_latency.value > 0 && traits.option != "l2";
    // CUDA C Programming Guide 4.2, table F-2: 16 KB before CC 2.0, 512 KB since.
    const std::uint32_t local = is_first(traits) ? 16 : 512;
    return {
        { "registers", multiprocessor, kibibytes(4.0 * limits.registers),
            fmt::format("{} of 32 bits, at most {} per thread", text::grouped(limits.registers), limits.registers_per_thread),
            "thread", "RW", "thread", timing.pipes[static_cast<std::size_t>(Pipe::float32)].latency.value },
        { "shared memory", multiprocessor, kibibytes(limits.shared_bytes),
            fmt::format("at most {} per block, {} banks", kibibytes(limits.shared_bytes_per_block), traits.shared_banks), "block",
            "RW", "block", memory.shared_latency.value },
        { "L1 cache", multiprocessor, l1_size(traits, memory), l1_detail(traits, memory), "multiprocessor", "cache", "",
            l1_serves_loads ? memory.l1_latency.value : 0.0 },
        { "L2 cache", chip, l2_size(traits, gpu), "", "GPU", "cache", "", device.l2_latency.value },
        { "global memory", device_memory,
            gpu.memory_gigabytes > 0 ? fmt::format("{} GiB", gpu.memory_gigabytes) : "not published",
            gpu.memory_gigabytes_per_second > 0 ? fmt::format("{} GB/s", gpu.memory_gigabytes_per_second) : std::string {},
            "all grids, host", "RW", "program", device.dram_latency.value },
        { "local memory", device_memory, fmt::format("at most {} KiB", local), "per thread; spilled registers", "thread", "RW",
            "thread", device.dram_latency.value },
        { "constant memory", device_memory, "64 KiB", "hit in the cache of the multiprocessor", "all grids, host", "RO",
            "program", memory.constant_latency.value },
        { "texture memory", device_memory, "in global memory", "hit in the cache of the multiprocessor", "all grids, host", "RO",
            "program", memory.texture_latency.value },
    };
}

} // namespace warpstage::arch

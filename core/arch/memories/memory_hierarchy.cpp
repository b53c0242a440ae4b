#include "core/arch/memories/memory_hierarchy.h"

#include "core/arch/timing/timing.h"
#include "core/base/text.h"
#include "core/base/words.h"

#include <fmt/format.h>

namespace warpstage::arch {

namespace {

using words::numf;
using words::tr;
using words::trf;

std::string kibibytes(double bytes)
{
    return numf("{:.4g} KiB", bytes / kKibi);
}

bool is_first(const Traits& traits)
{
    return traits.capability.major == 1;
}

std::string l1_size(const Traits& traits, const MemoryTiming& memory)
{
    if (is_first(traits))
        return tr("none");
    if (memory.l1_unified.value != 0)
        return tr("with shared memory");
    return memory.l1_bytes.value > 0 ? kibibytes(memory.l1_bytes.value) : tr("local memory only");
}

std::string l1_detail(const Traits& traits, const MemoryTiming& memory)
{
    if (is_first(traits))
        return {};
    if (memory.l1_unified.value != 0)
        return trf("{} if shared memory uses none of it", kibibytes(memory.l1_bytes.value));
    if (traits.option == "l2" && traits.load_bytes == 32)
        return tr("disabled for global loads");
    return memory.l1_latency.value == 0 ? tr("bypassed by global loads") : tr("lines of 128 bytes");
}

std::string l2_size(const Traits& traits, const Gpu& gpu)
{
    if (gpu.l2_kibibytes != 0)
        return text::grouped(gpu.l2_kibibytes) + " KiB";
    return is_first(traits) ? tr("none") : tr("not published");
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
        { tr("registers"), multiprocessor, kibibytes(4.0 * limits.registers),
            trf("{} of 32 bits, at most {} per thread", text::grouped(limits.registers), limits.registers_per_thread),
            tr("thread"), "RW", tr("thread"), timing.pipes[static_cast<std::size_t>(Pipe::float32)].latency.value },
        { tr("shared memory"), multiprocessor, kibibytes(limits.shared_bytes),
            trf("at most {} per block, {} banks", kibibytes(limits.shared_bytes_per_block), traits.shared_banks), tr("block"),
            "RW", tr("block"), memory.shared_latency.value },
        { tr("L1 cache"), multiprocessor, l1_size(traits, memory), l1_detail(traits, memory), tr("multiprocessor"), "cache", "",
            l1_serves_loads ? memory.l1_latency.value : 0.0 },
        { tr("L2 cache"), chip, l2_size(traits, gpu), "", "GPU", "cache", "", device.l2_latency.value },
        { tr("global memory"), device_memory,
            gpu.memory_gigabytes > 0 ? fmt::format("{} GiB", gpu.memory_gigabytes) : tr("not published"),
            gpu.memory_gigabytes_per_second > 0 ? fmt::format("{} GB/s", gpu.memory_gigabytes_per_second) : std::string {},
            tr("all grids, host"), "RW", tr("program"), device.dram_latency.value },
        { tr("local memory"), device_memory, trf("at most {}", kibibytes(kKibi * local)), tr("per thread; spilled registers"),
            tr("thread"), "RW", tr("thread"), device.dram_latency.value },
        { tr("constant memory"), device_memory, "64 KiB", tr("hit in the cache of the multiprocessor"), tr("all grids, host"),
            "RO", tr("program"), memory.constant_latency.value },
        { tr("texture memory"), device_memory, tr("in global memory"), tr("hit in the cache of the multiprocessor"),
            tr("all grids, host"), "RO", tr("program"), memory.texture_latency.value },
    };
}

} // namespace warpstage::arch

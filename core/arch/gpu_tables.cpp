#include "core/arch/gpu_tables.h"

#include "core/arch/gpus.h"
#include "core/arch/timing/break_even.h"
#include "core/arch/timing/latency_cover.h"
#include "core/arch/traits.h"

#include <fmt/format.h>

namespace warpstage::arch {

namespace {

std::string choice_of(const Traits& usual)
{
    std::string choice;
    for (const Traits& traits : all_traits()) {
        if (traits.capability == usual.capability && !traits.option.empty())
            choice += fmt::format("{}:{}", choice.empty() ? "" : " or ", traits.option);
    }
    return choice;
}

// "-" if it is not published.
std::string figure(double value)
{
    return value == 0 ? "-" : fmt::format("{}", value);
}

std::string links_text()
{
    constexpr double kGigabyte = 1e9;
    std::string text =
        fmt::format("Link between host and GPU, one direction, in GB/s (1e9 bytes/s): link bandwidth, and estimates for large "
                    "pinned and pageable copies\n\n  {:<17} {:>4}  {:>5}  {:>6}  {:>6}  {:>8}  {}\n",
            "name", "PCIe", "lanes", "link", "pinned", "pageable", "source");
    for (const Gpu& gpu : all_gpus()) {
        text += fmt::format("  {:<17} {:>4}  {:>5}  {:>6.2f}  {:>6.1f}  {:>8.1f}  {}\n", gpu.name,
            fmt::format("{}.0", gpu.link.generation), gpu.link.lanes, link_bytes_per_second(gpu.link) / kGigabyte,
            copy_bytes_per_second(gpu.link, HostMemory::pinned) / kGigabyte,
            copy_bytes_per_second(gpu.link, HostMemory::pageable) / kGigabyte, gpu.link_source);
    }
    return text + fmt::format("\n  {}\n  {}\n  {}\n", pinned_rate_source(), pageable_rate_source(), copy_latency_source());
}

// Threads that hide the latency of dependent additions, and the source of the latency.
std::string arithmetic_text()
{
    std::string text = "Arithmetic of one SM: units for 32-bit floating-point numbers, cycles between two warp instructions,\n"
                       "cycles until a result can be used, and threads that hide this latency\n\n"
                       "  CC    units  cycles per warp  latency  threads  source of the latency\n";
    for (const Traits& traits : all_traits()) {
        if (!traits.usual)
            continue;
        const Timing& timing = timing_of(traits.capability);
        const LatencyCover cover = register_latency_cover(timing);
        text += fmt::format("  {:<4}  {:>5}  {:>15.3g}  {:>7}  {:>7}  {}\n", traits.id(), float_units(timing),
            Limits::kWarpSize / cover.lanes, cover.cycles, cover.threads,
            name_of(timing.pipes[static_cast<std::size_t>(Pipe::float32)].latency.source));
    }
    return text;
}

// "17.6", "17.6 (26.3)".
std::string break_even_words(const Gpu& gpu)
{
    const BreakEven balance = break_even(gpu);
    if (balance.flops_per_float == 0)
        return "-";
    std::string words = fmt::format("{:.1f}", balance.flops_per_float);
    if (balance.with_special_multiply != 0)
        words += fmt::format(" ({:.1f})", balance.with_special_multiply);
    return words;
}

} // namespace

std::string capabilities_text()
{
    std::string text = "One multiprocessor (SM) of each compute capability; shared memory in KiB\n\n"
                       "                threads  threads                         registers          shared\n"
                       "  CC    banks  per block   per SM  warps  blocks  registers  per thread  shared  per block  choice\n";
    for (const Traits& traits : all_traits()) {
        if (!traits.usual)
            continue;
        const Limits& limits = traits.limits;
        const std::string choice = choice_of(traits);
        text += fmt::format("  {:<4}  {:>5}  {:>9}  {:>7}  {:>5}  {:>6}  {:>9}  {:>10}  {:>6}  {:>9}{}{}\n", traits.id(),
            traits.shared_banks, limits.threads_per_block, limits.threads(), limits.warps, limits.blocks, limits.registers,
            limits.registers_per_thread, limits.shared_bytes / 1024, limits.shared_bytes_per_block / 1024,
            choice.empty() ? "" : "  " + choice, traits.rules_assumed ? "  access rules assumed as for CC 9.0" : "");
    }
    return text + "\n" + arithmetic_text();
}

std::string gpus_text()
{
    std::string text = fmt::format(
        "GPUs by name; GB/s: 1e9 bytes/s, GB: 2^30 bytes\n\n  {:<17} {:<5} {:>4}  {:>5}  {:>6}  {:>6}  {:>6}  {:>11}  {}\n",
        "name", "CC", "SMs", "MHz", "GB/s", "GB", "L2 KiB", "flop/float", "source");
    for (const Gpu& gpu : all_gpus()) {
        text += fmt::format("  {:<17} {:<5} {:>4}  {:>5}  {:>6}  {:>6}  {:>6}  {:>11}  {}\n", gpu.name,
            traits_of(gpu.capability).id(), gpu.multiprocessors, figure(gpu.clock_megahertz),
            figure(gpu.memory_gigabytes_per_second), figure(gpu.memory_gigabytes), figure(gpu.l2_kibibytes),
            break_even_words(gpu), gpu.source);
    }
    text +=
        "\n  flop/float: 32-bit floating-point operations per float of DRAM traffic for which arithmetic and DRAM accesses take\n"
        "  equally long. A multiply-add counts as two operations. In parentheses, CC 1.x: including the multiplication that the\n"
        "  special function units issue in parallel, as in NVIDIA's peak rates of these GPUs.\n";
    return text + "\n" + links_text();
}

} // namespace warpstage::arch

#include "core/arch/gpu_tables.h"

#include "core/arch/gpus.h"
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

// "-" for what is not published.
std::string figure(double value)
{
    return value == 0 ? "-" : fmt::format("{}", value);
}

std::string links_text()
{
    constexpr double kGigabyte = 1e9;
    std::string text =
        fmt::format("Link between host and GPU, one direction, GB/s of 1e9 bytes: what it carries, and estimates for large "
                    "copies\n\n  {:<17} {:>4}  {:>5}  {:>6}  {:>6}  {:>8}  {}\n",
            "name", "PCIe", "lanes", "link", "pinned", "pageable", "source");
    for (const Gpu& gpu : all_gpus()) {
        text += fmt::format("  {:<17} {:>4}  {:>5}  {:>6.2f}  {:>6.1f}  {:>8.1f}  {}\n", gpu.name,
            fmt::format("{}.0", gpu.link.generation), gpu.link.lanes, link_bytes_per_second(gpu.link) / kGigabyte,
            copy_bytes_per_second(gpu.link, HostMemory::pinned) / kGigabyte,
            copy_bytes_per_second(gpu.link, HostMemory::pageable) / kGigabyte, gpu.link_source);
    }
    return text + fmt::format("\n  {}\n  {}\n  {}\n", pinned_rate_source(), pageable_rate_source(), copy_latency_source());
}

} // namespace

std::string capabilities_text()
{
    std::string text = "One multiprocessor (SM) of each compute capability; shared memory in KiB\n\n"
                       "  CC    banks  warps  blocks  registers  a thread  shared  a block  choice\n";
    for (const Traits& traits : all_traits()) {
        if (!traits.usual)
            continue;
        const Limits& limits = traits.limits;
        const std::string choice = choice_of(traits);
        text += fmt::format("  {:<4}  {:>5}  {:>5}  {:>6}  {:>9}  {:>8}  {:>6}  {:>7}{}{}\n", traits.id(), traits.shared_banks,
            limits.warps, limits.blocks, limits.registers, limits.registers_per_thread, limits.shared_bytes / 1024,
            limits.shared_bytes_per_block / 1024, choice.empty() ? "" : "  " + choice,
            traits.rules_assumed ? "  banks and sectors assumed as in 9.0" : "");
    }
    return text;
}

std::string gpus_text()
{
    std::string text =
        fmt::format("GPUs by name; GB/s are 1e9 bytes, GB 2^30\n\n  {:<17} {:<5} {:>4}  {:>5}  {:>6}  {:>6}  {:>6}  {}\n", "name",
            "CC", "SMs", "MHz", "GB/s", "GB", "L2 KiB", "source");
    for (const Gpu& gpu : all_gpus()) {
        text += fmt::format("  {:<17} {:<5} {:>4}  {:>5}  {:>6}  {:>6}  {:>6}  {}\n", gpu.name, traits_of(gpu.capability).id(),
            gpu.multiprocessors, figure(gpu.clock_megahertz), figure(gpu.memory_gigabytes_per_second),
            figure(gpu.memory_gigabytes), figure(gpu.l2_kibibytes), gpu.source);
    }
    return text + "\n" + links_text();
}

} // namespace warpstage::arch

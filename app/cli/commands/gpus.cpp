// `warpstage gpus`: the architectures that `--arch` takes, and what is known of them.
#include "core/arch/gpus.h"

#include "app/cli/command_line.h"
#include "core/arch/traits.h"

namespace warpstage::cli {

namespace {

std::string choice_of(const arch::Traits& usual)
{
    std::string choice;
    for (const arch::Traits& traits : arch::all_traits()) {
        if (traits.capability == usual.capability && !traits.option.empty())
            choice += fmt::format("{}:{}", choice.empty() ? "" : " or ", traits.option);
    }
    return choice;
}

void print_capabilities()
{
    fmt::print("One multiprocessor (SM) of each compute capability; shared memory in KiB\n\n"
               "  CC    banks  warps  blocks  registers  a thread  shared  a block  choice\n");
    for (const arch::Traits& traits : arch::all_traits()) {
        if (!traits.usual)
            continue;
        const arch::Limits& limits = traits.limits;
        const std::string choice = choice_of(traits);
        fmt::print("  {:<4}  {:>5}  {:>5}  {:>6}  {:>9}  {:>8}  {:>6}  {:>7}{}{}\n", traits.id(), traits.shared_banks,
            limits.warps, limits.blocks, limits.registers, limits.registers_per_thread, limits.shared_bytes / 1024,
            limits.shared_bytes_per_block / 1024, choice.empty() ? "" : "  " + choice,
            traits.rules_assumed ? "  banks and sectors assumed as in 9.0" : "");
    }
}

// "-" for what is not published.
std::string figure(double value)
{
    return value == 0 ? "-" : fmt::format("{}", value);
}

void print_gpus()
{
    fmt::print("\nGPUs by name; GB/s are 1e9 bytes, GB 2^30\n\n  {:<17} {:<5} {:>4}  {:>5}  {:>6}  {:>6}  {:>6}  {}\n", "name",
        "CC", "SMs", "MHz", "GB/s", "GB", "L2 KiB", "source");
    for (const arch::Gpu& gpu : arch::all_gpus()) {
        fmt::print("  {:<17} {:<5} {:>4}  {:>5}  {:>6}  {:>6}  {:>6}  {}\n", gpu.name, arch::traits_of(gpu.capability).id(),
            gpu.multiprocessors, figure(gpu.clock_megahertz), figure(gpu.memory_gigabytes_per_second),
            figure(gpu.memory_gigabytes), figure(gpu.l2_kibibytes), gpu.source);
    }
}

int list_gpus(const Common& /*common*/, const NoOptions& /*options*/)
{
    print_capabilities();
    print_gpus();
    return kSuccess;
}

} // namespace

void add_gpus(CommandLine& line)
{
    line.options_of(line.add("gpus", "Compute capabilities and GPUs whose rules warpstage knows"), list_gpus);
}

} // namespace warpstage::cli

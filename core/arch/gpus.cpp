#include "core/arch/gpus.h"

#include "core/arch/simple_name.h"
#include "core/base/verify.h"

#include <array>
#include <tuple>

namespace warpstage::arch {

namespace {

// One row per GPU; the sources are NVIDIA's documents. Memory and bandwidth are those of the variant in parentheses after the
// source.
constexpr std::array kGpus {
    Gpu { "GeForce 8800 GTX", { 1, 0 }, 16, 1350, 86.4, 0.75, 384, 0, "NVIDIA GeForce 8800 Architecture Technical Brief, 2006",
        { 1, 16 }, "NVIDIA GeForce 8800 GTX specification: PCI Express x16" },
    Gpu { "GeForce GTX 280", { 1, 3 }, 30, 1296, 141.7, 1, 512, 0, "NVIDIA GeForce GTX 200 Architectural Overview, 2008",
        { 2, 16 }, "NVIDIA GeForce GTX 200 Architectural Overview, 2008" },
    Gpu { "Tesla C2050", { 2, 0 }, 14, 1150, 144, 3, 384, 768, "NVIDIA Tesla C2050 and C2070 data sheet, 2010; Fermi white paper",
        { 2, 16 }, "NVIDIA Tesla C2050 and C2070 data sheet, 2010" },
    Gpu { "GeForce GTX 480", { 2, 0 }, 15, 1401, 177.4, 1.5, 384, 768,
        "NVIDIA GeForce GTX 480 specification, 2010; Fermi white paper", { 2, 16 },
        "NVIDIA GeForce GTX 480 specification: PCI Express 2.0 x16" },
    Gpu { "Tesla K20c", { 3, 5 }, 13, 706, 208, 5, 320, 1280, "NVIDIA Tesla K20 Active Accelerator board specification, 2012",
        { 2, 16 }, "NVIDIA Tesla K20 Active Accelerator board specification, 2012" },
    // All K40 boards ship with the base clock; 810 and 875 MHz must be selected.
    Gpu { "Tesla K40c", { 3, 5 }, 15, 745, 288, 12, 384, 1536, "NVIDIA Tesla K40 Active Accelerator board specification, 2013",
        { 3, 16 }, "NVIDIA Tesla K40 Active Accelerator board specification, 2013" },
    Gpu { "GeForce GTX 980", { 5, 2 }, 16, 1216, 224, 4, 256, 2048, "NVIDIA GeForce GTX 980 white paper, 2014", { 3, 16 },
        "NVIDIA GeForce GTX 980 specification: PCI Express 3.0" },
    Gpu { "Tesla P100", { 6, 0 }, 56, 1480, 732, 16, 4096, 4096, "NVIDIA Tesla P100 white paper, 2016 (SXM2, 16 GB)", { 3, 16 },
        "NVIDIA Tesla P100 data sheet: 32 GB/s in both directions together" },
    Gpu { "Tesla V100", { 7, 0 }, 80, 1530, 900, 16, 4096, 6144,
        "NVIDIA Tesla V100 GPU Architecture white paper, 2017 (SXM2, 16 GB)", { 3, 16 },
        "NVIDIA Tesla V100 data sheet: 32 GB/s in both directions together" },
    // The clock is that of the peak rates of the data sheet, and of AccelWattch, which has measured the kernels of
    // docs/sm-model-qv100.md.
    Gpu { "Quadro GV100", { 7, 0 }, 80, 1447, 870, 32, 4096, 6144,
        "NVIDIA Quadro GV100 data sheet, 2018; L2: Volta white paper; clock: AccelWattch", { 3, 16 },
        "NVIDIA Quadro GV100 data sheet, 2018: PCI Express 3.0 x16" },
    Gpu { "Tesla T4", { 7, 5 }, 40, 1590, 320, 16, 256, 4096, "NVIDIA Turing GPU Architecture white paper, 2018", { 3, 16 },
        "NVIDIA T4 data sheet: x16 PCIe Gen3" },
    Gpu { "A100", { 8, 0 }, 108, 1410, 1555, 40, 5120, 40960,
        "NVIDIA A100 Tensor Core GPU Architecture white paper, 2020 (SXM4, 40 GB)", { 4, 16 },
        "NVIDIA A100 data sheet: PCIe Gen4, 64 GB/s in both directions together" },
    Gpu { "GeForce RTX 3090", { 8, 6 }, 82, 1695, 936, 24, 384, 6144, "NVIDIA Ampere GA102 GPU Architecture white paper, 2020",
        { 4, 16 }, "NVIDIA Ampere GA102 GPU Architecture white paper, 2020" },
    Gpu { "GeForce RTX 4090", { 8, 9 }, 128, 2520, 1008, 24, 384, 73728, "NVIDIA Ada GPU Architecture white paper, 2022",
        { 4, 16 }, "NVIDIA GeForce RTX 4090 specification: PCI Express Gen 4" },
    Gpu { "H100", { 9, 0 }, 132, 1980, 3352, 80, 5120, 51200,
        "NVIDIA H100 data sheet and Hopper white paper, 2022 (SXM5, 80 GB); clock: driver", { 5, 16 },
        "NVIDIA H100 data sheet: PCIe Gen5, 128 GB/s in both directions together" },
    Gpu { "H200", { 9, 0 }, 132, 1980, 4800, 141, 6016, 61440, "NVIDIA H200 data sheet, 2023 (SXM5); clock, bus and L2: driver",
        { 5, 16 }, "NVIDIA H200 data sheet: PCIe Gen5, 128 GB/s in both directions together" },
    Gpu { "B200", { 10, 0 }, 148, 0, 8000, 180, 0, 0, "NVIDIA DGX B200 data sheet, 2024; multiprocessors: driver", { 5, 16 },
        "NVIDIA DGX B200 data sheet, 2024: Intel Xeon Platinum 8570, whose lanes are PCIe 5.0" },
    Gpu { "GeForce RTX 5090", { 12, 0 }, 170, 2407, 1792, 32, 512, 98304,
        "NVIDIA RTX Blackwell GPU Architecture white paper, 2025", { 5, 16 },
        "NVIDIA RTX Blackwell GPU Architecture white paper, 2025" },
};

// A name without its common prefixes: "geforcegtx280" and "gtx280" are equal.
std::string model_of(std::string_view name)
{
    const std::string simple = simple_name(name);
    std::string_view model = simple;
    for (const std::string_view prefix : { "nvidia", "geforce", "quadro", "tesla" }) {
        if (model.starts_with(prefix))
            model.remove_prefix(prefix.size());
    }
    return std::string { model };
}

// The driver appends form factor and memory to some names: "a100sxm440gb", "h10080gbhbm3". Only a letter or nothing may follow.
bool adds_form(std::string_view rest)
{
    for (const std::string_view form : { "sxm", "pcie", "16gb", "32gb", "40gb", "80gb" }) {
        if (rest.starts_with(form))
            return true;
    }
    return rest.empty();
}

} // namespace

std::span<const Gpu> all_gpus()
{
    return kGpus;
}

const Gpu* find_gpu(std::string_view name)
{
    const std::string asked = model_of(name);
    for (const Gpu& gpu : kGpus) {
        const std::string model = model_of(gpu.name);
        if (asked.starts_with(model) && adds_form(std::string_view { asked }.substr(model.size())))
            return &gpu;
    }
    return nullptr;
}

const Gpu& largest_gpu(ComputeCapability capability)
{
    const Gpu* largest = nullptr;
    // An equal minor version takes precedence over the size; among GPUs with the same number of multiprocessors, the one with the
    // faster memory is the larger.
    const auto rank = [&](const Gpu& gpu) {
        return std::tuple { gpu.capability == capability, gpu.multiprocessors, gpu.memory_gigabytes_per_second };
    };
    for (const Gpu& gpu : kGpus) {
        if (gpu.capability.major == capability.major && (largest == nullptr || rank(gpu) > rank(*largest)))
            largest = &gpu;
    }
    VERIFY(largest != nullptr);
    return *largest;
}

} // namespace warpstage::arch

#include "core/arch/timing/timing.h"

#include "core/arch/timing/generations.h"

#include <tuple>

namespace warpstage::arch {

namespace {

struct Publication {
    std::string_view name;
    std::string_view citation;
};

// In the order of Source.
constexpr std::array<Publication, kSources> kPublications { {
    { "assumed",
        "Neither measured nor documented: value of the nearest compute capability, or derived from other values of the table" },
    { "lectures", "Filipovič, \"Optimalizace pro GPU hardware\", Masaryk University, 2013" },
    { "guide",
        "NVIDIA, CUDA C Programming Guide 4.2, appendix F; CUDA C++ Programming Guide 10, \"Arithmetic Instructions\"; CUDA C++ "
        "Best Practices Guide 13, \"Throughput of Native Arithmetic Instructions\"" },
    { "white paper", "NVIDIA, architecture white papers: P100, V100, Turing, A100, GA102, H100, RTX Blackwell" },
    { "Wong 2010", "Wong et al., \"Demystifying GPU Microarchitecture through Microbenchmarking\", ISPASS 2010: GTX 280" },
    { "Mei 2017", "Mei and Chu, \"Dissecting GPU Memory Hierarchy through Microbenchmarking\", IEEE TPDS 28(1), 2017" },
    { "Arafa 2019",
        "Arafa et al., \"Low Overhead Instruction Latency Characterization for NVIDIA GPGPUs\", HPEC 2019, arXiv 1905.08778; as "
        "tabulated in PPT-GPU" },
    { "Jia 2018", "Jia et al., \"Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking\", arXiv 1804.06826" },
    { "Jia 2019", "Jia et al., \"Dissecting the NVidia Turing T4 GPU via Microbenchmarking\", arXiv 1903.07486" },
    { "Abdelkhalik 2022",
        "Abdelkhalik et al., \"Demystifying the Nvidia Ampere Architecture through Microbenchmarking and Instruction-level "
        "Analysis\", arXiv 2208.11174: A100" },
    { "Luo 2024", "Luo et al., \"Benchmarking and Dissecting the Nvidia Hopper GPU Architecture\", arXiv 2402.13499" },
    { "GPGPU-Sim", "GPGPU-Sim 4, gpgpusim.config of QuadroFX5600, QuadroFX5800, SM2_GTX480 and SM6_TITANX" },
    { "measured", "Measured by this project on an H200 (132 SMs, 1980 MHz, driver 580)" },
    { "AMALi 2025", "Cao et al., AMALi, ISCA 2025: hardware tables of V100, A100 and H100 PCIe" },
    { "gpu-benches", "RRZE-HPC, gpu-benches, results of V100, A100, A40, L40, GH200 and H200" },
    { "MT4G", "CAPS TU Munich, MT4G, sample results: Quadro P6000" },
    { "Dewing", "Dewing, AI_kernels, latency: GeForce RTX 5090 and B200" },
    { "Boyer 2009", "Boyer, \"CUDA Kernel Overhead\", University of Virginia: at most 334,000 empty kernels per second" },
    { "Microway 2013", "Microway, \"NVIDIA Tesla K40 Atlas GPU Accelerator (Kepler GK110b) Up-Close\": bandwidthTest" },
    { "gpumembench 2017", "Konstantinidis, gpumembench, issue 2: cachebench on K80, P100 and V100" },
} };

constexpr std::array<std::string_view, kPipes> kPipeNames {
    "integer",
    "integer multiply",
    "fp32",
    "fp16x2",
    "fp64",
    "special function",
    "conversion",
    "bit count",
    "shuffle",
    "vote",
    "branch",
    "matrix",
};

std::vector<Timing> timings_of_all_generations()
{
    std::vector<Timing> all;
    for (const auto& generation : { tesla_timings(), fermi_timings(), kepler_timings(), maxwell_timings(), volta_timings(),
             ampere_timings(), hopper_timings(), blackwell_timings() })
        all.insert(all.end(), generation.begin(), generation.end());
    return all;
}

bool not_newer(ComputeCapability a, ComputeCapability b)
{
    return std::tie(a.major, a.minor) <= std::tie(b.major, b.minor);
}

} // namespace

std::string_view citation_of(Source source)
{
    return kPublications[static_cast<std::size_t>(source)].citation;
}

std::string_view name_of(Source source)
{
    return kPublications[static_cast<std::size_t>(source)].name;
}

std::string_view name_of(Pipe pipe)
{
    return kPipeNames[static_cast<std::size_t>(pipe)];
}

std::span<const Timing> all_timings()
{
    static const std::vector<Timing> all = timings_of_all_generations();
    return all;
}

const Timing& timing_of(ComputeCapability capability)
{
    const auto all = all_timings();
    const Timing* found = &all.front();
    for (const Timing& timing : all) {
        if (not_newer(timing.capability, capability))
            found = &timing;
    }
    return *found;
}

} // namespace warpstage::arch

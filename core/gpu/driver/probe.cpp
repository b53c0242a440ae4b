#include "core/gpu/driver/probe.h"

#include "core/gpu/counters/counters.h"
#include "core/gpu/driver/driver.h"
#include "core/gpu/libraries/cub.h"
#include "core/gpu/libraries/cublas.h"

#include <fmt/format.h>

#include <memory>
#include <span>
#include <utility>

namespace warpstage::gpu {

namespace {

constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;

void add_devices(Probe& probe, const Driver& driver)
{
    auto devices = all_devices(driver);
    if (!devices) {
        probe.findings.push_back({ Finding::State::missing, "GPU", devices.error().message });
        return;
    }
    probe.devices = std::move(*devices);
    for (const auto& device : probe.devices) {
        probe.findings.push_back({ Finding::State::good, fmt::format("GPU {}", device.index),
            fmt::format("{}, CC {}.{}, {} SMs, {} MHz, {:.0f} GiB.", device.name, device.capability_major,
                device.capability_minor, device.multiprocessors, device.clock_megahertz,
                static_cast<double>(device.memory_bytes) / kGibibyte) });
    }
}

void add_driver(Probe& probe, const Result<std::shared_ptr<const Driver>>& driver)
{
    if (!driver) {
        probe.findings.push_back({ Finding::State::missing, "NVIDIA driver", driver.error().message });
        return;
    }
    const auto module = module_version();
    probe.findings.push_back({ Finding::State::good, "NVIDIA driver",
        fmt::format("{}for CUDA {}, loaded from {}.", module.empty() ? "" : module + ", ", version_text((*driver)->version()),
            (*driver)->library().string()) });
    add_devices(probe, **driver);
}

void add_nvrtc(Probe& probe, std::span<const std::filesystem::path> libraries)
{
    const auto nvrtc = find_nvrtc(libraries);
    if (!nvrtc) {
        probe.findings.push_back({ Finding::State::missing, "NVRTC", nvrtc.error().message });
        return;
    }
    probe.nvrtc = *nvrtc;
    probe.findings.push_back({ Finding::State::good, "NVRTC",
        fmt::format("{}.{}, loaded from {}.", nvrtc->major, nvrtc->minor, nvrtc->library.string()) });
}

void add_cupti(Probe& probe, std::span<const std::filesystem::path> libraries)
{
    const auto cupti = find_cupti(libraries);
    if (!cupti) {
        probe.findings.push_back({ Finding::State::missing, "CUPTI", cupti.error().message });
        return;
    }
    probe.findings.push_back({ Finding::State::good, "CUPTI", fmt::format("loaded from {}.", cupti->string()) });
}

void add_cublas(Probe& probe, std::span<const std::filesystem::path> libraries)
{
    const auto cublas = find_cublas(libraries);
    probe.findings.push_back({ cublas ? Finding::State::good : Finding::State::missing, "cuBLAS",
        cublas ? fmt::format("loaded from {}.", cublas->string()) : cublas.error().message });
}

void add_cub(Probe& probe, std::span<const std::filesystem::path> libraries)
{
    const auto cub = find_cub(libraries);
    probe.findings.push_back({ cub ? Finding::State::good : Finding::State::missing, "CUB",
        cub ? fmt::format("loaded from {}.", cub->string()) : cub.error().message });
}

} // namespace

Probe probe()
{
    Probe probe;
    add_driver(probe, Driver::load());
    add_nvrtc(probe, nvrtc_libraries());
    add_cupti(probe, cupti_libraries());
    add_cublas(probe, cublas_libraries());
    add_cub(probe, cub_libraries());
    return probe;
}

Probe probe(const std::filesystem::path& driver_library, const std::vector<std::filesystem::path>& libraries,
    const std::vector<std::filesystem::path>& counter_libraries, const std::vector<std::filesystem::path>& cublas)
{
    Probe probe;
    add_driver(probe, Driver::load(driver_library));
    add_nvrtc(probe, libraries);
    add_cupti(probe, counter_libraries);
    add_cublas(probe, cublas);
    return probe;
}

} // namespace warpstage::gpu

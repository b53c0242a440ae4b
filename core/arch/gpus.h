// GPUs by name: those in lectures and publications, and current ones.
#pragma once

#include "core/arch/traits.h"
#include "core/arch/transfer_estimate.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace warpstage::arch {

// 0: not published by NVIDIA.
struct Gpu {
    std::string_view name; // "GeForce GTX 280"
    ComputeCapability capability;
    std::uint32_t multiprocessors = 0;
    std::uint32_t clock_megahertz = 0; // boost clock; on CC 1.x the shader clock
    double memory_gigabytes_per_second = 0; // 1e9 bytes
    double memory_gigabytes = 0; // 2^30 bytes each, as NVIDIA counts
    std::uint32_t memory_bus_bits = 0;
    std::uint32_t l2_kibibytes = 0; // 0 on CC 1.x, which has no L2 cache for global memory
    std::string_view source;
    HostLink link; // maximum of the GPU; the host may support less
    std::string_view link_source;
};

// Oldest first.
[[nodiscard]] std::span<const Gpu> all_gpus();

// The GPU with that name, as reported by the driver ("NVIDIA H200", "Tesla V100-SXM2-16GB") or abbreviated ("GTX280"); nullptr if
// it is not in the table. Blanks, hyphens, case and the words NVIDIA, GeForce and Tesla are ignored.
[[nodiscard]] const Gpu* find_gpu(std::string_view name);

// The largest GPU of the capability, or of its major version if no GPU has exactly this one: the default if only a capability is
// given. VERIFYs that it exists.
[[nodiscard]] const Gpu& largest_gpu(ComputeCapability capability);

} // namespace warpstage::arch

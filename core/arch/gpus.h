// Named GPUs: the ones that lectures, publications and today's lecture halls mention.
#pragma once

#include "core/arch/traits.h"
#include "core/arch/transfer_estimate.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace warpstage::arch {

// 0 where the vendor does not publish a figure.
struct Gpu {
    std::string_view name; // "GeForce GTX 280"
    ComputeCapability capability;
    std::uint32_t multiprocessors = 0;
    std::uint32_t clock_megahertz = 0; // boost clock; of the processors ("shader clock") on CC 1.x
    double memory_gigabytes_per_second = 0; // 1e9 bytes
    double memory_gigabytes = 0; // as the vendor counts them: 2^30 bytes
    std::uint32_t l2_kibibytes = 0; // 0 on CC 1.x, which has none for global memory
    std::string_view source;
    HostLink link; // the fastest that it takes; a host may offer less
    std::string_view link_source;
};

// Oldest first.
[[nodiscard]] std::span<const Gpu> all_gpus();

// The GPU of a name, as the driver says it ("NVIDIA H200", "Tesla V100-SXM2-16GB") or as people do ("GTX280"); nullptr where it
// is none of ours. Blanks, hyphens, capitals and the words NVIDIA, GeForce and Tesla do not matter.
[[nodiscard]] const Gpu* find_gpu(std::string_view name);

// The largest GPU of the capability, or of its major version where none has exactly this one: what is assumed where only a
// capability is known. VERIFYs that there is one.
[[nodiscard]] const Gpu& largest_gpu(ComputeCapability capability);

} // namespace warpstage::arch

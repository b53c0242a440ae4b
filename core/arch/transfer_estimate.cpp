#include "core/arch/transfer_estimate.h"

#include "core/base/verify.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::arch {

namespace {

// Bytes per second and lane after 8b/10b encoding, from generation 3 on 128b/130b: PCI Express Base Specification, chapters on
// the physical layer (2.5, 5, 8, 16 and 32 GT/s).
constexpr std::array<double, 6> kLaneRates { 0.0, 2.5e9 * 8 / 10 / 8, 5e9 * 8 / 10 / 8, 8e9 * 128 / 130 / 8, 16e9 * 128 / 130 / 8,
    32e9 * 128 / 130 / 8 };

// Share of the link bandwidth that a pinned copy reaches. Published: "roughly 6 GB/s" of 8 for generation 2 and "roughly 12 GB/s"
// of 15.75 for generation 3, both with 16 lanes (CUDA C Best Practices Guide of CUDA 5 and of CUDA 11, "Pinned Memory"); 12.36
// GB/s (NVIDIA nvbandwidth, README). Headers and checksums of packets with 128 or 256 bytes of data, and acknowledgments, take
// the rest.
constexpr double kPinnedShare = 0.77;

// The driver's copy on the host and the transfer alternate. Assumed: half of the pinned rate ("more than twice as fast" is pinned
// in M. Harris, "How to Optimize Data Transfers in CUDA C/C++", NVIDIA, 2012, on a laptop), and at most the rate at which one
// host thread copies.
constexpr double kPageableShare = 0.5;
constexpr double kHostCopyRate = 12e9;

// Assumed: the time of the smallest copies from call to completion.
constexpr std::chrono::microseconds kLatency { 10 };

} // namespace

double link_bytes_per_second(const HostLink& link)
{
    VERIFY(link.generation > 0 && link.generation < kLaneRates.size() && link.lanes > 0);
    return kLaneRates.at(link.generation) * link.lanes;
}

double copy_bytes_per_second(const HostLink& link, HostMemory memory)
{
    const double pinned = kPinnedShare * link_bytes_per_second(link);
    return memory == HostMemory::pinned ? pinned : std::min(kPageableShare * pinned, kHostCopyRate);
}

std::chrono::nanoseconds estimate_copy(const HostLink& link, HostMemory memory, std::size_t bytes)
{
    const double seconds = static_cast<double>(bytes) / copy_bytes_per_second(link, memory);
    return kLatency + std::chrono::nanoseconds { std::llround(seconds * 1e9) };
}

std::string_view pinned_rate_source()
{
    return "Pinned: 0.77 of the link (12 of 15.75 GB/s in the CUDA C++ Best Practices Guide; 12.36 GB/s in NVIDIA nvbandwidth).";
}

std::string_view pageable_rate_source()
{
    return "Pageable: half of pinned, at most 12 GB/s (assumed; it depends on the host's memory and processor).";
}

std::string_view copy_latency_source()
{
    return "Latency of a copy: 10 µs (assumed).";
}

} // namespace warpstage::arch

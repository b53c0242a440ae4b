// Estimated time of a copy between host and device over PCI Express, from the link bandwidth and published copy rates.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpstage::arch {

// PCI Express between host and GPU.
struct HostLink {
    std::uint32_t generation = 0; // 1 to 5; 0: not known
    std::uint32_t lanes = 0;
};

// Host memory of a copy.
enum class HostMemory : std::uint8_t {
    pinned, // the GPU's copy engine reads and writes it
    pageable, // the driver copies it through its own pinned buffer
};

// Bytes per second in one direction after line encoding: 15.75e9 for generation 3 with 16 lanes. VERIFYs that the link is known.
[[nodiscard]] double link_bytes_per_second(const HostLink& link);

// Bytes per second of a large copy. VERIFYs that the link is known.
[[nodiscard]] double copy_bytes_per_second(const HostLink& link, HostMemory memory);

// Time of one copy, in either direction, with no other traffic on the link. VERIFYs that the link is known.
[[nodiscard]] std::chrono::nanoseconds estimate_copy(const HostLink& link, HostMemory memory, std::size_t bytes);

// The basis of the estimate, one sentence each.
[[nodiscard]] std::string_view pinned_rate_source();
[[nodiscard]] std::string_view pageable_rate_source();
[[nodiscard]] std::string_view copy_latency_source();

} // namespace warpstage::arch

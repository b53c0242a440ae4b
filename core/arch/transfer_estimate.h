// How long a copy between host and device takes over PCI Express: by what the link carries and what is published of copies.
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

// Where the host's side of a copy lies.
enum class HostMemory : std::uint8_t {
    pinned, // the GPU's copy engine reads and writes it
    pageable, // the driver copies it through pinned memory of its own
};

// In one direction, after the line code: 15.75e9 for generation 3 with 16 lanes. VERIFYs that the link is known.
[[nodiscard]] double link_bytes_per_second(const HostLink& link);

// Of a large copy. VERIFYs that the link is known.
[[nodiscard]] double copy_bytes_per_second(const HostLink& link, HostMemory memory);

// Of one copy, in either direction, with nothing else on the link. VERIFYs that the link is known.
[[nodiscard]] std::chrono::nanoseconds estimate_copy(const HostLink& link, HostMemory memory, std::size_t bytes);

// What the estimate is based on, in one sentence each.
[[nodiscard]] std::string_view pinned_rate_source();
[[nodiscard]] std::string_view pageable_rate_source();
[[nodiscard]] std::string_view copy_latency_source();

} // namespace warpstage::arch

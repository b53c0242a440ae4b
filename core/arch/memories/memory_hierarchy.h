// The memories available to a kernel on one GPU: location, size, scope and lifetime, as a table like that of the lectures, with
// the sizes of the selected GPU.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::arch {

enum class MemoryPlace : std::uint8_t { multiprocessor, chip, device_memory };

struct MemoryRow {
    std::string_view name; // "registers"
    MemoryPlace place = MemoryPlace::multiprocessor;
    std::string size; // "256 KiB"
    std::string detail; // "at most 255 per thread"; empty: none
    std::string_view scope; // scope: "thread", "block", "grid"; for caches, what they serve
    std::string_view access; // access by a kernel: "RW", "RO"; "cache": not addressable
    std::string_view lifetime; // lifetime of the contents; empty for a cache
    double latency =
        0; // cycles until a dependent instruction issues, for an access served there; 0: unknown, or the memory does not exist
};

// From the registers to device memory. Sizes: CUDA programming guides, "Technical Specifications per Compute Capability", and the
// table of GPUs; latencies: the table of timings, whose sources `warpstage gpus --timing` prints.
[[nodiscard]] std::vector<MemoryRow> memory_hierarchy(const Traits& traits, const Gpu& gpu);

} // namespace warpstage::arch

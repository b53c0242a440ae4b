// The memories that a kernel can use on one GPU: where each lies, how large it is, who sees it and for how long. As a table, as
// the lectures draw it, with the sizes of the chosen GPU.
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
    std::string_view scope; // who sees the same contents: "thread", "block", "grid"; of caches, what they serve
    std::string_view access; // of a kernel: "RW", "RO"; "cache": no instruction names it
    std::string_view lifetime; // of the contents; empty for a cache
    double latency = 0; // cycles until a dependent instruction issues, where it is served there; 0: not known, or not there
};

// From the registers to device memory. Sizes: CUDA programming guides, "Technical Specifications per Compute Capability", and the
// table of GPUs; latencies: the table of timings, whose sources `warpstage gpus --timing` prints.
[[nodiscard]] std::vector<MemoryRow> memory_hierarchy(const Traits& traits, const Gpu& gpu);

} // namespace warpstage::arch

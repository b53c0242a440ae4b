// Partition camping: how evenly the recorded requests of each instruction are spread over the memory's partitions. Only CC 1.x
// deals addresses to partitions in a way that a program can run into.
#pragma once

#include "core/arch/memory_partitions.h"
#include "core/arch/traits.h"
#include "core/ptx/listing.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct PartitionReport {
    std::uint32_t pc = 0; // the first of the line's
    // Of all recorded requests of the line, loads and stores apart: a block's warps run side by side, and the copies of an
    // unrolled loop's body that lie one behind the other are one access to who reads the source.
    arch::PartitionUse use;
};

// One for each line that touches global memory, loads and stores apart, by pc. Empty where addresses are spread by a hash.
[[nodiscard]] std::vector<PartitionReport> partition_reports(
    const trace::Trace& trace, const ptx::Listing& listing, const arch::Traits& traits);

// A line for each: "line 24 st.global.f32: 1 of 8 partitions, 8.0 times an even spread: partition camping".
[[nodiscard]] std::string to_text(const std::vector<PartitionReport>& reports, const ptx::Listing& listing);

} // namespace warpstage::analysis

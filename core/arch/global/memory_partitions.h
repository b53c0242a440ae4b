// Partition camping: on CC 1.x memory is interleaved over a few partitions in units of 256 bytes, and concurrent transactions to
// the same partition are serialized. Source: Ruetsch and Micikevicius, "Optimizing Matrix Transpose in CUDA", NVIDIA 2009.
#pragma once

#include "core/arch/global/coalescing.h"
#include "core/arch/traits.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

inline constexpr std::uint32_t kPartitionBytes = 256;

struct PartitionUse {
    std::vector<std::uint64_t> bytes; // bytes per partition; empty if the GPU hashes addresses (CC 2.0 and later)

    // Bytes of the busiest partition relative to an even distribution: 1 is even, the number of partitions means that one serves
    // everything. 1 if no bytes are transferred or the GPU has no partitions.
    [[nodiscard]] double imbalance() const;
    // Number of partitions with at least one byte.
    [[nodiscard]] std::uint32_t busy() const;
};

// For concurrent transactions: of one request, or of many warps.
[[nodiscard]] PartitionUse partition_use(const Traits& traits, std::span<const Transaction> transactions);

} // namespace warpstage::arch

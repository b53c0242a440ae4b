// Partition camping: on CC 1.x the memory is dealt to a few partitions in pieces of 256 bytes, and transactions that are under
// way at the same time wait for each other where they meet in one partition. Source: Ruetsch and Micikevicius, "Optimizing Matrix
// Transpose in CUDA", NVIDIA 2009.
#pragma once

#include "core/arch/global/coalescing.h"
#include "core/arch/traits.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::arch {

inline constexpr std::uint32_t kPartitionBytes = 256;

struct PartitionUse {
    std::vector<std::uint64_t> bytes; // that each partition moves; empty where addresses are spread by a hash (CC 2.0 and later)

    // Bytes of the busiest partition over those of an even spread: 1 is even, the number of partitions is all in one. 1 where
    // nothing is moved and where there are no partitions to camp in.
    [[nodiscard]] double imbalance() const;
    // How many partitions have anything to do.
    [[nodiscard]] std::uint32_t busy() const;
};

// Of transactions that are under way together: of one request, or of many warps.
[[nodiscard]] PartitionUse partition_use(const Traits& traits, std::span<const Transaction> transactions);

} // namespace warpstage::arch

#include "core/arch/global/memory_partitions.h"

#include <algorithm>
#include <numeric>

namespace warpstage::arch {

double PartitionUse::imbalance() const
{
    const std::uint64_t total = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t { 0 });
    if (total == 0)
        return 1.0;
    const std::uint64_t most = *std::max_element(bytes.begin(), bytes.end());
    return static_cast<double>(most) * static_cast<double>(bytes.size()) / static_cast<double>(total);
}

std::uint32_t PartitionUse::busy() const
{
    return static_cast<std::uint32_t>(std::count_if(bytes.begin(), bytes.end(), [](std::uint64_t b) { return b != 0; }));
}

PartitionUse partition_use(const Traits& traits, std::span<const Transaction> transactions)
{
    PartitionUse use;
    if (traits.memory_partitions == 0)
        return use;
    use.bytes.resize(traits.memory_partitions);
    for (const Transaction& transaction :
        transactions) // a transaction never crosses a partition border: at most 128 bytes, aligned
        use.bytes[transaction.address / kPartitionBytes % traits.memory_partitions] += transaction.bytes;
    return use;
}

} // namespace warpstage::arch

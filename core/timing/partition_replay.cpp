#include "core/timing/partition_replay.h"

#include "core/analysis/requests.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/global/memory_partitions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace warpstage::timing {

namespace {

// Parts of requests that wait at one partition: GPGPU-Sim, QuadroFX5800, -gpgpu_frfcfs_dram_sched_queue_size.
constexpr std::size_t kQueue = 16;

// Partition and row as one number: rows of one partition are adjacent, those of different partitions are interleaved.
std::uint64_t row_of(std::uint64_t address, std::uint32_t partitions, double row_bytes)
{
    const std::uint64_t chunk = address / arch::kPartitionBytes;
    const std::uint64_t inside = chunk / partitions * arch::kPartitionBytes;
    return inside / static_cast<std::uint64_t>(row_bytes) * partitions + chunk % partitions;
}

} // namespace

std::uint32_t rows_opened(
    std::span<const std::uint64_t> addresses, const arch::Traits& traits, const arch::DeviceMemoryTiming& device)
{
    if (device.dram_row_bytes.value == 0.0 || traits.memory_partitions == 0)
        return 0;
    std::array<std::uint64_t, 2 * kMaxLanes> rows {};
    std::size_t count = 0;
    for (const std::uint64_t address : addresses) {
        const std::uint64_t row = row_of(address, traits.memory_partitions, device.dram_row_bytes.value);
        if (count < rows.size()
            && std::find(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), row)
                == rows.begin() + static_cast<std::ptrdiff_t>(count))
            rows[count++] = row;
    }
    return static_cast<std::uint32_t>(count);
}

double partition_time(double bytes, double rows, double gigabytes_per_second, const arch::DeviceMemoryTiming& device)
{
    return std::max(bytes / gigabytes_per_second, rows * device.dram_row_interval.value);
}

PartitionReplay::PartitionReplay(const arch::Traits& traits, const arch::DeviceMemoryTiming& device, double gigabytes_per_second)
    : m_traits(traits)
    , m_device(device)
    , m_rate(gigabytes_per_second * device.dram_share.value / std::max(1U, traits.memory_partitions))
{
}

void PartitionReplay::on_access(const simt::Step& step, const simt::Access& access)
{
    if (access.space != ptx::StateSpace::global)
        return;
    if (m_block != step.block) {
        m_block = step.block;
        m_blocks.emplace_back();
    }
    const auto transactions = arch::serve_global(m_traits, analysis::global_request_of(access)).transactions;
    for (std::uint32_t partition = 0; partition < m_traits.memory_partitions; ++partition) {
        std::vector<std::uint64_t> addresses;
        double bytes = 0.0;
        for (const arch::Transaction& transaction : transactions) {
            if (transaction.address / arch::kPartitionBytes % m_traits.memory_partitions != partition)
                continue;
            addresses.push_back(transaction.address);
            bytes += transaction.bytes;
        }
        if (addresses.empty())
            continue;
        const double rows = rows_opened(addresses, m_traits, m_device);
        m_blocks.back().push_back({ partition, static_cast<float>(partition_time(bytes, rows, m_rate, m_device)) });
    }
}

double PartitionReplay::slowdown() const
{
    constexpr double kGoldenRatio = 0.6180339887498949; // spreads the phases evenly
    struct Progress {
        std::size_t next = 0;
        std::size_t left = 0;
    };
    struct Partition {
        std::deque<float> queue;
        std::deque<std::size_t> waiting; // blocks whose next part finds the queue full
        double end = 0.0;
    };
    std::vector<Progress> blocks;
    std::vector<Partition> partitions(m_traits.memory_partitions);
    double sum = 0.0;
    // The block issues until a queue is full.
    const auto issue = [&](std::size_t b) {
        Progress& block = blocks[b];
        while (block.left > 0) {
            const Part& part = m_blocks[b][block.next];
            Partition& partition = partitions[part.partition];
            if (partition.queue.size() >= kQueue || !partition.waiting.empty()) {
                partition.waiting.push_back(b);
                return;
            }
            partition.queue.push_back(part.time);
            block.next = (block.next + 1) % m_blocks[b].size();
            --block.left;
        }
    };
    for (const auto& parts : m_blocks) {
        const double phase = std::fmod(static_cast<double>(blocks.size()) * kGoldenRatio, 1.0);
        blocks.push_back({ static_cast<std::size_t>(phase * static_cast<double>(parts.size())), parts.size() });
        for (const Part& part : parts)
            sum += part.time;
    }
    if (sum == 0.0)
        return 1.0;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        issue(b);
    for (;;) {
        Partition* first = nullptr; // the one that is free first
        for (Partition& partition : partitions)
            if (!partition.queue.empty() && (first == nullptr || partition.end < first->end))
                first = &partition;
        if (first == nullptr)
            break;
        first->end += first->queue.front();
        first->queue.pop_front();
        if (!first->waiting.empty()) {
            const std::size_t b = first->waiting.front();
            first->waiting.pop_front();
            // Only its own part enters the queue before the blocks that wait behind it.
            const Part& part = m_blocks[b][blocks[b].next];
            first->queue.push_back(part.time);
            blocks[b].next = (blocks[b].next + 1) % m_blocks[b].size();
            --blocks[b].left;
            issue(b);
        }
    }
    const double end = std::ranges::max_element(partitions, {}, &Partition::end)->end;
    return std::max(1.0, end * static_cast<double>(partitions.size()) / sum);
}

} // namespace warpstage::timing

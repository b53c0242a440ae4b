// DRAM of GPUs without L2 (CC 1.x): rows, and partitions of 256 bytes between which the requests of the resident blocks are
// distributed unevenly.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/arch/traits.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::timing {

// Rows that the transactions of a request open. `addresses`: in bytes, one per transaction, at most 64.
[[nodiscard]] std::uint32_t rows_opened(
    std::span<const std::uint64_t> addresses, const arch::Traits& traits, const arch::DeviceMemoryTiming& device);

// Nanoseconds for which one partition serves `bytes` of a request that opens `rows` of its rows. Requests of different warps do
// not share an open row.
[[nodiscard]] double partition_time(
    double bytes, double rows, double gigabytes_per_second, const arch::DeviceMemoryTiming& device);

// Collects the requests of blocks that run in sequence but are resident together.
class PartitionReplay final : public simt::Observer {
public:
    // `gigabytes_per_second`: of all partitions. The references must outlive it.
    PartitionReplay(const arch::Traits& traits, const arch::DeviceMemoryTiming& device, double gigabytes_per_second);

    void on_step(const simt::Step& /*step*/) override { }
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_branch(const simt::Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

    // Time until all requests are served, divided by that of an even distribution: 1 or more. Every block issues its requests in
    // order and waits when the queue of the required partition is full. The blocks are in different phases of the kernel, as are
    // blocks that started when others ended.
    [[nodiscard]] double slowdown() const;

private:
    struct Part { // of a request, in one partition
        std::uint32_t partition = 0;
        float time = 0.0F; // nanoseconds
    };

    const arch::Traits& m_traits;
    const arch::DeviceMemoryTiming& m_device;
    double m_rate; // of one partition
    std::optional<std::uint64_t> m_block; // that runs
    std::vector<std::vector<Part>> m_blocks;
};

} // namespace warpstage::timing

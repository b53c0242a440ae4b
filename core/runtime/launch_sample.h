// Observes some blocks of a launch while the whole grid runs: counters of the instructions, and what the SM model needs for an
// estimate.
#pragma once

#include "core/runtime/launch_record.h"
#include "core/runtime/modules.h"
#include "core/simt/machine.h"
#include "core/timing/estimate.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace warpstage::runtime {

class LaunchSampler {
public:
    enum class Causes : std::uint8_t { wanted, unwanted }; // of the estimated time

    // All must outlive it. Chooses the blocks: all of a small grid, else those that the SM model needs.
    LaunchSampler(const Kernel& kernel, const Dim3& grid, const Dim3& block, std::uint64_t shared_bytes,
        const arch::Traits& traits, const arch::Gpu& gpu, Causes causes);
    LaunchSampler(const LaunchSampler&) = delete;
    LaunchSampler& operator=(const LaunchSampler&) = delete;
    ~LaunchSampler();

    [[nodiscard]] std::span<const simt::BlockObserver> observers() const { return m_observers; }
    // After the run: fills in counters, estimate and causes. `faulted`: the launch has no estimate. Once.
    void finish(LaunchRecord& record, const simt::DeviceMemory& memory, bool faulted);

private:
    class Block;

    [[nodiscard]] timing::LaunchShape shape() const;

    const Kernel& m_kernel;
    Dim3 m_grid;
    Dim3 m_block;
    std::uint64_t m_shared_bytes;
    const arch::Traits& m_traits;
    const arch::Gpu& m_gpu;
    Causes m_causes;
    std::vector<std::uint64_t> m_modeled; // for the SM model; block 0 is the first
    std::vector<std::unique_ptr<Block>> m_blocks; // sorted by block
    std::vector<simt::BlockObserver> m_observers; // with the same index
};

} // namespace warpstage::runtime

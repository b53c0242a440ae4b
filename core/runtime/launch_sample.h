// Observes the blocks of a launch, or some of them, while the whole grid runs: counters of the instructions, and what the SM
// model needs for an estimate.
#pragma once

#include "core/runtime/launch_record.h"
#include "core/runtime/modules.h"
#include "core/runtime/settings.h"
#include "core/simt/machine.h"
#include "core/timing/estimate.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace warpstage::runtime {

class LaunchSampler {
public:
    enum class Result : std::uint8_t { counters, estimate, causes }; // each with those before it

    // All must outlive it. `repeated`: see LaunchSample.
    LaunchSampler(const Kernel& kernel, const Dim3& grid, const Dim3& block, std::uint64_t shared_bytes,
        const arch::Traits& traits, const arch::Gpu& gpu, Result result, bool repeated);
    LaunchSampler(const LaunchSampler&) = delete;
    LaunchSampler& operator=(const LaunchSampler&) = delete;
    ~LaunchSampler();

    // Has the launch observe the blocks that the SM model needs, and also all others or those of a small grid.
    void observe(simt::RunOptions& options, Observation observation);
    // After the run: fills in counters, estimate and causes. `faulted`: the launch has no estimate. Once.
    void finish(LaunchRecord& record, const simt::DeviceMemory& memory, bool faulted);

private:
    class Block;
    class Counters;

    [[nodiscard]] timing::LaunchShape shape() const;
    void count_machine_code(LaunchRecord& record, std::span<const analysis::InstructionReport> instructions,
        std::span<const timing::BlockStream> streams) const;

    const Kernel& m_kernel;
    Dim3 m_grid;
    Dim3 m_block;
    std::uint64_t m_shared_bytes;
    const arch::Traits& m_traits;
    const arch::Gpu& m_gpu;
    Result m_result;
    bool m_repeated;
    bool m_complete = false; // all blocks are observed
    std::vector<std::uint64_t> m_work; // warp instructions of each block; empty for a huge grid
    std::vector<std::uint64_t> m_modeled; // for the SM model; block 0 is the first
    std::vector<std::unique_ptr<Block>> m_blocks; // sorted by block
    std::vector<simt::BlockObserver> m_observers; // with the same index
    std::unique_ptr<Counters> m_counters;
};

} // namespace warpstage::runtime

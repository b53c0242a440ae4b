// Barriers with a number of threads, of a recorded block, in the SM model: which steps of which warps belong together.
#pragma once

#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace warpstage::timing {

class BarrierCollector {
public:
    // The last step of the warp in the stream has been added.
    void add_step(const BlockStream& stream, std::uint32_t warp, const MachineOperation& operation);
    // The warps of simt::Observer::on_partial_barrier().
    void synchronize(BlockStream& stream, const MachineCode& code, std::span<const std::uint32_t> waited,
        std::span<const std::uint32_t> arrived);

private:
    std::vector<std::deque<std::size_t>> m_arrivals; // by warp: steps that have arrived and not waited, oldest first
};

} // namespace warpstage::timing

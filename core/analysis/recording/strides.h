// The end positions of each stepping granularity (stride) in a recorded run. A stride groups the instructions that one warp
// executes for one line, those between two barriers, or those of one iteration. A step goes to the end of such a group.
#pragma once

#include "core/analysis/recording/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

enum class Stride : std::uint8_t {
    instruction, // one warp instruction
    line, // until a warp has executed all instructions of one source line
    barrier, // up to the block's next barrier
    iteration, // until a warp starts another loop iteration
};

inline constexpr std::array kStrides { Stride::instruction, Stride::line, Stride::barrier, Stride::iteration };

// "instruction", "line", "barrier", "iteration".
[[nodiscard]] std::string_view name_of(Stride stride);

class Strides {
public:
    // Covers the first `steps` entries of the trace. The recording must outlive this.
    Strides(const Recording& recording, std::size_t steps);

    // Moves from one step to another; stays at the first and at the last.
    [[nodiscard]] std::size_t next(std::size_t step, Stride stride) const;
    [[nodiscard]] std::size_t previous(std::size_t step, Stride stride) const;

private:
    [[nodiscard]] bool together(std::size_t a, std::size_t b, Stride stride) const;

    const Recording* m_recording;
    std::size_t m_steps;
    std::vector<std::uint32_t> m_iterations; // by step: how often the most advanced warp has reached a loop header so far
};

} // namespace warpstage::analysis

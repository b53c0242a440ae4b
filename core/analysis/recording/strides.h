// Where the steps of each stride end in a recorded run. A run of a stride is what belongs together: the instructions that one
// warp executes for one line, those between two barriers, those of one iteration. A step goes to the end of a run, when it has been
// done.
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
    line, // until a warp has done what one line of the source asks
    barrier, // until the block meets
    iteration, // until a warp goes round a loop again
};

inline constexpr std::array kStrides { Stride::instruction, Stride::line, Stride::barrier, Stride::iteration };

// "instruction", "line", "barrier", "iteration".
[[nodiscard]] std::string_view name_of(Stride stride);

class Strides {
public:
    // Over the first `steps` of the trace. The recording must outlive this.
    Strides(const Recording& recording, std::size_t steps);

    // From one step to another; stays at the first and at the last.
    [[nodiscard]] std::size_t next(std::size_t step, Stride stride) const;
    [[nodiscard]] std::size_t previous(std::size_t step, Stride stride) const;

private:
    [[nodiscard]] bool together(std::size_t a, std::size_t b, Stride stride) const;

    const Recording* m_recording;
    std::size_t m_steps;
    std::vector<std::uint32_t> m_iterations; // by step: how often the warp that is furthest has come to the head of a loop until then
};

} // namespace warpstage::analysis

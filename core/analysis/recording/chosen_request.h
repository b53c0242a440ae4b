// Which part of a recorded block is looked at: what was asked for, and what there is.
#pragma once

#include "core/analysis/recording/recording.h"

namespace warpstage::analysis {

// A memory request of the recorded window.
struct ChosenRequest {
    const simt::Access* access = nullptr; // in the recording
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t occurrence = 0; // of `occurrences` of this instruction
    std::size_t occurrences = 0;
};

struct BlockQuestion {
    std::shared_ptr<const lesson::Lesson> lesson;
    const arch::Traits* traits = nullptr; // never null
    std::shared_ptr<const Recording> recording; // its report is by `traits`

    // What was asked for; nothing: where there is most to see.
    std::optional<std::uint32_t> line; // of the source
    std::optional<std::size_t>
        access; // of the kernel's accesses of the memory that is shown, in the order of the program, from 1
    std::optional<std::uint32_t> warp; // of the block
    std::optional<ChosenRequest> request; // this one, whatever is asked for otherwise
};

enum class Memory : std::uint8_t { shared, global };

// The request to show: of the chosen line, access and warp the one with the largest excess, among equals the one that is made
// most often. Errors: there is none, with what there is.
[[nodiscard]] Result<ChosenRequest> choose_request(const BlockQuestion& asked, Memory memory);

// The warp to show, 0 where none was asked for. Errors: the block has no such warp.
[[nodiscard]] Result<std::uint32_t> choose_warp(const BlockQuestion& asked);

// The source line that was asked for, or 0. Errors: the source has no such line.
[[nodiscard]] Result<std::uint32_t> choose_line(const BlockQuestion& asked);

} // namespace warpstage::analysis

// The selected part of a recorded block: the request of the user, and the matching memory request.
#pragma once

#include "core/analysis/recording/recording.h"

namespace warpstage::analysis {

// A memory request of the recorded window.
struct ChosenRequest {
    const simt::Access* access = nullptr; // in the recording
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint32_t warp = 0;
    std::size_t occurrence = 0; // index among `occurrences` of this instruction
    std::size_t occurrences = 0;
};

struct BlockQuestion {
    std::shared_ptr<const lesson::Lesson> lesson;
    const arch::Traits* traits = nullptr; // never null
    std::shared_ptr<const Recording> recording; // its report is for `traits`

    // The user's selection; nothing: the request with the highest cost.
    std::optional<std::uint32_t> line; // of the source
    std::optional<std::size_t> access; // number of the kernel's access to the displayed memory, from 1 in program order
    std::optional<std::uint32_t> warp; // of the block
    std::optional<ChosenRequest> request; // this request, which overrides the other members
};

enum class Memory : std::uint8_t { shared, global };

// An instruction as the user numbers it: from 1 in program order among those that access the same memory.
struct AccessNumber {
    std::size_t number = 0; // 0: it did not access the memory
    std::size_t count = 0; // accesses of the kernel to that memory
};
[[nodiscard]] AccessNumber number_of_access(const Recording& recording, Memory memory, std::uint32_t pc);

// The number of the n-th access in that line, counted from 1. Nothing: the line has fewer.
[[nodiscard]] std::optional<std::size_t> access_in_line(
    const Recording& recording, Memory memory, std::uint32_t line, std::size_t n);

// The request to show: among those of the selected line, access and warp, the one with the largest excess, then the most frequent
// one. Errors: no such request; the message lists the existing ones.
[[nodiscard]] Result<ChosenRequest> choose_request(const BlockQuestion& asked, Memory memory);

// The warp to show, 0 by default. Errors: the block has no such warp.
[[nodiscard]] Result<std::uint32_t> choose_warp(const BlockQuestion& asked);

// The requested source line, or 0. Errors: the source has no such line.
[[nodiscard]] Result<std::uint32_t> choose_line(const BlockQuestion& asked);

} // namespace warpstage::analysis

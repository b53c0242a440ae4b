// The conditional branches that a recorded block met, and the one that somebody wants to see.
#pragma once

#include "app/views/gallery/subject.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::views {

// The step of the chosen line and warp at which a branch diverged; where none did, at which one was met. Errors: there is none.
[[nodiscard]] Result<std::size_t> choose_branch_step(const Subject& subject);

// Of the kernel's own file where that can be told; 0 where the compiler names none.
[[nodiscard]] std::uint32_t line_of(const session::Recording& recording, std::uint32_t pc);

} // namespace warpstage::views

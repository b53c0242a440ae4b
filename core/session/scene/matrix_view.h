// A matrix reduced to screen resolution.
#pragma once

#include "core/problem/plan.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <span>

namespace warpstage::session {

// Maximum values per side; each value of a larger matrix is the mean of a square.
inline constexpr std::size_t kMaxSide = 2048;

// `content` is the buffer named by the scene. The caller sets the frame's name and serial.
[[nodiscard]] MatrixFrame reduce_matrix(const problem::MatrixScene& scene, std::span<const std::byte> content);

} // namespace warpstage::session

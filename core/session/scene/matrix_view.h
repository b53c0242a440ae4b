// A matrix as a picture: as many values as a screen has room for.
#pragma once

#include "core/problem/plan.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <span>

namespace warpstage::session {

// No side of the picture has more values than this; those of a larger matrix are means of squares.
inline constexpr std::size_t kLongestSide = 2048;

// `content` is the buffer that the scene names. The frame's name and serial are left to the caller.
[[nodiscard]] MatrixFrame reduce_matrix(const problem::MatrixScene& scene, std::span<const std::byte> content);

} // namespace warpstage::session

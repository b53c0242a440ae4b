// The initial state of a plan's bodies, as buffer contents.
#pragma once

#include "core/problem/buffers/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpstage::problem {

// Columns of floats, one element per body.
struct NbodyStart {
    SharedBytes x;
    SharedBytes y;
    SharedBytes vx;
    SharedBytes vy;
    SharedBytes z; // for computations in space: slightly above and below the plane
    double radius = 1.0; // see Start
    double speed = 1.0;
};

[[nodiscard]] NbodyStart make_start(const std::string& scene, std::size_t bodies, std::uint64_t seed);

} // namespace warpstage::problem

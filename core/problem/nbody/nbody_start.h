// Where the bodies of a plan begin, as the contents of its buffers.
#pragma once

#include "core/problem/buffers/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warpstage::problem {

// Columns of floats, a body an element.
struct NbodyStart {
    SharedBytes x;
    SharedBytes y;
    SharedBytes vx;
    SharedBytes vy;
    SharedBytes z; // for who computes in space: a little above and below the plane
    double radius = 1.0; // see Start
    double speed = 1.0;
};

[[nodiscard]] NbodyStart make_start(const std::string& scene, std::size_t bodies, std::uint64_t seed);

} // namespace warpstage::problem

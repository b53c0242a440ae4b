// Where the bodies of a plan begin, as the contents of its buffers.
#pragma once

#include "core/problem/shared_bytes.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
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

// The start that was asked for last stays: every variant of a lesson moves the same bodies. May be asked from several threads.
class NbodyStarts {
public:
    [[nodiscard]] NbodyStart get(const std::string& scene, std::size_t bodies, std::uint64_t seed);

private:
    std::mutex m_mutex;
    std::string m_scene;
    std::size_t m_bodies = 0;
    std::uint64_t m_seed = 0;
    NbodyStart m_last;
};

} // namespace warpstage::problem

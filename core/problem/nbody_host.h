// One step of the n-body problem on one core, in single precision and in the order of the kernels.
#pragma once

#include <span>
#include <stop_token>

namespace warpstage::problem {

struct BodySpans {
    std::span<float> x;
    std::span<float> y;
    std::span<float> vx;
    std::span<float> vy;
    std::span<float> ax;
    std::span<float> ay;
};

// Once `stop` is requested it returns with the bodies where they were.
void step_on_host(const BodySpans& bodies, float tau, const std::stop_token& stop);

} // namespace warpstage::problem

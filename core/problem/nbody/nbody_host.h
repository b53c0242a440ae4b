// One time step of the n-body problem on the processor, in single precision and in the kernels' order, so one core and all cores
// compute the same bits.
#pragma once

#include <cstdint>
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

enum class Cores : std::uint8_t { one, all };

// After a request by `stop` it returns with the bodies unchanged.
void step_on_host(const BodySpans& bodies, float tau, Cores cores, const std::stop_token& stop);

} // namespace warpstage::problem

// One step of the n-body problem on the processor, in single precision and in the order of the kernels, so that one core and all
// of them compute the same bits.
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

// Once `stop` is requested it returns with the bodies where they were.
void step_on_host(const BodySpans& bodies, float tau, Cores cores, const std::stop_token& stop);

} // namespace warpstage::problem

#include "core/problem/nbody_host.h"

#include "core/problem/nbody_physics.h"

#include <cmath>
#include <cstddef>

namespace warpstage::problem {

namespace {

void accelerate(const BodySpans& bodies, const std::stop_token& stop)
{
    constexpr auto kSinglePull = static_cast<float>(kPull);
    const std::size_t n = bodies.x.size();
    for (std::size_t i = 0; i < n && !stop.stop_requested(); ++i) {
        float sum_x = 0.0F;
        float sum_y = 0.0F;
        for (std::size_t k = 0; k < n; ++k) {
            const float dx = bodies.x[k] - bodies.x[i];
            const float dy = bodies.y[k] - bodies.y[i];
            const float r = std::sqrt(dx * dx + dy * dy);
            if (r > kNearest) {
                const float pull = kSinglePull / (r * r * r);
                sum_x += dx * pull;
                sum_y += dy * pull;
            }
        }
        bodies.ax[i] = sum_x;
        bodies.ay[i] = sum_y;
    }
}

void advance(const BodySpans& bodies, float tau)
{
    for (std::size_t i = 0; i < bodies.x.size(); ++i) {
        bodies.x[i] += bodies.vx[i] * tau + bodies.ax[i] * tau * tau * 0.5F;
        bodies.y[i] += bodies.vy[i] * tau + bodies.ay[i] * tau * tau * 0.5F;
        bodies.vx[i] += bodies.ax[i] * tau;
        bodies.vy[i] += bodies.ay[i] * tau;
    }
}

} // namespace

void step_on_host(const BodySpans& bodies, float tau, const std::stop_token& stop)
{
    accelerate(bodies, stop);
    if (!stop.stop_requested())
        advance(bodies, tau);
}

} // namespace warpstage::problem

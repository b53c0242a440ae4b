#include "core/problem/nbody/nbody_host.h"

#include "core/base/concurrency/parallel.h"
#include "core/problem/nbody/nbody_physics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace warpstage::problem {

namespace {

// Bodies from `first` up to `last`.
void accelerate(const BodySpans& bodies, std::size_t first, std::size_t last, const std::stop_token& stop)
{
    constexpr auto kSinglePull = static_cast<float>(kPull);
    const std::size_t n = bodies.x.size();
    for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
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

// All bodies cost the same, so equal parts take equal time.
void accelerate_on_all_cores(const BodySpans& bodies, const std::stop_token& stop)
{
    const std::size_t n = bodies.x.size();
    const std::size_t parts = std::clamp<std::size_t>(processor_threads(), 1, std::max<std::size_t>(n, 1));
    for_each_parallel(parts, [&](std::uint64_t part) {
        const auto i = static_cast<std::size_t>(part);
        accelerate(bodies, n * i / parts, n * (i + 1) / parts, stop);
    });
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

void step_on_host(const BodySpans& bodies, float tau, Cores cores, const std::stop_token& stop)
{
    switch (cores) {
    case Cores::one:
        accelerate(bodies, 0, bodies.x.size(), stop);
        break;
    case Cores::all:
        accelerate_on_all_cores(bodies, stop);
        break;
    }
    if (!stop.stop_requested())
        advance(bodies, tau);
}

} // namespace warpstage::problem

#include "core/problem/nbody/nbody_start.h"

#include "core/problem/buffers/bytes.h"
#include "core/problem/buffers/generator.h"
#include "core/problem/nbody/nbody_scenes.h"

#include <vector>

namespace warpstage::problem {

namespace {

constexpr double kFlatness = 0.02; // maximum initial height above the plane, relative to the scene's radius

// Heights above and below the plane, for flat scenes.
std::vector<float> heights(std::size_t n, double radius, std::uint64_t seed)
{
    Generator generator { ~seed };
    std::vector<float> z;
    for (std::size_t i = 0; i < n; ++i)
        z.push_back(static_cast<float>(kFlatness * radius * generator.uniform(-1.0, 1.0)));
    return z;
}

} // namespace

NbodyStart make_start(const std::string& scene, std::size_t bodies, std::uint64_t seed)
{
    const auto start = make_scene(scene, bodies, seed);
    return { to_bytes(start.x), to_bytes(start.y), to_bytes(start.vx), to_bytes(start.vy),
        to_bytes(heights(bodies, start.radius, seed)), start.radius, start.speed };
}

} // namespace warpstage::problem

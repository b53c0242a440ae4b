// Initial states of the bodies. Every scene is a deterministic function of the number of bodies and the seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

struct Start {
    std::vector<float> x {};
    std::vector<float> y {};
    std::vector<float> vx {};
    std::vector<float> vy {};
    double radius = 1.0; // of the region to show, around the origin
    double speed = 1.0; // of the fastest bodies, at or soon after the start: the end of the color scale
};

[[nodiscard]] std::vector<std::string> scene_names();

// `scene` is one of scene_names().
[[nodiscard]] Start make_scene(std::string_view scene, std::size_t bodies, std::uint64_t seed);

} // namespace warpstage::problem

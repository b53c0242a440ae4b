// Where the bodies start. Every scene is a function of the number of bodies and the seed alone, to the last bit.
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
    double speed = 1.0; // of the fastest bodies, or of those soon to be: the end of the colour scale
};

[[nodiscard]] std::vector<std::string> scene_names();

// `scene` is one of scene_names().
[[nodiscard]] Start make_scene(std::string_view scene, std::size_t bodies, std::uint64_t seed);

} // namespace warpstage::problem

// What a step of the n-body problem should give: the same formulas in double precision.
#pragma once

#include <vector>

namespace warpstage::problem {

struct Bodies {
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> vx;
    std::vector<double> vy;
};

void advance_reference(Bodies& bodies, double tau);

// The largest difference between two states: of a position, as a part of `radius`, or of a velocity, as a part of the largest
// speed in `expected`. Infinite where a number is none.
[[nodiscard]] double largest_error(const Bodies& bodies, const Bodies& expected, double radius);

// The same of the positions alone.
[[nodiscard]] double largest_distance(const Bodies& bodies, const Bodies& expected, double radius);

} // namespace warpstage::problem

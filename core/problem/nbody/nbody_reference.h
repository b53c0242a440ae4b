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

// Bodies in space whose force is softened: r / (r² + kNearest²)^(3/2) instead of a test.
struct SpaceBodies {
    Bodies plane; // x and y
    std::vector<double> z;
    std::vector<double> vz;
};

void advance_reference(SpaceBodies& bodies, double tau);

// The largest difference between two states: of a position, as a part of `radius`, or of a velocity, as a part of the largest
// speed in `expected`. Infinite where a number is none.
[[nodiscard]] double largest_error(const Bodies& bodies, const Bodies& expected, double radius);

[[nodiscard]] double largest_error(const SpaceBodies& bodies, const SpaceBodies& expected, double radius);

// What a step should keep, for bodies of mass 1. Within kNearest the potential is taken as constant.
struct Conserved {
    double energy = 0.0;
    double momentum_x = 0.0;
    double momentum_y = 0.0;
    double speeds = 0.0; // the sum of all speeds: what a drift of momentum is compared with
};

// n² / 2 pairs.
[[nodiscard]] Conserved conserved_of(const Bodies& bodies);

struct Drift {
    double energy = 0.0; // part of what it was
    double momentum = 0.0; // part of the sum of all speeds at the start
};
[[nodiscard]] Drift drift_of(const Conserved& start, const Conserved& now);

// The same of the positions alone.
[[nodiscard]] double largest_distance(const Bodies& bodies, const Bodies& expected, double radius);

} // namespace warpstage::problem

// The expected result of an n-body time step: the same formulas in double precision.
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

// Bodies in space with a softened force: r / (r² + kNearest²)^(3/2) instead of a cut-off.
struct SpaceBodies {
    Bodies plane; // x and y
    std::vector<double> z;
    std::vector<double> vz;
};

void advance_reference(SpaceBodies& bodies, double tau);

// The largest difference between two states: of a position relative to `radius`, or of a velocity relative to the largest speed
// in `expected`. Infinite if a number is NaN.
[[nodiscard]] double largest_error(const Bodies& bodies, const Bodies& expected, double radius);

[[nodiscard]] double largest_error(const SpaceBodies& bodies, const SpaceBodies& expected, double radius);

// Conserved quantities of a time step, for bodies of mass 1. The potential is constant within kNearest.
struct Conserved {
    double energy = 0.0;
    double momentum_x = 0.0;
    double momentum_y = 0.0;
    double speeds = 0.0; // the sum of all speeds: reference value for the drift of momentum
};

// n² / 2 pairs.
[[nodiscard]] Conserved conserved_of(const Bodies& bodies);

struct Drift {
    double energy = 0.0; // relative to the energy at the start
    double momentum = 0.0; // relative to the sum of all speeds at the start
};
[[nodiscard]] Drift drift_of(const Conserved& start, const Conserved& now);

// The same, for positions only.
[[nodiscard]] double largest_distance(const Bodies& bodies, const Bodies& expected, double radius);

} // namespace warpstage::problem

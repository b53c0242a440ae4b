#include "core/problem/nbody/nbody_reference.h"

#include "core/problem/nbody/nbody_physics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace warpstage::problem {

namespace {

struct Accelerations {
    std::vector<double> x;
    std::vector<double> y;
};

// Each pair is computed once and used twice, with opposite signs: ten thousand bodies for ten steps take less than two seconds on
// one core. A row of pairs is split into pieces whose forces fit into a small array, for which the compiler uses vector
// instructions.
constexpr std::size_t kPiece = 128;

void add_pairs(const Bodies& bodies, std::size_t i, Accelerations& accelerations)
{
    constexpr auto kNearestSquared = static_cast<double>(kNearest) * static_cast<double>(kNearest);
    const std::size_t n = bodies.x.size();
    const double xi = bodies.x[i];
    const double yi = bodies.y[i];
    double sum_x = 0.0;
    double sum_y = 0.0;
    std::array<double, kPiece> pull_x {};
    std::array<double, kPiece> pull_y {};
    for (std::size_t first = i + 1; first < n; first += kPiece) {
        const std::size_t count = std::min(kPiece, n - first);
        const double* const x = bodies.x.data() + first;
        const double* const y = bodies.y.data() + first;
        for (std::size_t k = 0; k < count; ++k) {
            const double dx = x[k] - xi;
            const double dy = y[k] - yi;
            const double squared = dx * dx + dy * dy;
            const double pull = squared > kNearestSquared ? kPull / (squared * std::sqrt(squared)) : 0.0;
            pull_x[k] = dx * pull;
            pull_y[k] = dy * pull;
        }
        for (std::size_t k = 0; k < count; ++k) {
            sum_x += pull_x[k];
            sum_y += pull_y[k];
            accelerations.x[first + k] -= pull_x[k];
            accelerations.y[first + k] -= pull_y[k];
        }
    }
    accelerations.x[i] += sum_x;
    accelerations.y[i] += sum_y;
}

// std::max would ignore NaN.
void keep_larger(double& largest, double value)
{
    if (std::isnan(value))
        largest = std::numeric_limits<double>::infinity();
    else
        largest = std::max(largest, value);
}

} // namespace

void advance_reference(Bodies& bodies, double tau)
{
    const std::size_t n = bodies.x.size();
    Accelerations accelerations { std::vector<double>(n), std::vector<double>(n) };
    for (std::size_t i = 0; i < n; ++i)
        add_pairs(bodies, i, accelerations);
    for (std::size_t i = 0; i < n; ++i) {
        const double ax = accelerations.x[i];
        const double ay = accelerations.y[i];
        bodies.x[i] += bodies.vx[i] * tau + ax * tau * tau * 0.5;
        bodies.y[i] += bodies.vy[i] * tau + ay * tau * tau * 0.5;
        bodies.vx[i] += ax * tau;
        bodies.vy[i] += ay * tau;
    }
}

void advance_reference(SpaceBodies& bodies, double tau)
{
    constexpr auto kSoft = static_cast<double>(kNearest) * static_cast<double>(kNearest);
    auto& [plane, z, vz] = bodies;
    const std::size_t n = z.size();
    Accelerations accelerations { std::vector<double>(n), std::vector<double>(n) };
    std::vector<double> upwards(n);
    for (std::size_t i = 0; i < n; ++i) {
        double sum_x = 0.0;
        double sum_y = 0.0;
        double sum_z = 0.0;
        for (std::size_t k = 0; k < n; ++k) {
            const double dx = plane.x[k] - plane.x[i];
            const double dy = plane.y[k] - plane.y[i];
            const double dz = z[k] - z[i];
            const double squared = dx * dx + dy * dy + dz * dz + kSoft;
            const double pull = kPull / (squared * std::sqrt(squared));
            sum_x += dx * pull;
            sum_y += dy * pull;
            sum_z += dz * pull;
        }
        accelerations.x[i] = sum_x;
        accelerations.y[i] = sum_y;
        upwards[i] = sum_z;
    }
    for (std::size_t i = 0; i < n; ++i) {
        plane.x[i] += plane.vx[i] * tau + accelerations.x[i] * tau * tau * 0.5;
        plane.y[i] += plane.vy[i] * tau + accelerations.y[i] * tau * tau * 0.5;
        z[i] += vz[i] * tau + upwards[i] * tau * tau * 0.5;
        plane.vx[i] += accelerations.x[i] * tau;
        plane.vy[i] += accelerations.y[i] * tau;
        vz[i] += upwards[i] * tau;
    }
}

Conserved conserved_of(const Bodies& bodies)
{
    constexpr auto kSingleNearest = static_cast<double>(kNearest);
    Conserved sum;
    const std::size_t n = bodies.x.size();
    for (std::size_t i = 0; i < n; ++i) {
        const double squared_speed = bodies.vx[i] * bodies.vx[i] + bodies.vy[i] * bodies.vy[i];
        sum.energy += 0.5 * squared_speed;
        sum.momentum_x += bodies.vx[i];
        sum.momentum_y += bodies.vy[i];
        sum.speeds += std::sqrt(squared_speed);
        double potential = 0.0;
        for (std::size_t k = i + 1; k < n; ++k) {
            const double dx = bodies.x[k] - bodies.x[i];
            const double dy = bodies.y[k] - bodies.y[i];
            potential += kPull / std::max(std::sqrt(dx * dx + dy * dy), kSingleNearest);
        }
        sum.energy -= potential;
    }
    return sum;
}

Drift drift_of(const Conserved& start, const Conserved& now)
{
    constexpr double kSmallest = 1e-300;
    return { std::abs(now.energy - start.energy) / std::max(std::abs(start.energy), kSmallest),
        std::hypot(now.momentum_x - start.momentum_x, now.momentum_y - start.momentum_y) / std::max(start.speeds, kSmallest) };
}

double largest_distance(const Bodies& bodies, const Bodies& expected, double radius)
{
    double largest = 0.0;
    for (std::size_t i = 0; i < expected.x.size(); ++i)
        keep_larger(largest, std::hypot(bodies.x[i] - expected.x[i], bodies.y[i] - expected.y[i]) / radius);
    return largest;
}

double largest_error(const Bodies& bodies, const Bodies& expected, double radius)
{
    double top_speed = std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < expected.x.size(); ++i)
        top_speed = std::max(top_speed, std::hypot(expected.vx[i], expected.vy[i]));
    double largest = largest_distance(bodies, expected, radius);
    for (std::size_t i = 0; i < expected.x.size(); ++i)
        keep_larger(largest, std::hypot(bodies.vx[i] - expected.vx[i], bodies.vy[i] - expected.vy[i]) / top_speed);
    return largest;
}

double largest_error(const SpaceBodies& bodies, const SpaceBodies& expected, double radius)
{
    const auto [lowest, highest] = std::minmax_element(expected.plane.vx.begin(), expected.plane.vx.end());
    double top_speed = std::max({ std::numeric_limits<double>::min(), -*lowest, *highest });
    for (const double vz : expected.vz)
        keep_larger(top_speed, std::abs(vz));
    double largest = largest_error(bodies.plane, expected.plane, radius);
    for (std::size_t i = 0; i < expected.z.size(); ++i) {
        keep_larger(largest, std::abs(bodies.z[i] - expected.z[i]) / radius);
        keep_larger(largest, std::abs(bodies.vz[i] - expected.vz[i]) / top_speed);
    }
    return largest;
}

} // namespace warpstage::problem

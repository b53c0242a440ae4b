#include "core/problem/nbody/nbody_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

namespace warpstage::problem {

namespace {

struct Column {
    const char* name;
    const std::vector<double>& found;
    const std::vector<double>& expected;
    double scale; // reference value of a relative error
};

std::optional<Difference> first_of(std::span<const Column> columns, double tolerance)
{
    // A check compares distances: a distance above the tolerance has a coordinate above this.
    const double allowed = tolerance / std::numbers::sqrt2;
    Difference first;
    const auto bodies = columns.front().expected.size();
    for (std::size_t body = 0; body < bodies; ++body) {
        for (const auto& [name, found, expected, scale] : columns) {
            if (std::abs(found[body] - expected[body]) / scale <= allowed)
                continue;
            if (first.count++ != 0)
                continue;
            first.buffer = name;
            first.index = body;
            set_numbers(first, found[body], expected[body]);
        }
    }
    first.compared = bodies * columns.size();
    return first.count == 0 ? std::nullopt : std::optional { first };
}

double top_speed_of(const Bodies& bodies)
{
    double speed = std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < bodies.vx.size(); ++i)
        speed = std::max(speed, std::hypot(bodies.vx[i], bodies.vy[i]));
    return speed;
}

std::vector<Column> columns_of(const Bodies& bodies, const Bodies& expected, double radius, double top_speed)
{
    return { { "x", bodies.x, expected.x, radius }, { "y", bodies.y, expected.y, radius },
        { "vx", bodies.vx, expected.vx, top_speed }, { "vy", bodies.vy, expected.vy, top_speed } };
}

} // namespace

std::optional<Difference> first_difference(const Bodies& bodies, const Bodies& expected, double radius, double tolerance)
{
    return first_of(columns_of(bodies, expected, radius, top_speed_of(expected)), tolerance);
}

std::optional<Difference> first_difference(
    const SpaceBodies& bodies, const SpaceBodies& expected, double radius, double tolerance)
{
    const double top_speed = top_speed_of(expected.plane);
    auto columns = columns_of(bodies.plane, expected.plane, radius, top_speed);
    columns.push_back({ "z", bodies.z, expected.z, radius });
    columns.push_back({ "vz", bodies.vz, expected.vz, top_speed });
    return first_of(columns, tolerance);
}

} // namespace warpstage::problem

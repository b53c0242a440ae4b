#include "core/problem/nbody/nbody_scenes.h"

#include "core/base/verify.h"
#include "core/problem/buffers/generator.h"
#include "core/problem/nbody/nbody_physics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace warpstage::problem {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

// One revolution at the edge of a scene takes 3000 steps of 1e-5 s. The lecture's integration adds about (step · angular speed)²
// / 4 of the energy per step, so a center that rotates ten times faster than the edge still lasts for thousands of steps; and the
// cut-off distance is then a hundredth of the scene, which softens close encounters. Kepler's third law gives the size of a scene
// from its mass, so that it looks and moves alike with a thousand and with a hundred thousand bodies.
constexpr double kRevolution = 3000 * 1e-5;

double balanced_radius(double bodies)
{
    return std::cbrt(kPull * bodies * (kRevolution / kTurn) * (kRevolution / kTurn));
}

struct Vector {
    double x = 0.0;
    double y = 0.0;
};

Vector polar(double radius, double angle)
{
    return { radius * std::cos(angle), radius * std::sin(angle) };
}

void add_body(Start& start, Vector position, Vector velocity)
{
    // Computed in double precision and rounded once.
    start.x.push_back(static_cast<float>(position.x));
    start.y.push_back(static_cast<float>(position.y));
    start.vx.push_back(static_cast<float>(velocity.x));
    start.vy.push_back(static_cast<float>(velocity.y));
}

// Approximately a normal distribution of this width, for velocities: the sum of twelve uniform numbers has variance 1.
double scatter(Generator& generator, double width)
{
    double sum = -6.0;
    for (int i = 0; i < 12; ++i)
        sum += generator.uniform();
    return sum * width;
}

// The lecture's start: a random angle, a random radius, across the radius a speed that grows with its square. rand() · 1e-4
// with the largest rand() of its compiler, 32767, is the radius of the disk. It is not in equilibrium: with ten thousand bodies
// it collapses within ten steps and then flies apart.
Start lecture_disk(std::size_t bodies, Generator& generator)
{
    constexpr double kRadius = 3.2767;
    constexpr double kSpeedPerSquare = 10.0;
    Start start { .radius = 1.25 * kRadius, .speed = kSpeedPerSquare * kRadius * kRadius };
    for (std::size_t i = 0; i < bodies; ++i) {
        const double angle = generator.uniform(0.0, kTurn);
        const double radius = generator.uniform(0.0, kRadius);
        const double speed = kSpeedPerSquare * radius * radius;
        add_body(start, polar(radius, angle), polar(speed, angle + kTurn / 4));
    }
    return start;
}

// A disk of Kuzmin (1956): the surface density falls as (r² + a²)^-3/2, and the circular speed is known exactly:
// v² = G M r² / (r² + a²)^3/2.
struct KuzminDisk {
    double scale = 1.0; // a
    double edge = 1.0; // density 0 beyond this radius
    double pull = 0.0; // G times the mass within the edge

    // The part of an infinite disk that is within the edge.
    [[nodiscard]] double share() const { return 1.0 - scale / std::hypot(edge, scale); }

    [[nodiscard]] double random_radius(Generator& generator) const
    {
        const double reach = scale / (1.0 - share() * generator.uniform());
        return std::sqrt(std::max(reach * reach - scale * scale, 0.0));
    }

    [[nodiscard]] double squared_speed(double radius) const
    {
        const double reach = std::hypot(radius, scale);
        return pull / share() * radius * radius / (reach * reach * reach);
    }
};

struct Galaxy {
    std::size_t bodies = 0;
    double radius = 1.0;
    Vector center {};
    Vector velocity {};
    double arms = 0.0; // strength of the two spiral arms, 0 to 1
};

// Half of the bodies form a compact bulge with large random motion, which stabilizes the disk: a cold disk alone breaks into
// clumps within one revolution (Toomre 1964).
void add_galaxy(Start& start, const Galaxy& galaxy, Generator& generator)
{
    constexpr double kBulgeTurn = 0.8; // relative to the circular speed
    constexpr double kBulgeHeat = 0.45; // random part, relative to the circular speed
    constexpr double kDiskHeat = 0.15;
    constexpr double kWinding = 4.0;

    const std::size_t in_bulge = galaxy.bodies / 2;
    const KuzminDisk bulge {
        .scale = 0.12 * galaxy.radius, .edge = 1.2 * galaxy.radius, .pull = kPull * static_cast<double>(in_bulge)
    };
    const KuzminDisk disk {
        .scale = 0.4 * galaxy.radius, .edge = galaxy.radius, .pull = kPull * static_cast<double>(galaxy.bodies - in_bulge)
    };

    for (std::size_t i = 0; i < galaxy.bodies; ++i) {
        const bool of_bulge = i < in_bulge;
        const double radius = (of_bulge ? bulge : disk).random_radius(generator);
        double angle = generator.uniform(0.0, kTurn);
        if (!of_bulge) {
            // Moves bodies along their circle toward the nearer of two logarithmic spirals.
            const double arm = -kWinding * std::log1p(radius / disk.scale);
            angle -= 0.5 * galaxy.arms * std::sin(2.0 * (angle - arm));
        }
        const double circular = std::sqrt(bulge.squared_speed(radius) + disk.squared_speed(radius));
        const double width = (of_bulge ? kBulgeHeat : kDiskHeat) * circular;
        const auto position = polar(radius, angle);
        const auto velocity = polar((of_bulge ? kBulgeTurn : 1.0) * circular, angle + kTurn / 4);
        const double scatter_x = scatter(generator, width);
        const double scatter_y = scatter(generator, width);
        add_body(start, { galaxy.center.x + position.x, galaxy.center.y + position.y },
            { galaxy.velocity.x + velocity.x + scatter_x, galaxy.velocity.y + velocity.y + scatter_y });
    }
}

// Removes the motion of the center of mass: random speeds leave a small drift, which would slowly move the figure.
void center(Start& start)
{
    for (auto* const values : { &start.x, &start.y, &start.vx, &start.vy }) {
        double sum = 0.0;
        for (const float value : *values)
            sum += static_cast<double>(value);
        const double mean = sum / static_cast<double>(values->size());
        for (float& value : *values)
            value = static_cast<float>(static_cast<double>(value) - mean);
    }
}

Start spiral(std::size_t bodies, Generator& generator)
{
    const double radius = balanced_radius(static_cast<double>(bodies));
    Start start { .radius = 1.25 * radius, .speed = 2.0 * std::sqrt(kPull * static_cast<double>(bodies) / radius) };
    add_galaxy(start, { .bodies = bodies, .radius = radius, .arms = 0.6 }, generator);
    center(start);
    return start;
}

Start galaxies(std::size_t bodies, Generator& generator)
{
    const std::size_t larger = bodies * 5 / 8;
    const double radius = 0.8 * balanced_radius(static_cast<double>(larger));
    const double smaller_radius = 0.8 * balanced_radius(static_cast<double>(bodies - larger));
    const double speed = std::sqrt(kPull * static_cast<double>(bodies) / (4.0 * radius));
    Start start { .radius = 3.0 * radius, .speed = 3.2 * speed };
    // Both centers move so that the common center of mass rests at the origin.
    const double share = static_cast<double>(larger) / static_cast<double>(bodies);
    const Vector apart { 2.4 * radius, 1.0 * radius };
    const Vector approach { -0.9 * speed, 0.0 };
    add_galaxy(start,
        { .bodies = larger,
            .radius = radius,
            .center = { -(1 - share) * apart.x, -(1 - share) * apart.y },
            .velocity = { -(1 - share) * approach.x, -(1 - share) * approach.y },
            .arms = 0.6 },
        generator);
    add_galaxy(start,
        { .bodies = bodies - larger,
            .radius = smaller_radius,
            .center = { share * apart.x, share * apart.y },
            .velocity = { share * approach.x, share * approach.y },
            .arms = 0.6 },
        generator);
    center(start);
    return start;
}

// A disk at rest: it collapses into its center and expands again as a cloud.
Start collapse(std::size_t bodies, Generator& generator)
{
    const double radius = 1.6 * balanced_radius(static_cast<double>(bodies));
    Start start { .radius = 1.25 * radius, .speed = 2.0 * std::sqrt(kPull * static_cast<double>(bodies) / radius) };
    for (std::size_t i = 0; i < bodies; ++i) {
        const double angle = generator.uniform(0.0, kTurn);
        const double distance = radius * std::sqrt(generator.uniform());
        const double width = 0.04 * start.speed;
        const double scatter_x = scatter(generator, width);
        const double scatter_y = scatter(generator, width);
        add_body(start, polar(distance, angle), { scatter_x, scatter_y });
    }
    center(start);
    return start;
}

// A planet with a third of the bodies, and a ring of the others around it.
Start ring(std::size_t bodies, Generator& generator)
{
    const double radius = balanced_radius(static_cast<double>(bodies));
    const std::size_t planet = bodies / 3;
    Start start { .radius = 1.25 * radius, .speed = 2.0 * std::sqrt(kPull * static_cast<double>(bodies) / radius) };
    add_galaxy(start, { .bodies = planet, .radius = 0.3 * radius }, generator);
    for (std::size_t i = planet; i < bodies; ++i) {
        const double angle = generator.uniform(0.0, kTurn);
        const double distance = radius * generator.uniform(0.75, 0.95);
        const double inside = static_cast<double>(planet) + 0.5 * static_cast<double>(bodies - planet);
        const double speed = std::sqrt(kPull * inside / distance);
        const double width = 0.03 * speed;
        const auto velocity = polar(speed, angle + kTurn / 4);
        const double scatter_x = scatter(generator, width);
        const double scatter_y = scatter(generator, width);
        add_body(start, polar(distance, angle), { velocity.x + scatter_x, velocity.y + scatter_y });
    }
    center(start);
    return start;
}

struct Scene {
    const char* name;
    Start (*make)(std::size_t bodies, Generator& generator);
};

constexpr std::array kScenes {
    Scene { "spiral", spiral },
    Scene { "galaxies", galaxies },
    Scene { "ring", ring },
    Scene { "collapse", collapse },
    Scene { "disk", lecture_disk },
};

} // namespace

std::vector<std::string> scene_names()
{
    std::vector<std::string> names;
    for (const auto& scene : kScenes)
        names.emplace_back(scene.name);
    return names;
}

Start make_scene(std::string_view scene, std::size_t bodies, std::uint64_t seed)
{
    for (const auto& known : kScenes) {
        if (known.name == scene) {
            Generator generator { seed };
            return known.make(bodies, generator);
        }
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::problem

#include "core/problem/nbody/nbody_check.h"

#include "core/problem/buffers/bytes.h"
#include "core/problem/nbody/nbody_buffers.h"
#include "core/problem/nbody/nbody_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace warpstage::problem {

namespace {

constexpr double kTolerance = 1e-5;
constexpr std::size_t kMaxBodiesForEnergy = 4096; // number of bodies up to which a check computes the energy
constexpr std::string_view kTrajectoryName = "trajectory";

// Appends the current state to the trajectory; `recorded` counts its states.
HostWork record_state(const std::vector<BufferIndex>& state, BufferIndex trajectory, BufferIndex recorded)
{
    HostWork work { .label = "record the state", .reads = state, .writes = { trajectory, recorded } };
    work.reads.push_back(trajectory);
    work.reads.push_back(recorded);
    work.run = [state, trajectory, recorded](std::span<const std::span<std::byte>> buffers, const std::stop_token& /*stop*/) {
        auto& count = as_numbers<std::uint32_t>(buffers[recorded]).front();
        const auto state_bytes = state.size() * buffers[kX].size();
        if ((count + 1) * state_bytes > buffers[trajectory].size())
            return;
        auto at = buffers[trajectory].begin() + static_cast<std::ptrdiff_t>(count * state_bytes);
        for (const auto index : state)
            at = std::copy(buffers[index].begin(), buffers[index].end(), at);
        ++count;
    };
    return work;
}

Bodies widen(std::span<const float> x, std::span<const float> y, std::span<const float> vx, std::span<const float> vy)
{
    const auto wide = [](std::span<const float> values) {
        return std::vector<double>(values.begin(), values.end());
    };
    return { wide(x), wide(y), wide(vx), wide(vy) };
}

// x, y, vx, vy of a list of buffers.
template <typename GetBytes> Bodies bodies_of(const GetBytes& bytes_of)
{
    const auto floats = [&](BufferIndex index) {
        return as_numbers<float>(std::span<const std::byte> { bytes_of(index) });
    };
    return widen(floats(kX), floats(kY), floats(kVx), floats(kVy));
}

CheckOutcome outcome(double error, std::string_view measure)
{
    return { .passed = error <= kTolerance,
        .error = error,
        .tolerance = kTolerance,
        .sentence = fmt::format("{} {:.1e}, allowed {:.0e}", measure, error, kTolerance) };
}

// A state of a trajectory, stored buffer by buffer.
struct State {
    std::span<const float> numbers;
    std::size_t n = 0;

    [[nodiscard]] std::span<const float> column(std::size_t index) const { return numbers.subspan(index * n, n); }
    [[nodiscard]] Bodies bodies() const { return widen(column(0), column(1), column(2), column(3)); }
    [[nodiscard]] SpaceBodies space_bodies() const
    {
        const auto z = column(4);
        const auto vz = column(5);
        return { bodies(), { z.begin(), z.end() }, { vz.begin(), vz.end() } };
    }
};

struct Trajectory {
    std::span<const float> numbers;
    std::uint32_t steps = 0; // recorded
    std::size_t n = 0;
    std::size_t columns = 0; // of a state

    [[nodiscard]] State operator[](std::uint32_t step) const { return { numbers.subspan(step * columns * n, columns * n), n }; }
};

// The largest error of all steps, each compared with a reference step from the previous state, and the first number above the
// tolerance.
template <typename AnyBodies, typename GetBodies>
CheckOutcome compare_steps(AnyBodies before, const Trajectory& trajectory, const GetBodies& bodies_at, double tau, double radius,
    std::string_view measure)
{
    double error = 0.0;
    std::optional<Difference> first;
    for (std::uint32_t step = 0; step < trajectory.steps; ++step) {
        AnyBodies after = bodies_at(trajectory[step]);
        advance_reference(before, tau);
        error = std::max(error, largest_error(after, before, radius));
        if (error > kTolerance && !first) {
            first = first_difference(after, before, radius, kTolerance);
            if (first)
                first->when = fmt::format("after step {}", step + 1);
        }
        before = std::move(after);
    }
    auto compared = outcome(error, measure);
    if (first)
        compared.sentence = first->words() + "; " + compared.sentence;
    compared.first = std::move(first);
    return compared;
}

std::string drift_between(const Bodies& start, const Bodies& end)
{
    const auto before = conserved_of(start);
    const auto after = conserved_of(end);
    const double speeds = std::max({ before.speeds, after.speeds, std::numeric_limits<double>::min() });
    const double energy = std::max(std::abs(before.energy), std::numeric_limits<double>::min());
    return fmt::format("; relative drift of energy {:.1e}, of momentum {:.1e}", std::abs(after.energy - before.energy) / energy,
        std::hypot(after.momentum_x - before.momentum_x, after.momentum_y - before.momentum_y) / speeds);
}

} // namespace

Bodies start_of(const Plan& plan)
{
    return bodies_of([&](BufferIndex index) { return std::span<const std::byte>(plan.buffers[index].initial); });
}

void add_trajectory(Plan& plan, std::uint32_t steps)
{
    const auto state = state_of(plan);
    const auto trajectory = plan.buffers.size();
    const auto state_bytes = state.size() * plan.buffers[kX].bytes;
    plan.buffers.push_back({ .name = std::string { kTrajectoryName }, .bytes = steps * state_bytes });
    plan.buffers.push_back({ .name = "recorded", .bytes = sizeof(std::uint32_t) });
    plan.step.emplace_back(record_state(state, trajectory, trajectory + 1));
}

bool has_trajectory(const Plan& plan)
{
    return plan.buffers[plan.buffers.size() - 2].name == kTrajectoryName;
}

CheckOutcome check_every_step(
    const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau)
{
    const auto start = start_of(plan);
    const auto recorded = as_numbers<std::uint32_t>(std::span<const std::byte> { contents.back() }).front();
    if (recorded != steps)
        return { .passed = false,
            .tolerance = kTolerance,
            .sentence = fmt::format("{} of {} time steps were completed", recorded, steps) };
    const Trajectory trajectory { as_numbers<float>(std::span<const std::byte> { contents[contents.size() - 2] }), steps,
        start.x.size(), state_of(plan).size() };
    const auto radius = static_cast<double>(std::get<ParticleScene>(plan.scene).radius);
    const auto measure = fmt::format("largest relative error of a position or velocity in any of {} time steps:", steps);
    if (in_space(plan)) {
        const auto z = as_numbers<float>(std::span<const std::byte>(plan.buffers[kZ].initial));
        const SpaceBodies first { start, { z.begin(), z.end() }, std::vector<double>(z.size()) };
        return compare_steps(
            first, trajectory, [](const State& state) { return state.space_bodies(); }, tau, radius, measure);
    }
    auto checked = compare_steps(
        start, trajectory, [](const State& state) { return state.bodies(); }, tau, radius, measure);
    if (start.x.size() <= kMaxBodiesForEnergy && std::isfinite(checked.error))
        checked.sentence += drift_between(start, trajectory[steps - 1].bodies());
    return checked;
}

// A check in space always has a trajectory.
CheckOutcome check_end(const Plan& plan, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau)
{
    auto reference = start_of(plan);
    const auto radius = static_cast<double>(std::get<ParticleScene>(plan.scene).radius);
    for (std::uint32_t step = 0; step < steps; ++step)
        advance_reference(reference, tau);
    const auto end = bodies_of([&](BufferIndex index) -> const std::vector<std::byte>& { return contents[index]; });
    auto compared = outcome(largest_distance(end, reference, radius),
        fmt::format("largest error of a position after {} time steps, relative to the scene's radius:", steps));
    if (!compared.passed) {
        auto first = first_difference(end, reference, radius, kTolerance);
        if (first) {
            first->when = fmt::format("after {} steps", steps);
            compared.sentence = first->words() + "; " + compared.sentence;
        }
        compared.first = std::move(first);
    }
    return compared;
}

} // namespace warpstage::problem

#include "core/problem/nbody.h"

#include "core/problem/bytes.h"
#include "core/problem/nbody_difference.h"
#include "core/problem/nbody_host.h"
#include "core/problem/nbody_reference.h"
#include "core/problem/nbody_scenes.h"
#include "core/problem/seed_parameter.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace warpstage::problem {

namespace {

constexpr std::uint32_t kBlock = 256; // threads; the shared tile of the kernels holds as many bodies
constexpr double kTolerance = 1e-5;

constexpr std::size_t kMostForEnergy = 4096; // bodies whose energy a check adds up
constexpr std::array kBodiesPerThread { "1", "2", "4", "8" };

// The plan's buffers, in this order. The others are there in space alone or for packed positions, and the last two for a check.
enum NbodyBuffer : BufferIndex { kX, kY, kVx, kVy, kAx, kAy, kZ, kVz, kAz };
constexpr BufferIndex kPositions = 6; // with kind = packed
constexpr std::string_view kTrajectoryName = "trajectory";

bool in_space(const Plan& plan)
{
    return plan.buffers.size() > kAz && plan.buffers[kZ].name == "z";
}

// What moves.
std::vector<BufferIndex> state_of(const Plan& plan)
{
    return in_space(plan) ? std::vector<BufferIndex> { kX, kY, kVx, kVy, kZ, kVz }
                          : std::vector<BufferIndex> { kX, kY, kVx, kVy };
}

std::vector<SettingRule> nbody_rules(const Variant& variant)
{
    std::vector<SettingRule> rules { { "kind", Presence::required, { "host", "kernels", "packed", "slices", "space" } } };
    if (setting(variant, "kind", "host") == "host") {
        rules.push_back({ "cores", Presence::optional, { "one", "all" } });
        return rules;
    }
    rules.push_back({ "accelerate", Presence::required, {} });
    rules.push_back({ "advance", Presence::required, {} });
    rules.push_back({ "build", Presence::optional, {} });
    rules.push_back({ "precision", Presence::optional, { "single", "double" } });
    if (setting(variant, "kind") == "packed")
        rules.push_back({ "pack", Presence::required, {} });
    return rules;
}

// What the kernels get is a float; the reference takes the same number.
float time_step(const Settings& settings)
{
    return static_cast<float>(settings.real("tau"));
}

HostWork host_step(float tau, Cores cores)
{
    return {
        .label = "host step",
        .reads = { kX, kY, kVx, kVy },
        .writes = { kX, kY, kVx, kVy, kAx, kAy },
        .run =
            [tau, cores](std::span<const std::span<std::byte>> buffers, const std::stop_token& stop) {
                const auto floats = [&](BufferIndex index) {
                    return as_numbers<float>(buffers[index]);
                };
                step_on_host({ floats(kX), floats(kY), floats(kVx), floats(kVy), floats(kAx), floats(kAy) }, tau, cores, stop);
            },
    };
}

void add_kernels(Plan& plan, const Variant& variant, std::uint32_t n, float tau)
{
    const auto launch = [n](std::string kernel, std::vector<Argument> arguments) {
        return KernelLaunch { .kernel = std::move(kernel),
            .grid = { .x = n / kBlock },
            .block = { .x = kBlock },
            .shared_bytes = 0,
            .arguments = std::move(arguments) };
    };
    const auto buffer = [](BufferIndex index) {
        return BufferArgument { index };
    };
    const auto count = static_cast<std::int32_t>(n);
    if (setting(variant, "kind") == "packed") {
        plan.buffers.push_back({ .name = "positions", .bytes = 2 * n * sizeof(float) });
        plan.step.emplace_back(launch(kernel_of(variant, "pack"), { buffer(kX), buffer(kY), buffer(kPositions), count }));
        plan.step.emplace_back(launch(kernel_of(variant, "accelerate"), { buffer(kPositions), buffer(kAx), buffer(kAy), count }));
    } else {
        plan.step.emplace_back(
            launch(kernel_of(variant, "accelerate"), { buffer(kX), buffer(kY), buffer(kAx), buffer(kAy), count }));
    }
    plan.recorded_work = plan.step.size() - 1;
    plan.step.emplace_back(launch(kernel_of(variant, "advance"),
        { buffer(kX), buffer(kY), buffer(kVx), buffer(kVy), buffer(kAx), buffer(kAy), tau, count }));
}

// Several bodies a thread, the sum over all bodies cut into slices; in the plane or in space.
void add_sliced_kernels(Plan& plan, const Variant& variant, const Settings& settings, std::uint32_t n, float tau)
{
    const auto bodies = static_cast<std::uint32_t>(settings.integer("bodies"));
    const auto slices = static_cast<std::uint32_t>(settings.integer("slices"));
    std::vector<BufferIndex> places { kX, kY };
    std::vector<BufferIndex> speeds { kVx, kVy };
    std::vector<BufferIndex> sums { kAx, kAy };
    if (in_space(plan)) {
        places.push_back(kZ);
        speeds.push_back(kVz);
        sums.push_back(kAz);
    }
    for (const auto sum : sums)
        plan.buffers[sum].bytes = n * slices * sizeof(float);
    const auto count = static_cast<std::int32_t>(n);
    const auto append = [](KernelLaunch& launch, const std::vector<BufferIndex>& buffers) {
        for (const auto buffer : buffers)
            launch.arguments.emplace_back(BufferArgument { buffer });
    };
    KernelLaunch accelerate { .kernel = kernel_of(variant, "accelerate", settings.choice("bodies")),
        .grid = { .x = (n + kBlock * bodies - 1) / (kBlock * bodies), .y = slices },
        .block = { .x = kBlock } };
    append(accelerate, places);
    append(accelerate, sums);
    accelerate.arguments.emplace_back(count);
    KernelLaunch advance { .kernel = kernel_of(variant, "advance"), .grid = { .x = n / 32 }, .block = { .x = 32, .y = 8 } };
    append(advance, places);
    append(advance, speeds);
    append(advance, sums);
    advance.arguments.emplace_back(static_cast<std::int32_t>(slices));
    advance.arguments.emplace_back(tau);
    advance.arguments.emplace_back(count);
    plan.step.emplace_back(std::move(accelerate));
    plan.step.emplace_back(std::move(advance));
    plan.recorded_work = 0;
}

// What each pair needs whatever the kernel looks like: in the plane two differences, two instructions for the square of the
// distance, a reciprocal square root, two multiplications for its cube, two that add, and a comparison; in space three
// differences, three for the square with the softening in it, the root, two for the cube, three that add.
std::vector<Demand> least_of(const Variant& variant, double pairs)
{
    if (setting(variant, "precision", "single") == "double")
        return { { Resource::fp64, 9.0 * pairs } };
    if (setting(variant, "kind") == "space")
        return { { Resource::fp32, 11.0 * pairs }, { Resource::rsqrt, pairs }, { Resource::issue, 12.0 * pairs } };
    return { { Resource::fp32, 8.0 * pairs }, { Resource::rsqrt, pairs }, { Resource::issue, 10.0 * pairs } };
}

// Appends the present state to the trajectory; `recorded` counts the states that are in it.
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

// A state of a trajectory, which lies there buffer after buffer.
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

// The largest error of all steps, each compared with a step of the reference from the state before it, and the first number that
// is further away than it may be.
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
    return fmt::format("; energy drifted by {:.1e}, momentum by {:.1e}", std::abs(after.energy - before.energy) / energy,
        std::hypot(after.momentum_x - before.momentum_x, after.momentum_y - before.momentum_y) / speeds);
}

CheckOutcome check_every_step(
    const Plan& plan, const Bodies& start, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau)
{
    const auto recorded = as_numbers<std::uint32_t>(std::span<const std::byte> { contents.back() }).front();
    if (recorded != steps)
        return { .passed = false, .tolerance = kTolerance, .sentence = fmt::format("{} of {} steps were made", recorded, steps) };
    const Trajectory trajectory { as_numbers<float>(std::span<const std::byte> { contents[contents.size() - 2] }), steps,
        start.x.size(), state_of(plan).size() };
    const auto radius = static_cast<double>(std::get<ParticleScene>(plan.scene).radius);
    const auto measure = fmt::format("largest relative error of a position or velocity in each of {} steps", steps);
    if (in_space(plan)) {
        const auto z = as_numbers<float>(std::span<const std::byte>(plan.buffers[kZ].initial));
        const SpaceBodies first { start, { z.begin(), z.end() }, std::vector<double>(z.size()) };
        return compare_steps(
            first, trajectory, [](const State& state) { return state.space_bodies(); }, tau, radius, measure);
    }
    auto checked = compare_steps(
        start, trajectory, [](const State& state) { return state.bodies(); }, tau, radius, measure);
    if (start.x.size() <= kMostForEnergy && std::isfinite(checked.error))
        checked.sentence += drift_between(start, trajectory[steps - 1].bodies());
    return checked;
}

// In the plane alone: whoever checks in space runs check_plan().
CheckOutcome check_end(
    Bodies reference, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau, double radius)
{
    for (std::uint32_t step = 0; step < steps; ++step)
        advance_reference(reference, tau);
    const auto end = bodies_of([&](BufferIndex index) -> const std::vector<std::byte>& { return contents[index]; });
    auto compared = outcome(largest_distance(end, reference, radius),
        fmt::format("largest error of a position after {} steps, relative to the scene's radius,", steps));
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

} // namespace

const std::vector<Parameter>& Nbody::parameters() const
{
    static const std::vector<Parameter> parameters {
        { .id = "n",
            .label = "bodies",
            .kind = Parameter::Kind::integer,
            .minimum = kBlock,
            .maximum = 1048576,
            .multiple_of = kBlock,
            .initial = "4096",
            .choices = { "1024", "2048", "4096", "10240", "20480", "65536" } },
        { .id = "scene", .label = "scene", .kind = Parameter::Kind::choice, .initial = "disk", .choices = scene_names() },
        { .id = "tau",
            .label = "time step",
            .unit = "s",
            .kind = Parameter::Kind::real,
            .minimum = 1e-6,
            .maximum = 0.1,
            .initial = "0.001",
            .choices = { "0.00001", "0.0001", "0.001" } },
        { .id = "bodies",
            .label = "bodies a thread",
            .kind = Parameter::Kind::choice,
            .initial = "4",
            .choices = { kBodiesPerThread.begin(), kBodiesPerThread.end() },
            .tunable = true },
        { .id = "slices",
            .label = "slices of the sum",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 1024,
            .initial = "66", // half the multiprocessors of an H200
            .choices = { "1", "8", "33", "66", "132" },
            .tunable = true },
        seed_parameter(),
    };
    return parameters;
}

Result<void> Nbody::accepts(const Variant& variant) const
{
    return check_settings(variant, nbody_rules(variant));
}

std::vector<std::string> Nbody::kernels(const Variant& variant) const
{
    const auto kind = setting(variant, "kind");
    if (kind == "host")
        return {};
    std::vector<std::string> names;
    if (kind == "packed")
        names.push_back(kernel_of(variant, "pack"));
    if (kind == "slices" || kind == "space") {
        for (const auto* const bodies : kBodiesPerThread)
            names.push_back(kernel_of(variant, "accelerate", bodies));
    } else {
        names.push_back(kernel_of(variant, "accelerate"));
    }
    names.push_back(kernel_of(variant, "advance"));
    return names;
}

std::map<std::string, std::string, std::less<>> Nbody::suited_to(
    const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const
{
    const auto kind = setting(variant, "kind");
    if ((kind != "slices" && kind != "space") || multiprocessors == 0)
        return {};
    // More bodies a thread read less of shared memory, as long as there are blocks enough. On an H200, at 10240 and at 262144
    // bodies, two and four are the fastest in the plane, one and eight in space.
    const bool plane = kind == "slices";
    const std::int64_t blocks_of_a_multiprocessor = plane ? 10 : 16;
    const std::int64_t most = plane ? 4 : 8;
    const auto slices = std::max<std::int64_t>(1, multiprocessors / 2);
    const auto blocks_of_one = settings.integer("n") / kBlock * slices;
    std::string bodies = kBodiesPerThread.front();
    for (const auto* const more : kBodiesPerThread) {
        if (std::stol(more) <= most && blocks_of_one / std::stol(more) >= blocks_of_a_multiprocessor * multiprocessors)
            bodies = more;
    }
    return { { "bodies", bodies }, { "slices", std::to_string(slices) } };
}

Result<Plan> Nbody::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();

    const auto n = static_cast<std::uint32_t>(settings.integer("n"));
    const auto seed = static_cast<std::uint64_t>(settings.integer("seed"));
    const auto start = m_starts.get(settings.choice("scene"), n, seed);
    const auto moving = [&](std::string_view name, const SharedBytes& values) {
        return Buffer { .name = std::string { name }, .bytes = n * sizeof(float), .initial = values, .persistent = true };
    };

    Plan plan;
    plan.buffers = {
        moving("x", start.x),
        moving("y", start.y),
        moving("vx", start.vx),
        moving("vy", start.vy),
        { .name = "ax", .bytes = n * sizeof(float) },
        { .name = "ay", .bytes = n * sizeof(float) },
    };
    plan.scene = ParticleScene { .count = n,
        .x = kX,
        .y = kY,
        .vx = kVx,
        .vy = kVy,
        .radius = static_cast<float>(start.radius),
        .speed = static_cast<float>(start.speed) };
    plan.work_per_step = static_cast<double>(n) * static_cast<double>(n);
    plan.work_unit = "interactions/s";
    plan.result = kX;

    const auto kind = setting(variant, "kind");
    plan.least = least_of(variant, plan.work_per_step);
    if (kind == "space") {
        plan.buffers.push_back(moving("z", start.z));
        plan.buffers.push_back(moving("vz", {}));
        plan.buffers.push_back({ .name = "az", .bytes = n * sizeof(float) });
    }
    if (kind == "host") {
        plan.step.emplace_back(
            host_step(time_step(settings), setting(variant, "cores", "one") == "all" ? Cores::all : Cores::one));
        plan.recorded_work = plan.step.size();
    } else if (kind == "slices" || kind == "space") {
        add_sliced_kernels(plan, variant, settings, n, time_step(settings));
    } else {
        add_kernels(plan, variant, n, time_step(settings));
    }
    return plan;
}

Result<Plan> Nbody::check_plan(const Variant& variant, const Settings& settings) const
{
    auto checked = plan(variant, settings);
    if (!checked)
        return checked;
    const auto state = state_of(*checked);
    const auto trajectory = checked->buffers.size();
    const auto state_bytes = state.size() * checked->buffers[kX].bytes;
    checked->buffers.push_back({ .name = std::string { kTrajectoryName }, .bytes = check_steps() * state_bytes });
    checked->buffers.push_back({ .name = "recorded", .bytes = sizeof(std::uint32_t) });
    checked->step.emplace_back(record_state(state, trajectory, trajectory + 1));
    return checked;
}

CheckOutcome Nbody::check(const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto start = bodies_of([&](BufferIndex index) { return std::span<const std::byte>(plan.buffers[index].initial); });
    const auto tau = static_cast<double>(time_step(settings));
    const auto radius = static_cast<double>(std::get<ParticleScene>(plan.scene).radius);
    const auto& buffers = plan.buffers;
    if (buffers[buffers.size() - 2].name == kTrajectoryName)
        return check_every_step(plan, start, contents, check_steps(), tau);
    return check_end(start, contents, check_steps(), tau, radius);
}

} // namespace warpstage::problem

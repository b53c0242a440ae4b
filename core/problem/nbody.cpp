#include "core/problem/nbody.h"

#include "core/problem/bytes.h"
#include "core/problem/nbody_host.h"
#include "core/problem/nbody_reference.h"
#include "core/problem/nbody_scenes.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::problem {

namespace {

constexpr std::uint32_t kBlock = 256; // threads; the shared tile of the kernels holds as many bodies
constexpr double kTolerance = 1e-5;

// The plan's buffers, in this order. The last two are there for a check alone.
enum NbodyBuffer : BufferIndex { kX, kY, kVx, kVy, kAx, kAy, kTrajectory, kRecorded };
constexpr std::array<BufferIndex, 4> kState { kX, kY, kVx, kVy };

std::vector<SettingRule> rules(const Variant& variant)
{
    std::vector<SettingRule> rules { { "kind", Presence::required, { "host", "kernels" } } };
    if (setting(variant, "kind") == "kernels") {
        rules.push_back({ "accelerate", Presence::required, {} });
        rules.push_back({ "advance", Presence::required, {} });
    }
    return rules;
}

// What the kernels get is a float; the reference takes the same number.
float time_step(const Settings& settings)
{
    return static_cast<float>(settings.real("tau"));
}

HostWork host_step(float tau)
{
    return {
        .label = "host step",
        .reads = { kX, kY, kVx, kVy },
        .writes = { kX, kY, kVx, kVy, kAx, kAy },
        .run =
            [tau](std::span<const std::span<std::byte>> buffers, const std::stop_token& stop) {
                const auto floats = [&](BufferIndex index) {
                    return as_numbers<float>(buffers[index]);
                };
                step_on_host({ floats(kX), floats(kY), floats(kVx), floats(kVy), floats(kAx), floats(kAy) }, tau, stop);
            },
    };
}

void add_kernels(Plan& plan, const Variant& variant, std::uint32_t n, float tau)
{
    const auto launch = [n](std::string_view kernel, std::vector<Argument> arguments) {
        return KernelLaunch { .kernel = std::string { kernel },
            .grid = { .x = n / kBlock },
            .block = { .x = kBlock },
            .shared_bytes = 0,
            .arguments = std::move(arguments) };
    };
    const auto buffer = [](BufferIndex index) {
        return BufferArgument { index };
    };
    const auto count = static_cast<std::int32_t>(n);
    plan.step.emplace_back(launch(setting(variant, "accelerate"), { buffer(kX), buffer(kY), buffer(kAx), buffer(kAy), count }));
    plan.step.emplace_back(launch(
        setting(variant, "advance"), { buffer(kX), buffer(kY), buffer(kVx), buffer(kVy), buffer(kAx), buffer(kAy), tau, count }));
}

// Appends the present state (x, y, vx, vy) to the trajectory; `recorded` counts the states that are in it.
void record_state(std::span<const std::span<std::byte>> buffers, const std::stop_token& /*stop*/)
{
    auto& recorded = as_numbers<std::uint32_t>(buffers[kRecorded]).front();
    const auto state_bytes = kState.size() * buffers[kX].size();
    if ((recorded + 1) * state_bytes > buffers[kTrajectory].size())
        return;
    auto at = buffers[kTrajectory].begin() + static_cast<std::ptrdiff_t>(recorded * state_bytes);
    for (const auto index : kState)
        at = std::copy(buffers[index].begin(), buffers[index].end(), at);
    ++recorded;
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

CheckOutcome check_every_step(
    const Bodies& start, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau, double radius)
{
    const auto recorded = as_numbers<std::uint32_t>(std::span<const std::byte> { contents[kRecorded] }).front();
    if (recorded != steps)
        return { .passed = false, .tolerance = kTolerance, .sentence = fmt::format("{} of {} steps were made", recorded, steps) };
    const auto trajectory = as_numbers<float>(std::span<const std::byte> { contents[kTrajectory] });
    const std::size_t n = start.x.size();
    double error = 0.0;
    Bodies before = start;
    for (std::uint32_t step = 0; step < steps; ++step) {
        const auto state = trajectory.subspan(step * kState.size() * n, kState.size() * n);
        auto after = widen(state.subspan(0, n), state.subspan(n, n), state.subspan(2 * n, n), state.subspan(3 * n, n));
        advance_reference(before, tau);
        error = std::max(error, largest_error(after, before, radius));
        before = std::move(after);
    }
    return outcome(error, fmt::format("largest relative error of a position or velocity in each of {} steps", steps));
}

CheckOutcome check_end(
    Bodies reference, const std::vector<std::vector<std::byte>>& contents, std::uint32_t steps, double tau, double radius)
{
    for (std::uint32_t step = 0; step < steps; ++step)
        advance_reference(reference, tau);
    const auto end = bodies_of([&](BufferIndex index) -> const std::vector<std::byte>& { return contents[index]; });
    return outcome(largest_distance(end, reference, radius),
        fmt::format("largest error of a position after {} steps, relative to the scene's radius,", steps));
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
        { .id = "seed",
            .label = "seed",
            .kind = Parameter::Kind::integer,
            .minimum = 0,
            .maximum = 4294967295.0,
            .initial = "1" },
    };
    return parameters;
}

Result<void> Nbody::accepts(const Variant& variant) const
{
    return check_settings(variant, rules(variant));
}

std::vector<std::string> Nbody::kernels(const Variant& variant) const
{
    if (setting(variant, "kind") != "kernels")
        return {};
    return { std::string { setting(variant, "accelerate") }, std::string { setting(variant, "advance") } };
}

Result<Plan> Nbody::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();

    const auto n = static_cast<std::uint32_t>(settings.integer("n"));
    const auto start = make_scene(settings.choice("scene"), n, static_cast<std::uint64_t>(settings.integer("seed")));
    const auto moving = [&](std::string_view name, const std::vector<float>& values) {
        return Buffer {
            .name = std::string { name }, .bytes = n * sizeof(float), .initial = to_bytes(values), .persistent = true
        };
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

    if (setting(variant, "kind") == "host") {
        plan.step.emplace_back(host_step(time_step(settings)));
        plan.recorded_work = plan.step.size();
    } else {
        add_kernels(plan, variant, n, time_step(settings));
        plan.recorded_work = 0;
    }
    return plan;
}

Result<Plan> Nbody::check_plan(const Variant& variant, const Settings& settings) const
{
    auto checked = plan(variant, settings);
    if (!checked)
        return checked;
    const auto state_bytes = kState.size() * checked->buffers[kX].bytes;
    checked->buffers.push_back({ .name = "trajectory", .bytes = check_steps() * state_bytes });
    checked->buffers.push_back({ .name = "recorded", .bytes = sizeof(std::uint32_t) });
    checked->step.emplace_back(HostWork { .label = "record the state",
        .reads = { kX, kY, kVx, kVy, kTrajectory, kRecorded },
        .writes = { kTrajectory, kRecorded },
        .run = record_state });
    return checked;
}

CheckOutcome Nbody::check(const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto start = bodies_of([&](BufferIndex index) { return std::span<const std::byte>(plan.buffers[index].initial); });
    const auto tau = static_cast<double>(time_step(settings));
    const auto radius = static_cast<double>(std::get<ParticleScene>(plan.scene).radius);
    if (contents.size() > kRecorded)
        return check_every_step(start, contents, check_steps(), tau, radius);
    return check_end(start, contents, check_steps(), tau, radius);
}

} // namespace warpstage::problem

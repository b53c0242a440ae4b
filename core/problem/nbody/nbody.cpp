#include "core/problem/nbody/nbody.h"

#include "core/problem/buffers/bytes.h"
#include "core/problem/nbody/nbody_buffers.h"
#include "core/problem/nbody/nbody_check.h"
#include "core/problem/nbody/nbody_host.h"
#include "core/problem/nbody/nbody_scenes.h"
#include "core/problem/seed_parameter.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::problem {

namespace {

constexpr std::uint32_t kThreads = 256; // threads; the kernels' shared tile holds the same number of bodies
constexpr std::array kBodiesPerThread { "1", "2", "4", "8" };

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

// The kernels receive a float; the reference uses the same number.
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
            .grid = { .x = n / kThreads },
            .block = { .x = kThreads },
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

// Several bodies per thread, with the sum over all bodies split into slices; in the plane or in space.
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
        .grid = { .x = (n + kThreads * bodies - 1) / (kThreads * bodies), .y = slices },
        .block = { .x = kThreads } };
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

// The minimum number of instructions per pair for any kernel: in the plane two differences, two instructions for the square of
// the distance, a reciprocal square root, two multiplications for its cube, two additions, and a comparison; in space three
// differences, three for the softened square, the root, two for the cube, three additions.
std::vector<Demand> least_of(const Variant& variant, double pairs)
{
    if (setting(variant, "precision", "single") == "double")
        return { { Resource::fp64, 9.0 * pairs } };
    if (setting(variant, "kind") == "space")
        return { { Resource::fp32, 11.0 * pairs }, { Resource::rsqrt, pairs }, { Resource::issue, 12.0 * pairs } };
    return { { Resource::fp32, 8.0 * pairs }, { Resource::rsqrt, pairs }, { Resource::issue, 10.0 * pairs } };
}

} // namespace

const std::vector<Parameter>& Nbody::parameters() const
{
    static const std::vector<Parameter> parameters {
        { .id = "n",
            .label = "bodies",
            .kind = Parameter::Kind::integer,
            .minimum = kThreads,
            .maximum = 1048576,
            .multiple_of = kThreads,
            .initial = "4096",
            .choices = { "1024", "2048", "4096", "10240", "20480", "65536" },
            .role = Parameter::Role::problem_size },
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
            .label = "bodies per thread",
            .kind = Parameter::Kind::choice,
            .initial = "4",
            .choices = { kBodiesPerThread.begin(), kBodiesPerThread.end() },
            .tunable = true },
        { .id = "slices",
            .label = "slices of the sum",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 1024,
            .initial = "66", // half of an H200's multiprocessors
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
    // More bodies per thread read less shared memory, as long as there are enough blocks. On an H200, at 10240 and at 262144
    // bodies, two and four are fastest in the plane, one and eight in space.
    const bool plane = kind == "slices";
    const std::int64_t blocks_of_a_multiprocessor = plane ? 10 : 16;
    const std::int64_t most = plane ? 4 : 8;
    const auto slices = std::max<std::int64_t>(1, multiprocessors / 2);
    const auto blocks_of_one = settings.integer("n") / kThreads * slices;
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
    const auto& chosen = settings.choice("scene");
    const auto start = m_starts.get({ chosen, n, seed }, [&] { return make_start(chosen, n, seed); });
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
    auto& scene = std::get<ParticleScene>(plan.scene);
    plan.work_per_step = static_cast<double>(n) * static_cast<double>(n);
    plan.work_unit = "interactions/s";
    plan.result = kX;

    const auto kind = setting(variant, "kind");
    plan.least = least_of(variant, plan.work_per_step);
    if (kind == "space") {
        plan.buffers.push_back(moving("z", start.z));
        plan.buffers.push_back(moving("vz", {}));
        plan.buffers.push_back({ .name = "az", .bytes = n * sizeof(float) });
        scene.z = kZ;
        scene.vz = kVz;
    } else {
        scene.drift = ParticleScene::Drift::watched;
    }
    if (kind == "host") {
        plan.step.emplace_back(
            host_step(time_step(settings), setting(variant, "cores", "one") == "all" ? Cores::all : Cores::one));
        plan.recorded_work = plan.step.size();
    } else if (kind == "slices" || kind == "space") {
        scene.threads = { kThreads, static_cast<std::uint32_t>(settings.integer("bodies")) };
        add_sliced_kernels(plan, variant, settings, n, time_step(settings));
    } else {
        scene.threads = { kThreads, 1 };
        add_kernels(plan, variant, n, time_step(settings));
    }
    return plan;
}

Result<Plan> Nbody::check_plan(const Variant& variant, const Settings& settings) const
{
    auto checked = plan(variant, settings);
    if (!checked)
        return checked;
    add_trajectory(*checked, check_steps());
    return checked;
}

CheckOutcome Nbody::check(const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto tau = static_cast<double>(time_step(settings));
    return has_trajectory(plan) ? check_every_step(plan, contents, check_steps(), tau)
                                : check_end(plan, contents, check_steps(), tau);
}

std::unique_ptr<Problem> make_nbody()
{
    return std::make_unique<Nbody>();
}

} // namespace warpstage::problem

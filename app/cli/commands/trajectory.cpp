// `warpstage trajectory`: exports body positions at regular intervals as CSV, with the drift of energy and momentum.
#include "app/cli/command.h"
#include "app/cli/standard_streams.h"
#include "core/problem/nbody/nbody_reference.h"

#include <span>

namespace warpstage::cli {

namespace {

struct TrajectoryOptions {
    std::string lesson;
    std::string variant;
    std::uint32_t steps = 100;
    std::uint32_t every = 10; // of the steps that are written
    std::filesystem::path output; // empty: standard output
};

constexpr std::uint64_t kMaxLines = 50'000'000;
constexpr std::size_t kMaxForEnergy = 20'480; // n² / 2 pairs, each time

using State = std::array<std::vector<float>, 4>; // x, y, vx, vy

State read_state(engine::Engine& engine, const problem::ParticleScene& scene)
{
    const std::array buffers { scene.x, scene.y, scene.vx, scene.vy };
    State state;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        state.at(i).resize(scene.count);
        or_refuse(engine.read(buffers.at(i), std::as_writable_bytes(std::span { state.at(i) })));
    }
    return state;
}

// The largest drift of energy and momentum so far.
struct Drift {
    std::optional<problem::Conserved> start;
    double energy = 0.0;
    double momentum = 0.0;
    std::uint32_t energy_step = 0;

    void note(std::uint32_t step, const State& state)
    {
        const auto wide = [](const std::vector<float>& narrow) {
            return std::vector<double>(narrow.begin(), narrow.end());
        };
        const auto now = problem::conserved_of({ wide(state[0]), wide(state[1]), wide(state[2]), wide(state[3]) });
        if (!start)
            start = now;
        const auto drift = problem::drift_of(*start, now);
        if (!(drift.energy <= energy)) { // true for NaN as well
            energy = drift.energy;
            energy_step = step;
        }
        momentum = std::max(momentum, drift.momentum);
    }
};

void run_steps(engine::Engine& engine, std::uint32_t count)
{
    for (std::uint32_t step = 0; step < count; ++step) {
        or_refuse(engine.start());
        if (const auto outcome = or_refuse(engine.wait()); outcome.trap)
            refuse(outcome.trap->message);
    }
}

int trajectory(const Common& common, const TrajectoryOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto engine = engine_for(common);
    const auto& machine = engine->description();
    const auto plan = plan_of(*lesson, variant, settings_of(common, *lesson, machine.kind));
    const auto* scene = std::get_if<problem::ParticleScene>(&plan->scene);
    if (scene == nullptr)
        refuse(fmt::format("Lesson `{}` has no bodies. Use a lesson with bodies, for example nbody.", options.lesson));
    const std::uint64_t lines = (options.steps / options.every + 1) * std::uint64_t { scene->count };
    if (lines > kMaxLines)
        refuse(fmt::format("The output would have {} lines; the limit is {} lines. Increase `--every`.", lines, kMaxLines));
    or_refuse(engine->load(lesson));
    or_refuse(engine->adopt(plan, engine::Contents::initial));

    std::string csv = "step,body,x,y,vx,vy\n";
    Drift drift;
    for (std::uint32_t step = 0; step <= options.steps; step += options.every) {
        if (step != 0)
            run_steps(*engine, options.every);
        const auto state = read_state(*engine, *scene);
        const auto& [x, y, vx, vy] = state;
        for (std::size_t body = 0; body < scene->count; ++body)
            fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{}\n", step, body, x[body], y[body], vx[body], vy[body]);
        if (scene->count <= kMaxForEnergy)
            drift.note(step, state);
    }
    if (options.output.empty()) {
        fmt::print("{}", csv);
    } else {
        write_file(options.output, csv);
        fmt::print("{}: {} bodies, {} time steps on {}\n", options.output.string(), scene->count, options.steps, machine.name);
    }
    if (drift.start)
        print_error(fmt::format("maximum drift: energy {:.1e} (after {} time steps), momentum {:.1e}\n", drift.energy,
            drift.energy_step, drift.momentum));
    return kSuccess;
}

} // namespace

void add_trajectory(CommandLine& line)
{
    constexpr std::uint32_t kMaxSteps = 1'000'000;
    auto& app = line.add("trajectory", "Export body positions as CSV");
    auto& options = line.options_of(app, trajectory);
    app.add_option("LESSON", options.lesson, "Id of a lesson with bodies, for example nbody")->required();
    app.add_option("VARIANT", options.variant, "Id of the variant")->required();
    app.add_option("--steps", options.steps, "Number of time steps")->check(CLI::Range(1U, kMaxSteps))->capture_default_str();
    app.add_option("--every", options.every,
           "Number of time steps from one written state to the next; the initial state is always written")
        ->check(CLI::Range(1U, kMaxSteps))
        ->capture_default_str();
    app.add_option("-o,--output", options.output, "CSV output file (default: standard output)");
}

} // namespace warpstage::cli

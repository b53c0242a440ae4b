// `warpstage trajectory`: where the bodies are after each so many steps, as CSV, and how far energy and momentum drift meanwhile.
#include "app/cli/lessons.h"
#include "core/base/whole_file.h"
#include "core/problem/nbody_reference.h"

#include <array>
#include <cmath>
#include <iterator>
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

constexpr std::uint64_t kMostLines = 50'000'000;
constexpr std::size_t kMostForEnergy = 20'480; // n² / 2 pairs, each time

class Writer {
public:
    Writer(engine::Engine& engine, const problem::ParticleScene& scene)
        : m_engine(&engine)
        , m_scene(&scene)
    {
    }

    // The lines of the present state.
    void write(std::uint32_t step)
    {
        const std::array buffers { m_scene->x, m_scene->y, m_scene->vx, m_scene->vy };
        std::array<std::vector<float>, buffers.size()> values;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            values.at(i).resize(m_scene->count);
            or_refuse(m_engine->read(buffers.at(i), std::as_writable_bytes(std::span { values.at(i) })));
        }
        for (std::size_t body = 0; body < m_scene->count; ++body)
            fmt::format_to(std::back_inserter(m_csv), "{},{},{},{},{},{}\n", step, body, values[0][body], values[1][body],
                values[2][body], values[3][body]);
        if (m_scene->count <= kMostForEnergy)
            note_conserved(step, values);
    }

    [[nodiscard]] const std::string& csv() const { return m_csv; }
    // Largest drift of what has been written so far; empty where there are too many bodies to add up all pairs.
    [[nodiscard]] std::string drift() const
    {
        if (!m_start)
            return {};
        return fmt::format(
            "energy drifted by up to {:.1e} (after {} steps), momentum by up to {:.1e}", m_energy, m_energy_step, m_momentum);
    }

private:
    void note_conserved(std::uint32_t step, const std::array<std::vector<float>, 4>& values)
    {
        const auto wide = [](const std::vector<float>& narrow) {
            return std::vector<double>(narrow.begin(), narrow.end());
        };
        const auto now = problem::conserved_of({ wide(values[0]), wide(values[1]), wide(values[2]), wide(values[3]) });
        if (!m_start)
            m_start = now;
        const double energy = std::abs(now.energy - m_start->energy) / std::max(std::abs(m_start->energy), 1e-300);
        const double momentum = std::hypot(now.momentum_x - m_start->momentum_x, now.momentum_y - m_start->momentum_y)
            / std::max(m_start->speeds, 1e-300);
        if (!(energy <= m_energy)) { // also where it is no number any more
            m_energy = energy;
            m_energy_step = step;
        }
        m_momentum = std::max(m_momentum, momentum);
    }

    engine::Engine* m_engine;
    const problem::ParticleScene* m_scene;
    std::string m_csv = "step,body,x,y,vx,vy\n";
    std::optional<problem::Conserved> m_start;
    double m_energy = 0.0;
    double m_momentum = 0.0;
    std::uint32_t m_energy_step = 0;
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
        refuse(fmt::format("Lesson `{}` moves no bodies: a trajectory is for a lesson that does, as nbody.", options.lesson));
    const std::uint64_t lines = (options.steps / options.every + 1) * std::uint64_t { scene->count };
    if (lines > kMostLines)
        refuse(fmt::format("That would be {} lines, more than {}: choose a larger --every.", lines, kMostLines));
    or_refuse(engine->load(lesson));
    or_refuse(engine->adopt(plan, engine::Contents::initial));

    Writer writer { *engine, *scene };
    writer.write(0);
    for (std::uint32_t step = options.every; step <= options.steps; step += options.every) {
        run_steps(*engine, options.every);
        writer.write(step);
    }
    if (options.output.empty())
        fmt::print("{}", writer.csv());
    else if (auto written = write_whole_file(options.output, writer.csv()); !written)
        refuse(fmt::format("{} cannot be written: {}.", options.output.string(), written.error().message));
    else
        fmt::print("{}: {} bodies, {} steps on {}\n", options.output.string(), scene->count, options.steps, machine.name);
    if (const auto drift = writer.drift(); !drift.empty())
        fmt::print(stderr, "{}\n", drift);
    return kSuccess;
}

} // namespace

void add_trajectory(CommandLine& line)
{
    constexpr std::uint32_t kMostSteps = 1'000'000;
    auto& app = line.add("trajectory", "Where bodies are after so many steps, as CSV");
    auto& options = line.options_of(app, trajectory);
    app.add_option("LESSON", options.lesson, "A lesson whose picture is bodies, as nbody")->required();
    app.add_option("VARIANT", options.variant)->required();
    app.add_option("--steps", options.steps, "How many steps from the start")
        ->check(CLI::Range(1U, kMostSteps))
        ->capture_default_str();
    app.add_option("--every", options.every, "Write the start and every so many steps")
        ->check(CLI::Range(1U, kMostSteps))
        ->capture_default_str();
    app.add_option("-o,--output", options.output, "CSV file to write, instead of the terminal");
}

} // namespace warpstage::cli

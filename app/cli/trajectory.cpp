// `warpstage trajectory`: where the bodies are after each so many steps, as CSV, and how far energy and momentum drift meanwhile.
#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "core/base/whole_file.h"
#include "core/problem/nbody/nbody_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace warpstage::cli {

namespace {

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
    Result<void> write(std::uint32_t step)
    {
        const std::array buffers { m_scene->x, m_scene->y, m_scene->vx, m_scene->vy };
        std::array<std::vector<float>, buffers.size()> values;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            values.at(i).resize(m_scene->count);
            if (auto read = m_engine->read(buffers.at(i), std::as_writable_bytes(std::span { values.at(i) })); !read)
                return read;
        }
        for (std::size_t body = 0; body < m_scene->count; ++body)
            fmt::format_to(std::back_inserter(m_csv), "{},{},{},{},{},{}\n", step, body, values[0][body], values[1][body],
                values[2][body], values[3][body]);
        if (m_scene->count <= kMostForEnergy)
            note_conserved(step, values);
        return {};
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

Result<void> run_steps(engine::Engine& engine, std::uint32_t count)
{
    for (std::uint32_t step = 0; step < count; ++step) {
        if (auto started = engine.start(); !started)
            return started;
        const auto outcome = engine.wait();
        if (!outcome)
            return outcome.error();
        if (outcome->trap)
            return Error { outcome->trap->message };
    }
    return {};
}

Result<void> write_trajectory(const Common& common, const TrajectoryCommand& command)
{
    const auto lesson = find_lesson(common, command.lesson);
    if (!lesson)
        return lesson.error();
    const auto variant = find_variant(**lesson, command.variant);
    if (!variant)
        return variant.error();
    auto engine = engine_for(common, {});
    if (!engine)
        return engine.error();
    const auto settings = settings_of(common, **lesson, (*engine)->description().kind);
    if (!settings)
        return settings.error();
    auto made = (*lesson)->problem->plan(**variant, *settings);
    if (!made)
        return made.error();
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    const auto* scene = std::get_if<problem::ParticleScene>(&plan->scene);
    if (scene == nullptr)
        return Error { fmt::format(
            "Lesson `{}` moves no bodies: a trajectory is for a lesson that does, as nbody.", command.lesson) };
    const std::uint64_t lines = (command.steps / command.every + 1) * std::uint64_t { scene->count };
    if (lines > kMostLines)
        return Error { fmt::format("That would be {} lines, more than {}: choose a larger --every.", lines, kMostLines) };
    if (auto loaded = (*engine)->load(*lesson); !loaded)
        return loaded;
    if (auto adopted = (*engine)->adopt(plan, engine::Contents::initial); !adopted)
        return adopted;

    Writer writer { **engine, *scene };
    auto done = writer.write(0);
    for (std::uint32_t step = command.every; done && step <= command.steps; step += command.every) {
        done = run_steps(**engine, command.every);
        if (done)
            done = writer.write(step);
    }
    if (!done)
        return done;
    if (command.output.empty())
        fmt::print("{}", writer.csv());
    else if (auto written = write_whole_file(command.output, writer.csv()); !written)
        return Error { fmt::format("{} cannot be written: {}.", command.output.string(), written.error().message) };
    if (!command.output.empty())
        fmt::print("{}: {} bodies, {} steps on {}\n", command.output.string(), scene->count, command.steps,
            (*engine)->description().name);
    if (const auto drift = writer.drift(); !drift.empty())
        fmt::print(stderr, "{}\n", drift);
    return {};
}

} // namespace

int trajectory(const Common& common, const TrajectoryCommand& command)
{
    if (const auto written = write_trajectory(common, command); !written)
        return refuse(written.error().message);
    return kSuccess;
}

} // namespace warpstage::cli

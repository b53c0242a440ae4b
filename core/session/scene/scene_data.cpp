#include "core/session/scene/scene_data.h"

#include "core/analysis/recording/tile_accesses.h"
#include "core/problem/buffers/bytes.h"
#include "core/session/scene/transfer_view.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace warpstage::session {

SceneData::SceneData(Program& program, Stepper& stepper, Notices& notices, Urgency urgency)
    : m_program(program)
    , m_stepper(stepper)
    , m_notices(notices)
    , m_urgency(urgency)
{
}

void SceneData::forget()
{
    m_particles = nullptr;
    m_matrix = nullptr;
    m_matrix_reader.forget();
}

void SceneData::show_adopted()
{
    m_matrix_due = true;
    m_total.reset();
    take_particles();
}

void SceneData::show_step(const engine::StepOutcome& outcome)
{
    take_particles();
    request_matrix();
    take_total();
    if (m_stepper.adopted_variant() == m_program.variant() && !outcome.spans.empty())
        m_transfers = std::make_shared<const TransferFrame>(measured_transfers(*m_stepper.adopted(), outcome.spans));
}

void SceneData::take_particles()
{
    const auto& plan = m_stepper.adopted();
    const auto* scene = plan == nullptr ? nullptr : std::get_if<problem::ParticleScene>(&plan->scene);
    if (scene == nullptr || !m_stepper.idle())
        return;
    auto& engine = m_stepper.engine();
    auto frame = std::make_shared<ParticleFrame>();
    frame->count = scene->count;
    frame->radius = scene->radius;
    frame->speed = scene->speed;
    frame->serial = ++m_particle_serial;
    if (scene->threads) {
        frame->threads = scene->threads->per_block;
        frame->bodies_a_thread = scene->threads->bodies_per_thread;
    }
    frame->in_shared_buffers = engine.is_shared(plan->buffers[scene->x].name);
    const auto copy = [&](problem::BufferIndex buffer, std::vector<float>& values) {
        values.resize(scene->count);
        if (auto read = engine.read(buffer, std::as_writable_bytes(std::span(values))); !read)
            m_notices.add(Severity::fault, read.error().message);
    };
    if (scene->z && scene->vz) {
        copy(*scene->z, frame->z);
        copy(*scene->vz, frame->vz);
    }
    if (!frame->in_shared_buffers) {
        copy(scene->x, frame->x);
        copy(scene->y, frame->y);
        copy(scene->vx, frame->vx);
        copy(scene->vy, frame->vy);
    }
    m_particles = std::move(frame);
}

// Every step computes the same matrix, so reading it once is enough, whatever its size.
void SceneData::request_matrix()
{
    const auto& plan = *m_stepper.adopted();
    const auto* scene = std::get_if<problem::MatrixScene>(&plan.scene);
    if (scene == nullptr || !std::exchange(m_matrix_due, false))
        return;
    std::vector<problem::MatrixScene> scenes { *scene };
    const auto sources = analysis::sources_of(*scene);
    scenes.insert(scenes.end(), sources.begin(), sources.end());
    std::vector<MatrixReader::Wanted> wanted;
    for (const auto& one : scenes) {
        auto content = m_stepper.engine().copy(one.matrix);
        if (!content) {
            m_notices.add(Severity::fault, content.error().message);
            return;
        }
        wanted.push_back({ one, plan.buffers[one.matrix].name, *std::move(content) });
    }
    m_matrix_reader.read(std::move(wanted), m_urgency);
}

// Every step computes the same number.
void SceneData::take_total()
{
    const auto& plan = *m_stepper.adopted();
    if (!plan.total || m_total || !m_stepper.idle())
        return;
    std::vector<std::byte> content(plan.buffers[plan.result].bytes);
    if (auto read = m_stepper.engine().read(plan.result, content); read)
        m_total = TotalView { problem::as_numbers<std::int32_t>(std::span<const std::byte>(content)).front(), plan.total->exact };
    else
        m_notices.add(Severity::fault, read.error().message);
}

void SceneData::collect()
{
    const auto read = m_matrix_reader.take();
    if (!read)
        return;
    if (*read)
        m_matrix = **read;
    else
        m_notices.add(Severity::fault, read->error().message);
}

void SceneData::watch_drift(const analysis::RecordingRequest& request)
{
    m_drift.collect();
    const auto* scene = std::get_if<problem::ParticleScene>(&request.plan->scene);
    if (scene == nullptr || scene->drift != problem::ParticleScene::Drift::watched || scene->count > DriftWatch::kMaxBodies
        || request.contents.empty() || !m_drift.idle())
        return;
    const auto wide = [&](problem::BufferIndex buffer) {
        const auto numbers = problem::as_numbers<float>(std::span<const std::byte> { request.contents.at(buffer) });
        return std::vector<double>(numbers.begin(), numbers.end());
    };
    m_drift.look_at({ wide(scene->x), wide(scene->y), wide(scene->vx), wide(scene->vy) }, m_stepper.steps(), m_urgency);
}

SceneSection SceneData::section(const std::shared_ptr<const ArrayFrame>& cells)
{
    SceneSection scene;
    const auto plan = m_program.known_plan(m_program.variant());
    scene.plan = plan;
    if (plan != nullptr)
        scene.detail = problem::detail_of(plan->scene);
    if (m_stepper.adopted() == plan)
        scene.total = m_total;
    if (plan != nullptr && std::holds_alternative<problem::TransferScene>(plan->scene)) {
        if (m_transfers == nullptr && m_possible_of != plan) {
            m_possible_of = plan;
            m_possible = std::make_shared<const TransferFrame>(possible_transfers(*plan));
        }
        scene.transfers = m_transfers != nullptr ? m_transfers : m_possible;
    } else if (plan != nullptr && std::holds_alternative<problem::MatrixScene>(plan->scene)) {
        static const auto nothing_yet = std::make_shared<const MatrixFrame>();
        scene.matrix = m_matrix != nullptr ? m_matrix : nothing_yet;
    } else if (plan != nullptr && std::holds_alternative<problem::ArrayScene>(plan->scene)) {
        scene.array = cells;
    } else if (plan == nullptr || std::holds_alternative<problem::ParticleScene>(plan->scene)) {
        scene.particles = m_particles;
        if (m_particles != nullptr)
            scene.drift = m_drift.view();
    }
    return scene;
}

} // namespace warpstage::session

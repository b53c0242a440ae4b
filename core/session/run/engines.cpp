#include "core/session/run/engines.h"

#include "core/base/words.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/engine/limits/limits_file.h"
#include "core/engine/vm_engine.h"

#include <utility>

namespace warpstage::session {

namespace {

// Consecutive steps on the same buffers: data that fits into the cache comes from there, so that DRAM is not the limit.
bool stays_in_cache(const problem::Plan& plan, const engine::Description& device)
{
    std::size_t bytes = 0;
    for (const auto& buffer : plan.buffers)
        bytes += buffer.bytes;
    return plan.work_unit == "B/s" && bytes <= device.cache_bytes;
}

} // namespace

Result<Engines> Engines::open(
    std::optional<engine::EngineKind> wanted, int gpu, const std::filesystem::path& limits_folder, Urgency urgency)
{
    Engines engines;
    engines.m_vm = engine::make_vm_engine({}, urgency);
    engines.m_current = engines.m_vm.get();
    if (wanted == engine::EngineKind::vm)
        return engines;
    engines.m_gpu_index = gpu;
    engines.m_gpu_names = engine::gpu_names();
    engines.m_limits_folder = limits_folder;
    auto found = engine::make_gpu_engine(gpu);
    if (found) {
        engines.m_gpu = *std::move(found);
        engines.m_current = engines.m_gpu.get();
        engines.m_limits = engine::kept_limits(limits_folder, engines.m_gpu->description());
    } else if (wanted) {
        return found.error();
    } else {
        engines.m_absence = found.error().message;
    }
    return engines;
}

std::string Engines::identity(const lesson::Lesson& lesson)
{
    const auto& place = lesson.origin.outside.empty() ? lesson.folder : lesson.origin.outside;
    return place.string() + '\n' + (lesson.origin.edited ? lesson.source : lesson.ptx_text);
}

Engines Engines::with_gpu(std::unique_ptr<engine::Engine> gpu, Urgency urgency)
{
    Engines engines;
    engines.m_vm = engine::make_vm_engine({}, urgency);
    engines.m_gpu = std::move(gpu);
    engines.m_current = engines.m_gpu.get();
    return engines;
}

std::string Engines::gpu_absence() const
{
    return m_absence.empty() ? tr("The GPU is disabled by `--engine vm`. Start without this option to use it.") : m_absence;
}

std::optional<engine::Limit> Engines::limit_of(const problem::Plan& plan, engine::Sampling sampling) const
{
    if (!m_limits || !on_gpu())
        return std::nullopt;
    // A series uses copies of the buffers that together exceed the cache.
    if (sampling != engine::Sampling::quiet_series && stays_in_cache(plan, m_current->description()))
        return std::nullopt;
    return engine::limit_of(plan, *m_limits);
}

bool Engines::select(engine::EngineKind kind)
{
    if (kind == engine::EngineKind::gpu && !has_gpu())
        return false;
    auto* const wanted = kind == engine::EngineKind::gpu ? m_gpu.get() : m_vm.get();
    if (wanted == m_current)
        return true;
    stop_current();
    m_current = wanted;
    m_left_gpu = m_left_gpu && kind == engine::EngineKind::vm;
    return true;
}

Result<void> Engines::use_gpu(int index)
{
    auto made = engine::make_gpu_engine(index);
    if (!made)
        return made.error();
    stop_current();
    m_gpu = *std::move(made);
    m_gpu_index = index;
    m_limits = engine::kept_limits(m_limits_folder, m_gpu->description());
    m_current = m_gpu.get();
    return {};
}

void Engines::leave_gpu(std::string reason)
{
    m_absence = std::move(reason);
    m_failed = true;
    m_left_gpu = has_gpu();
}

void Engines::stop_current()
{
    m_current->interrupt(engine::Interruption::at_once);
    if (!m_current->idle())
        static_cast<void>(m_current->wait());
}

} // namespace warpstage::session

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
    auto* const wanted = kind == engine::EngineKind::gpu ? m_gpu.get() : m_vm.get();
    if (wanted == nullptr)
        return false;
    if (wanted == m_current)
        return true;
    m_current->interrupt(engine::Interruption::at_once);
    if (!m_current->idle())
        static_cast<void>(m_current->wait());
    m_current = wanted;
    return true;
}

} // namespace warpstage::session

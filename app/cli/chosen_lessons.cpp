#include "app/cli/chosen_lessons.h"

#include "core/engine/gpu/gpu_engine.h"
#include "core/engine/vm_engine.h"

#include <algorithm>

namespace warpstage::cli {

Result<std::vector<std::shared_ptr<const lesson::Lesson>>> chosen_lessons(
    const Assets& assets, const std::vector<std::string>& names)
{
    if (names.empty() || std::ranges::find(names, "all") != names.end())
        return assets.catalog->lessons();
    std::vector<std::shared_ptr<const lesson::Lesson>> lessons;
    for (const auto& name : names) {
        auto lesson = assets.catalog->find(name);
        if (!lesson)
            return lesson.error();
        lessons.push_back(*lesson);
    }
    return lessons;
}

Result<std::unique_ptr<engine::Engine>> engine_for(const Common& common, const engine::VmSettings& vm)
{
    if (common.engine == engine::EngineKind::vm || vm != engine::VmSettings {})
        return engine::make_vm_engine(vm);
    auto gpu = engine::make_gpu_engine(common.gpu);
    if (gpu || common.engine == engine::EngineKind::gpu)
        return gpu;
    return engine::make_vm_engine();
}

} // namespace warpstage::cli

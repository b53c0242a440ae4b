#include "app/cli/machine_limits.h"

#include "app/cli/progress.h"
#include "app/cli/user_folders.h"
#include "core/engine/limits/limit_probes.h"
#include "core/engine/limits/limits_file.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace warpstage::cli {

Result<engine::Limits> machine_limits(const Assets& assets, engine::Engine& engine, Keeping keeping)
{
    const auto& machine = engine.description();
    const auto folder = cache_folder();
    if (keeping == Keeping::use_kept && machine.kind == engine::EngineKind::gpu) {
        if (auto kept = engine::kept_limits(folder, machine))
            return std::move(*kept);
    }
    const auto kernels = engine::load_limit_kernels(assets.root);
    if (!kernels)
        return kernels.error();
    Progress progress { engine::limit_probes({}).size() + 1 };
    auto limits = engine::measure_limits(
        engine, *kernels, [&](std::string_view what) { progress.begin("limits of this GPU: " + std::string { what }); });
    if (!limits)
        return limits.error();
    if (auto kept = engine::keep_limits(folder, machine, *limits); !kept)
        fmt::print(stderr, "warpstage: {}\n", kept.error().message);
    return limits;
}

} // namespace warpstage::cli

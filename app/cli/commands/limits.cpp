// `warpstage limits`: what the GPU can do at the most, measured.
#include "app/cli/command.h"
#include "core/engine/limits/limits_file.h"

namespace warpstage::cli {

namespace {

struct LimitsOptions {
    bool measure = false; // anew, whatever was kept
    bool json = false;
};

int show_limits(const Common& common, const LimitsOptions& options)
{
    if (common.engine == engine::EngineKind::vm)
        refuse("Limits are measured on a GPU; the virtual machine has none.");
    const auto assets = or_refuse(find_assets(common));
    auto on_gpu = common;
    on_gpu.engine = engine::EngineKind::gpu;
    const auto limits = machine_limits(assets, *engine_for(on_gpu), options.measure ? Keeping::measure_anew : Keeping::use_kept);
    fmt::print("{}", options.json ? engine::to_json(limits) : engine::to_text(limits));
    return kSuccess;
}

} // namespace

void add_limits(CommandLine& line)
{
    auto& app = line.add("limits", "What the GPU can do at the most: bandwidths and rates, measured once and kept");
    auto& options = line.options_of(app, show_limits);
    app.add_flag("--measure", options.measure, "Measure anew, instead of telling what was kept");
    add_json(app, options.json);
}

} // namespace warpstage::cli

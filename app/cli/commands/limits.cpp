// `warpstage limits`: measures the peak bandwidths and rates of the GPU.
#include "app/cli/command.h"
#include "core/engine/limits/limits_file.h"

namespace warpstage::cli {

namespace {

struct LimitsOptions {
    bool measure = false; // even if stored results exist
    bool json = false;
};

int show_limits(const Common& common, const LimitsOptions& options)
{
    if (common.engine == engine::EngineKind::vm)
        refuse("Limits can be measured on a GPU only. Remove `--engine vm`.");
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
    auto& app =
        line.add("limits", "Show the maximum bandwidths and instruction rates of the GPU, which are measured once and stored");
    auto& options = line.options_of(app, show_limits);
    app.add_flag("--measure", options.measure, "Measure again instead of showing the stored results");
    add_json(app, options.json);
}

} // namespace warpstage::cli

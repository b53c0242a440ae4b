// `warpstage limits`: what the GPU can do at the most, measured.
#include "app/cli/lessons.h"
#include "app/cli/option_groups.h"
#include "core/base/text.h"
#include "core/engine/limits/limits_file.h"

namespace warpstage::cli {

namespace {

struct LimitsOptions {
    bool measure = false; // anew, whatever was kept
    bool json = false;
};

void tell(const engine::Limits& limits)
{
    fmt::print("{} ({}, {} MHz), medians and what was measured from the slowest to the fastest\n\n", limits.device, limits.driver,
        limits.clock_megahertz);
    const auto tell_row = [](std::string_view name, const auto& range, std::string_view what, const auto& words) {
        const auto plain = [&](auto value) {
            return text::plain_spaces(words(value));
        };
        fmt::print("{:<9} {:>10}   {:<26} {}\n", name, plain(range.median),
            fmt::format("{} to {}", plain(range.minimum), plain(range.maximum)), what);
    };
    for (const auto& kind : engine::kLimitKinds)
        tell_row(kind.name, limits.of(kind.resource), kind.what, [&](double value) { return text::rate(value, kind.unit); });
    if (limits.launch.samples > 0)
        tell_row("launch", limits.launch, "a kernel that does nothing, one behind the other in a stream", text::duration);
    if (limits.graph_launch.samples > 0)
        tell_row("in graph", limits.graph_launch, "the same out of a CUDA graph", text::duration);
}

int show_limits(const Common& common, const LimitsOptions& options)
{
    if (common.engine == engine::EngineKind::vm)
        refuse("Limits are measured on a GPU; of the virtual machine nobody claims any.");
    const auto assets = or_refuse(find_assets(common));
    auto on_gpu = common;
    on_gpu.engine = engine::EngineKind::gpu;
    const auto limits = machine_limits(assets, *engine_for(on_gpu), options.measure ? Keeping::measure_anew : Keeping::use_kept);
    if (options.json)
        fmt::print("{}", engine::to_json(limits));
    else
        tell(limits);
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

// `warpstage limits`: what the GPU can do at the most, measured.
#include "app/cli/lessons.h"
#include "app/cli/option_groups.h"
#include "core/base/text.h"
#include "core/engine/limits_file.h"

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
    const auto plain = [](double value, std::string_view unit) {
        return text::plain_spaces(text::rate(value, unit));
    };
    for (const auto& kind : engine::kLimitKinds) {
        const auto& rate = limits.of(kind.resource);
        const auto range = fmt::format("{} to {}", plain(rate.minimum, kind.unit), plain(rate.maximum, kind.unit));
        fmt::print("{:<9} {:>10}   {:<26} {}\n", kind.name, plain(rate.median, kind.unit), range, kind.what);
    }
    const auto tell_launch = [](std::string_view name, const engine::TimingSummary& time, std::string_view what) {
        const auto word = [](std::chrono::nanoseconds value) {
            return text::plain_spaces(text::duration(value));
        };
        if (time.samples > 0)
            fmt::print("{:<9} {:>10}   {:<26} {}\n", name, word(time.median),
                fmt::format("{} to {}", word(time.minimum), word(time.maximum)), what);
    };
    tell_launch("launch", limits.launch, "a kernel that does nothing, one behind the other in a stream");
    tell_launch("in graph", limits.graph_launch, "the same out of a CUDA graph");
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

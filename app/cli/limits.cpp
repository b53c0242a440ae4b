// `warpstage limits`: what the GPU can do at the most, measured.
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/machine_limits.h"
#include "core/base/text.h"
#include "core/engine/limits/limits_file.h"

#include <fmt/format.h>

namespace warpstage::cli {

namespace {

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

} // namespace

int show_limits(const Common& common, const LimitsCommand& command)
{
    if (common.engine == engine::EngineKind::vm)
        return refuse("Limits are measured on a GPU; of the virtual machine nobody claims any.");
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    auto on_gpu = common;
    on_gpu.engine = engine::EngineKind::gpu;
    const auto engine = engine_for(on_gpu, {});
    if (!engine)
        return refuse(engine.error().message);
    const auto limits = machine_limits(*assets, **engine, command.measure ? Keeping::measure_anew : Keeping::use_kept);
    if (!limits)
        return refuse(limits.error().message);
    if (command.json)
        fmt::print("{}", engine::to_json(*limits));
    else
        tell(*limits);
    return kSuccess;
}

} // namespace warpstage::cli

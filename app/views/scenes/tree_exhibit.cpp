#include "app/views/gallery/exhibit.h"
#include "app/views/scenes/reduction_figure.h"

#include <fmt/format.h>

#include <set>

namespace warpstage::views {

namespace {

constexpr std::uint32_t kElementBytes = 4; // of the integers that the lessons reduce

} // namespace

Result<Exhibit> prepare_tree(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    std::set<std::uint32_t> epochs; // between barriers
    for (const trace::StepRecord& step : recording.trace.steps)
        epochs.insert(step.epoch);
    std::vector<ReductionInput> passes;
    const auto threads = static_cast<std::uint32_t>(recording.block_size.count());
    for (const std::uint32_t epoch : epochs) {
        ReductionInput input = reduction_input(recording.trace, epoch, kElementBytes, threads);
        if (!input.adds.empty())
            passes.push_back(std::move(input));
    }
    if (passes.empty())
        return Error { fmt::format("Kernel `{}` adds no elements of shared memory between two barriers.", recording.kernel) };
    const std::uint32_t pass = subject.pass.value_or(1);
    if (pass == 0 || pass > passes.size())
        return Error { fmt::format("There is no pass {}: kernel `{}` has {} in block {}{}.", pass, recording.kernel,
            passes.size(), recording.trace.block, passes.size() == 1 ? "" : fmt::format(", 1 to {}", passes.size())) };
    ReductionInput input = passes[pass - 1];
    input.subtitle = fmt::format("pass {} of {}", pass, passes.size());

    Exhibit exhibit;
    exhibit.caption = recorded_caption(subject);
    exhibit.caption.what.insert(exhibit.caption.what.begin() + 1, input.subtitle);
    exhibit.caption.numbers = { fmt::format("{} threads", threads), fmt::format("{} additions", input.adds.size()) };
    exhibit.draw = [input](Size size, const Style& style) {
        return reduction_figure(input, size, style);
    };
    return exhibit;
}

} // namespace warpstage::views

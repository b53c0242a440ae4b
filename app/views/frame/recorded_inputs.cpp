#include "app/views/frame/recorded_inputs.h"

#include "core/analysis/recording/assessment.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::views {

namespace {

std::vector<DivergentLine> divergent_lines(const analysis::KernelReport& report)
{
    std::vector<DivergentLine> lines;
    for (const analysis::LineReport& line : report.lines)
        if (line.counters.divergent_branches > 0 && line.counters.branches > 0)
            lines.push_back({ line.line,
                static_cast<double>(line.counters.divergent_branches) / static_cast<double>(line.counters.branches) });
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
    return lines;
}

} // namespace

std::string_view operation_of(simt::AccessKind kind)
{
    switch (kind) {
    case simt::AccessKind::load:
        return "load";
    case simt::AccessKind::store:
        return "store";
    case simt::AccessKind::atomic:
        return "atomic";
    }
    return {};
}

BanksInput banks_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width)
{
    BanksInput input;
    input.service = chosen.shared;
    input.bytes = chosen.access.bytes;
    input.warp_width = warp_width;
    input.subtitle = fmt::format("line {} · {}", chosen.line, operation_of(chosen.access.kind));
    input.banks = traits.shared_banks;
    // Before CC 5.0 what is served apart are half-warps, whatever the width.
    input.lanes_together = traits.shared_lanes_together();
    return input;
}

SectorsInput sectors_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width)
{
    SectorsInput input = sectors_input(traits, analysis::global_request_of(chosen.access));
    input.warp_width = warp_width;
    input.subtitle = fmt::format("line {} · {}", chosen.line, operation_of(chosen.access.kind));
    return input;
}

LanesInput lanes_input(const session::Recording& recording, std::uint32_t warp)
{
    const trace::Trace& trace = recording.trace;
    LanesInput input;
    input.trace = &trace;
    if (warp < recording.timeline.steps.size())
        input.steps = recording.timeline.steps[warp];
    input.average = recording.report.total.average_active_lanes();
    input.divergent = divergent_lines(recording.report);
    input.subtitle = fmt::format("block {} · warp {}{}", trace.block, warp, recorded_part_words(trace));
    return input;
}

std::string recorded_part_words(const trace::Trace& trace)
{
    if (trace.steps.size() >= trace.steps_seen)
        return {};
    return fmt::format(
        " · first {:.2g} %", 100.0 * static_cast<double>(trace.steps.size()) / static_cast<double>(trace.steps_seen));
}

std::string source_line(const std::vector<std::string>& lines, std::uint32_t line)
{
    return line == 0 || line > lines.size() ? std::string {} : std::string { text::trim(lines[line - 1]) };
}

} // namespace warpstage::views

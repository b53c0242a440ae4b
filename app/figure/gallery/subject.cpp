#include "app/figure/gallery/subject.h"

#include "core/arch/coalescing.h"
#include "core/session/access_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace warpstage::figure {

namespace {

using Accesses = std::vector<session::SharedAccessView>;

// "line 31", "lines 31, 34 and 40".
std::string numbered(const std::string& noun, const std::set<std::uint32_t>& numbers)
{
    std::string words = numbers.size() == 1 ? noun : noun + "s";
    std::size_t i = 0;
    for (const std::uint32_t number : numbers) {
        words += fmt::format("{}{}", i == 0 ? " " : i + 1 == numbers.size() ? " and " : ", ", number);
        ++i;
    }
    return words;
}

// The accesses that line and number leave. `memory`: "shared", "global".
Result<Accesses> candidates(const Subject& subject, const Accesses& all, std::string_view memory)
{
    const std::string& kernel = subject.recording->kernel;
    if (all.empty())
        return Error { fmt::format(
            "Kernel `{}` makes no request of {} memory in block {}.", kernel, memory, subject.recording->trace.block) };
    Accesses left = all;
    if (subject.access) {
        if (*subject.access == 0 || *subject.access > all.size())
            return Error { fmt::format("There is no access {}: kernel `{}` has {} of {} memory{}.", *subject.access, kernel,
                all.size(), memory, all.size() == 1 ? ", which is number 1" : fmt::format(", 1 to {}", all.size())) };
        left = { all[*subject.access - 1] };
    }
    if (subject.line) {
        std::set<std::uint32_t> lines;
        for (const auto& view : left)
            lines.insert(view.line);
        std::erase_if(left, [&](const auto& view) { return view.line != *subject.line; });
        if (left.empty() && subject.access)
            return Error { fmt::format("Access {} stands on {}, not on line {}; give --line or --access alone.", *subject.access,
                numbered("line", lines), *subject.line) };
        if (left.empty())
            return Error { fmt::format("Kernel `{}` makes no request of {} memory on line {}, but on {}.", kernel, memory,
                *subject.line, numbered("line", lines)) };
    }
    return left;
}

} // namespace

Result<std::uint32_t> choose_warp(const Subject& subject)
{
    const std::uint32_t warps = subject.recording->trace.warps;
    const std::uint32_t warp = subject.warp.value_or(0);
    if (warp < warps)
        return warp;
    return Error { fmt::format("There is no warp {}: a block of kernel `{}` has {}.", warp, subject.recording->kernel,
        warps == 1 ? "one, number 0" : fmt::format("{}, 0 to {}", warps, warps - 1)) };
}

Result<std::uint32_t> choose_line(const Subject& subject)
{
    const std::uint32_t line = subject.line.value_or(0);
    const std::size_t lines = subject.lesson->source_lines.size();
    if (line <= lines && (line != 0 || !subject.line))
        return line;
    return Error { fmt::format("There is no line {}: the source has lines 1 to {}.", line, lines) };
}

Result<session::ChosenAccess> choose_shared_request(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    if (const auto line = choose_line(subject); !line)
        return line.error();
    if (const auto warp = choose_warp(subject); !warp)
        return warp.error();
    auto left = candidates(subject, session::shared_accesses(recording), "shared");
    if (!left)
        return left.error();

    std::set<std::uint32_t> warps;
    std::optional<std::pair<std::uint32_t, std::size_t>> chosen; // program counter and occurrence
    std::uint32_t largest_excess = 0;
    for (const auto& view : *left) {
        const auto steps = session::occurrences_of(recording.trace, view.pc);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const trace::StepRecord& step = recording.trace.steps[steps[i]];
            warps.insert(step.warp);
            if (subject.warp && *subject.warp != step.warp)
                continue;
            const auto count = arch::count_shared(*subject.traits, session::shared_request_of(*recording.trace.access_of(step)));
            const std::uint32_t excess = count.wavefronts - count.ideal;
            if (!chosen || excess > largest_excess) {
                largest_excess = excess;
                chosen = { view.pc, i };
            }
        }
    }
    if (chosen)
        return *session::choose_access(recording, chosen->first, chosen->second, *subject.traits);
    if (warps.empty())
        return Error { fmt::format(
            "The recording of kernel `{}` ends before this access: choose a smaller size with --set.", recording.kernel) };
    return Error { fmt::format("Warp {} makes no such request, but {}.", *subject.warp, numbered("warp", warps)) };
}

Result<ChosenGlobalAccess> choose_global_request(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    if (const auto line = choose_line(subject); !line)
        return line.error();
    if (const auto warp = choose_warp(subject); !warp)
        return warp.error();
    Accesses all;
    for (const auto& instruction : recording.report.instructions)
        if (instruction.counters.global_requests > 0)
            all.push_back({ instruction.pc, instruction.location.line, {}, instruction.counters.global_requests, 0, 0 });
    auto left = candidates(subject, all, "global");
    if (!left)
        return left.error();

    std::set<std::uint32_t> warps;
    std::optional<ChosenGlobalAccess> chosen;
    double least = 0.0; // share of the moved bytes that is used
    for (const auto& view : *left) {
        std::size_t occurrences = 0;
        for (const trace::StepRecord& step : recording.trace.steps) {
            const simt::Access* access = recording.trace.access_of(step);
            if (step.pc != view.pc || access == nullptr || access->space != ptx::StateSpace::global || access->lanes == 0)
                continue;
            const std::size_t occurrence = occurrences++;
            warps.insert(step.warp);
            if (subject.warp && *subject.warp != step.warp)
                continue;
            const auto count = arch::count_global(*subject.traits,
                { access->bytes, access->lanes, access->addresses,
                    access->kind == simt::AccessKind::load ? arch::GlobalOperation::load : arch::GlobalOperation::store });
            const double used = count.sectors == 0 ? 1.0 : static_cast<double>(count.ideal) / count.sectors;
            if (!chosen || used < least) {
                least = used;
                chosen = { *access, view.pc, view.line, step.warp, occurrence, 0 };
            }
        }
        if (chosen && chosen->pc == view.pc)
            chosen->occurrences = occurrences;
    }
    if (chosen)
        return *chosen;
    if (warps.empty())
        return Error { fmt::format(
            "The recording of kernel `{}` ends before this access: choose a smaller size with --set.", recording.kernel) };
    return Error { fmt::format("Warp {} makes no such request, but {}.", *subject.warp, numbered("warp", warps)) };
}

} // namespace warpstage::figure

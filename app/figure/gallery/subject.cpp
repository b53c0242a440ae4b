#include "app/figure/gallery/subject.h"

#include "core/session/access_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
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

// The accesses that line and number leave.
Result<Accesses> candidates(const Subject& subject, const Accesses& all)
{
    const std::string& kernel = subject.recording->kernel;
    if (all.empty())
        return Error { fmt::format(
            "Kernel `{}` makes no request of shared memory in block {}.", kernel, subject.recording->trace.block) };
    Accesses left = all;
    if (subject.access) {
        if (*subject.access == 0 || *subject.access > all.size())
            return Error { fmt::format("There is no access {}: kernel `{}` has {} of shared memory{}.", *subject.access, kernel,
                all.size(), all.size() == 1 ? ", which is number 1" : fmt::format(", 1 to {}", all.size())) };
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
            return Error { fmt::format("Kernel `{}` makes no request of shared memory on line {}, but on {}.", kernel,
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
    auto left = candidates(subject, session::shared_accesses(recording));
    if (!left)
        return left.error();

    std::set<std::uint32_t> warps;
    std::optional<std::pair<std::uint32_t, std::size_t>> chosen; // program counter and occurrence
    std::pair<std::uint32_t, std::uint64_t> largest; // excess, and how often the access is made
    for (const auto& view : *left) {
        const auto steps = session::occurrences_of(recording.trace, view.pc);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const trace::StepRecord& step = recording.trace.steps[steps[i]];
            warps.insert(step.warp);
            if (subject.warp && *subject.warp != step.warp)
                continue;
            const auto count = arch::count_shared(*subject.traits, session::shared_request_of(*recording.trace.access_of(step)));
            const std::pair weight { count.wavefronts - count.ideal, view.requests };
            if (!chosen || weight > largest) {
                largest = weight;
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

} // namespace warpstage::figure

#include "core/analysis/recording/chosen_request.h"

#include "core/analysis/recording/assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace warpstage::analysis {

namespace {

// An instruction that accessed the selected memory.
struct RequestCandidate {
    std::uint32_t pc = 0;
    std::uint32_t line = 0;
    std::uint64_t requests = 0;
};
using RequestCandidates = std::vector<RequestCandidate>;

std::string_view name_of(Memory memory)
{
    return memory == Memory::shared ? "shared memory" : "global memory";
}

RequestCandidates all_candidates(const Recording& recording, Memory memory)
{
    RequestCandidates all;
    for (const auto& instruction : recording.report.instructions) {
        const auto& counters = instruction.counters;
        const std::uint64_t requests = (memory == Memory::shared ? counters.all_shared() : counters.all_global()).requests;
        if (requests != 0)
            all.push_back({ instruction.pc, recording.listing.line_of(instruction.pc), requests });
    }
    return all;
}

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

// The candidates that match the selected line and access number.
Result<RequestCandidates> chosen_candidates(const BlockQuestion& asked, Memory memory, const RequestCandidates& all)
{
    const std::string& kernel = asked.recording->kernel;
    if (all.empty())
        return Error { fmt::format(
            "Kernel `{}` does not access {} in block {}.", kernel, name_of(memory), asked.recording->trace.block) };
    RequestCandidates left = all;
    if (asked.access) {
        if (*asked.access == 0 || *asked.access > all.size())
            return Error { fmt::format("Unknown access {}: the accesses of kernel `{}` to {} are numbered 1 to {}.",
                *asked.access, kernel, name_of(memory), all.size()) };
        left = { all[*asked.access - 1] };
    }
    if (asked.line) {
        std::set<std::uint32_t> lines;
        for (const auto& view : left)
            lines.insert(view.line);
        std::erase_if(left, [&](const auto& view) { return view.line != *asked.line; });
        if (left.empty() && asked.access)
            return Error { fmt::format("Access {} is on {}, not on line {}. Use either `--line` or `--access`.", *asked.access,
                numbered("line", lines), *asked.line) };
        if (left.empty())
            return Error { fmt::format("Kernel `{}` does not access {} on line {}, only on {}.", kernel, name_of(memory),
                *asked.line, numbered("line", lines)) };
    }
    return left;
}

} // namespace

AccessNumber number_of_access(const Recording& recording, Memory memory, std::uint32_t pc)
{
    const auto all = all_candidates(recording, memory);
    const auto found = std::ranges::find(all, pc, &RequestCandidate::pc);
    return { found == all.end() ? 0 : static_cast<std::size_t>(found - all.begin()) + 1, all.size() };
}

std::optional<std::size_t> access_in_line(const Recording& recording, Memory memory, std::uint32_t line, std::size_t n)
{
    const auto all = all_candidates(recording, memory);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].line == line && --n == 0)
            return i + 1;
    return std::nullopt;
}

Result<std::uint32_t> choose_warp(const BlockQuestion& asked)
{
    const std::uint32_t warps = asked.recording->trace.warps;
    const std::uint32_t warp = asked.warp.value_or(0);
    if (warp < warps)
        return warp;
    return Error { fmt::format("Unknown warp {}: a block of kernel `{}` has {}.", warp, asked.recording->kernel,
        warps == 1 ? "one, number 0" : fmt::format("{}, 0 to {}", warps, warps - 1)) };
}

Result<std::uint32_t> choose_line(const BlockQuestion& asked)
{
    const std::uint32_t line = asked.line.value_or(0);
    const std::size_t lines = asked.lesson->source_lines.size();
    if (line <= lines && (line != 0 || !asked.line))
        return line;
    return Error { fmt::format("Unknown line {}: the source has lines 1 to {}.", line, lines) };
}

Result<ChosenRequest> choose_request(const BlockQuestion& asked, Memory memory)
{
    if (asked.request)
        return *asked.request;
    const Recording& recording = *asked.recording;
    const trace::Trace& trace = recording.trace;
    if (const auto line = choose_line(asked); !line)
        return line.error();
    if (const auto warp = choose_warp(asked); !warp)
        return warp.error();
    const auto left = chosen_candidates(asked, memory, all_candidates(recording, memory));
    if (!left)
        return left.error();

    std::set<std::uint32_t> warps;
    std::optional<ChosenRequest> chosen;
    std::pair<std::uint32_t, std::uint64_t> largest; // excess, and number of requests
    for (const RequestCandidate& candidate : *left) {
        std::size_t occurrences = 0;
        bool here = false;
        for (const trace::StepRecord& step : trace.steps) {
            const simt::Access* access = trace.access_of(step);
            const auto space = memory == Memory::shared ? ptx::StateSpace::shared : ptx::StateSpace::global;
            if (step.pc != candidate.pc || access == nullptr || access->space != space)
                continue;
            const std::size_t occurrence = occurrences++;
            warps.insert(step.warp);
            if (asked.warp && *asked.warp != step.warp)
                continue;
            const std::pair weight { cost_of(*access, *asked.traits).excess(), candidate.requests };
            if (chosen && weight <= largest)
                continue;
            largest = weight;
            here = true;
            chosen = { access, candidate.pc, candidate.line, step.warp, occurrence, 0 };
        }
        if (here)
            chosen->occurrences = occurrences;
    }
    if (chosen)
        return *chosen;
    if (warps.empty())
        return Error { fmt::format(
            "The recording of kernel `{}` ends before this access. Use a smaller size with `--set`.", recording.kernel) };
    return Error { fmt::format("This request is not made by warp {}, only by {}.", *asked.warp, numbered("warp", warps)) };
}

} // namespace warpstage::analysis

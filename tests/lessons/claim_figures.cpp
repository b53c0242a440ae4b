#include "tests/lessons/claim_figures.h"

#include "core/analysis/access_report.h"
#include "core/analysis/metrics.h"
#include "core/arch/occupancy.h"

#include <algorithm>
#include <bit>

namespace warpstage::lessons {

namespace {

using analysis::AccessReport;

// A block and the line of a claim, analyzed for an architecture.
struct Subject {
    const analysis::Recording& recording;
    const arch::Traits& traits;
    analysis::KernelReport report;
    std::uint32_t line = 0; // 0: the whole block

    [[nodiscard]] bool includes(std::uint32_t other) const { return line == 0 || line == other; }
};

std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

double executed(const Subject& subject, std::string_view opcode)
{
    std::uint64_t count = 0;
    for (const auto& instruction : subject.report.instructions) {
        if (subject.includes(instruction.location.line)
            && subject.recording.listing.instruction(instruction.pc).text.starts_with(opcode))
            count += instruction.counters.instructions;
    }
    return static_cast<double>(count);
}

// "opcode ld.local", "opcode ld.shared per opcode fma".
std::optional<double> opcode_figure(const Subject& subject, const std::vector<std::string>& words)
{
    if (words.size() == 2)
        return executed(subject, words[1]);
    if (words.size() != 5 || words[2] != "per" || words[3] != "opcode")
        return std::nullopt;
    return executed(subject, words[1]) / executed(subject, words[4]);
}

std::vector<AccessReport> accesses_of(const Subject& subject)
{
    auto accesses = analysis::report_accesses(subject.recording.listing, subject.recording.totals, subject.traits);
    std::erase_if(accesses, [&](const AccessReport& access) { return !subject.includes(access.location.line); });
    return accesses;
}

// "shared load cost", "fewest global load cost".
std::optional<double> access_figure(const Subject& subject, std::vector<std::string> words)
{
    const bool fewest = words.front() == "fewest";
    if (fewest)
        words.erase(words.begin());
    if (words.size() != 3)
        return std::nullopt;
    std::optional<double> figure;
    for (const auto& access : accesses_of(subject)) {
        if (analysis::space_text(access) != words[0] || analysis::kind_text(access) != words[1])
            continue;
        if (words[2] == "requests") {
            figure = figure.value_or(0.0) + static_cast<double>(access.count);
            continue;
        }
        const std::uint32_t value = words[2] == "cost" ? access.cost : words[2] == "ideal" ? access.ideal : access.bytes;
        figure = fewest ? std::min<double>(figure.value_or(value), value) : std::max<double>(figure.value_or(value), value);
    }
    return figure;
}

double lanes_of_an_access(const Subject& subject)
{
    double lanes = 0.0;
    double count = 0.0;
    for (const auto& access : accesses_of(subject)) {
        lanes += std::popcount(access.lanes) * static_cast<double>(access.count);
        count += static_cast<double>(access.count);
    }
    return lanes / count;
}

// In how many of the line's first 32 executions by warp 0 the lane of the same number did not participate.
double own_lanes_off(const Subject& subject)
{
    std::uint32_t execution = 0;
    double off = 0.0;
    for (const auto& step : subject.recording.trace.steps) {
        const auto* const instruction = subject.recording.listing.find(step.pc);
        if (step.warp != 0 || execution == 32 || instruction == nullptr || !subject.includes(instruction->location.line))
            continue;
        if (((step.executed >> execution) & 1U) == 0)
            off += 1.0;
        ++execution;
    }
    return off;
}

std::optional<double> residents(const Subject& subject, const std::string& what)
{
    // A small number of registers: the claims are about threads and shared memory.
    constexpr std::uint32_t kFewRegisters = 16;
    const auto& recording = subject.recording;
    const auto found = arch::occupancy(
        subject.traits, { static_cast<std::uint32_t>(recording.block_size.count()), kFewRegisters, recording.shared_bytes });
    if (!found)
        return std::nullopt;
    return what == "resident blocks" ? found->blocks : found->warps;
}

const analysis::Counters& counters_of(const Subject& subject)
{
    for (const auto& line : subject.report.lines) {
        if (subject.line != 0 && line.line == subject.line)
            return line.counters;
    }
    return subject.report.total;
}

// 0: no such line.
std::uint32_t executed_line(const analysis::Recording& recording, std::string_view text)
{
    for (const auto& line : recording.report.lines) {
        if (line.line > 0 && recording.lesson->source_lines.at(line.line - 1).find(text) != std::string::npos)
            return line.line;
    }
    return 0;
}

} // namespace

std::optional<double> figure_of(
    const RecordedVariant& recorded, const arch::Traits& traits, std::string_view at, const std::string& metric)
{
    const auto& recording = *recorded.recording;
    Subject subject { recording, traits, analysis::report_kernel(recording.listing, recording.totals, traits) };
    if (!at.empty()) {
        subject.line = executed_line(recording, at);
        if (subject.line == 0)
            return std::nullopt;
    }
    if (const auto* const known = analysis::find_metric(metric))
        return known->value(counters_of(subject));
    if (metric == "warps")
        return recording.trace.warps;
    if (metric == "blocks")
        return static_cast<double>(recorded.blocks);
    if (metric == "instructions per warp")
        return static_cast<double>(counters_of(subject).instructions) / recording.trace.warps;
    if (metric == "access lanes")
        return lanes_of_an_access(subject);
    if (metric == "own lanes off in warp 0")
        return own_lanes_off(subject);
    if (metric.starts_with("resident "))
        return residents(subject, metric);
    const auto words = words_of(metric);
    return words.front() == "opcode" ? opcode_figure(subject, words) : access_figure(subject, words);
}

} // namespace warpstage::lessons

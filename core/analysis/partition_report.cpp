#include "core/analysis/partition_report.h"

#include "core/analysis/requests.h"
#include "core/arch/global/memory_partitions.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

namespace warpstage::analysis {

namespace {

// A line camps if its queue is at least this many times longer than with an even distribution, …
constexpr double kUneven = 1.5;
// … and if the additional queued bytes are at least this share of the kernel's traffic: a single store per block is irrelevant.
constexpr double kNoticeable = 0.1;

// Adds one point to the line's sums.
void add_point(PartitionReport& line, std::span<const std::uint64_t> by_partition)
{
    const std::uint64_t bytes = std::accumulate(by_partition.begin(), by_partition.end(), std::uint64_t { 0 });
    const std::uint64_t longest = *std::ranges::max_element(by_partition);
    const std::uint64_t share = (bytes + by_partition.size() - 1) / by_partition.size();
    line.bytes += bytes;
    line.queued += longest;
    line.even += std::min(longest, std::max(share, std::min<std::uint64_t>(bytes, arch::kPartitionBytes)));
    if (line.longest.empty() || longest > *std::ranges::max_element(line.longest))
        line.longest.assign(by_partition.begin(), by_partition.end());
}

} // namespace

double PartitionReport::imbalance() const
{
    return even == 0 ? 1.0 : static_cast<double>(queued) / static_cast<double>(even);
}

double PartitionReport::busy() const
{
    return queued == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(queued);
}

bool PartitionSurvey::camping() const
{
    return std::ranges::any_of(lines, &PartitionReport::camping);
}

const PartitionReport* PartitionSurvey::worst(const ptx::Listing& listing, std::uint32_t line) const
{
    const PartitionReport* worst = nullptr;
    for (const PartitionReport& report : lines) {
        if (line != 0 && listing.line_of(report.pc) != line)
            continue;
        if (worst == nullptr || report.queued > worst->queued)
            worst = &report;
    }
    return worst;
}

PartitionObserver::PartitionObserver(const ptx::Listing& listing, const arch::Traits& traits)
    : m_listing(&listing)
    , m_traits(&traits)
    , m_instructions(listing.size())
{
    VERIFY(traits.memory_partitions > 0);
}

void PartitionObserver::on_access(const simt::Step& step, const simt::Access& access)
{
    if (access.space != ptx::StateSpace::global)
        return;
    if (m_block != step.block) {
        m_block = step.block;
        for (Instruction& instruction : m_instructions)
            std::ranges::fill(instruction.executions, 0U);
    }
    Instruction& instruction = m_instructions[step.pc];
    if (instruction.line == nullptr) {
        const auto& location = m_listing->instruction(step.pc).location;
        instruction.line =
            &m_lines.try_emplace({ location.file, location.line, access.kind }, Line { step.pc, {} }).first->second;
        instruction.line->pc = std::min(instruction.line->pc, step.pc);
    }
    if (step.warp >= instruction.executions.size())
        instruction.executions.resize(step.warp + 1);
    auto& bytes = instruction.line->bytes;
    const std::size_t first = std::size_t { instruction.executions[step.warp]++ } * m_traits->memory_partitions;
    if (first >= bytes.size())
        bytes.resize(first + m_traits->memory_partitions);
    const auto served = arch::serve_global(*m_traits, global_request_of(access));
    const auto use = arch::partition_use(*m_traits, served.transactions);
    for (std::size_t i = 0; i < use.bytes.size(); ++i)
        bytes[first + i] += use.bytes[i];
}

std::vector<PartitionReport> PartitionObserver::reports() const
{
    std::vector<PartitionReport> reports;
    std::uint64_t moved = 0;
    for (const auto& [place, line] : m_lines) {
        PartitionReport report;
        report.pc = line.pc;
        const std::span<const std::uint64_t> bytes { line.bytes };
        for (std::size_t i = 0; i < bytes.size(); i += m_traits->memory_partitions)
            add_point(report, bytes.subspan(i, m_traits->memory_partitions));
        moved += report.bytes;
        reports.push_back(std::move(report));
    }
    for (PartitionReport& report : reports) {
        const double waiting = static_cast<double>(report.queued - report.even) * m_traits->memory_partitions;
        report.camping = report.imbalance() >= kUneven && waiting >= kNoticeable * static_cast<double>(moved);
    }
    std::ranges::sort(reports, {}, &PartitionReport::pc);
    return reports;
}

std::string to_text(const PartitionSurvey& survey, const ptx::Listing& listing)
{
    std::string text;
    for (const auto& line : survey.lines) {
        const auto& instruction = listing.instruction(line.pc);
        text += fmt::format("line {} {}: {:.1f} of {} partitions busy, queue {:.1f} times that of an even distribution{}\n",
            listing.line_of(line.pc), instruction.text.substr(0, instruction.text.find(' ')), line.busy(), line.longest.size(),
            line.imbalance(), line.camping ? ": partition camping" : "");
    }
    return text;
}

} // namespace warpstage::analysis

#include "core/analysis/report_text.h"

#include "core/analysis/metrics.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpstage::analysis {

namespace {

constexpr std::size_t kSourceColumns = 28; // what the counts leave of 120 columns

constexpr std::string_view kHeader =
    "                average divergent  shared memory                         global memory\n"
    " line    instr.   lanes  branches  requests wavefronts    ideal  excess  requests  sectors  source\n";

constexpr std::string_view kOtherHeader = "\n      constant memory                local memory\n"
                                          " line  requests  accesses  replays  requests  sectors  source\n";

constexpr std::string_view kAtomicsHeader = "\n      atomic operations\n"
                                            " line  requests operations on 1 word wavefronts  sectors  source\n";

// Whether a byte starts a UTF-8 character.
bool begins_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

// At most `columns` characters, the last one an ellipsis if the text was shortened.
std::string shortened(std::string_view text, std::size_t columns)
{
    std::size_t characters = 0;
    std::size_t cut = 0; // end of the text that fits before the ellipsis
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!begins_character(text[i]))
            continue;
        if (characters + 1 == columns)
            cut = i;
        if (characters == columns)
            return std::string(text.substr(0, cut)) + "\u2026";
        ++characters;
    }
    return std::string(text);
}

std::string source_of(std::uint32_t line, const std::vector<std::string>& source_lines)
{
    if (line == 0 || line > source_lines.size())
        return {};
    std::string text = shortened(text::trim(source_lines[line - 1]), kSourceColumns);
    std::replace(text.begin(), text.end(), '\t', ' ');
    return text;
}

// Blank instead of zero, so that the other values stand out.
std::string figure(std::uint64_t value)
{
    return value == 0 ? std::string {} : fmt::to_string(value);
}

std::string row_of(std::string_view name, const Counters& counters, std::string_view source)
{
    std::string row = fmt::format("{:>5} {:>9} {:>7.2f} {:>9}", name, counters.instructions, counters.average_active_lanes(),
        figure(counters.divergent_branches));
    if (counters.shared_requests == 0)
        row += fmt::format("{:38}", "");
    else
        row += fmt::format("  {:>8} {:>10} {:>8} {:>7}", counters.shared_requests, counters.wavefronts, counters.wavefronts_ideal,
            counters.wavefronts_excess());
    row += fmt::format("  {:>8} {:>8}  {}", figure(counters.global_requests), figure(counters.sectors), source);
    return text::without_trailing_spaces(std::move(row)) + '\n';
}

bool uses_other_memories(const Counters& counters)
{
    return counters.constant.requests != 0 || counters.local.requests != 0;
}

std::string other_row_of(std::string_view name, const Counters& counters, std::string_view source)
{
    std::string row = fmt::format("{:>5} {:>9} {:>9} {:>8}  {:>8} {:>8}  {}", name, figure(counters.constant.requests),
        figure(counters.constant.cost), figure(counters.constant.cost - counters.constant.requests),
        figure(counters.local.requests), figure(counters.local.cost), source);
    row.erase(row.find_last_not_of(' ') + 1);
    return row + '\n';
}

bool has_atomics(const Counters& counters)
{
    return counters.shared_atomics.requests + counters.global_atomics.requests != 0;
}

std::string atomics_row_of(std::string_view name, const Counters& counters, std::string_view source)
{
    const Atomics& shared = counters.shared_atomics;
    const Atomics& global = counters.global_atomics;
    return text::without_trailing_spaces(fmt::format("{:>5} {:>9} {:>10} {:>9} {:>10} {:>8}  {}", name,
               shared.requests + global.requests, shared.operations + global.operations, shared.same_word + global.same_word,
               figure(shared.cost), figure(global.cost), source))
        + '\n';
}

std::string heading(const KernelReport& report)
{
    return fmt::format("{}: block {}, warp width {}, {}{}\n\n", report.kernel, report.block, report.warp_width,
        report.architecture, report.rules_assumed ? " (access rules assumed, not measured)" : "");
}

std::string_view completeness(const KernelReport& report)
{
    return report.complete ? "" : "\nThe recorder dropped access patterns beyond its limit; the memory counts are too low.\n";
}

} // namespace

std::string metrics_text(const KernelReport& report)
{
    std::string out = heading(report);
    for (const Metric& metric : all_metrics()) {
        out += fmt::format("{:<38} {:>12}  {:<12}  {}\n", metric.label, value_text(metric, metric.value(report.total)),
            metric.unit, metric.nsight);
    }
    return out.append(completeness(report));
}

std::string instructions_text(const KernelReport& report, const ptx::Listing& listing, const std::vector<std::string>& files)
{
    std::string out = heading(report);
    std::string header(kHeader);
    header.replace(header.find(" line"), 5, "   pc");
    header.replace(header.find("source"), 6, "line: PTX");
    out += header;
    for (const InstructionReport& one : report.instructions) {
        const std::string inner = inlined_from(listing, one.pc, files);
        const auto ptx = fmt::format("{}: {}", listing.line_of(one.pc), listing.instruction(one.pc).text);
        out += row_of(fmt::to_string(one.pc), one.counters, shortened(ptx, kSourceColumns) + (inner.empty() ? "" : "  " + inner));
    }
    out += row_of("total", report.total, "");
    return out.append(completeness(report));
}

std::string to_text(const std::vector<AccessReport>& accesses)
{
    std::string out =
        " line    pc  space  kind   bytes  lanes      mask  stride  requests   cost each  ideal  excess  instruction\n";
    for (const AccessReport& access : accesses) {
        out += fmt::format("{:>5} {:>5}  {:<6} {:<6} {:>5} {:>6}  {:08x} {:>7} {:>9} {:>11} {:>6} {:>7}  {}{}\n",
            access.location.line, access.pc, space_text(access), kind_text(access), access.bytes, lane_count(access.lanes),
            access.lanes, stride_text(access), access.count, access.cost, access.ideal,
            access.cost == access.ideal ? "" : fmt::to_string(access.cost - access.ideal),
            shortened(access.instruction, kSourceColumns), access.inlined_from.empty() ? "" : "  " + access.inlined_from);
    }
    return out + "cost: wavefronts for shared memory, sectors for global and local memory, accesses for the constant cache\n";
}

std::string to_text(const KernelReport& report, const std::vector<std::string>& source_lines)
{
    const auto name_of = [](const LineReport& line) {
        return line.line == 0 ? "-" : fmt::to_string(line.line);
    };
    std::string out = heading(report);
    out += kHeader;
    for (const LineReport& line : report.lines)
        out += row_of(name_of(line), line.counters, source_of(line.line, source_lines));
    out += row_of("total", report.total, "");
    if (uses_other_memories(report.total)) {
        out += kOtherHeader;
        for (const LineReport& line : report.lines) {
            if (uses_other_memories(line.counters))
                out += other_row_of(name_of(line), line.counters, source_of(line.line, source_lines));
        }
        out += other_row_of("total", report.total, "");
    }
    if (has_atomics(report.total)) {
        out += kAtomicsHeader;
        for (const LineReport& line : report.lines) {
            if (has_atomics(line.counters))
                out += atomics_row_of(name_of(line), line.counters, source_of(line.line, source_lines));
        }
        out += atomics_row_of("total", report.total, "");
    }
    return out.append(completeness(report));
}

std::string to_text(const std::vector<BranchIteration>& iterations, std::uint32_t line)
{
    std::string out =
        fmt::format("branch at line {}: warps per iteration\n\n iteration  executed  divergent  working  retired\n", line);
    for (const BranchIteration& iteration : iterations)
        out += fmt::format("{:>10} {:>9} {:>10} {:>8} {:>8}\n", iteration.iteration, iteration.warps, iteration.divergent,
            iteration.working, iteration.retired);
    return out;
}

} // namespace warpstage::analysis

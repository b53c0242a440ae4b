#include "core/analysis/report_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpstage::analysis {

namespace {

constexpr std::size_t kSourceColumns = 28; // what the figures leave of 120 columns

constexpr std::string_view kHeader =
    "                average divergent  shared memory                         global memory\n"
    " line    instr.   lanes  branches  requests wavefronts    ideal  excess  requests  sectors  source\n";

// Where a UTF-8 character begins.
bool begins_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

// At most `columns` characters, the last of them an ellipsis where something is left out.
std::string shortened(std::string_view text, std::size_t columns)
{
    std::size_t characters = 0;
    std::size_t cut = 0; // where the text that fits beside the ellipsis ends
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

// Nothing where nothing happened, so that the eye finds what did.
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
    row.erase(row.find_last_not_of(' ') + 1);
    return row + '\n';
}

} // namespace

std::string to_text(const KernelReport& report, const std::vector<std::string>& source_lines)
{
    std::string out = fmt::format("{}: block {}, warp width {}, {}{}\n\n", report.kernel, report.block, report.warp_width,
        report.architecture, report.rules_assumed ? " (its rules are assumed, not measured)" : "");
    out += kHeader;
    for (const LineReport& line : report.lines)
        out += row_of(line.line == 0 ? "-" : fmt::to_string(line.line), line.counters, source_of(line.line, source_lines));
    out += row_of("total", report.total, "");
    if (!report.complete)
        out += "\nThere were more access patterns than the recorder keeps: the figures for memory are too low.\n";
    return out;
}

std::string to_text(const std::vector<BranchPass>& passes, std::uint32_t line)
{
    std::string out =
        fmt::format("branch of line {}, pass by pass (warps)\n\n pass  met it  divergent  working  retired\n", line);
    for (const BranchPass& pass : passes)
        out += fmt::format("{:>5} {:>7} {:>10} {:>8} {:>8}\n", pass.pass, pass.warps, pass.divergent, pass.working, pass.retired);
    return out;
}

} // namespace warpstage::analysis

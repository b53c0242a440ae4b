#include "core/analysis/report_csv.h"

#include "core/analysis/metrics.h"
#include "core/base/text.h"
#include "core/base/verify.h"

#include <fmt/format.h>

namespace warpstage::analysis {

namespace {

constexpr std::string_view kAbout = "kernel,architecture,block,blocks";

std::string about(const KernelReport& report)
{
    return fmt::format("{},{},{},{}", csv_field(report.kernel), csv_field(report.architecture), report.block, report.blocks);
}

std::string metric_names()
{
    std::string names;
    for (const Metric& metric : all_metrics())
        names += fmt::format(",{}", metric.id);
    return names;
}

std::string metric_values(const Counters& counters)
{
    std::string values;
    for (const Metric& metric : all_metrics())
        values += "," + value_text(metric, metric.value(counters));
    return values;
}

} // namespace

std::string csv_field(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char character : text) {
        if (character == '"')
            quoted += '"';
        quoted += character;
    }
    return quoted + '"';
}

std::string csv_header(Level level)
{
    switch (level) {
    case Level::kernel:
        return fmt::format("{}{}\n", kAbout, metric_names());
    case Level::line:
        return fmt::format("{},line{},source\n", kAbout, metric_names());
    case Level::instruction:
        return fmt::format("{},pc,line{},instruction\n", kAbout, metric_names());
    case Level::access:
        return fmt::format("{},pc,line,space,kind,bytes,mask,stride,requests,unit,cost,ideal,excessive,instruction\n", kAbout);
    case Level::iteration:
        return fmt::format("{},line,iteration,warps,divergent,working,retired\n", kAbout);
    }
    VERIFY_NOT_REACHED();
}

std::string csv_kernel(const KernelReport& report)
{
    return fmt::format("{}{}\n", about(report), metric_values(report.total));
}

std::string csv_lines(const KernelReport& report, const std::vector<std::string>& source_lines)
{
    std::string rows;
    for (const LineReport& line : report.lines) {
        const bool known = line.line != 0 && line.line <= source_lines.size();
        const auto source = known ? text::trim(source_lines[line.line - 1]) : std::string_view {};
        rows += fmt::format("{},{}{},{}\n", about(report), line.line, metric_values(line.counters), csv_field(source));
    }
    return rows;
}

std::string csv_instructions(const KernelReport& report, const ptx::Listing& listing)
{
    std::string rows;
    for (const InstructionReport& one : report.instructions) {
        rows += fmt::format("{},{},{}{},{}\n", about(report), one.pc, one.location.line, metric_values(one.counters),
            csv_field(listing.instruction(one.pc).text));
    }
    return rows;
}

std::string csv_accesses(const KernelReport& report, const std::vector<AccessReport>& accesses)
{
    std::string rows;
    for (const AccessReport& access : accesses) {
        rows += fmt::format("{},{},{},{},{},{},{:08x},{},{},{},{},{},{},{}\n", about(report), access.pc, access.location.line,
            space_text(access), kind_text(access), access.bytes, access.lanes, stride_text(access), access.count, access.unit(),
            access.cost, access.ideal, access.cost - access.ideal, csv_field(access.instruction));
    }
    return rows;
}

std::string csv_iterations(const KernelReport& report, const std::vector<BranchIteration>& iterations, std::uint32_t line)
{
    std::string rows;
    for (const BranchIteration& iteration : iterations) {
        rows += fmt::format("{},{},{},{},{},{},{}\n", about(report), line, iteration.iteration, iteration.warps,
            iteration.divergent, iteration.working, iteration.retired);
    }
    return rows;
}

} // namespace warpstage::analysis

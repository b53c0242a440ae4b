#include "core/analysis/kernel_report.h"

#include "core/arch/coalescing.h"
#include "core/arch/shared_banks.h"
#include "core/base/verify.h"

#include <algorithm>
#include <map>

namespace warpstage::analysis {

namespace {

arch::SharedOperation operation_of(simt::AccessKind kind)
{
    return kind == simt::AccessKind::load ? arch::SharedOperation::load : arch::SharedOperation::store;
}

void add_pattern(InstructionReport& report, const trace::PatternCount& pattern, const arch::Traits& traits)
{
    const simt::Access& access = pattern.access;
    Counters& counters = report.counters;
    if (access.space == ptx::StateSpace::shared) {
        const auto service = arch::count_shared(traits,
            { .operation = operation_of(access.kind),
                .bytes = access.bytes,
                .lanes = access.lanes,
                .addresses = access.addresses });
        counters.shared_requests += pattern.count;
        counters.wavefronts += pattern.count * service.wavefronts;
        counters.wavefronts_ideal += pattern.count * service.ideal;
        report.worst_wavefronts = std::max(report.worst_wavefronts, service.wavefronts);
    } else if (access.space == ptx::StateSpace::global) {
        const auto service = arch::count_global(traits,
            { .bytes = access.bytes,
                .lanes = access.lanes,
                .addresses = access.addresses,
                .operation =
                    access.kind == simt::AccessKind::load ? arch::GlobalOperation::load : arch::GlobalOperation::store });
        counters.global_requests += pattern.count;
        counters.sectors += pattern.count * service.sectors;
        counters.sectors_ideal += pattern.count * service.ideal;
    }
}

InstructionReport report_instruction(
    std::uint32_t pc, const ptx::Instruction& instruction, const trace::InstructionTotals& totals, const arch::Traits& traits)
{
    InstructionReport report { .pc = pc, .location = instruction.location, .counters = {}, .worst_wavefronts = 0 };
    report.counters.instructions = totals.executions;
    report.counters.active_lanes = totals.active_lanes;
    report.counters.executed_lanes = totals.executed_lanes;
    report.counters.branches = totals.branches;
    if (totals.branches != 0)
        report.counters.staying_lanes = totals.active_lanes - totals.executed_lanes;
    report.counters.divergent_branches = totals.divergent_branches;
    for (const trace::PatternCount& pattern : totals.patterns)
        add_pattern(report, pattern, traits);
    return report;
}

// The line of the kernel's source file that an instruction counts for; see LineReport.
std::uint32_t line_of(const ptx::SourceLocation& location, const ptx::SourceLocation& function)
{
    const bool elsewhere = function.line != 0 && location.file != function.file;
    return elsewhere ? location.inlined_at : location.line;
}

} // namespace

Counters& Counters::operator+=(const Counters& other)
{
    instructions += other.instructions;
    active_lanes += other.active_lanes;
    executed_lanes += other.executed_lanes;
    branches += other.branches;
    staying_lanes += other.staying_lanes;
    divergent_branches += other.divergent_branches;
    shared_requests += other.shared_requests;
    wavefronts += other.wavefronts;
    wavefronts_ideal += other.wavefronts_ideal;
    global_requests += other.global_requests;
    sectors += other.sectors;
    sectors_ideal += other.sectors_ideal;
    return *this;
}

double Counters::average_working_lanes() const
{
    return instructions == 0 ? 0.0 : static_cast<double>(executed_lanes + staying_lanes) / static_cast<double>(instructions);
}

double Counters::average_active_lanes() const
{
    return instructions == 0 ? 0.0 : static_cast<double>(executed_lanes) / static_cast<double>(instructions);
}

KernelReport report_kernel(
    const ptx::Module& /*module*/, const ptx::Function& function, const trace::Totals& totals, const arch::Traits& traits)
{
    return report_kernel(ptx::Listing(function), totals, traits);
}

KernelReport report_kernel(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits)
{
    VERIFY(totals.instructions.size() == listing.size());
    const ptx::Function& function = *listing.functions().front();
    KernelReport report;
    report.kernel = function.display_name;
    report.architecture = traits.name;
    report.rules_assumed = traits.rules_assumed;
    report.warp_width = totals.warp_width;
    report.block = totals.block;

    std::map<std::uint32_t, LineReport> lines;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        const trace::InstructionTotals& counted = totals.instructions[pc];
        if (counted.executions == 0)
            continue;
        report.complete = report.complete && counted.patterns_dropped == 0;
        const auto& instruction =
            report.instructions.emplace_back(report_instruction(pc, listing.instruction(pc), counted, traits));
        report.total += instruction.counters;
        LineReport& line = lines[line_of(instruction.location, function.location)];
        line.counters += instruction.counters;
        line.worst_wavefronts = std::max(line.worst_wavefronts, instruction.worst_wavefronts);
    }
    for (auto& [number, line] : lines) {
        line.line = number;
        report.lines.push_back(line);
    }
    return report;
}

} // namespace warpstage::analysis

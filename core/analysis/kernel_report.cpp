#include "core/analysis/kernel_report.h"

#include "core/base/verify.h"

#include <algorithm>
#include <map>

namespace warpstage::analysis {

namespace {

InstructionReport report_instruction(
    std::uint32_t pc, const ptx::Instruction& instruction, const trace::InstructionTotals& totals, const arch::Traits& traits)
{
    InstructionReport report { .pc = pc, .location = instruction.location, .counters = {}, .worst_wavefronts = 0 };
    report.counters.instructions = totals.executions;
    report.counters.active_lanes = totals.active_lanes;
    report.counters.executed_lanes = totals.executed_lanes;
    report.counters.branches = totals.branches;
    report.counters.divergent_branches = totals.divergent_branches;
    for (const trace::PatternCount& pattern : totals.patterns)
        add_access(report, instruction, pattern.access, pattern.count, traits);
    return report;
}

// The line of the kernel's source file to which an instruction is attributed; see LineReport.
std::uint32_t line_of(const ptx::SourceLocation& location, const ptx::SourceLocation& function)
{
    const bool elsewhere = function.line != 0 && location.file != function.file;
    return elsewhere ? location.inlined_at : location.line;
}

} // namespace

Traffic& Traffic::operator+=(const Traffic& other)
{
    requests += other.requests;
    cost += other.cost;
    return *this;
}

Atomics& Atomics::operator+=(const Atomics& other)
{
    requests += other.requests;
    cost += other.cost;
    ideal += other.ideal;
    operations += other.operations;
    same_word += other.same_word;
    return *this;
}

GlobalElements& GlobalElements::operator+=(const GlobalElements& other)
{
    loaded += other.loaded;
    loaded_bytes += other.loaded_bytes;
    stored += other.stored;
    stored_bytes += other.stored_bytes;
    return *this;
}

Counters& Counters::operator+=(const Counters& other)
{
    instructions += other.instructions;
    active_lanes += other.active_lanes;
    executed_lanes += other.executed_lanes;
    branches += other.branches;
    divergent_branches += other.divergent_branches;
    shared_requests += other.shared_requests;
    wavefronts += other.wavefronts;
    wavefronts_ideal += other.wavefronts_ideal;
    global_requests += other.global_requests;
    sectors += other.sectors;
    sectors_ideal += other.sectors_ideal;
    transactions += other.transactions;
    shared_atomics += other.shared_atomics;
    global_atomics += other.global_atomics;
    shared_copies += other.shared_copies;
    global_copies += other.global_copies;
    constant += other.constant;
    local += other.local;
    global_elements += other.global_elements;
    return *this;
}

double Counters::branch_efficiency() const
{
    return branches == 0 ? 0.0 : 100.0 * static_cast<double>(branches - divergent_branches) / static_cast<double>(branches);
}

Traffic Counters::plain_shared() const
{
    return { shared_requests - shared_copies.requests, wavefronts - shared_copies.cost };
}

Traffic Counters::plain_global() const
{
    return { global_requests - global_copies.requests, sectors - global_copies.cost };
}

MemoryUse Counters::all_shared() const
{
    return { shared_requests + shared_atomics.requests, wavefronts + shared_atomics.cost,
        wavefronts_ideal + shared_atomics.ideal };
}

MemoryUse Counters::all_global() const
{
    return { global_requests + global_atomics.requests, sectors + global_atomics.cost, sectors_ideal + global_atomics.ideal };
}

double Counters::average_active_lanes() const
{
    return instructions == 0 ? 0.0 : static_cast<double>(active_lanes) / static_cast<double>(instructions);
}

double Counters::average_executed_lanes() const
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
    return report_kernel(listing, totals, traits, {});
}

KernelReport report_kernel(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits,
    const std::vector<const InstructionReport*>& dropped)
{
    VERIFY(totals.instructions.size() == listing.size() && (dropped.empty() || dropped.size() == listing.size()));
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
        report.complete = report.complete && (counted.patterns_dropped == 0 || !dropped.empty());
        auto& instruction = report.instructions.emplace_back(report_instruction(pc, listing.instruction(pc), counted, traits));
        if (!dropped.empty() && dropped[pc] != nullptr) {
            instruction.counters += dropped[pc]->counters;
            instruction.worst_wavefronts = std::max(instruction.worst_wavefronts, dropped[pc]->worst_wavefronts);
        }
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

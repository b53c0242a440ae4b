#include "core/timing/machine_counters.h"

#include "core/analysis/requests.h"
#include "core/arch/shared/shared_banks.h"
#include "core/base/lane_mask.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpstage::timing {

namespace {

// Of the recorded steps of one PTX instruction.
struct Recorded {
    double wavefronts = 0.0; // of the PTX
    double merged = 0.0; // the same after merging
};

struct Sampled {
    std::vector<Recorded> recorded; // by program counter
    double executed = 0.0; // PTX instructions
    double issued = 0.0; // machine instructions
};

Sampled sampled(const MachineCode& code, std::span<const BlockStream> streams)
{
    Sampled all;
    all.recorded.resize(code.operations.size());
    for (const BlockStream& stream : streams) {
        all.executed += static_cast<double>(stream.steps);
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp) {
                all.issued += step.vanishes ? 0.0 : static_cast<double>(code.operations[step.pc].micro.size());
                if (code.joined_at[step.pc] == 0 || step.memory == 0)
                    continue;
                const MemoryUse& use = stream.memory[step.memory - 1];
                all.recorded[step.pc].wavefronts += use.wavefronts;
                if (!step.vanishes)
                    all.recorded[step.pc].merged += use.wide_wavefronts != 0 ? use.wide_wavefronts : use.wavefronts;
            }
    }
    return all;
}

} // namespace

WideAccesses::WideAccesses(const ptx::Listing& listing, const arch::Traits& traits)
    : m_traits(&traits)
    , m_wavefronts(listing.size())
{
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc)
        if (const ptx::Instruction* instruction = listing.find(pc))
            m_wavefronts[pc].joinable = (instruction->opcode == ptx::Opcode::ld || instruction->opcode == ptx::Opcode::st)
                && instruction->has_modifier("shared");
}

void WideAccesses::add(std::uint32_t pc, const simt::Access& access)
{
    Wavefronts& of_pc = m_wavefronts[pc];
    if (!of_pc.joinable || access.space != ptx::StateSpace::shared)
        return;
    of_pc.bytes = access.bytes;
    of_pc.as_written += arch::count_shared(*m_traits, analysis::shared_request_of(access)).wavefronts;
    for (std::size_t i = 0; i < kWidths.size(); ++i) {
        if (kWidths[i] <= access.bytes)
            continue;
        simt::Access wide = access;
        wide.bytes = kWidths[i];
        for_each_lane(access.lanes, [&](unsigned lane) { wide.addresses[lane] -= wide.addresses[lane] % kWidths[i]; });
        of_pc.wide[i] += arch::count_shared(*m_traits, analysis::shared_request_of(wide)).wavefronts;
    }
}

WideAccesses& WideAccesses::operator+=(const WideAccesses& other)
{
    for (std::size_t pc = 0; pc < m_wavefronts.size(); ++pc) {
        const Wavefronts& more = other.m_wavefronts[pc];
        Wavefronts& of_pc = m_wavefronts[pc];
        of_pc.bytes = std::max(of_pc.bytes, more.bytes);
        of_pc.as_written += more.as_written;
        for (std::size_t i = 0; i < kWidths.size(); ++i)
            of_pc.wide[i] += more.wide[i];
    }
    return *this;
}

double WideAccesses::factor(std::uint32_t pc, const analysis::AssembledInstruction& made) const
{
    const Wavefronts& of_pc = m_wavefronts[pc];
    if (!of_pc.joinable)
        return 1.0;
    if (made.shared_accesses.empty())
        return 0.0;
    double sum = 0.0;
    for (const std::uint32_t bytes : made.shared_accesses) {
        const auto width = std::ranges::find(kWidths, bytes);
        const bool is_wider = width != kWidths.end() && bytes > of_pc.bytes && of_pc.as_written > 0.0;
        sum += is_wider ? of_pc.wide[static_cast<std::size_t>(width - kWidths.begin())] / of_pc.as_written : 1.0;
    }
    return sum / static_cast<double>(made.shared_accesses.size());
}

MachineCounters machine_counters(const MachineCode& code, std::span<const analysis::InstructionReport> reports,
    std::span<const BlockStream> streams, const MachineEvents& events, const AssembledLaunch* assembled)
{
    const Sampled sample = sampled(code, streams);
    double instructions = 0.0;
    double wavefronts = 0.0;
    double sectors = 0.0;
    double divergent = 0.0;
    MachineCounters counters;
    const auto branches_at = [&](std::uint32_t pc) {
        const MachineOperation& operation = code.operations[pc];
        return assembled != nullptr ? (*assembled->kernel)[pc].branches
                                    : operation.kind == OperationKind::branch && !operation.leaves;
    };
    for (const analysis::InstructionReport& report : reports) {
        const Recorded& recorded = sample.recorded[report.pc];
        instructions += static_cast<double>(report.counters.instructions);
        const double all = static_cast<double>(report.counters.all_shared().cost);
        if (assembled != nullptr)
            wavefronts += all * assembled->accesses->factor(report.pc, (*assembled->kernel)[report.pc]);
        else
            wavefronts += recorded.wavefronts > 0.0 ? all * recorded.merged / recorded.wavefronts : all;
        sectors += static_cast<double>(report.counters.sectors);
        divergent += branches_at(report.pc) ? static_cast<double>(report.counters.divergent_branches) : 0.0;
    }
    for (std::uint32_t pc = 0; pc < code.operations.size(); ++pc) {
        sectors += static_cast<double>(events.loops.sectors(pc));
        if (branches_at(pc))
            divergent += static_cast<double>(events.loops.divergent(pc));
        if (assembled == nullptr || (*assembled->kernel)[pc].branches)
            divergent += static_cast<double>(events.slow_paths.divergent(pc));
    }
    counters.instructions =
        static_cast<std::uint64_t>(std::llround(sample.executed > 0.0 ? instructions * sample.issued / sample.executed : 0.0));
    counters.divergent_branches = static_cast<std::uint64_t>(std::llround(divergent));
    counters.sectors = static_cast<std::uint64_t>(std::llround(sectors));
    counters.wavefronts = static_cast<std::uint64_t>(std::llround(wavefronts));
    return counters;
}

} // namespace warpstage::timing

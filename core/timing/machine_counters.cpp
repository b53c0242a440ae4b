#include "core/timing/machine_counters.h"

#include <cmath>
#include <vector>

namespace warpstage::timing {

namespace {

// Of the recorded steps of one PTX instruction.
struct Recorded {
    double wavefronts = 0.0; // of the PTX
    double merged = 0.0; // the same after merging
};

} // namespace

MachineCounters machine_counters(
    const MachineCode& code, std::span<const analysis::InstructionReport> reports, std::span<const BlockStream> streams)
{
    std::vector<Recorded> recorded(code.operations.size());
    double executed = 0.0; // PTX instructions
    double issued = 0.0; // machine instructions
    for (const BlockStream& stream : streams) {
        executed += static_cast<double>(stream.steps);
        for (const auto& warp : stream.warps)
            for (const StreamStep& step : warp) {
                issued += step.vanishes ? 0.0 : static_cast<double>(code.operations[step.pc].micro.size());
                if (code.joined_at[step.pc] == 0 || step.memory == 0)
                    continue;
                const MemoryUse& use = stream.memory[step.memory - 1];
                recorded[step.pc].wavefronts += use.wavefronts;
                if (!step.vanishes)
                    recorded[step.pc].merged += use.wide_wavefronts != 0 ? use.wide_wavefronts : use.wavefronts;
            }
    }
    double instructions = 0.0;
    double wavefronts = 0.0;
    MachineCounters counters;
    for (const analysis::InstructionReport& report : reports) {
        const Recorded& sample = recorded[report.pc];
        instructions += static_cast<double>(report.counters.instructions);
        const double all = static_cast<double>(report.counters.all_shared().cost);
        wavefronts += sample.wavefronts > 0.0 ? all * sample.merged / sample.wavefronts : all;
        if (const auto& operation = code.operations[report.pc]; operation.kind == OperationKind::branch && !operation.leaves)
            counters.divergent_branches += report.counters.divergent_branches;
    }
    counters.instructions = static_cast<std::uint64_t>(std::llround(executed > 0.0 ? instructions * issued / executed : 0.0));
    counters.wavefronts = static_cast<std::uint64_t>(std::llround(wavefronts));
    return counters;
}

} // namespace warpstage::timing

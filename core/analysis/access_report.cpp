#include "core/analysis/access_report.h"

#include "core/analysis/kernel_report.h"
#include "core/base/verify.h"

namespace warpstage::analysis {

std::vector<AccessReport> report_accesses(const ptx::Listing& listing, const trace::Totals& totals, const arch::Traits& traits)
{
    VERIFY(totals.instructions.size() == listing.size());
    std::vector<AccessReport> reports;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        for (const trace::PatternCount& pattern : totals.instructions[pc].patterns) {
            const simt::Access& access = pattern.access;
            const bool shared = access.space == ptx::StateSpace::shared;
            if (!shared && access.space != ptx::StateSpace::global)
                continue;
            const ptx::Instruction& instruction = listing.instruction(pc);
            InstructionReport judged;
            add_access(judged, instruction, access, 1, traits);
            const auto& counters = judged.counters;
            reports.push_back({ .pc = pc,
                .location = instruction.location,
                .instruction = instruction.text,
                .space = access.space,
                .kind = access.kind,
                .bytes = access.bytes,
                .lanes = access.lanes,
                .count = pattern.count,
                .cost = static_cast<std::uint32_t>(shared ? counters.wavefronts : counters.sectors),
                .ideal = static_cast<std::uint32_t>(shared ? counters.wavefronts_ideal : counters.sectors_ideal) });
        }
    }
    return reports;
}

std::string_view space_text(const AccessReport& access)
{
    return access.space == ptx::StateSpace::shared ? "shared" : "global";
}

std::string_view kind_text(const AccessReport& access)
{
    switch (access.kind) {
    case simt::AccessKind::load:
        return "load";
    case simt::AccessKind::store:
        return "store";
    case simt::AccessKind::atomic:
        return "atomic";
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::analysis

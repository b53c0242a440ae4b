#include "core/analysis/recording/assessment.h"

#include "core/arch/global/coalescing.h"

namespace warpstage::analysis {

RequestCost cost_of(const simt::Access& access, const arch::Traits& traits)
{
    if (access.space == ptx::StateSpace::shared) {
        const auto count = arch::count_shared(traits, shared_request_of(access));
        return { count.wavefronts, count.ideal };
    }
    if (access.space == ptx::StateSpace::global) {
        const auto count = arch::count_global(traits, global_request_of(access));
        return { count.sectors, count.ideal };
    }
    return {};
}

std::shared_ptr<const Assessment> assess(const Recording& recording, const arch::Traits& traits)
{
    auto assessment = std::make_shared<Assessment>();
    assessment->traits = &traits;
    assessment->report = recording.report.architecture == traits.name
        ? recording.report
        : report_kernel(recording.listing, recording.totals, traits);
    const auto& trace = recording.trace;
    assessment->wasteful.resize(trace.steps.size());
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const auto* access = trace.access_of(trace.steps[i]);
        assessment->wasteful[i] = access != nullptr && cost_of(*access, traits).excess() > 0;
    }
    return assessment;
}

} // namespace warpstage::analysis

#include "core/session/access_view.h"

#include <algorithm>

namespace warpstage::session {

arch::SharedRequest shared_request_of(const simt::Access& access)
{
    const auto operation = access.kind == simt::AccessKind::load ? arch::SharedOperation::load : arch::SharedOperation::store;
    return { operation, access.bytes, access.lanes, access.addresses };
}

std::vector<SharedAccessView> shared_accesses(const Recording& recording)
{
    std::vector<SharedAccessView> views;
    for (const auto& instruction : recording.report.instructions) {
        const auto& counters = instruction.counters;
        if (counters.shared_requests == 0)
            continue;
        const auto& text = recording.listing.instruction(instruction.pc).text;
        views.push_back({ instruction.pc, instruction.location.line, text.substr(0, text.find(' ')), counters.shared_requests,
            counters.wavefronts, counters.wavefronts_ideal });
    }
    return views;
}

std::vector<std::size_t> occurrences_of(const trace::Trace& trace, std::uint32_t pc)
{
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const auto& step = trace.steps[i];
        const auto* access = trace.access_of(step);
        if (step.pc == pc && access != nullptr && access->space == ptx::StateSpace::shared)
            steps.push_back(i);
    }
    return steps;
}

std::optional<std::uint32_t> default_access(const std::vector<SharedAccessView>& accesses)
{
    const auto worst = std::ranges::max_element(accesses, [](const SharedAccessView& a, const SharedAccessView& b) {
        const auto excess_a = a.wavefronts - a.ideal;
        const auto excess_b = b.wavefronts - b.ideal;
        return excess_a != excess_b ? excess_a < excess_b : a.requests < b.requests;
    });
    if (worst == accesses.end())
        return std::nullopt;
    return worst->pc;
}

std::size_t worst_occurrence(const trace::Trace& trace, std::uint32_t pc, const arch::Traits& traits)
{
    const auto steps = occurrences_of(trace, pc);
    std::size_t worst = 0;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto count = arch::count_shared(traits, shared_request_of(*trace.access_of(trace.steps[steps[i]])));
        if (count.wavefronts > most) {
            most = count.wavefronts;
            worst = i;
        }
    }
    return worst;
}

std::optional<ChosenAccess> choose_access(
    const Recording& recording, std::uint32_t pc, std::size_t occurrence, const arch::Traits& traits)
{
    const auto steps = occurrences_of(recording.trace, pc);
    if (occurrence >= steps.size())
        return std::nullopt;
    const auto& step = recording.trace.steps[steps[occurrence]];
    ChosenAccess chosen;
    chosen.access = *recording.trace.access_of(step);
    chosen.service = arch::serve_shared(traits, shared_request_of(chosen.access));
    chosen.pc = pc;
    chosen.line = recording.listing.instruction(pc).location.line;
    chosen.warp = step.warp;
    chosen.occurrence = occurrence;
    chosen.occurrences = steps.size();
    return chosen;
}

void AccessPicture::update(const std::shared_ptr<const Recording>& recording, const arch::Traits& traits,
    std::optional<std::uint32_t> pc, std::optional<std::size_t> occurrence)
{
    if (recording == m_recording && &traits == m_traits && pc == m_pc && occurrence == m_occurrence)
        return;
    m_recording = recording;
    m_traits = &traits;
    m_pc = pc;
    m_occurrence = occurrence;
    m_accesses.clear();
    m_chosen.reset();
    if (recording == nullptr)
        return;
    m_accesses = shared_accesses(*recording);
    if (const auto shown = pc ? pc : default_access(m_accesses))
        m_chosen = choose_access(
            *recording, *shown, occurrence ? *occurrence : worst_occurrence(recording->trace, *shown, traits), traits);
}

} // namespace warpstage::session

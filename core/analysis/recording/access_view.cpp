#include "core/analysis/recording/access_view.h"

#include <algorithm>
#include <tuple>

namespace warpstage::analysis {

namespace {

using ptx::StateSpace;

std::uint64_t excess_of(const AccessView& access)
{
    return access.cost > access.ideal ? access.cost - access.ideal : 0;
}

// Smaller: less interesting.
auto weight_of(const AccessView& access)
{
    const bool shared = access.space == StateSpace::shared;
    const auto excess = excess_of(access);
    return std::tuple { shared && excess > 0, excess > 0, shared, excess, access.requests };
}

bool touches(const trace::Trace& trace, const trace::StepRecord& step, std::uint32_t pc, StateSpace space)
{
    if (step.pc != pc)
        return false;
    const auto* access = trace.access_of(step);
    return access != nullptr && access->space == space;
}

// Entries of the recorded window that access that memory at `pc`.
std::vector<std::size_t> occurrences_of(const trace::Trace& trace, std::uint32_t pc, StateSpace space)
{
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        if (touches(trace, trace.steps[i], pc, space))
            steps.push_back(i);
    }
    return steps;
}

// The occurrence among `steps` with the highest cost, the first of several; only of this warp if one is given.
std::size_t worst_occurrence(const trace::Trace& trace, const std::vector<std::size_t>& steps, std::optional<std::uint32_t> warp,
    const arch::Traits& traits)
{
    std::size_t worst = 0;
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (warp && trace.steps[steps[i]].warp != *warp)
            continue;
        const auto cost = cost_of(*trace.access_of(trace.steps[steps[i]]), traits).cost;
        if (cost > most) {
            most = cost;
            worst = i;
        }
    }
    return worst;
}

std::optional<ChosenAccess> occurrence_at(const Recording& recording, std::uint32_t pc, StateSpace space,
    const std::vector<std::size_t>& steps, std::size_t occurrence, const arch::Traits& traits)
{
    if (occurrence >= steps.size())
        return std::nullopt;
    const auto& step = recording.trace.steps[steps[occurrence]];
    ChosenAccess chosen;
    chosen.access = *recording.trace.access_of(step);
    if (space == StateSpace::shared)
        chosen.shared = arch::serve_shared(traits, shared_request_of(chosen.access));
    else
        chosen.global = arch::serve_global(traits, global_request_of(chosen.access));
    chosen.pc = pc;
    chosen.line = recording.listing.line_of(pc);
    chosen.warp = step.warp;
    chosen.step = steps[occurrence];
    chosen.occurrence = occurrence;
    chosen.occurrences = steps.size();
    return chosen;
}

} // namespace

std::vector<AccessView> accesses_of(const Recording& recording, const KernelReport& report)
{
    std::vector<AccessView> views;
    for (const auto& instruction : report.instructions) {
        const auto& counters = instruction.counters;
        const auto& text = recording.listing.instruction(instruction.pc).text;
        const auto name = text.substr(0, text.find(' '));
        const auto line = recording.listing.line_of(instruction.pc);
        for (const auto& [space, use] :
            { std::pair { StateSpace::shared, counters.all_shared() }, std::pair { StateSpace::global, counters.all_global() } })
            if (use.requests != 0)
                views.push_back({ space, instruction.pc, line, name, use.requests, use.cost, use.ideal });
    }
    return views;
}

std::vector<AccessView> shared_accesses(const Recording& recording)
{
    auto views = accesses_of(recording, recording.report);
    std::erase_if(views, [](const AccessView& view) { return view.space != StateSpace::shared; });
    return views;
}

std::optional<AccessView> default_access(const std::vector<AccessView>& accesses)
{
    const auto worst =
        std::ranges::max_element(accesses, [](const AccessView& a, const AccessView& b) { return weight_of(a) < weight_of(b); });
    if (worst == accesses.end())
        return std::nullopt;
    return *worst;
}

std::optional<ChosenAccess> choose_access(
    const Recording& recording, std::uint32_t pc, StateSpace space, std::size_t occurrence, const arch::Traits& traits)
{
    return occurrence_at(recording, pc, space, occurrences_of(recording.trace, pc, space), occurrence, traits);
}

std::optional<std::size_t> costliest_step(
    const Recording& recording, std::uint32_t pc, std::optional<std::uint32_t> warp, const arch::Traits& traits)
{
    const trace::Trace& trace = recording.trace;
    for (const StateSpace space : { StateSpace::shared, StateSpace::global }) {
        auto steps = occurrences_of(trace, pc, space);
        std::erase_if(steps, [&](std::size_t step) { return warp && trace.steps[step].warp != *warp; });
        if (!steps.empty())
            return steps[worst_occurrence(trace, steps, std::nullopt, traits)];
    }
    return std::nullopt;
}

void AccessPicture::update(const std::shared_ptr<const Recording>& recording, const std::shared_ptr<const Assessment>& assessment,
    const AccessChoice& choice)
{
    if (recording == m_recording && assessment == m_assessment && choice == m_choice)
        return;
    m_choice = choice;
    if (recording != m_recording)
        m_steps.clear();
    if (recording != m_recording || assessment != m_assessment) {
        m_recording = recording;
        m_assessment = assessment;
        m_accesses.clear();
        if (recording != nullptr)
            m_accesses = accesses_of(*recording, assessment->report);
    }
    m_chosen.reset();
    if (recording != nullptr)
        choose(choice);
}

const std::vector<std::size_t>& AccessPicture::steps_at(std::uint32_t pc, StateSpace space)
{
    const auto [known, added] = m_steps.try_emplace({ pc, space });
    if (added)
        known->second = occurrences_of(m_recording->trace, pc, space);
    return known->second;
}

std::vector<AccessView> AccessPicture::accesses_of_warp(std::uint32_t warp) const
{
    const auto& trace = m_recording->trace;
    std::vector<AccessView> own;
    for (const auto& view : m_accesses) {
        const bool makes = std::ranges::any_of(trace.steps,
            [&](const trace::StepRecord& step) { return step.warp == warp && touches(trace, step, view.pc, view.space); });
        if (makes)
            own.push_back(view);
    }
    return own;
}

void AccessPicture::choose(const AccessChoice& choice)
{
    const auto& trace = m_recording->trace;
    const auto& traits = *m_assessment->traits;
    auto warp = choice.warp && *choice.warp < trace.warps ? choice.warp : std::nullopt;
    if (choice.step && *choice.step < trace.steps.size()) {
        // The request of the step, or the previous one of its warp.
        warp = trace.steps[*choice.step].warp;
        for (std::size_t i = *choice.step + 1; i-- > 0;) {
            const auto& step = trace.steps[i];
            const auto* access = step.warp == *warp ? trace.access_of(step) : nullptr;
            if (access == nullptr || (access->space != StateSpace::shared && access->space != StateSpace::global))
                continue;
            const auto& steps = steps_at(step.pc, access->space);
            const auto place = static_cast<std::size_t>(std::ranges::lower_bound(steps, i) - steps.begin());
            m_chosen = occurrence_at(*m_recording, step.pc, access->space, steps, place, traits);
            return;
        }
    }
    const auto candidates = warp ? accesses_of_warp(*warp) : m_accesses;
    auto shown = default_access(candidates);
    if (choice.pc) {
        const auto named = std::ranges::find(candidates, *choice.pc, &AccessView::pc);
        shown = named == candidates.end() ? std::nullopt : std::optional(*named);
    }
    if (!shown)
        return;
    const auto& steps = steps_at(shown->pc, shown->space);
    m_chosen = occurrence_at(*m_recording, shown->pc, shown->space, steps,
        choice.occurrence ? *choice.occurrence : worst_occurrence(trace, steps, warp, traits), traits);
}

} // namespace warpstage::analysis

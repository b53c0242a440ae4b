#include "core/timing/phases.h"

#include <algorithm>

namespace warpstage::timing {

std::uint32_t PhaseCollector::object_of(BlockStream& stream, std::uint64_t offset)
{
    const auto [known, is_new] = m_objects.try_emplace(offset, static_cast<std::uint32_t>(m_objects.size()));
    if (is_new) {
        stream.contributions.emplace_back();
        stream.objects.push_back(offset);
    }
    return known->second;
}

// The steps since the first test that failed repeat it.
void PhaseCollector::join_polls(BlockStream& stream, std::uint32_t warp, bool passes)
{
    std::vector<StreamStep>& steps = stream.warps[warp];
    const std::uint32_t pc = steps.back().pc;
    const auto poll = m_polls.find(warp);
    const bool repeats = poll != m_polls.end() && poll->second.pc == pc
        && std::none_of(steps.begin() + static_cast<std::ptrdiff_t>(poll->second.begin), steps.end() - 1,
            [pc](const StreamStep& step) { return step.memory != 0 && step.pc != pc; });
    if (repeats) {
        const std::size_t repeated = steps.size() - 1 - poll->second.begin;
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(poll->second.begin), steps.end() - 1);
        stream.steps -= std::min<std::uint64_t>(stream.steps, repeated);
        stream.polls += repeated;
    } else if (poll != m_polls.end()) {
        m_polls.erase(poll);
    }
    if (passes)
        m_polls.erase(warp);
    else
        m_polls.insert_or_assign(warp, Poll { pc, steps.size() - 1 });
}

void PhaseCollector::add(BlockStream& stream, std::uint32_t warp, const simt::PhaseStep& phase)
{
    using enum simt::PhaseStep::Kind;
    if (phase.kind == initialize)
        m_rank = m_rank.value_or(phase.rank);
    const bool is_test = phase.kind == test;
    const bool passes = is_test && phase.passed == phase.lanes;
    if (is_test)
        join_polls(stream, warp, passes);
    if (phase.kind == initialize || phase.rank != m_rank.value_or(phase.rank) || (is_test && !passes))
        return;
    StreamStep& step = stream.warps[warp].back();
    const std::uint32_t object = object_of(stream, phase.object);
    const std::int64_t number = static_cast<std::int64_t>(phase.phase) - (is_test ? 1 : 0);
    if (step.phases == 0)
        step.first_phase = static_cast<std::uint32_t>(stream.phases.size());
    ++step.phases;
    stream.phases.push_back({ is_test, object, number });
    if (is_test)
        return;
    std::vector<std::uint32_t>& counts = stream.contributions[object];
    counts.resize(std::max<std::size_t>(counts.size(), static_cast<std::size_t>(number) + 1));
    ++counts[static_cast<std::size_t>(number)];
}

void PhaseClock::start(const BlockStream& stream)
{
    m_phases.assign(stream.contributions.size(), {});
    for (std::size_t object = 0; object < m_phases.size(); ++object) {
        for (const std::uint32_t count : stream.contributions[object])
            m_phases[object].push_back({ count, 0.0 });
    }
}

bool PhaseClock::contribute(std::uint32_t object, std::int64_t phase, double time)
{
    Phase& known = m_phases[object][static_cast<std::size_t>(phase)];
    known.time = std::max(known.time, time);
    return --known.missing == 0;
}

std::optional<double> PhaseClock::completion(std::uint32_t object, std::int64_t phase) const
{
    if (phase < 0)
        return 0.0;
    if (static_cast<std::size_t>(phase) >= m_phases[object].size()) // the recording does not contain what completes it
        return 0.0;
    const Phase& known = m_phases[object][static_cast<std::size_t>(phase)];
    return known.missing == 0 ? std::optional { known.time } : std::nullopt;
}

std::vector<PhaseEnd> PhaseClock::ends(const BlockStream& stream) const
{
    std::vector<PhaseEnd> ends;
    for (std::size_t object = 0; object < m_phases.size(); ++object) {
        for (std::size_t phase = 0; phase < m_phases[object].size(); ++phase) {
            if (m_phases[object][phase].missing == 0)
                ends.push_back({ stream.objects[object], phase, m_phases[object][phase].time });
        }
    }
    return ends;
}

} // namespace warpstage::timing

#include "core/simt/async/phase_log.h"

#include "core/simt/async/mbarrier.h"

#include <algorithm>
#include <utility>

namespace warpstage::simt {

namespace {

void add(std::vector<PhaseEvent>& events, const PhaseEvent& event)
{
    const auto same = std::ranges::find_if(
        events, [&](const PhaseEvent& other) { return other.party.same_warp(event.party) && other.party.pc == event.party.pc; });
    if (same == events.end()) {
        events.push_back(event);
        return;
    }
    same->party.lanes |= event.party.lanes;
    same->arrivals += event.arrivals;
    same->expected_bytes += event.expected_bytes;
    same->completed_bytes += event.completed_bytes;
}

} // namespace

const PhaseObject::Passed* PhaseObject::find_passed(const PhaseParty& party) const
{
    const auto found = std::ranges::find_if(passed, [&](const Passed& other) { return other.party.same_warp(party); });
    return found == passed.end() ? nullptr : &*found;
}

void PhaseLog::clear()
{
    m_objects.clear();
    m_last = 0;
    m_waits.clear();
}

const PhaseObject* PhaseLog::find(const std::byte* word) const
{
    const auto found = std::ranges::find(m_objects, word, &PhaseObject::word);
    return found == m_objects.end() ? nullptr : &*found;
}

PhaseObject& PhaseLog::at(const std::byte* word)
{
    if (m_last < m_objects.size() && m_objects[m_last].word == word)
        return m_objects[m_last];
    m_last = static_cast<std::size_t>(std::ranges::find(m_objects, word, &PhaseObject::word) - m_objects.begin());
    if (m_last == m_objects.size())
        m_objects.emplace_back().word = word;
    return m_objects[m_last];
}

std::vector<PhaseNote> PhaseLog::take_notes()
{
    m_takes_notes = false;
    return std::exchange(m_notes, {});
}

void PhaseLog::note(const std::byte* word, const PhaseStep& step)
{
    if (!m_takes_notes)
        return;
    const auto same = std::ranges::find_if(m_notes,
        [&](const PhaseNote& note) { return note.word == word && note.step.kind == step.kind && note.step.phase == step.phase; });
    if (same == m_notes.end()) {
        m_notes.push_back({ word, step });
        return;
    }
    same->step.lanes |= step.lanes;
    same->step.passed |= step.passed;
    same->step.arrivals += step.arrivals;
    same->step.bytes += step.bytes;
    same->step.completes = same->step.completes || step.completes;
}

void PhaseLog::initialize(const std::byte* word, const PhaseParty& party, std::uint64_t arrivals)
{
    note(word, { PhaseStep::Kind::initialize, 0, 0, party.lanes, 0, 0, arrivals, 0, false });
    PhaseObject& object = at(word);
    object = {};
    object.word = word;
    object.initialized = party;
}

void PhaseLog::act(const std::byte* word, const PhaseEvent& event, const Mbarrier& before, const Mbarrier& after)
{
    PhaseObject& object = at(word);
    using enum PhaseStep::Kind;
    const PhaseStep::Kind kind = event.completed_bytes != 0 ? copy : event.arrivals != 0 ? arrive : expect;
    note(word,
        { kind, 0, 0, event.party.lanes, 0, object.phases, event.arrivals, event.expected_bytes + event.completed_bytes,
            before.phase != after.phase });
    add(object.current, event);
    if (before.phase == after.phase)
        return;
    ++object.phases;
    object.previous = std::exchange(object.current, {});
}

void PhaseLog::stop_waiting(const PhaseParty& party)
{
    for (PhaseWait& wait : m_waits)
        wait.party.lanes &= wait.party.same_warp(party) ? ~party.lanes : ~LaneMask { 0 };
    std::erase_if(m_waits, [](const PhaseWait& wait) { return wait.party.lanes == 0; });
}

void PhaseLog::test(const std::byte* word, const PhaseParty& party, bool passed)
{
    const PhaseObject& tested = at(word);
    note(word, { PhaseStep::Kind::test, 0, 0, party.lanes, passed ? party.lanes : 0, tested.phases, 0, 0, false });
    const auto known = std::ranges::find_if(m_waits,
        [&](const PhaseWait& wait) { return wait.word == word && wait.party.same_warp(party) && wait.party.pc == party.pc; });
    const bool waits = known != m_waits.end() && (known->party.lanes & party.lanes) == party.lanes;
    if (!passed && waits)
        return;
    stop_waiting(party);
    if (!passed) {
        m_waits.push_back({ party, word });
        return;
    }
    PhaseObject& object = at(word);
    const std::int64_t phase = static_cast<std::int64_t>(object.phases) - 1;
    const auto before =
        std::ranges::find_if(object.passed, [&](const PhaseObject::Passed& other) { return other.party.same_warp(party); });
    if (before == object.passed.end())
        object.passed.push_back({ party, phase });
    else
        *before = { party, phase };
}

} // namespace warpstage::simt

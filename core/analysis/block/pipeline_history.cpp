#include "core/analysis/block/pipeline_history.h"

#include "core/simt/checks/code/shared_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace warpstage::analysis {

namespace {

using PipelineMark = PipelineHistory::Mark;
using PipelineAction = PipelineHistory::Action;

// The operations of instructions that act on no mbarrier object.
std::optional<PipelineAction> action_of(const ptx::Instruction& instruction)
{
    using enum ptx::Opcode;
    if (instruction.opcode == bar || instruction.opcode == barrier)
        return instruction.has_modifier("warp") ? std::nullopt : std::optional { PipelineAction::meet };
    if (instruction.opcode != cp || !instruction.has_modifier("async"))
        return std::nullopt;
    if (instruction.has_modifier("commit_group"))
        return PipelineAction::commit;
    if (instruction.has_modifier("wait_group") || instruction.has_modifier("wait_all"))
        return PipelineAction::wait_group;
    const bool stores = instruction.has_modifier("bulk") && !instruction.modifiers.empty()
        && std::ranges::find(instruction.modifiers, "global") < std::ranges::find_if(
               instruction.modifiers, [](const std::string& modifier) { return modifier.starts_with("shared"); });
    return stores ? PipelineAction::store : PipelineAction::copy;
}

std::uint32_t pending_of(const ptx::Instruction& instruction)
{
    const auto* count = instruction.operands.empty() ? nullptr : std::get_if<ptx::ImmediateOperand>(&instruction.operands[0]);
    return count == nullptr ? 0 : static_cast<std::uint32_t>(count->bits);
}

std::uint64_t copied_bytes(const trace::Trace& trace, std::size_t step)
{
    std::uint64_t bytes = 0;
    for (const simt::Access& access : trace.accesses_of(step)) {
        if (access.space == ptx::StateSpace::shared)
            bytes += std::uint64_t { lane_count(access.lanes) } * access.bytes;
    }
    return bytes;
}

// Copies of a warp that complete by groups.
struct CopiesOfWarp {
    std::uint64_t open = 0; // bytes that are in no group yet
    std::vector<std::uint64_t> committed; // bytes, oldest first
};

class HistoryBuilder {
public:
    HistoryBuilder(
        const trace::Trace& trace, const ptx::Listing& listing, const simt::SharedArrays& arrays, const FlagHistory& flags)
        : m_trace(trace)
        , m_listing(listing)
        , m_arrays(arrays)
    {
        m_history.complete = trace.steps.size() >= trace.steps_seen;
        m_history.flags = flags.flags;
        name_objects();
        auto use = flags.uses.begin();
        auto phase = trace.phases.begin();
        for (std::uint32_t step = 0; step < trace.steps.size(); ++step) {
            const bool on_object = phase != trace.phases.end() && phase->step == step;
            for (; phase != trace.phases.end() && phase->step == step; ++phase)
                add_phase(step, phase->phase);
            if (!on_object)
                add_other(step);
            for (; use != flags.uses.end() && use->end == step; ++use)
                add_flag(*use);
        }
        for (auto& [warp, mark] : m_polls)
            push(mark);
        count_bytes();
    }

    [[nodiscard]] PipelineHistory take() { return std::move(m_history); }

private:
    void name_objects()
    {
        const auto of_block = [&](const trace::PhaseRecord& record) {
            return record.phase.kind == simt::PhaseStep::Kind::initialize || record.phase.kind == simt::PhaseStep::Kind::test;
        };
        const auto own = std::ranges::find_if(m_trace.phases, of_block);
        m_history.rank = own == m_trace.phases.end() ? 0 : own->phase.rank;
        std::map<std::uint64_t, std::uint64_t> known; // arrivals by offset
        for (const trace::PhaseRecord& record : m_trace.phases) {
            if (record.phase.rank != m_history.rank)
                continue;
            std::uint64_t& arrivals = known[record.phase.object];
            if (record.phase.kind == simt::PhaseStep::Kind::initialize)
                arrivals = record.phase.arrivals;
        }
        for (const auto& [offset, arrivals] : known) {
            m_objects.emplace(offset, m_history.objects.size());
            m_history.objects.push_back({ name_of(offset, known), arrivals, {}, offset });
        }
    }

    [[nodiscard]] std::string name_of(std::uint64_t of, const std::map<std::uint64_t, std::uint64_t>& known) const
    {
        constexpr std::uint64_t kObject = 8; // bytes
        const simt::SharedArray* array = m_arrays.covering(of);
        const std::uint64_t offset = array == nullptr ? of : of - array->offset;
        std::string name = array == nullptr ? "mbarrier" : array->name;
        bool only_objects = array != nullptr && array->bytes % kObject == 0;
        for (std::uint64_t at = 0; only_objects && at < array->bytes; at += kObject)
            only_objects = known.contains(array->offset + at);
        if (array == nullptr || array->bytes != kObject)
            name += only_objects ? fmt::format("[{}]", offset / kObject) : fmt::format(" + {}", offset);
        return name;
    }

    std::size_t push(const PipelineMark& mark)
    {
        m_history.marks.push_back(mark);
        return m_history.marks.size() - 1;
    }

    PipelineHistory::Phase& phase_of(std::size_t object, std::int64_t number, std::size_t mark)
    {
        std::vector<PipelineHistory::Phase>& phases = m_history.objects[object].phases;
        while (phases.size() <= static_cast<std::size_t>(number))
            phases.push_back({ mark, std::nullopt, 0, {} });
        return phases[static_cast<std::size_t>(number)];
    }

    // A copy or an arrival of the step; a multicast copy acts on objects of several blocks.
    std::size_t mark_of(std::uint32_t step, PipelineAction action)
    {
        if (m_history.marks.empty() || m_history.marks.back().end != step || m_history.marks.back().action != action)
            return push({ action, m_trace.steps[step].warp, step, step, std::nullopt, 0, true, 0, 0, 0 });
        return m_history.marks.size() - 1;
    }

    void add_phase(std::uint32_t step, const simt::PhaseStep& phase)
    {
        using enum simt::PhaseStep::Kind;
        if (phase.kind == initialize)
            return;
        const bool copies = phase.kind == copy;
        const PipelineAction action = copies ? PipelineAction::copy : PipelineAction::arrive;
        if (phase.rank != m_history.rank) {
            PipelineMark& mark = m_history.marks[mark_of(step, action)];
            mark.others |= 1U << phase.rank;
            if (copies && !mark.object)
                mark.bytes = static_cast<std::uint64_t>(phase.bytes);
            return;
        }
        const std::size_t object = m_objects.at(phase.object);
        const std::uint32_t warp = m_trace.steps[step].warp;
        const auto number = static_cast<std::int64_t>(phase.phase);
        if (phase.kind == test)
            return add_test(step, warp, object, number, phase.passed == phase.lanes);
        std::size_t mark = mark_of(step, action);
        if (m_history.marks[mark].object) // the step acts on several objects of the block
            mark = push({ action, warp, step, step, std::nullopt, 0, true, 0, 0, 0 });
        m_history.marks[mark].object = object;
        m_history.marks[mark].phase = number;
        m_history.marks[mark].bytes = copies ? static_cast<std::uint64_t>(phase.bytes) : 0;
        complete_before(object, number, mark);
        PipelineHistory::Phase& of_object = phase_of(object, number, mark);
        of_object.bytes += m_history.marks[mark].bytes;
        if (phase.completes)
            of_object.last = mark;
    }

    // This mark shows that the phases before `number` are complete.
    void complete_before(std::size_t object, std::int64_t number, std::size_t mark)
    {
        if (number <= 0)
            return;
        phase_of(object, number - 1, mark);
        for (std::int64_t before = 0; before < number; ++before) {
            PipelineHistory::Phase& phase = m_history.objects[object].phases[static_cast<std::size_t>(before)];
            phase.elsewhere = phase.elsewhere || !phase.last;
            phase.last = phase.last.value_or(mark);
        }
    }

    // Repeated tests are one wait.
    void add_test(std::uint32_t step, std::uint32_t warp, std::size_t object, std::int64_t number, bool passed)
    {
        const auto poll = m_polls.find(warp);
        const bool goes_on = poll != m_polls.end() && poll->second.object == object;
        if (!passed) {
            if (!goes_on)
                m_polls.insert_or_assign(
                    warp, PipelineMark { PipelineAction::wait, warp, step, step, object, number, false, 0, 0, 0 });
            return;
        }
        const std::uint32_t begin = goes_on ? poll->second.begin : step;
        if (goes_on)
            m_polls.erase(poll);
        const std::size_t mark = push({ PipelineAction::wait, warp, begin, step, object, number - 1, true, 0, 0, 0 });
        complete_before(object, number, mark);
        if (number > 0)
            phase_of(object, number - 1, mark).released.push_back(mark);
    }

    void add_other(std::uint32_t step)
    {
        const trace::StepRecord& record = m_trace.steps[step];
        const ptx::Instruction* instruction = m_listing.find(record.pc);
        const std::optional<PipelineAction> action =
            instruction == nullptr || record.executed == 0 ? std::nullopt : action_of(*instruction);
        if (!action)
            return;
        const bool copies = *action == PipelineAction::copy || *action == PipelineAction::store;
        push({ *action, record.warp, step, step, std::nullopt, 0, true, copies ? copied_bytes(m_trace, step) : 0,
            *action == PipelineAction::wait_group ? pending_of(*instruction) : 0, 0 });
    }

    void add_flag(const FlagHistory::Use& use)
    {
        PipelineMark mark { use.waits ? PipelineAction::poll : PipelineAction::write_flag, use.warp, use.begin, use.end };
        mark.passed = use.passed;
        mark.flags = use.flags;
        mark.polls = use.polls;
        mark.value = use.value;
        if (use.writer)
            mark.writer = m_marks_of_uses[*use.writer];
        m_marks_of_uses.push_back(push(mark));
    }

    // cp.async.mbarrier.arrive: a phase, not a group, then stands for the warp's copies.
    [[nodiscard]] bool arrives_after_copies(const PipelineMark& arrival) const
    {
        const ptx::Instruction* instruction = m_listing.find(m_trace.steps[arrival.end].pc);
        return instruction != nullptr && instruction->opcode == ptx::Opcode::cp;
    }

    void count_bytes()
    {
        std::map<std::uint32_t, CopiesOfWarp> groups; // by warp
        std::map<std::pair<std::size_t, std::int64_t>, std::uint64_t> phases;
        std::uint64_t bytes = 0;
        for (const PipelineMark& mark : m_history.marks) {
            CopiesOfWarp& own = groups[mark.warp];
            switch (mark.action) {
            case PipelineAction::copy:
            case PipelineAction::store:
                if (!mark.object && mark.others != 0)
                    break; // all of it goes to other blocks
                bytes += mark.bytes;
                if (mark.object)
                    phases[{ *mark.object, mark.phase }] += mark.bytes;
                else
                    own.open += mark.bytes;
                break;
            case PipelineAction::commit:
                own.committed.push_back(std::exchange(own.open, 0));
                m_history.most_groups = std::max(m_history.most_groups, static_cast<std::uint32_t>(own.committed.size()));
                break;
            case PipelineAction::wait_group:
                while (own.committed.size() > mark.pending) {
                    bytes -= own.committed.front();
                    own.committed.erase(own.committed.begin());
                }
                break;
            case PipelineAction::wait:
                if (mark.passed)
                    bytes -= std::exchange(phases[{ *mark.object, mark.phase }], 0);
                break;
            case PipelineAction::arrive:
                if (arrives_after_copies(mark))
                    phases[{ *mark.object, mark.phase }] += std::exchange(own.open, 0);
                break;
            case PipelineAction::meet:
            case PipelineAction::write_flag:
            case PipelineAction::poll:
                break;
            }
            m_history.bytes_in_flight.push_back(bytes);
        }
    }

    const trace::Trace& m_trace;
    const ptx::Listing& m_listing;
    const simt::SharedArrays& m_arrays;
    std::map<std::uint64_t, std::size_t> m_objects; // by offset
    std::map<std::uint32_t, PipelineMark> m_polls; // by warp: a wait whose tests have failed so far
    std::vector<std::size_t> m_marks_of_uses; // of flags
    PipelineHistory m_history;
};

} // namespace

PipelineHistory pipeline_history(
    const trace::Trace& trace, const ptx::Listing& listing, const ptx::Module& module, std::span<const NamedMemory> buffers)
{
    const simt::SharedArrays arrays(module, listing);
    const FlagHistory flags = flag_history(trace, listing, module, arrays, buffers);
    return HistoryBuilder(trace, listing, arrays, flags).take();
}

} // namespace warpstage::analysis

#include "core/analysis/block/recorded_waits.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

using simt::Hang;

namespace {

// A barrier of threads of the block, or the wait of one of the cluster.
bool waits_at_barrier(const ptx::Instruction& instruction)
{
    if ((instruction.opcode != ptx::Opcode::bar && instruction.opcode != ptx::Opcode::barrier)
        || instruction.has_modifier("warp"))
        return false;
    return instruction.has_modifier("cluster") ? instruction.has_modifier("wait") : !instruction.has_modifier("arrive");
}

bool is_counted(const ptx::Instruction& instruction)
{
    return !instruction.has_modifier("cluster") && !instruction.has_modifier("warp") && !instruction.has_modifier("red")
        && (instruction.opcode == ptx::Opcode::bar || instruction.opcode == ptx::Opcode::barrier)
        && instruction.operands.size() > 1;
}

std::optional<std::uint32_t> immediate(const ptx::Operand& operand)
{
    const auto* value = std::get_if<ptx::ImmediateOperand>(&operand);
    return value == nullptr ? std::nullopt : std::optional { static_cast<std::uint32_t>(value->bits) };
}

void join(Hang::Warps& who, std::uint32_t warp, std::uint32_t threads)
{
    if (std::ranges::find(who.warps, warp) != who.warps.end())
        return;
    who.warps.insert(std::ranges::upper_bound(who.warps, warp), warp);
    who.threads += threads;
}

} // namespace

RecordedWaits::RecordedWaits(const trace::Trace& trace, const ptx::Listing& listing, const PipelineHistory& history)
    : m_trace(trace)
    , m_listing(listing)
    , m_history(history)
    , m_steps(trace.warps)
    , m_lanes(trace.warps)
{
    for (std::size_t step = 0; step < trace.steps.size(); ++step) {
        const trace::StepRecord& record = trace.steps[step];
        if (m_steps[record.warp].empty())
            m_lanes[record.warp] = lane_count(record.active);
        m_steps[record.warp].push_back(step);
    }
    add_phases();
    add_flags();
    add_barriers();
}

std::size_t RecordedWaits::next_of(std::uint32_t warp, std::size_t step) const
{
    const auto next = std::ranges::upper_bound(m_steps[warp], step);
    return next == m_steps[warp].end() ? m_trace.steps.size() : *next;
}

bool RecordedWaits::has_exited(std::uint32_t warp, std::size_t step) const
{
    return next_of(warp, step) == m_trace.steps.size() && !m_steps[warp].empty()
        && m_trace.steps[m_steps[warp].back()].event == trace::Event::exit;
}

std::string RecordedWaits::line_of(std::uint32_t pc) const
{
    const std::uint32_t line = m_listing.line_of(pc);
    const ptx::Instruction* instruction = m_listing.find(pc);
    if (instruction == nullptr)
        return {};
    if (line == 0)
        return fmt::format("PTX line {}", instruction->text_line);
    const bool inlined = instruction->location.inlined_at != 0 && instruction->location.line == line;
    return inlined ? fmt::format("line {}, called from line {}", line, instruction->location.inlined_at)
                   : fmt::format("line {}", line);
}

void RecordedWaits::finish(Interval interval)
{
    if (interval.begin < interval.end)
        m_intervals.push_back(interval);
}

void RecordedWaits::add_phases()
{
    for (const PipelineHistory::Mark& mark : m_history.marks) {
        if (mark.action != PipelineHistory::Action::wait)
            continue;
        std::size_t end = mark.passed ? mark.end : m_trace.steps.size();
        const std::vector<PipelineHistory::Phase>& phases = m_history.objects[*mark.object].phases;
        const auto phase = static_cast<std::size_t>(std::max<std::int64_t>(0, mark.phase));
        if (phase < phases.size() && phases[phase].last) // the warp tests it again later
            end = std::min<std::size_t>(end, m_history.marks[*phases[phase].last].end);
        finish({ mark.warp, m_trace.steps[mark.begin].pc, mark.begin, end, Hang::Kind::phase, *mark.object });
    }
}

void RecordedWaits::add_flags()
{
    for (const PipelineHistory::Mark& mark : m_history.marks) {
        if (mark.action == PipelineHistory::Action::poll)
            finish({ mark.warp, m_trace.steps[mark.begin].pc, mark.begin, mark.passed ? mark.end : m_trace.steps.size(),
                Hang::Kind::memory, mark.flags.front() });
    }
}

void RecordedWaits::add_barriers()
{
    std::map<std::uint32_t, std::size_t> last_of_epoch;
    for (std::size_t step = 0; step < m_trace.steps.size(); ++step)
        last_of_epoch[m_trace.steps[step].epoch] = step;
    for (std::size_t step = 0; step < m_trace.steps.size(); ++step) {
        const trace::StepRecord& record = m_trace.steps[step];
        const ptx::Instruction* instruction = m_listing.find(record.pc);
        if (instruction == nullptr || record.executed == 0)
            continue;
        if (is_counted(*instruction)) {
            add_counted_barrier(step, *instruction);
        } else if (waits_at_barrier(*instruction)) {
            const bool of_cluster = instruction->has_modifier("cluster");
            const bool released = of_cluster || record.event == trace::Event::barrier;
            Interval interval { record.warp, record.pc, step, m_trace.steps.size(),
                of_cluster ? Hang::Kind::cluster_barrier : Hang::Kind::block_barrier, 0, record.epoch };
            if (of_cluster)
                interval.end = next_of(record.warp, step) == step + 1 ? step : next_of(record.warp, step);
            else if (released)
                interval.end = last_of_epoch[record.epoch];
            finish(interval);
        }
    }
}

// If its number or its count is in a register, the warp waits until its next instruction.
void RecordedWaits::add_counted_barrier(std::size_t step, const ptx::Instruction& instruction)
{
    const trace::StepRecord& record = m_trace.steps[step];
    const bool waits = waits_at_barrier(instruction);
    const std::size_t next = next_of(record.warp, step);
    Interval interval { record.warp, record.pc, step, next == step + 1 ? step : next, Hang::Kind::block_barrier };
    const std::optional<std::uint32_t> number = immediate(instruction.operands[0]);
    const std::optional<std::uint32_t> count = immediate(instruction.operands[1]);
    interval.expected = count.value_or(0);
    if (!number || !count) {
        if (waits)
            finish(interval);
        return;
    }
    Barrier& barrier = m_barriers[*number];
    interval.number = number;
    interval.arrived = barrier.arrived;
    interval.end = m_trace.steps.size();
    barrier.arrived += m_trace.warp_width;
    if (barrier.arrived < *count) {
        if (waits) {
            finish(interval);
            barrier.waiting.push_back(m_intervals.size() - 1);
        }
        return;
    }
    for (const std::size_t waiting : barrier.waiting)
        m_intervals[waiting].end = step;
    barrier = {};
}

std::optional<std::size_t> RecordedWaits::fullest() const
{
    std::map<std::size_t, int> changes;
    for (const Interval& interval : m_intervals) {
        ++changes[interval.begin];
        --changes[interval.end];
    }
    std::optional<std::size_t> best;
    int waiting = 0;
    int most = 0;
    for (const auto& [step, change] : changes) {
        waiting += change;
        if (waiting > most) {
            most = waiting;
            best = step;
        }
    }
    return best;
}

Hang::Object RecordedWaits::phase_at(std::size_t index, std::size_t step) const
{
    using enum simt::PhaseStep::Kind;
    const PipelineHistory::Object& of_history = m_history.objects[index];
    Hang::Object object;
    object.name = fmt::format("`{}`", of_history.name);
    object.expected = static_cast<std::uint32_t>(of_history.arrivals);
    const auto enter = [&object](std::uint64_t phase) {
        if (phase == object.phase)
            return;
        object.phase = phase;
        object.arrived = 0;
        object.bytes = 0;
        object.arrivals.clear();
    };
    for (const trace::PhaseRecord& record : m_trace.phases) {
        const simt::PhaseStep& phase = record.phase;
        if (record.step > step)
            break;
        if (phase.object != of_history.offset || phase.rank != m_history.rank)
            continue;
        if (phase.kind == initialize)
            continue;
        enter(phase.phase);
        if (phase.kind == test)
            continue;
        const trace::StepRecord& by = m_trace.steps[record.step];
        object.arrived += static_cast<std::uint32_t>(phase.arrivals);
        object.bytes += phase.kind == copy ? -phase.bytes : phase.bytes;
        Hang::Arrived arrived { { {}, {}, 0 }, by.pc, line_of(by.pc), phase.arrivals, phase.kind == copy ? 0 : phase.bytes,
            phase.kind == copy ? phase.bytes : 0 };
        join(arrived.who, by.warp, lane_count(phase.lanes));
        object.arrivals.push_back(std::move(arrived));
        if (phase.completes)
            enter(phase.phase + 1);
    }
    object.parity = static_cast<std::uint32_t>(object.phase % 2);
    return object;
}

// With the value that its last poll until then has read.
Hang::Object RecordedWaits::flag_at(const Interval& interval, std::size_t step) const
{
    const FlagHistory::Flag& flag = m_history.flags[interval.object];
    Hang::Object object;
    object.kind = Hang::Kind::memory;
    object.name = fmt::format("`{}`", flag.name);
    for (std::size_t poll = step + 1; poll-- > interval.begin;) {
        if (m_trace.steps[poll].warp != interval.warp || m_trace.steps[poll].pc != interval.pc)
            continue;
        for (const simt::Access& access : m_trace.accesses_of(poll)) {
            for_each_lane(access.lanes, [&](unsigned lane) {
                object.value = access.addresses[lane] == flag.address ? access.values[lane] : object.value;
            });
        }
        break;
    }
    return object;
}

Hang::Object RecordedWaits::object_at(const Interval& interval, std::size_t step) const
{
    if (interval.kind == Hang::Kind::phase)
        return phase_at(interval.object, step);
    if (interval.kind == Hang::Kind::memory)
        return flag_at(interval, step);
    Hang::Object object;
    object.kind = interval.kind;
    if (interval.kind == Hang::Kind::cluster_barrier) {
        object.name = "the barrier of the cluster";
        return object;
    }
    const bool counted = interval.expected != 0;
    object.name = interval.number ? fmt::format("barrier {}", *interval.number)
        : counted                 ? fmt::format("the barrier at {}", line_of(interval.pc))
                                  : "__syncthreads()";
    if (counted && !interval.number)
        return object;
    object.expected = interval.expected;
    for (std::uint32_t warp = 0; !counted && warp < m_steps.size(); ++warp)
        object.expected += has_exited(warp, step) ? 0 : lanes_of(warp);
    return object;
}

WaitsAtStep RecordedWaits::at(std::size_t step) const
{
    WaitsAtStep waits;
    std::vector<bool> waiting(m_steps.size(), false);
    std::vector<const Interval*> intervals; // by object of the result
    for (const Interval& interval : m_intervals) {
        if (step < interval.begin || step >= interval.end)
            continue;
        waiting[interval.warp] = true;
        auto same = std::ranges::find_if(intervals, [&](const Interval* other) {
            return other->kind == interval.kind && other->object == interval.object && other->epoch == interval.epoch
                && other->number == interval.number && (interval.number || other->expected == interval.expected)
                && (interval.number || interval.expected == 0 || other->pc == interval.pc);
        });
        const auto object = static_cast<std::size_t>(same - intervals.begin());
        if (same == intervals.end()) {
            intervals.push_back(&interval);
            waits.hang.objects.push_back(object_at(interval, step));
        }
        Hang::Object& of_wait = waits.hang.objects[object];
        const bool counts = interval.kind == Hang::Kind::block_barrier && of_wait.expected != 0;
        if (counts)
            of_wait.arrived = std::max(of_wait.arrived, interval.arrived) + lanes_of(interval.warp);
        auto wait = std::ranges::find_if(
            waits.hang.waits, [&](const Hang::Wait& other) { return other.object == object && other.pc == interval.pc; });
        if (wait == waits.hang.waits.end()) {
            waits.hang.waits.push_back({ { {}, {}, 0 }, interval.pc, line_of(interval.pc), object, std::nullopt });
            wait = waits.hang.waits.end() - 1;
        }
        join(wait->who, interval.warp, lanes_of(interval.warp));
    }
    for (std::uint32_t warp = 0; warp < m_steps.size(); ++warp) {
        const std::size_t next = next_of(warp, step);
        if (waiting[warp] || next == m_trace.steps.size())
            continue;
        const std::string line = line_of(m_trace.steps[next].pc);
        auto same = std::ranges::find(waits.hang.running, line, &Hang::Running::line);
        if (same == waits.hang.running.end()) {
            waits.hang.running.push_back({ { {}, {}, 0 }, line });
            same = waits.hang.running.end() - 1;
        }
        join(same->who, warp, lanes_of(warp));
    }
    for (std::size_t object = 0; object < intervals.size(); ++object) {
        const Interval& interval = *intervals[object];
        add_missing(waits, object, interval, step);
        const std::vector<PipelineHistory::Phase>* phases =
            interval.kind == Hang::Kind::phase ? &m_history.objects[interval.object].phases : nullptr;
        const std::uint64_t number = waits.hang.objects[object].phase;
        waits.partly.push_back(phases != nullptr && number < phases->size() && (*phases)[number].elsewhere);
    }
    return waits;
}

// The warps that arrive later, for a phase; the one that writes a flag next; those that have not arrived yet, for a barrier.
void RecordedWaits::add_missing(WaitsAtStep& waits, std::size_t object, const Interval& interval, std::size_t step) const
{
    Hang::Object& of = waits.hang.objects[object];
    const auto add = [&](std::uint32_t warp, const std::string& line, bool copies) {
        const auto own = std::ranges::find_if(waits.hang.waits,
            [warp](const Hang::Wait& wait) { return std::ranges::find(wait.who.warps, warp) != wait.who.warps.end(); });
        const auto wait = own == waits.hang.waits.end()
            ? std::nullopt
            : std::optional { static_cast<std::size_t>(own - waits.hang.waits.begin()) };
        auto same = std::ranges::find_if(
            of.missing, [&](const Hang::Missing& other) { return other.wait == wait && other.line == line; });
        if (same == of.missing.end()) {
            of.missing.push_back({ { {}, {}, 0 }, line, wait, copies, !wait });
            same = of.missing.end() - 1;
        }
        join(same->who, warp, lanes_of(warp));
    };
    if (interval.kind == Hang::Kind::phase) {
        for (const trace::PhaseRecord& record : m_trace.phases) {
            const simt::PhaseStep& phase = record.phase;
            const bool provides = phase.kind != simt::PhaseStep::Kind::test && phase.kind != simt::PhaseStep::Kind::initialize;
            if (record.step > step && provides && phase.rank == m_history.rank
                && phase.object == m_history.objects[interval.object].offset && phase.phase == of.phase)
                add(m_trace.steps[record.step].warp, line_of(m_trace.steps[record.step].pc),
                    phase.kind == simt::PhaseStep::Kind::copy);
        }
        return;
    }
    if (interval.kind == Hang::Kind::memory) {
        const auto write = std::ranges::find_if(m_history.marks, [&](const PipelineHistory::Mark& mark) {
            return mark.action == PipelineHistory::Action::write_flag && mark.end > step
                && std::ranges::find(mark.flags, interval.object) != mark.flags.end();
        });
        if (write != m_history.marks.end() && write->warp != interval.warp)
            add(write->warp, line_of(m_trace.steps[write->end].pc), false);
        return;
    }
    if (interval.kind == Hang::Kind::cluster_barrier || interval.expected != 0)
        return;
    for (std::uint32_t warp = 0; warp < m_steps.size(); ++warp) {
        const bool here = std::ranges::any_of(m_intervals, [&](const Interval& other) {
            return other.warp == warp && other.kind == interval.kind && other.epoch == interval.epoch && other.begin <= step
                && step < other.end;
        });
        if (here || next_of(warp, step) == m_trace.steps.size())
            continue;
        const auto later = std::ranges::find_if(m_steps[warp], [&](std::size_t own) {
            const trace::StepRecord& record = m_trace.steps[own];
            const ptx::Instruction* instruction = m_listing.find(record.pc);
            return own > step && record.epoch == interval.epoch && instruction != nullptr && waits_at_barrier(*instruction)
                && !is_counted(*instruction);
        });
        add(warp, later == m_steps[warp].end() ? std::string {} : line_of(m_trace.steps[*later].pc), false);
    }
}

} // namespace warpstage::analysis

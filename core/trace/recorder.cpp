#include "core/trace/recorder.h"

#include "core/base/verify.h"
#include "core/trace/pattern_table.h"
#include "core/trace/totals_recorder.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpstage::trace {

namespace {

// A vector that doubles could exceed the limit by a factor of two.
template <typename Element> void push_within(std::vector<Element>& elements, const Element& element, std::size_t limit)
{
    if (elements.size() == elements.capacity())
        elements.reserve(std::min(limit, std::max<std::size_t>(64, 2 * elements.size())));
    elements.push_back(element);
}

} // namespace

std::size_t RecorderLimits::bytes() const
{
    return steps * sizeof(StepRecord) + accesses * sizeof(simt::Access) + PatternTable::bytes(patterns)
        + matrix_numbers * sizeof(simt::MatrixNumber);
}

struct Recorder::State {
    State(std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, RecorderLimits recorder_limits)
        : limits(recorder_limits)
        , totals(instruction_count, warp_width, warps, { recorder_limits.patterns_per_instruction, recorder_limits.patterns })
    {
        trace.warp_width = warp_width;
        trace.warps = warps;
        windows.resize(warps);
    }

    // The record of the current step, or null if the window is closed.
    StepRecord* current() { return window_has_step ? &trace.steps.back() : nullptr; }

    // Each warp gets an equal share of the window: warps run in sequence, and the first one must not use it all.
    [[nodiscard]] bool has_room(std::size_t steps, std::size_t accesses) const
    {
        return (steps + 1) * windows.size() <= limits.steps && (accesses + 1) * windows.size() <= limits.accesses;
    }

    struct Window {
        bool open = true; // it never reopens: the steps of a warp have no gaps
        std::size_t steps = 0;
        std::size_t accesses = 0;
        std::size_t matrix_numbers = 0;
        std::size_t record = 0; // 1 + index of the warp's latest step; 0 if it is not in the window
    };

    RecorderLimits limits;
    Trace trace;
    Matrices matrices;
    TotalsRecorder totals;
    std::uint32_t epoch = 0;
    bool window_has_step = false;
    std::vector<Window> windows; // by warp
};

Recorder::Recorder(std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, RecorderLimits limits)
    : m_state(std::make_unique<State>(instruction_count, warp_width, warps, limits))
{
}

Recorder::~Recorder() = default;

void Recorder::on_step(const simt::Step& step)
{
    State& state = *m_state;
    VERIFY(step.warp < state.windows.size());
    state.totals.on_step(step);

    Trace& trace = state.trace;
    if (trace.steps_seen++ == 0)
        trace.block = step.block;
    VERIFY(step.block == trace.block);

    auto& window = state.windows[step.warp];
    window.open = window.open && state.has_room(window.steps, window.accesses);
    state.window_has_step = window.open;
    if (window.open) {
        ++window.steps;
        push_within(trace.steps,
            StepRecord {
                .warp = step.warp, .pc = step.pc, .active = step.active, .executed = step.executed, .epoch = state.epoch },
            state.limits.steps);
        if (trace.steps.size() == trace.steps_seen)
            trace.gapless = trace.steps.size();
    }
    window.record = window.open ? trace.steps.size() : 0;
}

void Recorder::on_access(const simt::Step& step, const simt::Access& access)
{
    State& state = *m_state;
    if (access.lanes == 0) // false guard in all lanes: no request
        return;
    state.totals.on_access(step, access);
    if (StepRecord* record = state.current()) {
        ++state.windows[step.warp].accesses;
        push_within(state.trace.accesses, access, state.limits.accesses);
        record->event = Event::access;
        record->access = static_cast<std::uint32_t>(state.trace.accesses.size());
    }
}

void Recorder::on_phase(const simt::Step& /*step*/, const simt::PhaseStep& phase)
{
    State& state = *m_state;
    if (state.current() != nullptr)
        push_within(state.trace.phases, { static_cast<std::uint32_t>(state.trace.steps.size() - 1), phase }, state.limits.steps);
}

void Recorder::on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken)
{
    State& state = *m_state;
    state.totals.on_branch(step, taken, not_taken);
    if (StepRecord* record = state.current()) {
        record->event = Event::branch;
        record->taken = taken;
    }
}

void Recorder::on_barrier(std::uint64_t block)
{
    State& state = *m_state;
    state.totals.on_barrier(block);
    ++state.epoch;
    // The barrier is the latest step of the released warps; warps that have exited keep their exit.
    for (const auto& window : state.windows) {
        if (window.record != 0 && state.trace.steps[window.record - 1].event == Event::plain)
            state.trace.steps[window.record - 1].event = Event::barrier;
    }
}

// No effect on the trace: lanes of a warp run in lock step.
void Recorder::on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) { }

void Recorder::on_exit(const simt::Step& /*step*/)
{
    if (StepRecord* record = m_state->current())
        record->event = Event::exit;
}

void Recorder::on_matrices(const simt::Step& step, std::vector<simt::ObservedMatrix> matrices)
{
    State& state = *m_state;
    ++state.matrices.seen;
    std::size_t numbers = state.windows[step.warp].matrix_numbers;
    for (const simt::ObservedMatrix& matrix : matrices)
        numbers += matrix.numbers.size();
    if (matrices.empty() || state.current() == nullptr || numbers * state.windows.size() > state.limits.matrix_numbers)
        return;
    state.windows[step.warp].matrix_numbers = numbers;
    state.matrices.records.push_back({ state.trace.steps.size() - 1, std::move(matrices) });
}

Matrices Recorder::take_matrices()
{
    return std::exchange(m_state->matrices, {});
}

Trace Recorder::take_trace()
{
    State& state = *m_state;
    Trace empty;
    empty.warp_width = state.trace.warp_width;
    empty.warps = state.trace.warps;
    state.window_has_step = false;
    state.epoch = 0;
    std::fill(state.windows.begin(), state.windows.end(), State::Window {});
    return std::exchange(state.trace, std::move(empty));
}

Totals Recorder::take_totals()
{
    return m_state->totals.take();
}

} // namespace warpstage::trace

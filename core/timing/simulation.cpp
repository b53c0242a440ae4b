#include "core/timing/simulation.h"

#include "core/timing/arithmetic_pipes.h"
#include "core/timing/asynchronous.h"
#include "core/timing/request_count.h"
#include "core/timing/sm_curves.h"
#include "core/timing/sm_warp.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpstage::timing {

namespace {

class Multiprocessor {
public:
    Multiprocessor(const SimulationRequest& request)
        : m_request(request)
        , m_timing(*request.timing)
        , m_path(*request.timing, request.memory)
        , m_schedulers(static_cast<std::uint32_t>(m_timing.scheduler_count.value))
        , m_turn(m_schedulers / m_timing.schedulers.value)
        , m_pipes(m_timing, m_schedulers, m_turn)
        , m_next_turn(m_schedulers)
    {
        m_simulation.run.schedulers = m_schedulers;
        m_simulation.run.turn = m_turn;
        m_simulation.run.resident_blocks = request.resident_blocks;
        if (request.spans == Spans::kept)
            m_path.keep_flights();
        for (const BlockStream* stream : request.streams)
            m_warps_of_place = std::max(m_warps_of_place, stream->warps.size());
        m_places.resize(request.resident_blocks);
        m_by_scheduler.resize(m_schedulers);
        for (std::uint32_t place = 0; place < request.resident_blocks; ++place) {
            for (std::uint32_t w = 0; w < m_warps_of_place; ++w) {
                Warp warp;
                warp.place = place;
                warp.index = w;
                warp.scheduler = static_cast<std::uint32_t>(m_warps.size()) % m_schedulers;
                m_by_scheduler[warp.scheduler].push_back(static_cast<std::uint32_t>(m_warps.size()));
                m_warps.push_back(std::move(warp));
            }
        }
        m_simulation.run.warps.resize(m_warps.size());
        for (std::uint32_t place = 0; place < request.resident_blocks; ++place)
            start_block(place, 0.0);
    }

    Simulation run(const std::stop_token& stop)
    {
        double cycle = 0.0;
        while (m_live > 0 && m_simulation.run.instructions < m_request.instructions) {
            if ((++m_rounds & 0xfff) == 0 && stop.stop_requested())
                break;
            double next = kNever;
            bool issued = false;
            // The queues of the memory path are shared. With a fixed order of the schedulers the last one would wait for the
            // others.
            for (std::uint32_t i = 0, first = m_first; i < m_schedulers; ++i) {
                const std::uint32_t s = (first + i) % m_schedulers;
                if (m_next_turn[s] > cycle) {
                    next = std::min(next, m_next_turn[s]);
                    continue;
                }
                issued = take_turn(s, cycle, next) || issued;
            }
            m_last = cycle;
            if (issued)
                cycle += 1.0;
            else if (next == kNever) {
                if (!release_everybody(cycle))
                    break;
            } else
                cycle = std::max(cycle + 1.0, std::ceil(next - 1e-9));
        }
        return finish();
    }

private:
    void start_block(std::uint32_t place, double cycle)
    {
        if (m_simulation.blocks_started >= m_request.blocks)
            return;
        cycle = std::max(cycle, m_next_block);
        m_next_block = cycle + m_timing.block_turn.value * m_request.multiprocessors;
        Resident& resident = m_places[place];
        resident.block = m_simulation.blocks_started++;
        resident.stream = m_request.streams[resident.block % m_request.streams.size()];
        resident.live = 0;
        resident.arrived = 0;
        resident.phases.start(*resident.stream);
        resident.missing = resident.stream->barriers;
        for (std::size_t w = 0; w < resident.stream->warps.size(); ++w) {
            Warp& warp = m_warps[place * m_warps_of_place + w];
            warp.live = true;
            warp.at_barrier = false;
            warp.step = 0;
            warp.micro = 0;
            warp.chain = 0.0;
            warp.released = cycle;
            warp.release_reason = WarpState::empty;
            warp.memory_done = 0.0;
            warp.throttled = 0.0;
            warp.at_phase = false;
            warp.groups = {};
            warp.ready.assign(m_request.code->registers, 0.0);
            warp.why.assign(m_request.code->registers, WarpState::wait);
            ++resident.live;
            ++m_live;
            look_ahead(warp, cycle);
        }
    }

    [[nodiscard]] const std::vector<StreamStep>& steps(const Warp& warp) const
    {
        return m_places[warp.place].stream->warps[warp.index];
    }

    // Skips instructions without cost up to the next machine instruction, and computes when it can issue.
    void look_ahead(Warp& warp, double cycle)
    {
        const std::vector<StreamStep>& stream = steps(warp);
        while (warp.step < stream.size()) {
            const MachineOperation& operation = m_request.code->operations[stream[warp.step].pc];
            const bool is_branch = operation.kind == OperationKind::branch;
            double ready = 0.0;
            WarpState why = WarpState::wait;
            for (const std::uint32_t reg : operation.reads) {
                if (warp.ready[reg] > ready) {
                    ready = warp.ready[reg];
                    why = warp.why[reg];
                }
            }
            const bool vanishes = stream[warp.step].vanishes;
            if (vanishes && stream[warp.step].memory != 0) {
                ready = warp.wide_ready;
                why = WarpState::short_scoreboard;
            }
            if (!operation.micro.empty() && !vanishes) {
                if (is_branch && ready > 0.0) // a comparison result reaches the branch later than another instruction
                    ready += m_timing.branch_condition.value
                        - m_timing.pipes[static_cast<std::size_t>(arch::Pipe::integer)].latency.value;
                if (warp.micro > 0 && operation.micro[warp.micro].chained && warp.chain > ready) {
                    ready = warp.chain;
                    why = WarpState::wait;
                }
                if (operation.kind == OperationKind::fence && warp.memory_done > ready) {
                    ready = warp.memory_done;
                    why = WarpState::long_scoreboard;
                }
                if (warp.released >= ready) {
                    ready = warp.released;
                    why = warp.release_reason;
                }
                if (const double copied = groups_complete(warp, stream[warp.step], operation); copied > ready) {
                    ready = copied;
                    why = WarpState::long_scoreboard;
                }
                if (const double complete =
                        phases_complete(m_places[warp.place], stream[warp.step], m_timing.memory.phase_latency.value);
                    complete > ready) {
                    ready = complete;
                    why = WarpState::long_scoreboard;
                }
                warp.at_phase = ready == kNever;
                warp.dependence = ready;
                warp.reason = why;
                return;
            }
            for (const std::uint32_t reg : operation.writes) {
                warp.ready[reg] = ready;
                warp.why[reg] = why;
            }
            ++warp.step;
        }
        leave(warp, cycle);
    }

    void contribute(const Warp& warp, const StreamStep& step, double time, double cycle)
    {
        Resident& resident = m_places[warp.place];
        bool completes = false;
        for (std::uint32_t i = 0; i < step.phases; ++i) {
            const PhaseUse& use = resident.stream->phases[step.first_phase + i];
            completes = (!use.waits && resident.phases.contribute(use.object, use.phase, time)) || completes;
        }
        for (std::size_t w = 0; completes && w < m_warps_of_place; ++w) {
            Warp& other = m_warps[warp.place * m_warps_of_place + w];
            if (other.live && other.at_phase)
                look_ahead(other, cycle);
        }
    }

    void leave(Warp& warp, double cycle)
    {
        warp.live = false;
        --m_live;
        Resident& resident = m_places[warp.place];
        --resident.live;
        if (resident.live == 0) {
            ++m_simulation.blocks_ended;
            if (m_request.counts_requests)
                requests().add_behind(resident);
            start_block(warp.place, cycle + m_timing.block_start.value);
        } else if (resident.arrived == resident.live)
            release(warp.place, cycle);
    }

    void release(std::uint32_t place, double cycle)
    {
        m_places[place].arrived = 0;
        release(place, cycle, 0);
    }

    // `barrier`: as in StreamStep.
    void release(std::uint32_t place, double cycle, std::uint32_t barrier)
    {
        for (std::size_t w = 0; w < m_warps_of_place; ++w) {
            Warp& warp = m_warps[place * m_warps_of_place + w];
            if (!warp.live || !warp.at_barrier || warp.barrier != barrier)
                continue;
            warp.at_barrier = false;
            warp.released = cycle + m_timing.barrier_latency.value;
            warp.release_reason = WarpState::barrier;
            look_ahead(warp, cycle);
        }
    }

    // A recording that ends early, or that does not say which warps meet at a barrier: no further warp can arrive.
    bool release_everybody(double cycle)
    {
        bool waited = false;
        for (const Warp& warp : m_warps) {
            if (warp.live && warp.at_barrier) {
                waited = true;
                m_places[warp.place].arrived = 0;
                release(warp.place, cycle, warp.barrier);
            }
        }
        if (waited)
            return true;
        for (Warp& warp : m_warps) {
            if (!warp.live || !std::exchange(warp.at_phase, false))
                continue;
            waited = true;
            warp.dependence = cycle;
        }
        return waited;
    }

    // When the warp can issue, given its operands and busy resources.
    struct Earliest {
        double cycle = 0.0;
        WarpState throttle = WarpState::not_selected; // the reason for a delay after its dependences
    };
    Earliest earliest(const Warp& warp, double cycle)
    {
        if (warp.dependence > cycle)
            return { warp.dependence, WarpState::not_selected };
        const MachineOperation& operation = m_request.code->operations[steps(warp)[warp.step].pc];
        const OperationKind kind = operation.kind;
        if (kind == OperationKind::shared_access || kind == OperationKind::constant_access || kind == OperationKind::phase)
            return { m_path.accepts_shared(cycle), WarpState::mio_throttle };
        if (kind == OperationKind::global_access || kind == OperationKind::local_access || kind == OperationKind::texture
            || kind == OperationKind::async_copy)
            return { m_path.accepts_global(cycle), WarpState::lg_throttle };
        const MicroOperation& micro = operation.micro[warp.micro];
        const bool behind_queue = micro.pipe == arch::Pipe::special || micro.pipe == arch::Pipe::conversion
            || micro.pipe == arch::Pipe::bit_count || micro.pipe == arch::Pipe::shuffle;
        return { m_pipes.accepts(warp.scheduler, micro), behind_queue ? WarpState::mio_throttle : WarpState::math_pipe_throttle };
    }

    bool take_turn(std::uint32_t scheduler, double cycle, double& next)
    {
        Warp* best = nullptr;
        for (const std::uint32_t w : m_by_scheduler[scheduler]) {
            Warp& warp = m_warps[w];
            if (!warp.live || warp.at_barrier)
                continue;
            if (best != nullptr && warp.dependence >= best->dependence)
                continue;
            const Earliest when = earliest(warp, cycle);
            if (when.cycle > cycle) {
                next = std::min(next, when.cycle);
                if (when.throttle != WarpState::not_selected) {
                    warp.throttled = when.cycle;
                    warp.throttle = when.throttle;
                }
            } else
                best = &warp;
        }
        if (best == nullptr)
            return false;
        const std::uint32_t pc = steps(*best)[best->step].pc;
        issue(*best, cycle);
        m_next_turn[scheduler] = cycle + m_turn;
        m_first = (scheduler + 1) % m_schedulers;
        // Dual issue: the next instruction of the same warp, if nothing delays it.
        for (int more = 1; more < static_cast<int>(m_timing.issues.value) && best->live && !best->at_barrier; ++more) {
            if (best->step >= steps(*best).size() || steps(*best)[best->step].pc == pc || best->dependence > cycle
                || earliest(*best, cycle).cycle > cycle)
                break;
            issue(*best, cycle);
        }
        return true;
    }

    void issue(Warp& warp, double cycle)
    {
        const StreamStep& step = steps(warp)[warp.step];
        const MachineOperation& operation = m_request.code->operations[step.pc];
        const MicroOperation micro = operation.micro[warp.micro];
        tell_wait(warp, cycle, step);
        tell(warp, cycle + 1.0, WarpState::selected, step); // a second instruction in the same cycle adds nothing
        ++m_simulation.run.instructions;
        const auto bucket = static_cast<std::size_t>(cycle) / Simulation::kCycles;
        if (m_simulation.issued.size() <= bucket)
            m_simulation.issued.resize(bucket + 1);
        ++m_simulation.issued[bucket];

        double result = cycle;
        WarpState why = WarpState::wait;
        if (is_asynchronous(operation.kind))
            result = issue_asynchronous(warp, cycle, step, operation);
        else if (step.memory != 0)
            result = access(warp, cycle, step, operation.kind, why);
        else
            result = compute(warp, cycle, micro, why);
        warp.chain = result;
        const bool last = warp.micro + 1 >= operation.micro.size();
        if (last) {
            for (const std::uint32_t reg : operation.writes) {
                // A register with a pending write is written after it.
                warp.ready[reg] = std::max(result, warp.ready[reg]);
                warp.why[reg] = why;
            }
        }
        // The scheduler's slot ends; if it issues two instructions per slot, the next one may follow immediately.
        warp.released = m_timing.issues.value > 1.0 ? cycle : cycle + 1.0;
        warp.release_reason = WarpState::wait;
        if (last) {
            warp.micro = 0;
            ++warp.step;
        } else
            ++warp.micro;
        if (last && operation.kind == OperationKind::branch) {
            warp.released = cycle + m_timing.branch_latency.value;
            warp.release_reason = WarpState::branch_resolving;
        }
        if (last && operation.kind == OperationKind::barrier && (operation.waits_at_barrier || step.barrier != 0))
            return arrive(warp, cycle, step, operation);
        look_ahead(warp, cycle);
    }

    void arrive(Warp& warp, double cycle, const StreamStep& step, const MachineOperation& operation)
    {
        warp.at_barrier = operation.waits_at_barrier;
        warp.barrier = step.barrier;
        Resident& resident = m_places[warp.place];
        m_barrier_free = std::max(m_barrier_free, cycle) + m_timing.barrier_turn.value;
        if (step.barrier != 0) {
            if (--resident.missing[step.barrier - 1] == 0)
                release(warp.place, m_barrier_free, step.barrier);
        } else if (++resident.arrived == resident.live) {
            release(warp.place, m_barrier_free);
        }
        if (!operation.waits_at_barrier)
            look_ahead(warp, cycle);
    }

    double compute(const Warp& warp, double cycle, const MicroOperation& micro, WarpState& why)
    {
        const arch::Pipe pipe = micro.pipe;
        if (pipe == arch::Pipe::special || pipe == arch::Pipe::shuffle || pipe == arch::Pipe::conversion)
            why = WarpState::short_scoreboard;
        return m_pipes.execute(warp.scheduler, cycle, micro);
    }

    // Returns when the warp can go on; copies and products go on by themselves.
    double issue_asynchronous(Warp& warp, double cycle, const StreamStep& step, const MachineOperation& operation)
    {
        if (operation.kind == OperationKind::matrix_product)
            groups_of(warp, GroupKind::products)
                .add(m_pipes.multiply(warp.scheduler, cycle, operation.product_columns / m_timing.product_columns.value));
        const Resident& resident = m_places[warp.place];
        const std::uint64_t copy = resident.block / m_request.streams.size();
        contribute(warp, step, start_asynchronous(m_path, warp, resident, { cycle, step, operation, copy }), cycle);
        return cycle + 1.0;
    }

    double access(Warp& warp, double cycle, const StreamStep& step, OperationKind kind, WarpState& why)
    {
        const BlockStream& stream = *m_places[warp.place].stream;
        MemoryUse use = stream.memory[step.memory - 1];
        if (use.wide_wavefronts != 0)
            use.wavefronts = use.wide_wavefronts;
        if (kind == OperationKind::constant_access) {
            why = WarpState::short_scoreboard;
            return m_path.constant(cycle, use);
        }
        // A generic address may have referred to shared memory.
        const bool is_shared = kind == OperationKind::shared_access || (use.wavefronts > 0 && use.lines == 0);
        why = is_shared ? WarpState::short_scoreboard : WarpState::long_scoreboard;
        const double done = is_shared ? m_path.shared(cycle, use)
                                      : m_path.global(cycle, use, stream.lines_of(use), m_places[warp.place].block,
                                          m_places[warp.place].block / m_request.streams.size(), kind == OperationKind::texture);
        if (use.wide_wavefronts != 0)
            warp.wide_ready = done;
        warp.memory_done = std::max(warp.memory_done, done);
        return done;
    }

    [[nodiscard]] CountedRequests requests() { return { m_path, *m_request.code, m_request.streams.size() }; }

    // The warp was in this state from the end of its last span up to `end`.
    void tell(Warp& warp, double end, WarpState state, const StreamStep& step)
    {
        const auto last = static_cast<std::uint32_t>(end);
        if (last <= warp.told)
            return;
        SmRun& run = m_simulation.run;
        run.state_cycles[static_cast<std::size_t>(state)] += last - warp.told;
        const bool is_recorded = m_places[warp.place].block == 0 && state != WarpState::empty;
        if (m_request.spans == Spans::kept)
            run.warps[static_cast<std::size_t>(&warp - m_warps.data())].spans.push_back(
                { warp.told, last, state, step.pc, is_recorded ? step.trace_step : kNoStep });
        warp.told = last;
    }

    // The reason for the wait since the last issue.
    void tell_wait(Warp& warp, double cycle, const StreamStep& step)
    {
        tell(warp, std::min(cycle, std::ceil(warp.dependence)), warp.reason, step);
        tell(warp, std::min(cycle, std::ceil(warp.throttled)), warp.throttle, step);
        tell(warp, cycle, WarpState::not_selected, step);
    }

    Simulation finish()
    {
        m_simulation.end = std::max(m_last + 1.0, m_path.drained());
        SmRun& run = m_simulation.run;
        run.cycles = static_cast<std::uint32_t>(m_last + 1.0);
        run.complete = m_live == 0 && m_simulation.blocks_started == m_request.blocks;
        for (std::size_t w = 0; w < m_warps.size(); ++w) {
            run.warps[w] = { m_warps[w].scheduler, m_warps[w].place, m_warps[w].index, std::move(run.warps[w].spans) };
            if (m_warps[w].at_barrier) // a recording that ends early has no further step
                tell(m_warps[w], run.cycles, WarpState::barrier, steps(m_warps[w])[m_warps[w].step - 1]);
            else if (m_warps[w].live)
                tell_wait(m_warps[w], run.cycles, steps(m_warps[w])[m_warps[w].step]);
            tell(m_warps[w], run.cycles, WarpState::empty, {});
        }
        if (m_request.spans == Spans::kept) {
            fill_curves(run, m_path.flights(), m_schedulers / m_turn);
            run.phase_ends = m_places.front().phases.ends(*m_places.front().stream); // no block follows there: see model_sm()
        }
        for (std::size_t q = 0; q < kQueues; ++q)
            m_simulation.queue_busy[q] = m_path.busy(static_cast<Queue>(q));
        m_simulation.pipe_busy = m_pipes.busy();
        if (m_request.counts_requests)
            requests().add_rest(m_warps, m_places);
        m_simulation.asked_bytes = m_path.asked_bytes();
        m_simulation.missed_bytes = m_path.missed_bytes();
        m_simulation.stored_hits = m_path.stored_hits();
        m_simulation.dram_bytes = m_path.dram_bytes();
        m_simulation.written_bytes = m_path.written_bytes();
        std::ranges::stable_sort(run.warps, {}, &WarpRow::scheduler);
        return std::move(m_simulation);
    }

    const SimulationRequest& m_request;
    const arch::Timing& m_timing;
    MemoryPath m_path;
    std::uint32_t m_schedulers;
    double m_turn; // cycles between two issue slots of a scheduler
    ArithmeticPipes m_pipes;
    Simulation m_simulation;
    std::vector<double> m_next_turn; // by scheduler
    std::vector<Resident> m_places;
    std::vector<Warp> m_warps; // by slot, then by index in the block
    std::vector<std::vector<std::uint32_t>> m_by_scheduler;
    std::size_t m_warps_of_place = 0;
    std::uint32_t m_live = 0; // warps
    std::uint64_t m_rounds = 0;
    std::uint32_t m_first = 0; // the scheduler behind the last one that issued
    double m_last = 0.0;
    double m_next_block = 0.0; // cycle before which no block starts
    double m_barrier_free = 0.0;
};

} // namespace

Simulation simulate(const SimulationRequest& request, const std::stop_token& stop)
{
    return Multiprocessor(request).run(stop);
}

} // namespace warpstage::timing

#include "core/timing/block_stream.h"

#include "core/timing/copies.h"
#include "core/timing/issue_order.h"
#include "core/timing/memory_requests.h"
#include "core/timing/partial_barriers.h"
#include "core/timing/phases.h"
#include "core/timing/sm_run.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpstage::timing {

namespace {

constexpr std::size_t kStepsPerRequest = 16; // recorded steps for each request that is kept behind them

// Instructions that a short branch skips are issued with a false predicate.
void issue_skipped(std::vector<StreamStep>& steps, std::uint32_t pc, const MachineCode& code)
{
    if (steps.empty())
        return;
    const std::uint32_t branch = steps.back().pc;
    const std::uint32_t skipped = code.operations[branch].skips;
    if (skipped == 0 || pc != branch + 1 + skipped)
        return;
    for (std::uint32_t k = 1; k <= skipped; ++k)
        steps.push_back({ .pc = branch + k, .trace_step = kNoStep });
}

void add_constants(ConstantRange& range, const simt::Access& access)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        range.add({ access.addresses[lane], access.addresses[lane] + access.bytes });
    });
}

} // namespace

double requested_bytes(const BlockStream& stream)
{
    const auto sectors_of = [&](const MemoryUse& use) {
        double sectors = 0.0;
        for (const LineUse& line : stream.lines_of(use))
            sectors += std::popcount(line.sectors);
        return sectors;
    };
    double sectors = 0.0;
    for (const auto& warp : stream.warps)
        for (const StreamStep& step : warp)
            if (step.memory != 0 && !step.vanishes)
                sectors += sectors_of(stream.memory[step.memory - 1]);
    double behind = 0.0;
    double by_lanes = 0.0; // bytes, of the same requests
    for (const auto& warp : stream.behind)
        for (const MemoryUse& use : warp) {
            behind += sectors_of(use);
            by_lanes += use.bytes;
        }
    const double each = by_lanes > 0.0 ? behind / by_lanes : 1.0 / kSectorOfLine;
    return kSectorOfLine * (sectors + behind + each * stream.further_bytes);
}

BlockStream stream_of(const trace::Trace& trace, const MachineCode& code, const arch::Traits& traits)
{
    BlockStream stream;
    stream.warps.resize(trace.warps);
    stream.steps = trace.steps.size();
    PhaseCollector phases;
    CopyCollector copies;
    auto phase = trace.phases.begin();
    for (std::uint32_t i = 0; i < trace.steps.size(); ++i) {
        const trace::StepRecord& record = trace.steps[i];
        StreamStep step { .pc = record.pc, .trace_step = i, .active = record.active, .divergent = record.divergent() };
        for (const simt::Access& access : trace.accesses_of(i))
            add_access(stream, step, access, record.warp, code, traits);
        issue_skipped(stream.warps[record.warp], record.pc, code);
        stream.warps[record.warp].push_back(step);
        copies.add_step(stream, record.warp, code.operations[record.pc]);
        for (const simt::Access& access : trace.accesses_of(i))
            if (access.space == ptx::StateSpace::shared)
                copies.add_access(stream, record.warp, code.operations[record.pc], access);
        for (; phase != trace.phases.end() && phase->step == i; ++phase)
            phases.add(stream, record.warp, phase->phase);
    }
    stream.observed_steps = trace.steps.size();
    stream.all_steps = trace.steps_seen - stream.polls;
    put_in_issue_order(stream, code, traits);
    return stream;
}

StreamObserver::StreamObserver(const MachineCode& code, const arch::Traits& traits, std::size_t steps_per_warp)
    : m_code(&code)
    , m_traits(&traits)
    , m_steps_per_warp(steps_per_warp)
    , m_phases(std::make_unique<PhaseCollector>())
    , m_copies(std::make_unique<CopyCollector>())
    , m_barriers(std::make_unique<BarrierCollector>())
{
}

StreamObserver::~StreamObserver() = default;

void StreamObserver::on_phase(const simt::Step& step, const simt::PhaseStep& phase)
{
    if (m_kept)
        m_phases->add(m_stream, step.warp, phase);
}

void StreamObserver::on_step(const simt::Step& step)
{
    ++m_stream.all_steps;
    if (m_stream.warps.size() <= step.warp)
        m_stream.warps.resize(step.warp + 1);
    auto& steps = m_stream.warps[step.warp];
    m_kept = steps.size() < m_steps_per_warp; // including those that short branches skip
    if (m_kept) {
        ++m_stream.steps;
        issue_skipped(steps, step.pc, *m_code);
        steps.push_back({ .pc = step.pc, .active = step.active });
        m_copies->add_step(m_stream, step.warp, m_code->operations[step.pc]);
        m_barriers->add_step(m_stream, step.warp, m_code->operations[step.pc]);
    }
}

void StreamObserver::on_access(const simt::Step& step, const simt::Access& access)
{
    if (access.lanes == 0)
        return;
    if (access.space == ptx::StateSpace::constant)
        add_constants(m_stream.constants, access);
    if (!m_kept)
        return add_access_behind(m_stream, step, access, m_steps_per_warp / kStepsPerRequest, *m_code, *m_traits);
    add_access(m_stream, m_stream.warps[step.warp].back(), access, step.warp, *m_code, *m_traits);
    if (access.space == ptx::StateSpace::shared)
        m_copies->add_access(m_stream, step.warp, m_code->operations[step.pc], access);
}

void StreamObserver::on_partial_barrier(
    std::uint64_t /*block*/, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    m_barriers->synchronize(m_stream, *m_code, waited, arrived);
}

void StreamObserver::on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken)
{
    if (m_kept)
        m_stream.warps[step.warp].back().divergent = taken != 0 && not_taken != 0;
}

BlockStream StreamObserver::take()
{
    m_stream.observed_steps = m_stream.all_steps;
    m_stream.all_steps -= std::min(m_stream.all_steps, m_stream.polls);
    put_in_issue_order(m_stream, *m_code, *m_traits);
    BlockStream stream = std::move(m_stream);
    m_stream = {};
    m_phases = std::make_unique<PhaseCollector>();
    m_copies = std::make_unique<CopyCollector>();
    m_barriers = std::make_unique<BarrierCollector>();
    return stream;
}

} // namespace warpstage::timing

#include "core/simt/async/bulk_parts.h"
#include "core/simt/checks/checker.h"
#include "core/simt/checks/content/checked_content.h"
#include "core/simt/checks/hazard.h"
#include "core/simt/faults/object_name.h"
#include "core/simt/memory/address_space.h"
#include "core/simt/run/block.h"

#include <algorithm>
#include <array>

namespace warpstage::simt {

// No operation on an mbarrier object races with another one, and a test orders what comes before and after it.
void Checker::check_barrier_object(const Step& step, const Access& access)
{
    if (m_launch.checks.memory)
        check_shared_content(step, access, pattern_of(access), *this);
    if (m_launch.checks.races == RaceCheck::off)
        return;
    using enum CheckedInstruction::OnBarrierObject;
    const bool changes = m_launch.code.at(step.pc).barrier_object != test;
    check_initialization(step, access, m_launch.code.at(step.pc).barrier_object == initialize);
    if (m_cluster.has_others())
        m_cluster.synchronize(step.warp, access, barrier_object_access(changes), *m_block, m_causality);
    if (changes) {
        m_phases.arrive(step, access, m_causality.publish(step.warp));
        return;
    }
    m_causality.learn(step.warp, m_phases.released_before(access));
    // An asynchronous copy is noted where it is issued, which may be after the arrival that announces it.
    if (m_launch.code.completes_transactions()) {
        for (const std::uint32_t warp : m_phases.arrived_before(access))
            m_causality.learn(step.warp, m_causality.publish(warp));
    }
    if (m_async.is_used())
        m_async.meet(std::array { step.warp }, m_phases.arrived_before(access));
}

void Checker::check_initialization(const Step& step, const Access& access, bool initializes)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t offset = access.addresses[lane];
        const auto known = std::ranges::find(m_initialized, offset, &Initialization::offset);
        if (initializes) {
            const Initialization now { offset, m_causality.order().now(step.warp, lane), step.pc };
            if (known == m_initialized.end())
                m_initialized.push_back(now);
            else
                *known = now;
            return;
        }
        if (known == m_initialized.end() || m_causality.order().before(known->moment, step.warp, lane))
            return;
        const std::string object =
            name_of_object(m_launch.shared_arrays, m_block->cluster().mbarriers(), m_block->shared(), m_block->shared() + offset);
        m_has_shared_race = true;
        m_launch.findings.add(uninitialized_object_trap(*m_block, { step.warp, lane, step.pc },
                                  { known->moment.warp, known->moment.lane, known->pc }, object),
            1, "WAW", "missing barrier");
        m_initialized.erase(known); // once
    });
}

// The whole copy is the work of one thread.
void Checker::check_pieces(const Step& step, const Access& access)
{
    if (m_async.is_used() && access.space == ptx::StateSpace::shared) {
        if (const auto conflict = m_async.issue(step, access))
            return report(*conflict);
    }
    for_each_lane(access.lanes, [&](unsigned piece) {
        Access single;
        single.space = access.space;
        single.kind = access.kind;
        single.bytes = access.bytes;
        single.lanes = LaneMask { 1 } << access.issuer;
        single.addresses[access.issuer] = access.addresses[piece];
        single.values[access.issuer] = access.values[piece];
        if (!m_trap)
            check_access(step, single);
    });
}

void Checker::report(const CopyConflict& conflict)
{
    const bool fence = conflict.kind == CopyConflict::Kind::no_proxy_fence;
    const bool reads = conflict.later_kind == AccessKind::load;
    const bool after_read = conflict.kind == CopyConflict::Kind::unfinished_store;
    m_has_shared_race = true;
    m_launch.findings.add(copy_conflict_trap(*m_block, conflict, m_launch.shared_arrays, m_block->cluster().mbarriers()), 1,
        after_read  ? "WAR"
            : reads ? "RAW"
                    : "WAW",
        fence ? "missing proxy fence" : "missing wait");
}

void Checker::follow_bulk_copies(const Step& step, const CheckedInstruction& instruction)
{
    using enum CheckedInstruction::OnBulkCopies;
    if (instruction.proxy_fence)
        m_async.fence(step.warp);
    switch (instruction.bulk_copies) {
    case none:
        return;
    case start:
        m_async.begin(step, instruction.products);
        return note_words(step);
    case commit:
        return m_async.commit(step, instruction.products);
    case wait:
        return m_async.wait(step, instruction.groups, instruction.products);
    }
}

// The mbarrier objects that count the bytes of the copies that the lanes are about to issue.
void Checker::note_words(const Step& step)
{
    const WarpState& state = m_block->state();
    const MemoryForm& form = m_block->body().memory_forms[m_block->body().operations[step.pc].site];
    const auto* bulk = form.as<BulkForm>();
    const auto* tensor = form.as<TensorForm>();
    const BulkAddress* barrier = bulk != nullptr ? &bulk->barrier : tensor != nullptr ? &tensor->barrier : nullptr;
    if (barrier == nullptr || barrier->row == kNoRow)
        return;
    for_each_lane(step.executed, [&](unsigned lane) {
        const std::uint64_t offset = resolve_shared(state, bulk_address(state, *barrier, lane)).offset;
        if (offset + sizeof(offset) <= state.shared_bytes)
            m_async.set_word(lane, state.shared + offset);
    });
}

bool Checker::meets_no_copy(const Step& step, const Access& access)
{
    if (m_launch.code.at(step.pc).copies == CheckedInstruction::OnCopies::start) {
        m_copies.start(step, access);
        return true;
    }
    if (const auto overlap = m_copies.find(access))
        m_trap = pending_copy_trap(*m_block, { step.warp, overlap->lane, step.pc }, access, overlap->copy);
    return !m_trap;
}

// A complete copy is a write at the time when its thread has waited for it.
void Checker::follow_copies(const Step& step, const CheckedInstruction& instruction)
{
    using enum CheckedInstruction::OnCopies;
    if (instruction.copies == commit)
        m_copies.commit(step);
    if (instruction.copies != wait && instruction.copies != hand_over)
        return;
    for (const PendingCopy& copy :
        m_copies.wait(step, instruction.copies == wait ? instruction.groups : PendingCopies::kAllGroups)) {
        if (m_trap || instruction.copies == hand_over)
            return;
        Access written;
        written.space = ptx::StateSpace::shared;
        written.kind = AccessKind::store;
        written.bytes = copy.bytes;
        written.lanes = LaneMask { 1 } << copy.lane;
        written.addresses[copy.lane] = copy.offset;
        written.values[copy.lane] = copy.value;
        const Step issued { step.block, step.warp, copy.pc, step.active, step.executed };
        m_shared_races.access(issued, written, AddressPattern::uniform, {}, m_races);
        if (!m_races.empty()) [[unlikely]]
            report_shared();
    }
}

} // namespace warpstage::simt

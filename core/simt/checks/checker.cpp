#include "core/simt/checks/checker.h"

#include "core/simt/checks/content/checked_content.h"
#include "core/simt/checks/hazard.h"
#include "core/simt/checks/request.h"
#include "core/simt/run/block.h"
#include "core/simt/run/observed_operation.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpstage::simt {

Checker::Checker(Block& block, CheckedLaunch& launch)
    : m_block(&block)
    , m_launch(launch)
    , m_shared_content(block.shared_bytes())
    , m_causality(block.warp_count())
    , m_shared_races(block.shared_bytes(), m_causality.order(), launch.checks.races)
    , m_skipped(launch.guards, block.warp_count())
    , m_copies(block.warp_count())
    , m_async(block.shared_bytes(), block.warp_count(), launch.code.uses_async_proxy() && launch.checks.races != RaceCheck::off)
    , m_local(block.program().kernel(), block.warp_count())
    , m_undefined(block.program(), block.warp_count())
    , m_cluster(block, launch)
{
}

void Checker::start(Observer* observer)
{
    m_observer = observer;
    m_cluster.clear();
    m_shared_content.clear();
    m_shared_content.mark(m_block->own_shared_bytes(), m_block->shared_bytes() - m_block->own_shared_bytes());
    m_place = m_launch.checks.races == RaceCheck::off ? 0 : m_launch.global_races.start(m_block->linear(), m_block->linear());
    m_causality.start(m_place, m_block->linear());
    m_may_yield = false;
    m_has_shared_race = false;
    m_phases.clear();
    m_skipped.clear();
    m_copies.clear();
    m_initialized.clear();
    m_arrivals.clear();
    if (m_async.is_used())
        m_async.start(m_block->cluster().mbarriers(), m_block->linear());
    m_local.clear();
    m_undefined.clear();
    m_trap.reset();
    m_doubts.clear();
    resume();
}

void Checker::resume()
{
    if (m_launch.checks.races != RaceCheck::off)
        m_launch.global_races.run(m_place, m_causality);
}

void Checker::join(std::span<Checker* const> cluster)
{
    m_cluster.join(cluster, cluster.front()->m_block->linear());
    if (m_async.is_used())
        m_async.start(m_block->cluster().mbarriers(), m_block->linear());
    m_causality.join_cluster(m_cluster.first());
    if (m_launch.checks.races != RaceCheck::off)
        m_launch.global_races.join_cluster(m_place, m_cluster.first());
    // What other blocks store asynchronously is not reported.
    if (m_launch.code.stores_to_other_blocks())
        m_shared_content.mark(0, m_block->shared_bytes());
}

std::optional<Trap> Checker::take_trap()
{
    if (!m_trap && m_launch.findings.is_enough()) {
        m_trap.emplace(); // without a message: see Launch::add_findings()
        m_trap->kind = TrapKind::race;
    }
    return std::exchange(m_trap, std::nullopt);
}

void Checker::finish()
{
    for (Doubt& doubt : m_doubts) {
        if (!m_has_shared_race)
            m_launch.findings.add(std::move(doubt.trap), doubt.count);
    }
    m_doubts.clear();
}

bool Checker::yields_before(std::uint32_t pc, LaneMask executed)
{
    if (!m_may_yield || executed == 0 || m_launch.checks.races == RaceCheck::off || m_cluster.has_others())
        return false;
    const Operation& operation = m_block->body().operations[pc];
    if (!operation.accesses_memory)
        return false;
    const MemoryForm& form = m_block->body().memory_forms[operation.site];
    const bool is_strong =
        form.kind == AccessKind::atomic || (form.kind == AccessKind::store && m_launch.code.at(pc).strength != Strength::weak);
    if (!is_strong || (form.space != ptx::StateSpace::global && form.space != ptx::StateSpace::generic))
        return false;
    m_may_yield = false;
    return true;
}

bool Checker::execute(
    WarpState& state, const Operation& operation, bool (*handler)(WarpState&, const Operation&), const Step& here)
{
    const ProgramBody& body = m_block->body();
    follow_undefined(here, state, operation);
    const bool is_plain_access = operation.accesses_memory
        && m_launch.code.at(here.pc).barrier_object == CheckedInstruction::OnBarrierObject::none
        && find_addresses(state, operation, body.memory_forms[operation.site], m_access);
    if (!is_plain_access)
        return execute_observed(state, body, operation, handler, here, *this);
    if (!handler(state, operation))
        return false;
    if (m_access.kind == AccessKind::store)
        read_stored_values(state, operation, body.memory_forms[operation.site], m_access);
    if (!m_trap)
        check_access(here, m_access);
    return true;
}

void Checker::on_step(const Step& step)
{
    const CheckedInstruction& instruction = m_launch.code.at(step.pc);
    if (instruction.fence && step.executed != 0)
        m_causality.fence(step.warp, instruction.scope);
    if (instruction.barrier && step.executed != 0)
        m_skipped.arrive(step, instruction.aligned_barrier);
    if (instruction.barrier && step.executed != 0 && m_launch.checks.races != RaceCheck::off)
        note_arrival(step);
    if (instruction.cluster_barrier && m_cluster.has_others() && step.executed != 0)
        m_cluster.meet(step, m_causality);
    if (instruction.copies != CheckedInstruction::OnCopies::none && step.executed != 0)
        follow_copies(step, instruction);
    if (m_async.is_used() && step.executed != 0)
        follow_bulk_copies(step, instruction);
    if (m_observer != nullptr)
        m_observer->on_step(step);
}

void Checker::note_arrival(const Step& step)
{
    const Operation& operation = m_block->body().operations[step.pc];
    if (static_cast<BarrierAction>(operation.site) != BarrierAction::arrive)
        return;
    auto barrier = static_cast<std::uint32_t>(operation.displacement);
    if (operation.a != kNoRow)
        std::memcpy(
            &barrier, m_block->state().registers + operation.a + lowest_lane(step.executed) * sizeof(barrier), sizeof(barrier));
    m_arrivals.push_back({ barrier, m_causality.publish(step.warp) });
}

void Checker::on_access(const Step& step, const Access& access)
{
    if (m_observer != nullptr)
        m_observer->on_access(step, access);
    if (m_trap)
        return;
    if (m_launch.code.at(step.pc).barrier_object != CheckedInstruction::OnBarrierObject::none)
        check_barrier_object(step, access);
    else if (access.issuer == kMaxLanes)
        check_access(step, access);
    else
        check_pieces(step, access);
}

AccessMode Checker::mode_at(std::uint32_t pc) const
{
    const CheckedInstruction& instruction = m_launch.code.at(pc);
    return { instruction.strength, instruction.scope, instruction.guards_cas, instruction.is_tested };
}

StrongAccess Checker::strong_access(std::uint32_t pc, const Access& access) const
{
    const CheckedInstruction& instruction = m_launch.code.at(pc);
    return { access.kind, instruction.scope, instruction.acquires, instruction.releases, lane_count(access.lanes) == 1,
        access.lanes };
}

// What a strong access to these words orders.
void Checker::synchronize(const Step& step, const Access& access, ReleasedWords& words)
{
    if (access.kind != AccessKind::atomic && m_launch.code.at(step.pc).strength == Strength::weak)
        return;
    StrongAccess strong = strong_access(step.pc, access);
    if (m_causality.can_skip(step.warp, words, strong))
        return;
    if (m_async.is_used() && strong.kind != AccessKind::store)
        m_async.acquire(step.warp);
    for (LaneMask rest = access.lanes; rest != 0; rest &= ~strong.lanes) {
        const std::uint64_t word = access.addresses[lowest_lane(rest)];
        strong.lanes = 0;
        for_each_lane(rest, [&](unsigned lane) {
            if (access.addresses[lane] == word)
                strong.lanes |= LaneMask { 1 } << lane;
        });
        m_causality.access(step.warp, words, word, strong);
    }
}

void Checker::report(const RacyMemory& memory)
{
    for (Race& race : m_races)
        m_launch.findings.add(*m_block, race, memory);
    m_races.clear();
}

void Checker::report_shared()
{
    for (Race& race : m_races) {
        race.earlier.block = m_block->linear();
        race.later.block = m_block->linear();
    }
    m_has_shared_race = true;
    RacyMemory memory;
    const SharedArray* array = m_launch.shared_arrays.at(m_races.front().later.pc);
    if (array == nullptr)
        array = m_launch.shared_arrays.at(m_races.front().earlier.pc);
    if (array != nullptr) {
        memory.name = array->name;
        memory.base = array->offset;
        memory.id = array->offset + 1;
    }
    report(memory);
}

void Checker::report_cluster(const Block& owner)
{
    for (Checker* const member : m_cluster.members())
        member->m_has_shared_race = true;
    RacyMemory memory;
    memory.kind = RacyMemory::Kind::cluster;
    memory.owner = owner.linear();
    report(memory);
}

void Checker::check_access(const Step& step, const Access& access)
{
    if (m_launch.findings.any_error()) [[unlikely]]
        m_launch.findings.follow(step, access, m_block->linear());
    if (access.space == ptx::StateSpace::shared)
        check_shared(step, access);
    else if (access.space == ptx::StateSpace::global)
        check_global(step, access);
    else if (access.space == ptx::StateSpace::local && m_launch.checks.memory)
        check_local(step, access);
}

void Checker::check_local(const Step& step, const Access& access)
{
    const auto lane = m_local.access(step.warp, access);
    if (lane && m_launch.code.reads(step.pc, access) && !is_known_uninitialized(step.pc))
        m_launch.findings.add(uninitialized_local_trap(*m_block, { step.warp, *lane, step.pc }, access));
}

void Checker::on_branch(const Step& step, LaneMask taken, LaneMask not_taken)
{
    m_skipped.branch(step, taken);
    if (m_undefined.any())
        follow_undefined(step, m_block->state(), m_block->body().operations[step.pc]);
    if (m_observer != nullptr)
        m_observer->on_branch(step, taken, not_taken);
}

void Checker::on_barrier(std::uint64_t block)
{
    m_causality.meet_all();
    if (m_async.is_used())
        m_async.meet_all();
    if (m_causality.order().is_full()) [[unlikely]] {
        m_causality.renew();
        m_shared_races.forget();
        m_arrivals.clear();
    }
    finish();
    if (const auto different = m_skipped.find_different(); different && m_launch.checks.memory)
        m_launch.findings.add(different_barriers_trap(*m_block, *different));
    if (const auto skipped = m_skipped.complete(); skipped && !m_trap && m_launch.checks.memory)
        m_trap = skipped_barrier_trap(*m_block, *skipped);
    if (m_observer != nullptr)
        m_observer->on_barrier(block);
}

void Checker::on_partial_barrier(
    std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    m_causality.meet(waited);
    // If all participants only arrive, the last of them has just done so.
    const std::uint32_t number = !waited.empty() ? m_block->warps()[waited.front()].barrier
        : !m_arrivals.empty()                    ? m_arrivals.back().barrier
                                                 : 0;
    std::erase_if(m_arrivals, [&](const BarrierArrival& arrival) {
        if (arrival.barrier != number)
            return false;
        for (const std::uint32_t warp : waited)
            m_causality.learn(warp, arrival.knowledge);
        return true;
    });
    if (m_async.is_used())
        m_async.meet(waited, arrived);
    if (m_observer != nullptr)
        m_observer->on_partial_barrier(block, waited, arrived);
}

void Checker::on_warp_barrier(const Step& step, LaneMask members)
{
    m_causality.meet(step.warp, members);
    if (m_observer != nullptr)
        m_observer->on_warp_barrier(step, members);
}

void Checker::on_exit(const Step& step)
{
    if (m_observer != nullptr)
        m_observer->on_exit(step);
}

void Checker::check_shared(const Step& step, const Access& access)
{
    const AddressPattern pattern = pattern_of(access);
    if (m_launch.checks.memory)
        m_trap = find_outside_array(*m_block, m_launch, step, access, pattern);
    if (m_trap)
        return;
    if (m_launch.checks.races != RaceCheck::off) {
        if (!meets_no_copy(step, access))
            return;
        if (m_async.is_used() && m_launch.code.at(step.pc).bulk_copies == CheckedInstruction::OnBulkCopies::none) {
            if (const auto conflict = m_async.find(step, access))
                return report(*conflict);
            if (access.kind != AccessKind::load)
                m_async.write(step, access);
        }
        check_shared_races(step, access, pattern);
    }
    if (m_launch.checks.memory)
        check_shared_content(step, access, pattern, *this);
}

void Checker::check_shared_races(const Step& step, const Access& access, AddressPattern pattern)
{
    synchronize(step, access, m_causality.own_words());
    m_shared_races.access(step, access, pattern, mode_at(step.pc), m_races);
    if (!m_races.empty()) [[unlikely]] {
        report_shared();
        m_launch.findings.follow(step, access, m_block->linear()); // the other lanes
    }
    if (!m_cluster.has_others())
        return;
    synchronize(step, access, m_launch.global_races.words_of_shared(m_block->linear()));
    m_cluster.access(step, access, mode_at(step.pc), *m_block, m_races);
    std::erase_if(m_races, [](const Race& race) { return race.earlier.block == race.later.block; });
    if (!m_races.empty()) [[unlikely]]
        report_cluster(*m_block);
}

void Checker::on_cluster_access(const Step& step, std::uint32_t rank, const Access& access)
{
    if (m_observer != nullptr)
        m_observer->on_cluster_access(step, rank, access);
    if (m_trap || !m_cluster.has_others())
        return;
    Checker& owner = m_cluster.member(rank);
    const unsigned lane = lowest_lane(access.lanes);
    if (std::ranges::all_of(owner.m_block->warps(), [](const Warp& warp) { return warp.status == WarpStatus::finished; })) {
        m_trap = exited_block_trap(*m_block, { step.warp, lane, step.pc }, access, *owner.m_block);
        return;
    }
    const CheckedInstruction::OnBarrierObject on_object = m_launch.code.at(step.pc).barrier_object;
    if (on_object != CheckedInstruction::OnBarrierObject::none)
        return m_cluster.synchronize(step.warp, access,
            barrier_object_access(on_object != CheckedInstruction::OnBarrierObject::test), *owner.m_block, m_causality);
    if (m_launch.checks.races != RaceCheck::off) {
        synchronize(step, access, m_launch.global_races.words_of_shared(owner.m_block->linear()));
        m_cluster.access(step, access, mode_at(step.pc), *owner.m_block, m_races);
        if (!m_races.empty()) [[unlikely]]
            report_cluster(*owner.m_block);
    }
    if (m_launch.checks.memory && !m_trap)
        check_shared_content(step, access, pattern_of(access), owner);
}

bool Checker::is_known_uninitialized(std::uint32_t pc)
{
    return m_launch.findings.count_again(TrapKind::uninitialized_read, pc);
}

// `owner`: of the block whose shared memory it is.
void Checker::check_shared_content(const Step& step, const Access& access, AddressPattern pattern, Checker& owner)
{
    InitializedBytes& content = owner.m_shared_content;
    const std::uint64_t first = access.addresses[lowest_lane(access.lanes)];
    const std::uint64_t bytes =
        pattern == AddressPattern::consecutive ? std::uint64_t { kMaxLanes } * access.bytes : access.bytes;
    const bool together = pattern != AddressPattern::other;
    const bool initialized = together && content.is_marked(first, bytes);
    if (!initialized && m_launch.code.reads(step.pc, access)) {
        for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
            const unsigned lane = lowest_lane(rest);
            if (content.is_marked(access.addresses[lane], access.bytes)) [[likely]]
                continue;
            const auto byte =
                content.first_unwritten_element(access.addresses[lane], access.bytes, element_bytes(*m_block, step.pc));
            if (!byte)
                continue;
            const auto doubt = std::ranges::find(m_doubts, step.pc, [](const Doubt& known) { return known.trap.pc; });
            if (doubt != m_doubts.end())
                ++doubt->count;
            else if (!is_known_uninitialized(step.pc))
                m_doubts.push_back(
                    { uninitialized_shared_trap(*m_block, { step.warp, lane, step.pc }, access, *owner.m_block, *byte) });
            break;
        }
    }
    if (access.kind == AccessKind::load || initialized)
        return;
    if (together)
        content.mark(first, bytes);
    else
        for_each_lane(access.lanes, [&](unsigned lane) { content.mark(access.addresses[lane], access.bytes); });
}

void Checker::follow_undefined(const Step& step, const WarpState& state, const Operation& operation)
{
    if (!m_launch.checks.memory || (!m_undefined.any() && !m_launch.code.at(step.pc).shuffles))
        return;
    if (const auto use = m_undefined.follow(step, state, operation); use && !m_trap)
        m_trap = undefined_lane_trap(*m_block, step, *use);
}

void Checker::check_read_only(const Step& step, const Access& access)
{
    const auto found = m_launch.read_only_words.access(step.pc, access, m_launch.code.at(step.pc).loads_read_only);
    if (!found || m_launch.findings.count_again(TrapKind::race, step.pc))
        return;
    const DeviceMemory::Region& region = *m_launch.memory.nearest(found->address);
    m_launch.findings.add(written_read_only_trap(*m_block, { step.warp, found->lane, step.pc }, *found, region), 1,
        access.kind == AccessKind::load ? "RAW" : "WAR", "read-only data");
}

void Checker::check_global(const Step& step, const Access& access)
{
    const AddressPattern pattern = pattern_of(access);
    if (m_launch.checks.races != RaceCheck::off) {
        synchronize(step, access, m_launch.global_races.words());
        m_launch.global_races.access(step, access, mode_at(step.pc), m_races);
        if (!m_races.empty()) [[unlikely]] {
            const DeviceMemory::Region& region = *m_launch.memory.nearest(m_races.front().address);
            report({ RacyMemory::Kind::global, region.base, region.name, region.base, region.size, 0 });
            m_launch.findings.follow(step, access, m_block->linear());
        }
    }
    if (m_launch.code.loads_read_only())
        check_read_only(step, access);
    if (m_launch.checks.memory)
        m_trap = check_global_content(*m_block, m_launch, step, access, pattern);
}

} // namespace warpstage::simt

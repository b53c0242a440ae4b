#include "core/simt/checks/checker.h"

#include "core/simt/checks/hazard.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

// Strong memory operations (PTX ISA, 8.4 "Strong operations", and 9.7.9.8: volatile counts as relaxed).
GlobalRaces::Strength strength_of(const ptx::Instruction& instruction)
{
    constexpr std::array<std::string_view, 5> kStrong { "volatile", "relaxed", "acquire", "release", "mmio" };
    const bool strong = std::any_of(
        kStrong.begin(), kStrong.end(), [&](std::string_view modifier) { return instruction.has_modifier(modifier); });
    return strong ? GlobalRaces::Strength::strong : GlobalRaces::Strength::weak;
}

// __threadfence() and stronger fences; __threadfence_block() orders nothing between blocks.
bool is_fence_of_gpu(const ptx::Instruction& instruction)
{
    const bool fence = instruction.opcode == ptx::Opcode::membar || instruction.opcode == ptx::Opcode::fence;
    return fence && !instruction.has_modifier("cta");
}

} // namespace

Checker::Checker(const Block& block, const DeviceMemory& memory, Checks checks)
    : m_block(&block)
    , m_memory(&memory)
    , m_checks(checks)
    , m_shared_content(block.shared_bytes())
    , m_shared_races(block.shared_bytes(), block.warp_count(), checks.races)
    , m_global_races(memory)
{
    const ptx::Listing& listing = block.program().listing();
    m_strengths.resize(listing.size());
    m_fences.resize(listing.size());
    m_barrier_objects.resize(listing.size());
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        if (const ptx::Instruction* instruction = listing.find(pc)) {
            m_strengths[pc] = strength_of(*instruction);
            m_fences[pc] = is_fence_of_gpu(*instruction);
            const bool tests = instruction->has_modifier("test_wait") || instruction->has_modifier("try_wait");
            if (instruction->opcode == ptx::Opcode::mbarrier || instruction->has_modifier("mbarrier"))
                m_barrier_objects[pc] = tests ? OnBarrierObject::test : OnBarrierObject::change;
        }
    }
}

void Checker::start(Observer* observer)
{
    m_observer = observer;
    m_shared_content.clear();
    m_shared_content.mark(m_block->own_shared_bytes(), m_block->shared_bytes() - m_block->own_shared_bytes());
    m_shared_races.meet_all();
    m_phases.clear();
    m_global_races.start(m_block->linear());
    m_trap.reset();
    m_doubt.reset();
}

std::optional<Trap> Checker::take_trap()
{
    return std::exchange(m_trap, std::nullopt);
}

void Checker::finish()
{
    if (!m_trap)
        m_trap = std::exchange(m_doubt, std::nullopt);
}

void Checker::on_step(const Step& step)
{
    if (m_fences[step.pc] && step.executed != 0)
        m_global_races.fence();
    if (m_observer != nullptr)
        m_observer->on_step(step);
}

void Checker::on_access(const Step& step, const Access& access)
{
    if (m_observer != nullptr)
        m_observer->on_access(step, access);
    if (m_trap)
        return;
    if (m_barrier_objects[step.pc] != OnBarrierObject::none)
        check_barrier_object(step, access);
    else if (access.issuer < kMaxLanes)
        check_pieces(step, access);
    else
        check_access(step, access);
}

// The whole copy is the work of one thread.
void Checker::check_pieces(const Step& step, const Access& access)
{
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

// No operation on an mbarrier object races with another one, and a test orders what comes before and after it.
void Checker::check_barrier_object(const Step& step, const Access& access)
{
    if (m_checks.memory)
        check_shared_content(step, access);
    if (m_checks.races == RaceCheck::off)
        return;
    if (m_barrier_objects[step.pc] == OnBarrierObject::change) {
        m_phases.arrive(step, access);
        return;
    }
    const std::array<std::uint32_t, 1> waited { step.warp };
    if (const std::vector<std::uint32_t> arrived = m_phases.arrived_before(access); !arrived.empty())
        m_shared_races.meet(waited, arrived);
}

void Checker::check_access(const Step& step, const Access& access)
{
    if (access.space == ptx::StateSpace::shared)
        check_shared(step, access);
    else if (access.space == ptx::StateSpace::global)
        check_global(step, access);
}

void Checker::on_branch(const Step& step, LaneMask taken, LaneMask not_taken)
{
    if (m_observer != nullptr)
        m_observer->on_branch(step, taken, not_taken);
}

void Checker::on_barrier(std::uint64_t block)
{
    m_shared_races.meet_all();
    finish();
    if (m_observer != nullptr)
        m_observer->on_barrier(block);
}

void Checker::on_partial_barrier(
    std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    m_shared_races.meet(waited, arrived);
    if (m_observer != nullptr)
        m_observer->on_partial_barrier(block, waited, arrived);
}

void Checker::on_warp_barrier(const Step& step, LaneMask members)
{
    m_shared_races.meet(step.warp, members);
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
    if (m_checks.races != RaceCheck::off) {
        if (const auto conflict = m_shared_races.access(step, access)) {
            m_trap = shared_race_trap(*m_block, *conflict);
            return;
        }
    }
    if (m_checks.memory)
        check_shared_content(step, access);
}

void Checker::check_shared_content(const Step& step, const Access& access)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (access.kind == AccessKind::store || m_doubt || m_trap)
            return;
        const auto byte = m_shared_content.first_unmarked(access.addresses[lane], access.bytes);
        if (!byte)
            return;
        Trap trap = uninitialized_shared_trap(*m_block, { step.warp, lane, step.pc }, access, *byte);
        (m_checks.races == RaceCheck::off ? m_trap : m_doubt) = std::move(trap);
    });
    if (access.kind != AccessKind::load)
        for_each_lane(access.lanes, [&](unsigned lane) { m_shared_content.mark(access.addresses[lane], access.bytes); });
}

void Checker::check_global(const Step& step, const Access& access)
{
    if (m_checks.races != RaceCheck::off) {
        if (const auto conflict = m_global_races.access(step, access, m_strengths[step.pc])) {
            m_trap = global_race_trap(*m_block, *conflict, *m_memory->nearest(conflict->address));
            return;
        }
    }
    if (m_checks.memory)
        check_global_content(step, access);
}

void Checker::check_global_content(const Step& step, const Access& access)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t address = access.addresses[lane];
        const DeviceMemory::Region& region = *m_memory->nearest(address);
        if (region.initialized == nullptr || m_trap)
            return;
        const std::uint64_t offset = address - region.base;
        if (access.kind != AccessKind::store) {
            if (const auto byte = region.initialized->first_unmarked(offset, access.bytes)) {
                m_trap = uninitialized_global_trap(*m_block, { step.warp, lane, step.pc }, access, region, *byte);
                return;
            }
        }
        if (access.kind != AccessKind::load)
            region.initialized->mark(offset, access.bytes);
    });
}

} // namespace warpstage::simt

#include "core/analysis/recording/hazard_playback.h"

#include "core/analysis/block/source_lines.h"
#include "core/analysis/recording/access_order.h"
#include "core/base/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

namespace {

using simt::Access;
using simt::AccessKind;
using simt::TrapKind;

constexpr std::uint64_t kWordBytes = 4;
constexpr std::size_t kMaxSteps = 200'000; // trace entries searched: a lesson's run is far shorter

std::size_t steps_of(const Recording& recording)
{
    return std::min(recording.trace.steps.size(), kMaxSteps);
}

const Access* access_at(const Recording& recording, std::size_t step)
{
    return recording.trace.access_of(recording.trace.steps[step]);
}

bool accesses_word(const Access& access, unsigned lane, std::uint64_t word)
{
    return has_lane(access.lanes, lane) && access.addresses.at(lane) / kWordBytes <= word
        && access.addresses.at(lane) + access.bytes > word * kWordBytes;
}

bool is_memory(const Access& access)
{
    return access.space == ptx::StateSpace::shared || access.space == ptx::StateSpace::global;
}

// The last access of this lane before entry `end` for which `wanted` holds; only of the instruction at `pc` if one is given.
template <typename Wanted>
std::optional<LaneAccess> last_of(const Recording& recording, std::uint32_t warp, std::uint32_t lane, std::size_t end,
    const Wanted& wanted, std::optional<std::uint32_t> pc = {})
{
    for (std::size_t step = end; step-- > 0;) {
        if (recording.trace.steps[step].warp != warp || (pc && recording.trace.steps[step].pc != *pc))
            continue;
        const Access* access = access_at(recording, step);
        if (access != nullptr && is_memory(*access) && has_lane(access->lanes, lane) && wanted(*access))
            return LaneAccess { step, warp, lane };
    }
    return std::nullopt;
}

// Another thread that accesses the word in this entry, where at least one of the two accesses is not a load.
std::optional<LaneAccess> other_at(const Recording& recording, std::size_t step, const LaneAccess& one, std::uint64_t word)
{
    const Access& mine = *access_at(recording, one.step);
    const Access* access = access_at(recording, step);
    if (access == nullptr || access->space != mine.space || (access->kind == AccessKind::load && mine.kind == AccessKind::load))
        return std::nullopt;
    const std::uint32_t warp = recording.trace.steps[step].warp;
    for (unsigned lane = 0; lane < recording.trace.warp_width; ++lane)
        if ((warp != one.warp || lane != one.lane) && accesses_word(*access, lane, word))
            return LaneAccess { step, warp, lane };
    return std::nullopt;
}

// The last conflicting access before `one`.
std::optional<LaneAccess> last_other(const Recording& recording, const LaneAccess& one, std::uint64_t word)
{
    for (std::size_t step = one.step; step-- > 0;)
        if (const auto other = other_at(recording, step, one, word))
            return other;
    return std::nullopt;
}

// The first conflicting access after `one`.
std::optional<LaneAccess> next_other(const Recording& recording, const LaneAccess& one, std::uint64_t word)
{
    for (std::size_t step = one.step + 1; step < steps_of(recording); ++step)
        if (const auto other = other_at(recording, step, one, word))
            return other;
    return std::nullopt;
}

std::string code_at(const Recording& recording, std::uint32_t line)
{
    return recording.lesson == nullptr ? std::string {} : source_line(recording.lesson->source_lines, line);
}

HazardParty party_of(const Recording& recording, const LaneAccess& access)
{
    HazardParty party;
    party.block = { static_cast<std::uint32_t>(recording.trace.block), 0, 0 };
    party.thread = recording.block_size.index_of(std::uint64_t { access.warp } * recording.trace.warp_width + access.lane);
    party.warp = access.warp;
    party.lane = access.lane;
    party.line = line_at(recording, access.step);
    party.code = code_at(recording, party.line);
    party.kind = access_at(recording, access.step)->kind;
    return party;
}

std::string place_of(const Recording& recording, ptx::StateSpace space, std::uint64_t address)
{
    if (space == ptx::StateSpace::shared)
        return marked("shared memory");
    for (const Recording::Buffer& buffer : recording.buffers)
        if (address >= buffer.address && address < buffer.address + buffer.bytes)
            return buffer.name + " in global memory";
    return marked("global memory");
}

std::uint64_t shown_word(const Recording& recording, ptx::StateSpace space, std::uint64_t address)
{
    if (space == ptx::StateSpace::global)
        for (const Recording::Buffer& buffer : recording.buffers)
            if (address >= buffer.address && address < buffer.address + buffer.bytes)
                return (address - buffer.address) / kWordBytes;
    return address / kWordBytes;
}

std::string missing_between(const Recording& recording, bool same_warp, bool same_block)
{
    if (!same_block)
        return marked("no order between blocks");
    if (same_warp && recording.trap)
        return marked("no __syncwarp()");
    return marked("no __syncthreads()");
}

std::optional<HazardPlayback> race_of(const Recording& recording)
{
    const simt::Trap& trap = *recording.trap;
    const std::uint64_t word = trap.address / kWordBytes;
    const auto second = last_of(
        recording, trap.warp, trap.lane, steps_of(recording),
        [&](const Access& access) { return accesses_word(access, trap.lane, word); }, trap.pc);
    HazardPlayback playback;
    playback.status = marked("race");
    HazardParty later { trap.block, trap.thread, trap.warp, trap.lane, trap.location.line, {}, AccessKind::store };
    later.code = code_at(recording, later.line);
    ptx::StateSpace space = ptx::StateSpace::shared;
    if (second) {
        later.kind = access_at(recording, second->step)->kind;
        space = access_at(recording, second->step)->space;
    }
    playback.second = later;
    const simt::TrapParty& other = *trap.second;
    HazardParty earlier { other.block, other.thread, other.warp, other.lane, other.location.line, {}, AccessKind::store };
    earlier.code = code_at(recording, earlier.line);
    const bool same_block = other.block == trap.block;
    if (same_block)
        if (const auto first = last_of(
                recording, other.warp, other.lane, steps_of(recording),
                [&](const Access& access) { return accesses_word(access, other.lane, word) && access.space == space; }, other.pc))
            earlier.kind = access_at(recording, first->step)->kind;
    playback.first = earlier;
    playback.place = place_of(recording, space, trap.address);
    playback.word = shown_word(recording, space, trap.address);
    playback.between = missing_between(recording, same_block && other.warp == trap.warp, same_block);
    return playback;
}

std::optional<std::size_t> last_barrier(const Recording& recording, std::uint32_t warp)
{
    for (std::size_t step = steps_of(recording); step-- > 0;) {
        const auto& record = recording.trace.steps[step];
        const ptx::Instruction* instruction = recording.listing.find(record.pc);
        if (record.warp == warp && instruction != nullptr && instruction->opcode == ptx::Opcode::bar)
            return step;
    }
    return std::nullopt;
}

std::optional<HazardPlayback> divided_barrier(const Recording& recording, std::uint32_t warp)
{
    const auto step = last_barrier(recording, warp);
    if (!step)
        return std::nullopt;
    const auto& record = recording.trace.steps[*step];
    HazardPlayback playback;
    playback.kind = HazardPlayback::Kind::divided_barrier;
    playback.ordered = !recording.trap;
    playback.warp = warp;
    playback.warp_width = recording.trace.warp_width;
    playback.arrived = record.executed;
    playback.line = line_at(recording, *step);
    playback.code = code_at(recording, playback.line);
    playback.status = playback.ordered ? marked("all arrive") : marked("barrier in a branch");
    return playback;
}

} // namespace

bool has_hazard(const Recording& recording)
{
    return recording.trap
        && ((recording.trap->kind == TrapKind::race && recording.trap->second)
            || recording.trap->kind == TrapKind::divergent_barrier);
}

std::optional<HazardPlayback> hazard_of(const Recording& recording)
{
    if (!has_hazard(recording))
        return std::nullopt;
    if (recording.trap->kind == TrapKind::race)
        return race_of(recording);
    return divided_barrier(recording, recording.trap->warp);
}

std::optional<HazardPlayback> repair_of(const Recording& repaired, const Recording& fault)
{
    if (repaired.trap || !has_hazard(fault))
        return std::nullopt;
    const simt::Trap& trap = *fault.trap;
    if (trap.kind == TrapKind::divergent_barrier)
        return divided_barrier(repaired, trap.warp);
    const auto wrong = race_of(fault);
    const AccessKind kind = wrong->second->kind;
    const std::uint64_t word = trap.address / kWordBytes;
    const std::size_t end = steps_of(repaired);
    // The same word if the thread of the repaired version still accesses it, else its corresponding access.
    auto second = last_of(repaired, trap.warp, trap.lane, end,
        [&](const Access& access) { return accesses_word(access, trap.lane, word) && access.kind == kind; });
    if (!second)
        second = last_of(
            repaired, trap.warp, trap.lane, end, [&](const Access& access) { return accesses_word(access, trap.lane, word); });
    const auto same_space = [&](const Access& access) {
        return (access.space == ptx::StateSpace::shared) == (wrong->place == "shared memory");
    };
    if (!second)
        second = last_of(
            repaired, trap.warp, trap.lane, end, [&](const Access& access) { return access.kind == kind && same_space(access); });
    if (!second)
        return std::nullopt;
    const Access& access = *access_at(repaired, second->step);
    const std::uint64_t address = access.addresses.at(trap.lane);
    HazardPlayback playback;
    playback.ordered = true;
    playback.status = marked("ordered");
    playback.second = party_of(repaired, *second);
    playback.place = place_of(repaired, access.space, address);
    playback.word = shown_word(repaired, access.space, address);
    auto first = last_other(repaired, *second, address / kWordBytes);
    // A barrier may reverse the order: the access that was second in the race comes first.
    if (!first && access.kind != AccessKind::atomic && address / kWordBytes == word) {
        first = next_other(repaired, *second, address / kWordBytes);
        if (first) {
            std::swap(first, second);
            playback.second = party_of(repaired, *second);
        }
    }
    if (!first) {
        playback.between =
            access.kind == AccessKind::atomic ? marked("atomic: indivisible") : marked("no other access to this word");
        return playback;
    }
    playback.first = party_of(repaired, *first);
    playback.between = order_between(repaired, *first, *second);
    if (playback.between.empty()) // the trace shows no synchronization
        return std::nullopt;
    return playback;
}

} // namespace warpstage::analysis

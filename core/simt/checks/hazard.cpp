#include "core/simt/checks/hazard.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <string>

namespace warpstage::simt {

namespace {

std::string uninitialized_read(const char* space, const Access& access, unsigned lane)
{
    return fmt::format("Uninitialized {} memory read of size {} at address 0x{:x}", space, counted(access.bytes, "byte"),
        access.addresses[lane]);
}

const char* name_of(AccessKind kind)
{
    switch (kind) {
    case AccessKind::load:
        return "read";
    case AccessKind::store:
        return "write";
    case AccessKind::atomic:
        return "atomic access";
    }
    VERIFY_NOT_REACHED();
}

std::string invalid_access(const char* space, const Access& access, unsigned lane)
{
    return fmt::format("Invalid {} {} of size {} at address 0x{:x}", space,
        access.kind == AccessKind::atomic ? "atomic" : name_of(access.kind), counted(access.bytes, "byte"),
        access.addresses[lane]);
}

const char* name_of_cell(std::uint32_t bytes)
{
    return bytes == kShadowWordBytes ? "word" : "byte";
}

TrapParty party_of(const Block& block, std::uint64_t linear, const SharedConflict::Party& party)
{
    TrapParty result;
    result.block = block.shape().grid.index_of(linear);
    result.thread = block.thread_of(party.warp, party.lane);
    result.warp = party.warp;
    result.lane = party.lane;
    result.pc = party.pc;
    result.location = block.program().listing().instruction(party.pc).location;
    result.location.line = block.program().listing().line_of(party.pc);
    return result;
}

// Whether the instruction is part of `x = f(x)`: a load and, a few instructions later, a store with the same address operand.
bool updates(const Block& block, std::uint32_t pc)
{
    constexpr std::uint32_t kNear = 16;
    const ptx::Listing& listing = block.program().listing();
    const auto operand_of = [](const ptx::Instruction& instruction) {
        const std::size_t begin = instruction.text.find('[');
        return begin == std::string::npos ? std::string {} : instruction.text.substr(begin, instruction.text.find(']') - begin);
    };
    const ptx::Instruction& here = listing.instruction(pc);
    const bool loads = here.opcode == ptx::Opcode::ld;
    if (!loads && here.opcode != ptx::Opcode::st)
        return false;
    for (std::uint32_t distance = 1; distance <= kNear; ++distance) {
        if (!loads && distance > pc)
            return false;
        const ptx::Instruction* other = listing.find(loads ? pc + distance : pc - distance);
        if (other == nullptr || other->opcode == ptx::Opcode::bar || other->opcode == ptx::Opcode::bra)
            return false;
        if (other->opcode == (loads ? ptx::Opcode::st : ptx::Opcode::ld) && operand_of(*other) == operand_of(here))
            return true;
    }
    return false;
}

bool both_update(const Block& block, std::uint32_t earlier, std::uint32_t later)
{
    return updates(block, earlier) && updates(block, later);
}

SharedConflict::Party in_block(const GlobalConflict::Party& party)
{
    return { party.warp, party.lane, party.pc, party.kind };
}

} // namespace

Trap uninitialized_shared_trap(
    const Block& block, const FaultPlace& place, const Access& access, const Block& owner, std::uint64_t byte)
{
    const std::string whose = &owner == &block ? "the block's" : fmt::format("the cluster's block {}'s", text_of(owner.index()));
    Trap trap = trap_at(block, place, TrapKind::uninitialized_read,
        fmt::format("{}: no thread has written byte {} of {} shared memory", uninitialized_read("__shared__", access, place.lane),
            byte, whose));
    trap.address = access.addresses[place.lane];
    return trap;
}

Trap uninitialized_global_trap(
    const Block& block, const FaultPlace& place, const Access& access, const DeviceMemory::Region& region, std::uint64_t byte)
{
    Trap trap = trap_at(block, place, TrapKind::uninitialized_read,
        fmt::format("{}: neither host nor kernel has written byte {} of buffer `{}` ({})",
            uninitialized_read("__global__", access, place.lane), byte, region.name, counted(region.size, "byte")));
    trap.address = access.addresses[place.lane];
    return trap;
}

Trap uninitialized_local_trap(const Block& block, const FaultPlace& place, const Access& access)
{
    Trap trap = trap_at(block, place, TrapKind::uninitialized_read,
        fmt::format(
            "{}: the thread has not written this element of its array", uninitialized_read("__local__", access, place.lane)));
    trap.address = access.addresses[place.lane];
    return trap;
}

Trap outside_array_trap(const Block& block, const FaultPlace& place, const Access& access, const SharedArray& array)
{
    const std::uint64_t address = access.addresses[place.lane];
    const std::string distance = address < array.offset
        ? fmt::format("{} before the start", counted(array.offset - address, "byte"))
        : fmt::format("{} past the end", counted(address + access.bytes - array.offset - array.bytes, "byte"));
    Trap trap = trap_at(block, place, TrapKind::out_of_bounds,
        fmt::format("{}: {} of the array `{}` ({})", invalid_access("__shared__", access, place.lane), distance, array.name,
            counted(array.bytes, "byte")));
    trap.address = address;
    return trap;
}

Trap outside_heap_trap(
    const Block& block, const FaultPlace& place, const Access& access, const std::optional<DeviceHeap::Part>& part)
{
    const std::uint64_t address = access.addresses[place.lane];
    std::string why = "malloc has not returned this memory";
    if (part && part->freed && address < part->address + part->bytes)
        why = fmt::format("free has taken back this memory of {}", counted(part->bytes, "byte"));
    else if (part && !part->freed)
        why = fmt::format("{} past the end of the {} that malloc has returned",
            counted(address + access.bytes - part->address - part->bytes, "byte"), counted(part->bytes, "byte"));
    Trap trap = trap_at(
        block, place, TrapKind::out_of_bounds, fmt::format("{}: {}", invalid_access("__global__", access, place.lane), why));
    trap.address = address;
    return trap;
}

Trap undefined_lane_trap(const Block& block, const Step& step, const UndefinedUse& use)
{
    const std::string& text = block.program().listing().instruction(use.shuffle).text;
    return trap_at(block, { step.warp, use.lane, use.shuffle }, TrapKind::invalid_mask,
        fmt::format("Undefined value of {}: it comes from lane {}, which does not take part (mask 0x{:08x}), and is used at {}",
            text.substr(0, text.find_first_of(" \t;")), use.source, use.members, line_text(block, step.pc)));
}

Trap skipped_barrier_trap(const Block& block, const SkippedBarrier& skipped)
{
    return trap_at(block, { skipped.warp, lowest_lane(skipped.lanes), skipped.barrier }, TrapKind::divergent_barrier,
        fmt::format(
            "Barrier in divergent code: {} of warp {} {} at __syncthreads(), which thread {} does not reach: it has taken the "
            "other path at {} and exited",
            counted(lane_count(skipped.lanes), "thread"), skipped.warp, lane_count(skipped.lanes) == 1 ? "waits" : "wait",
            text_of(block.thread_of(skipped.other_warp, skipped.other_lane)), line_text(block, skipped.branch)));
}

Trap pending_copy_trap(const Block& block, const FaultPlace& place, const Access& access, const PendingCopy& copy)
{
    Trap trap = trap_at(block, place, TrapKind::race, {});
    trap.address = access.addresses[place.lane];
    trap.second = party_of(block, block.linear(), { copy.warp, copy.lane, copy.pc, AccessKind::store });
    trap.message = fmt::format("Race on __shared__ memory: {} by thread {} at {} accesses the {} at offset {}, which the "
                               "asynchronous copy by thread {} at {} still writes: that thread has not waited for it with "
                               "cp.async.wait_group or cp.async.wait_all; block {}",
        name_of(access.kind), text_of(trap.thread), line_text(block, place.pc), counted(access.bytes, "byte"), trap.address,
        text_of(trap.second->thread), line_text(block, copy.pc), text_of(trap.block));
    return trap;
}

Trap shared_race_trap(const Block& block, const SharedConflict& conflict)
{
    const auto& [relation, offset, bytes, earlier, later] = conflict;
    Trap trap = trap_at(block, { later.warp, later.lane, later.pc }, TrapKind::race, {});
    trap.address = offset;
    trap.second = party_of(block, block.linear(), earlier);
    const std::string where = fmt::format("the {} at offset {}", name_of_cell(bytes), offset);
    const std::string in_block = fmt::format("block {}", text_of(trap.block));
    if (relation == SharedConflict::Relation::one_instruction) {
        trap.message = fmt::format("Race on __shared__ memory: writes by thread {} and thread {} at {} store different values to "
                                   "{} in one instruction; {}",
            text_of(trap.second->thread), text_of(trap.thread), line_text(block, later.pc), where, in_block);
        return trap;
    }
    const std::string parties =
        fmt::format("{} by thread {} at {} and {} by thread {} at {}", name_of(earlier.kind), text_of(trap.second->thread),
            line_text(block, earlier.pc), name_of(later.kind), text_of(trap.thread), line_text(block, later.pc));
    if (both_update(block, earlier.pc, later.pc))
        trap.message = fmt::format(
            "Race on __shared__ memory: {} access {}; each of them reads, changes and writes it without an atomic operation; {}",
            parties, where, in_block);
    else if (relation == SharedConflict::Relation::between_warps)
        trap.message = fmt::format(
            "Race on __shared__ memory: {} access {} without __syncthreads() between them; {}", parties, where, in_block);
    else
        trap.message = fmt::format("Race on __shared__ memory: {} access {} without __syncwarp() between them, and since Volta "
                                   "the lanes of a warp are not guaranteed to run in lock step; warp {} of {}",
            parties, where, later.warp, in_block);
    return trap;
}

Trap cluster_race_trap(const Block& block, const GlobalConflict& conflict, std::uint64_t owner)
{
    const auto& [offset, bytes, earlier, later] = conflict;
    Trap trap = trap_at(block, { later.warp, later.lane, later.pc }, TrapKind::race, {});
    trap.address = offset;
    trap.second = party_of(block, earlier.block, in_block(earlier));
    trap.message =
        fmt::format("Race on the __shared__ memory of a cluster: {} by thread {} of block {} at {} and {} by thread {} "
                    "of block {} at {} access the {} at offset {} of block {} without a barrier of the cluster "
                    "(cluster.sync()) between them",
            name_of(earlier.kind), text_of(trap.second->thread), text_of(trap.second->block), line_text(block, earlier.pc),
            name_of(later.kind), text_of(trap.thread), text_of(trap.block), line_text(block, later.pc), name_of_cell(bytes),
            offset, text_of(block.shape().grid.index_of(owner)));
    return trap;
}

Trap exited_block_trap(const Block& block, const FaultPlace& place, const Access& access, const Block& owner)
{
    Trap trap = trap_at(block, place, TrapKind::out_of_bounds, {});
    trap.address = access.addresses[place.lane];
    trap.message =
        fmt::format("Invalid __shared__ access of size {}: block {}, whose shared memory it is, has exited; before they "
                    "exit, all blocks of a cluster must wait for each other with cluster.sync(); thread {} of block {}, {}",
            counted(access.bytes, "byte"), text_of(owner.index()), text_of(trap.thread), text_of(trap.block),
            line_text(block, place.pc));
    return trap;
}

Trap global_race_trap(const Block& block, const GlobalConflict& conflict, const DeviceMemory::Region& region)
{
    const auto& [address, bytes, earlier, later] = conflict;
    Trap trap = trap_at(block, { later.warp, later.lane, later.pc }, TrapKind::race, {});
    trap.address = address;
    trap.second = party_of(block, earlier.block, in_block(earlier));
    const std::string where = fmt::format("the {} at offset {} of buffer `{}` ({})", name_of_cell(bytes), address - region.base,
        region.name, counted(region.size, "byte"));
    if (earlier.block == later.block) {
        trap.message = fmt::format(
            "Race on __global__ memory: {} by thread {} at {} and {} by thread {} at {} access {}{}; block {}",
            name_of(earlier.kind), text_of(trap.second->thread), line_text(block, earlier.pc), name_of(later.kind),
            text_of(trap.thread), line_text(block, later.pc), where,
            both_update(block, earlier.pc, later.pc) ? "; each of them reads, changes and writes it without an atomic operation"
                : earlier.warp != later.warp         ? " without __syncthreads() between them"
                                                     : " without __syncwarp() between them",
            text_of(trap.block));
        return trap;
    }
    trap.message =
        fmt::format("Race on __global__ memory: {} by thread {} of block {} at {} and {} by thread {} of block {} at {} "
                    "access {}, and the order of blocks is undefined: {}",
            name_of(earlier.kind), text_of(trap.second->thread), text_of(trap.second->block), line_text(block, earlier.pc),
            name_of(later.kind), text_of(trap.thread), text_of(trap.block), line_text(block, later.pc), where,
            both_update(block, earlier.pc, later.pc) ? "both read, change and write it without an atomic operation"
                                                     : "another kernel launch or a grid barrier must separate them");
    return trap;
}

} // namespace warpstage::simt

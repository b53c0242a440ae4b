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

SharedConflict::Party in_block(const GlobalConflict::Party& party)
{
    return { party.warp, party.lane, party.pc, party.kind };
}

} // namespace

Trap uninitialized_shared_trap(const Block& block, const FaultPlace& place, const Access& access, std::uint64_t byte)
{
    Trap trap = trap_at(block, place, TrapKind::uninitialized_read,
        fmt::format("{}: no thread has written byte {} of the block's shared memory",
            uninitialized_read("__shared__", access, place.lane), byte));
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
    if (relation == SharedConflict::Relation::between_warps)
        trap.message =
            fmt::format("Race on __shared__ memory: {} access {} without a barrier between them; {}", parties, where, in_block);
    else
        trap.message = fmt::format("Race on __shared__ memory: {} access {} without __syncwarp() between them, and since Volta "
                                   "the lanes of a warp are not guaranteed to run in lock step; warp {} of {}",
            parties, where, later.warp, in_block);
    return trap;
}

Trap global_race_trap(const Block& block, const GlobalConflict& conflict, const DeviceMemory::Region& region)
{
    const auto& [address, bytes, earlier, later] = conflict;
    Trap trap = trap_at(block, { later.warp, later.lane, later.pc }, TrapKind::race, {});
    trap.address = address;
    trap.second = party_of(block, earlier.block, in_block(earlier));
    trap.message =
        fmt::format("Race on __global__ memory: {} by thread {} of block {} at {} and {} by thread {} of block {} at {} "
                    "access the {} at offset {} of buffer `{}` ({}), and the order of blocks is undefined",
            name_of(earlier.kind), text_of(trap.second->thread), text_of(trap.second->block), line_text(block, earlier.pc),
            name_of(later.kind), text_of(trap.thread), text_of(trap.block), line_text(block, later.pc), name_of_cell(bytes),
            address - region.base, region.name, counted(region.size, "byte"));
    return trap;
}

} // namespace warpstage::simt

#include "core/simt/checks/hazard.h"

#include "core/simt/faults/object_name.h"

#include <fmt/format.h>

#include <string>

namespace warpstage::simt {

namespace {

std::string uninitialized_read(const char* space, const Access& access, unsigned lane)
{
    return fmt::format("Uninitialized {} memory read of size {} at address 0x{:x}", space, counted(access.bytes, "byte"),
        access.addresses[lane]);
}

std::string invalid_access(const char* space, const Access& access, unsigned lane)
{
    return fmt::format("Invalid {} {} of size {} at address 0x{:x}", space,
        access.kind == AccessKind::atomic ? "atomic" : name_of(access.kind), counted(access.bytes, "byte"),
        access.addresses[lane]);
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

namespace {

// "__syncthreads_or()".
std::string barrier_name(const Block& block, std::uint32_t pc)
{
    const ptx::Instruction& instruction = block.program().listing().instruction(pc);
    for (const auto& [modifier, ending] : { std::pair { "popc", "_count" }, { "and", "_and" }, { "or", "_or" } }) {
        if (instruction.has_modifier(modifier))
            return fmt::format("__syncthreads{}()", ending);
    }
    return "__syncthreads()";
}

} // namespace

Trap different_barriers_trap(const Block& block, const DifferentBarriers& barriers)
{
    const auto& [first, second] = barriers;
    Trap trap = trap_at(block, { second.warp, second.lane, second.pc }, TrapKind::divergent_barrier, {});
    trap.second = party_of(block, { block.linear(), first.warp, first.lane, first.pc, AccessKind::load });
    const std::string name = barrier_name(block, first.pc);
    const std::string other = barrier_name(block, second.pc);
    trap.message = fmt::format("Barrier error, divergent threads in block: warp {} waits at {} at {} and warp {} at {} {}; all "
                               "threads of a block must wait at the same __syncthreads(); block {}",
        first.warp, name, line_text(block, first.pc), second.warp, name == other ? "another one, at" : other + " at",
        line_text(block, second.pc), text_of(trap.block));
    return trap;
}

Trap pending_copy_trap(const Block& block, const FaultPlace& place, const Access& access, const PendingCopy& copy)
{
    Trap trap = trap_at(block, place, TrapKind::race, {});
    trap.address = access.addresses[place.lane];
    trap.second = party_of(block, { block.linear(), copy.warp, copy.lane, copy.pc, AccessKind::store });
    trap.message = fmt::format("Race on __shared__ memory: {} by thread {} at {} accesses the {} at offset {}, which the "
                               "asynchronous copy by thread {} at {} still writes: that thread has not waited for it with "
                               "cp.async.wait_group or cp.async.wait_all; block {}",
        name_of(access.kind), text_of(trap.thread), line_text(block, place.pc), counted(access.bytes, "byte"), trap.address,
        text_of(trap.second->thread), line_text(block, copy.pc), text_of(trap.block));
    return trap;
}

Trap written_read_only_trap(
    const Block& block, const FaultPlace& place, const WrittenReadOnly& found, const DeviceMemory::Region& region)
{
    Trap trap = trap_at(block, place, TrapKind::race, {});
    trap.address = found.address;
    const bool loads = place.pc == found.load;
    trap.message = fmt::format("Read-only data is written: thread {} {} the word at offset {} of buffer `{}` ({}) at {}, and the "
                               "same kernel {} it at {}; what `__ldg` or a pointer to const with __restrict__ reads "
                               "(ld.global.nc) must not be written while the kernel runs",
        text_of(trap.thread), loads ? "loads" : "writes", found.address - region.base, region.name, counted(region.size, "byte"),
        line_text(block, place.pc), loads ? "writes" : "loads", line_text(block, loads ? found.write : found.load));
    return trap;
}

Trap copy_conflict_trap(const Block& block, const CopyConflict& conflict, const SharedArrays& arrays, const PhaseLog& log)
{
    const CopyConflict::Party& later = conflict.later;
    Trap trap = trap_at(block, { later.warp, later.lane, later.pc }, TrapKind::race, {});
    trap.address = conflict.offset;
    trap.second =
        party_of(block, { block.linear(), conflict.earlier.warp, conflict.earlier.lane, conflict.earlier.pc, AccessKind::store });
    const SharedArray* array = arrays.covering(conflict.offset);
    const std::string where = array == nullptr
        ? fmt::format("the {} at offset {}", counted(conflict.bytes, "byte"), conflict.offset)
        : fmt::format(
            "the {} at offset {} of `{}`", counted(conflict.bytes, "byte"), conflict.offset - array->offset, array->name);
    const std::string earlier_thread = text_of(trap.second->thread);
    const std::string later_thread = text_of(trap.thread);
    const std::string earlier_line = line_text(block, conflict.earlier.pc);
    const std::string later_line = line_text(block, later.pc);
    std::string what;
    switch (conflict.kind) {
    case CopyConflict::Kind::no_proxy_fence:
        what = fmt::format("write by thread {} at {} and {} by the {} of thread {} at {} access {} through "
                           "different proxies without fence.proxy.async: the writing threads must execute it after the write and "
                           "before the barrier that precedes the {}",
            earlier_thread, earlier_line, name_of(conflict.later_kind),
            conflict.product ? "product (wgmma)" : "asynchronous copy", later_thread, later_line, where,
            conflict.product ? "product" : "copy");
        break;
    case CopyConflict::Kind::unfinished_load: {
        const std::string object = conflict.word == nullptr
            ? "its end"
            : fmt::format("phase {} of {}", conflict.phase, name_of_object(arrays, log, block.shared(), conflict.word));
        what = fmt::format("{} by thread {} at {} accesses {}, which the asynchronous copy by thread {} at {} still writes: the "
                           "accessing thread has not waited for {}, which the copy completes",
            name_of(conflict.later_kind), later_thread, later_line, where, earlier_thread, earlier_line, object);
        break;
    }
    case CopyConflict::Kind::unfinished_store:
        what = fmt::format("{} by thread {} at {} accesses {}, which the {} by thread {} at {} still reads: that "
                           "thread must wait for it with {}, and a barrier must follow the wait",
            name_of(conflict.later_kind), later_thread, later_line, where,
            conflict.product ? "product (wgmma)" : "asynchronous copy", earlier_thread, earlier_line,
            conflict.product ? "wgmma.wait_group" : "cp.async.bulk.wait_group.read");
        break;
    }
    trap.message = fmt::format("Race on __shared__ memory: {}; block {}", what, text_of(trap.block));
    return trap;
}

Trap uninitialized_object_trap(
    const Block& block, const FaultPlace& place, const FaultPlace& initializing, const std::string& object)
{
    Trap trap = trap_at(block, place, TrapKind::race, {});
    trap.second = party_of(block, { block.linear(), initializing.warp, initializing.lane, initializing.pc, AccessKind::store });
    trap.message = fmt::format("Race on __shared__ memory: thread {} at {} uses {}, which thread {} initializes at {}, without a "
                               "barrier between them: call __syncthreads() after the initialization; block {}",
        text_of(trap.thread), line_text(block, place.pc), object, text_of(trap.second->thread), line_text(block, initializing.pc),
        text_of(trap.block));
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

} // namespace warpstage::simt

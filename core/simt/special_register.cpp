#include "core/simt/special_register.h"

#include "core/base/lane_mask.h"
#include "core/base/verify.h"

namespace warpstage::simt {

std::uint64_t special_value(
    ptx::SpecialRegister id, const LaunchShape& shape, const ThreadPlace& place, const LaunchMemory& memory)
{
    using enum ptx::SpecialRegister;
    switch (id) {
    case tid_x:
        return place.thread.x;
    case tid_y:
        return place.thread.y;
    case tid_z:
        return place.thread.z;
    case ntid_x:
        return shape.block.x;
    case ntid_y:
        return shape.block.y;
    case ntid_z:
        return shape.block.z;
    case ctaid_x:
        return place.block.x;
    case ctaid_y:
        return place.block.y;
    case ctaid_z:
        return place.block.z;
    case nctaid_x:
        return shape.grid.x;
    case nctaid_y:
        return shape.grid.y;
    case nctaid_z:
        return shape.grid.z;
    case laneid:
        return place.lane;
    case warpid:
        return place.warp;
    case nwarpid:
        return (shape.block.count() + shape.warp_width - 1) / shape.warp_width;
    case warp_size:
        return shape.warp_width;
    case smid:
    case gridid:
        return 0; // one multiprocessor, one grid
    case nsmid:
        return 1;
    case lanemask_eq:
        return LaneMask { 1 } << place.lane;
    case lanemask_lt:
        return first_lanes(place.lane);
    case lanemask_le:
        return first_lanes(place.lane + 1);
    case lanemask_gt:
        return first_lanes(shape.warp_width) & ~first_lanes(place.lane + 1);
    case lanemask_ge:
        return first_lanes(shape.warp_width) & ~first_lanes(place.lane);
    case dynamic_smem_size:
        return shape.dynamic_shared_bytes;
    case total_smem_size:
        return memory.shared_bytes;
    case aggr_smem_size:
        return reserved_shared_offset(memory.shared_bytes) + kReservedSharedBytes;
    case reserved_smem_offset_begin:
    case reserved_smem_offset_0:
        return reserved_shared_offset(memory.shared_bytes);
    case reserved_smem_offset_1:
        return reserved_shared_offset(memory.shared_bytes) + kReservedSharedBytes / 2;
    case reserved_smem_offset_end:
        return reserved_shared_offset(memory.shared_bytes) + kReservedSharedBytes;
    case reserved_smem_offset_cap:
        return kReservedSharedBytes;
    case envreg1:
        return memory.grid_workspace >> 32U;
    case envreg2:
        return memory.grid_workspace & 0xffff'ffffU;
    case envreg_other:
    case current_graph_exec:
        return 0; // no driver-defined environment, no graph
    case clock:
    case clock_hi:
    case clock64:
    case globaltimer:
        break; // not a constant: the interpreter computes it
    }
    VERIFY_NOT_REACHED();
}

bool is_clock(ptx::SpecialRegister id)
{
    using enum ptx::SpecialRegister;
    return id == clock || id == clock_hi || id == clock64 || id == globaltimer;
}

std::uint64_t reserved_shared_offset(std::uint64_t shared_bytes)
{
    constexpr std::uint64_t kAlignment = 128;
    return (shared_bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool is_in_reserved_shared(ptx::SpecialRegister id)
{
    using enum ptx::SpecialRegister;
    return id == reserved_smem_offset_begin || id == reserved_smem_offset_end || id == reserved_smem_offset_0
        || id == reserved_smem_offset_1;
}

bool names_grid_workspace(ptx::SpecialRegister id)
{
    return id == ptx::SpecialRegister::envreg1 || id == ptx::SpecialRegister::envreg2;
}

bool changes_with_block(ptx::SpecialRegister id)
{
    using enum ptx::SpecialRegister;
    return id == ctaid_x || id == ctaid_y || id == ctaid_z;
}

} // namespace warpstage::simt

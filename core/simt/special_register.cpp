#include "core/simt/special_register.h"

#include "core/base/lane_mask.h"
#include "core/base/verify.h"

namespace warpstage::simt {

std::uint32_t rank_in_cluster(const Dim3& cluster, const Dim3& block)
{
    return block.x % cluster.x + (block.y % cluster.y + block.z % cluster.z * cluster.y) * cluster.x;
}

std::uint64_t special_value(
    ptx::SpecialRegister id, const LaunchShape& shape, const ThreadPlace& place, const LaunchMemory& memory)
{
    using enum ptx::SpecialRegister;
    const Dim3 cluster = shape.cluster.value_or(Dim3 {});
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
    case clusterid_x:
        return place.block.x / cluster.x;
    case clusterid_y:
        return place.block.y / cluster.y;
    case clusterid_z:
        return place.block.z / cluster.z;
    case nclusterid_x:
        return shape.grid.x / cluster.x;
    case nclusterid_y:
        return shape.grid.y / cluster.y;
    case nclusterid_z:
        return shape.grid.z / cluster.z;
    case cluster_ctaid_x:
        return place.block.x % cluster.x;
    case cluster_ctaid_y:
        return place.block.y % cluster.y;
    case cluster_ctaid_z:
        return place.block.z % cluster.z;
    case cluster_nctaid_x:
        return cluster.x;
    case cluster_nctaid_y:
        return cluster.y;
    case cluster_nctaid_z:
        return cluster.z;
    case cluster_ctarank:
        return rank_in_cluster(cluster, place.block);
    case cluster_nctarank:
        return cluster.count();
    case is_explicit_cluster:
        return shape.cluster ? 1 : 0;
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

bool changes_with_thread(ptx::SpecialRegister id)
{
    using enum ptx::SpecialRegister;
    const bool of_lanes = id == lanemask_eq || id == lanemask_lt || id == lanemask_le || id == lanemask_gt || id == lanemask_ge;
    return of_lanes || id == tid_x || id == tid_y || id == tid_z || id == laneid || id == warpid;
}

bool changes_with_block(ptx::SpecialRegister id)
{
    using enum ptx::SpecialRegister;
    const bool of_cluster = id == clusterid_x || id == clusterid_y || id == clusterid_z || id == cluster_ctaid_x
        || id == cluster_ctaid_y || id == cluster_ctaid_z || id == cluster_ctarank;
    return of_cluster || id == ctaid_x || id == ctaid_y || id == ctaid_z;
}

} // namespace warpstage::simt

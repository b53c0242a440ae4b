// One PTX instruction as the interpreter executes it, and the state of the warp.
// The hot files are compiled several times for different processors: an inline function here must always be inlined, or the
// linker could use the copy for the newest processor everywhere.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/device_memory.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::simt {

struct Operation;
class PhaseLog;
struct TextureView;
struct WarpState;

// Executes the operation for the lanes in state.active. False if it is not allowed, and then nothing was changed: the interpreter
// asks MemoryRequest for the reason, or reads state.refusal if the operation accesses no memory.
using Handler = bool (*)(WarpState& state, const Operation& operation);

enum class OperationKind : std::uint8_t {
    straight, // continues with the next operation, no guard
    guarded, // continues with the next operation, for the lanes whose guard is true
    branch,
    barrier,
    cluster_barrier, // barrier.cluster; `site`: the ClusterAction
    exit, // exit, and ret of the kernel
    end, // after the last instruction: lanes that run past the end of the kernel exit
    call, // `site`: its index in ProgramBody::calls
    branch_table, // `site`: its index in ProgramBody::branch_tables; `a`: the row of the index
    function_return, // ret of a function that was called
    function_end, // after its last instruction
    wait, // goes to the next operation, as `guarded`; a warp with a lane that waits for others lets them run
    service, // executed by the interpreter itself; `site`: its index in ProgramBody::services
};

enum class Combine : std::uint8_t { none, logical_and, logical_or, logical_xor };

// A sum that the assembler joins with a product (core/ptx/contraction.h): `a` and `b` are the factors, `c` is the other operand.
enum class Joined : std::uint8_t {
    none,
    sum, // a * b + c
    difference, // a * b - c
    negated, // c - a * b
};

inline constexpr std::uint32_t kNoRow = 0xffff'ffffU;
inline constexpr std::uint32_t kNever = 0xffff'ffffU; // the reconvergence point of lanes that reconverge only when they exit

// Generic addresses from here on refer to the block's shared memory. A GPU also has such a window, at an undocumented address.
inline constexpr std::uint64_t kSharedWindow = std::uint64_t { 1 } << 60;
inline constexpr std::uint64_t kSharedWindowBytes = std::uint64_t { 1 } << 24;
// Addresses of the cluster's shared memory (PTX ISA, 5.1.6.1 ".shared::cluster"): those below kSharedWindowBytes are the block's
// own, those of the block with rank r begin at (r + 1) * kSharedWindowBytes. Generic addresses have kSharedWindow added.
inline constexpr std::uint32_t kMaxClusterBlocks = 16; // of the H100, the H200 and the B200
inline constexpr std::uint32_t kPortableClusterBlocks = 8; // on all devices with clusters
inline constexpr std::uint64_t kClusterWindowBytes = (kMaxClusterBlocks + 1) * kSharedWindowBytes;
// The same for a thread's local memory, the module's constants and the kernel's parameters. All windows start at or above
// kFirstWindow, so one comparison distinguishes global addresses from all others.
inline constexpr std::uint64_t kFirstWindow = kSharedWindow;
inline constexpr std::uint64_t kWindowBytes = kSharedWindowBytes;
inline constexpr std::uint64_t kLocalWindow = kSharedWindow + (std::uint64_t { 1 } << 29);
inline constexpr std::uint64_t kConstantWindow = kSharedWindow + (std::uint64_t { 2 } << 29);
inline constexpr std::uint64_t kParameterWindow = kSharedWindow + (std::uint64_t { 3 } << 29);
static_assert(kSharedWindow + kClusterWindowBytes <= kLocalWindow - kWindowBytes);
// Addresses of functions, which cannot be read.
inline constexpr std::uint64_t kCodeWindow = std::uint64_t { 1 } << 61;
inline constexpr std::uint64_t kCodeStep = 16; // distance between the addresses of two functions

// Exactly one cache line. Rows are byte offsets into the warp's register file. For memory operations, `a` is the address, and d,
// b, c, e are the one, two or four elements.
struct alignas(64) Operation {
    Handler full = nullptr; // all lanes that have not exited are active: exited lanes may be written, because they are never read
                            // again
    Handler masked = nullptr; // only active lanes may be written
    std::uint32_t d = kNoRow;
    std::uint32_t a = kNoRow;
    std::uint32_t b = kNoRow;
    std::uint32_t c = kNoRow;
    std::uint32_t e = kNoRow; // setp: the second destination
    std::uint32_t site = 0; // memory operations: their index in ProgramBody::memory_forms; branch: the index of the target;
                            // barrier: the BarrierAction; shfl, match.all and elect: the predicate row; else as the kind defines
    std::int64_t displacement = 0; // memory: bytes added to the address; cvt: the packed Conversion; barrier: its number
    std::uint32_t guard = kNoRow; // predicate row
    std::uint32_t reconvergence = kNever;
    OperationKind kind = OperationKind::straight;
    bool guard_negated = false;
    bool predicate_negated = false; // of operand c of setp and selp
    Combine combine = Combine::none;
    bool accesses_memory = false;
    std::uint8_t elements = 0; // 1, 2 or 4
    std::uint8_t element_bytes = 0; // ld.param of a vector: bytes per lane
    Joined joined = Joined::none;
};
static_assert(sizeof(Operation) == 64);

// What does not fit into an operation lies in its program; `displacement` then is the address.
template <typename Form> void point_to(Operation& operation, const Form* form)
{
    operation.displacement = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(form));
}
template <typename Form> [[nodiscard]] const Form& form_of(const Operation& operation)
{
    return *reinterpret_cast<const Form*>(
        static_cast<std::intptr_t>(operation.displacement)); // NOLINT(performance-no-int-to-ptr)
}

enum class RefusalKind : std::uint8_t {
    none,
    not_a_member, // a lane executes a warp instruction but is not in the mask that it passes
    absent_members, // members that do not execute the instruction
    different_masks, // a member that passes a different mask
    copy_source, // cp.async may not read there
    copy_destination, // cp.async may not write there
    texture_handle, // the lane's handle is not a texture of the launch
    texture_use, // a surface where the instruction expects a texture, or vice versa
    texture_shape, // the texture does not have the shape that the instruction reads
    texture_element, // the texture returns floats and the instruction expects integers, or vice versa
    surface_bounds, // the access lies outside the surface, and its instruction traps
    surface_alignment, // the byte offset in the row is not a multiple of the bytes of the access
    incomplete_phase, // no refusal: the lane tests an mbarrier object whose phase is not complete
    barrier_address, // the word of an mbarrier object may not be accessed there
    barrier_not_initialized, // no mbarrier.init, or mbarrier.inval came after it
    barrier_count, // members: the count of arrivals; others: the pending count
    barrier_completes, // .noComplete, and the phase would be complete
    barrier_transactions, // the tx-count leaves its range
    bulk_source, // cp.async.bulk may not read there
    bulk_destination, // cp.async.bulk may not write there
    bulk_size, // members: the size, which is no multiple of 16
    tensor_map, // the 128 bytes are no tensor map of this launch, or may not be read
    tensor_form, // the tensor map does not have the dimensions or the modes of the instruction
};

// Why a handler returned false.
struct Refusal {
    RefusalKind kind = RefusalKind::none;
    std::uint32_t lane = 0; // the lane that detected the error
    LaneMask members = 0; // the mask that it passed
    LaneMask others = 0; // the lanes that are absent or differ
};

struct TextureViews {
    const TextureView* first = nullptr;
    std::size_t count = 0;
};

// The shared memory of all blocks of a cluster, the same amount in each.
struct ClusterMemory {
    std::byte* const* blocks = nullptr; // by rank
    std::uint32_t count = 0;
};

// State of the running warp, as seen by handlers.
struct WarpState {
    alignas(64) std::int32_t blend[kMaxLanes] = {}; // -1 for active lanes, else 0
    std::byte* registers = nullptr; // aligned to 64; [row][lane]
    LaneMask active = 0; // written only by set_active
    std::uint32_t active_lanes = 0;
    std::byte* shared = nullptr; // of the block
    std::uint64_t shared_bytes = 0;
    std::byte* local = nullptr; // of the warp: [lane][byte]
    std::uint64_t local_stride = 0; // bytes between the memories of two lanes
    std::uint64_t local_bytes = 0; // per thread at this time: up to the end of the running function's frame
    std::byte* constants = nullptr; // of the module
    std::uint64_t constant_bytes = 0;
    std::byte* parameters = nullptr; // of the launch
    std::uint64_t parameter_bytes = 0;
    const DeviceMemory::Region* regions = nullptr; // sorted by base
    std::size_t region_count = 0;
    const DeviceMemory* memory = nullptr; // the same; for messages
    const DeviceMemory::Region** last_region = nullptr; // by Operation::site: an instruction tends to stay in one buffer
    LaneMask existing = 0; // lanes that have a thread, exited or not
    std::uint32_t warp_width = kMaxLanes;
    Refusal refusal;
    TextureViews textures; // of the launch
    const ClusterMemory* cluster = nullptr; // of the block's cluster; null: no other block's memory can be accessed
    // Who runs, for the log of mbarrier objects.
    PhaseLog* phases = nullptr; // of the cluster
    std::uint64_t block = 0; // linear index
    std::uint32_t warp = 0;
    const Operation* operations = nullptr; // of the program: an operation's distance from it is its program counter
};

// The region that contains the access of `bytes` bytes at `address`, or null; cached per site.
[[nodiscard]] const DeviceMemory::Region* find_region(
    WarpState& state, std::uint32_t site, DeviceAddress address, std::uint64_t bytes);

// The memory behind a generic address of one lane; null if the `bytes` there are not accessible.
[[nodiscard]] std::byte* find_place(
    WarpState& state, std::uint32_t site, unsigned lane, std::uint64_t address, std::uint64_t bytes);

// The memory behind an address of shared memory: an offset in the block's own, an address of the cluster's (see
// kClusterWindowBytes), or a generic one. Null where `bytes` may not be accessed there or the address is not a multiple of them.
[[nodiscard]] std::byte* find_shared(const WarpState& state, std::uint64_t address, std::uint64_t bytes);

void set_active(WarpState& state, LaneMask active);

} // namespace warpstage::simt

// Events of a run, reported as they happen. The virtual machine has no hardware rules: it reports lanes, addresses and values,
// and observers interpret them. Only the observed block pays for an observer.
#pragma once

#include "core/base/lane_mask.h"
#include "core/ptx/type.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace warpstage::simt {

// One warp executes one instruction.
struct Step {
    std::uint64_t block = 0; // linear index in the grid
    std::uint32_t warp = 0; // in the block
    std::uint32_t pc = 0; // index into ptx::Function::instructions of the kernel, then of its callees: see Program::listing()
    LaneMask active = 0; // lanes on the current path of the SIMT stack
    LaneMask executed = 0; // of these, the lanes whose guard predicate is true
};

enum class AccessKind : std::uint8_t { load, store, atomic };

// What the addresses of the lanes are: of their own registers; of the rows of 8 x 8 matrices (ldmatrix, stmatrix); of what the
// lanes copy without registers (cp.async).
enum class AccessForm : std::uint8_t { registers, matrix_rows, copies };

// The memory request of one instruction. Only lanes in `lanes` have an address.
struct Access {
    ptx::StateSpace space = ptx::StateSpace::global; // shared, global, local or constant; generic addresses are resolved
    AccessKind kind = AccessKind::load;
    std::uint32_t bytes = 0; // per lane: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;
    // Byte offsets in the block's shared memory, the thread's local memory or the module's constants; global: device addresses.
    std::array<std::uint64_t, kMaxLanes> addresses {};
    // The first 8 bytes that each lane read or wrote, zero extended; for an atomic operation, the previous value.
    std::array<std::uint64_t, kMaxLanes> values {};
    // A piece of a bulk copy: the lane that has issued it, while `lanes` only count its parts. kMaxLanes: each lane its own.
    std::uint32_t issuer = kMaxLanes;
    AccessForm form = AccessForm::registers;
    LaneMask unchanged = 0; // of a compare-and-swap: lanes that have found another value than the one they compared with

    bool operator==(const Access&) const = default;
};

// The addresses of a request to one state space, as they are in the registers.
struct AddressRow {
    const std::byte* values = nullptr; // of 32 lanes, little endian, without alignment
    std::uint32_t bytes = 8; // of each: 4 or 8
    LaneMask lanes = 0; // whose addresses are meant; not empty
    ptx::StateSpace space = ptx::StateSpace::global; // shared, global, local or constant
    AccessKind kind = AccessKind::load;
    AccessForm form = AccessForm::registers;
    std::uint32_t access_bytes = 0; // per lane, as Access::bytes
    std::int64_t displacement = 0; // added to the value of the register; the same for all requests of the instruction
};

// One instruction of a warp acts on an mbarrier object.
struct PhaseStep {
    // copy: completes bytes of a bulk copy.
    enum class Kind : std::uint8_t { initialize, arrive, expect, copy, test };
    Kind kind = Kind::arrive;
    std::uint32_t rank = 0; // in the cluster, of the block whose shared memory contains the object
    std::uint64_t object = 0; // its offset there
    LaneMask lanes = 0; // that act on this object
    LaneMask passed = 0; // of a test: the lanes that have found the phase before `phase` complete
    std::uint64_t phase = 0; // the current one before the instruction: the number of complete phases
    std::uint64_t arrivals = 0; // initialize: those that a phase expects
    std::int64_t bytes = 0; // expected or copied
    bool completes = false; // the phase

    bool operator==(const PhaseStep&) const = default;
};

class MatrixObserver;

class Observer {
public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    virtual void on_step(const Step& step) = 0;
    // After on_step of the same instruction.
    virtual void on_access(const Step& step, const Access& access) = 0;
    // Before such a request is performed. True: the observer has counted it, and on_access() does not follow.
    virtual bool on_addresses(const Step& /*step*/, const AddressRow& /*row*/) { return false; }
    // The same for lanes that access the shared memory of another block of the cluster, the one with this rank.
    virtual void on_cluster_access(const Step& /*step*/, std::uint32_t /*rank*/, const Access& /*access*/) { }
    // After on_step and on_access of the same instruction, once for each object.
    virtual void on_phase(const Step& /*step*/, const PhaseStep& /*phase*/) { }
    // The observer of matrices: this one, or one that it reports to. Null: none.
    [[nodiscard]] virtual MatrixObserver* matrix_observer() { return nullptr; }
    // After on_step of a conditional branch; taken | not_taken = step.active. Divergent where both are not empty.
    virtual void on_branch(const Step& step, LaneMask taken, LaneMask not_taken) = 0;
    // All warps of the block that have not exited have arrived and continue.
    virtual void on_barrier(std::uint64_t block) = 0;
    // Some warps of the block have synchronized at a barrier with a thread count: the warps in `waited` continue, those in
    // `arrived` (bar.arrive) did not wait. Earlier accesses of all of them are visible to the warps in `waited`.
    virtual void on_partial_barrier(
        std::uint64_t /*block*/, std::span<const std::uint32_t> /*waited*/, std::span<const std::uint32_t> /*arrived*/)
    {
    }
    // Lanes of a warp have synchronized: at bar.warp.sync (__syncwarp), after which their writes are visible to each other, or at
    // another instruction with a member mask. Called after on_step of the same instruction, once per group of lanes with the same
    // members.
    virtual void on_warp_barrier(const Step& step, LaneMask members) = 0;
    // The lanes of step.executed exit.
    virtual void on_exit(const Step& step) = 0;
};

} // namespace warpstage::simt

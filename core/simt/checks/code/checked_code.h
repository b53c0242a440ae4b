// What the instructions of a kernel mean to the checks, looked up by program counter.
#pragma once

#include "core/simt/checks/checks.h"
#include "core/simt/observer.h"
#include "core/simt/program.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct CheckedInstruction {
    enum class OnBarrierObject : std::uint8_t { none, initialize, change, test };
    enum class OnCopies : std::uint8_t {
        none,
        start, // cp.async
        commit, // cp.async.commit_group
        wait, // cp.async.wait_group, wait_all
        hand_over, // cp.async.mbarrier.arrive: a wait for the mbarrier object is one for the copies
    };
    // Of the asynchronous proxy: cp.async.bulk, tensor copies, and wgmma, which reads shared memory.
    enum class OnBulkCopies : std::uint8_t { none, start, commit, wait };
    Strength strength = Strength::weak;
    Scope scope = Scope::device; // of a strong operation or a fence
    bool fence = false; // by itself: membar, fence
    bool acquires = false; // a memory operation that is an acquire or a release, or both
    bool releases = false;
    bool guards_cas = false; // a plain read whose value an atomicCAS on the same word compares: it need not be current
    bool is_tested = false; // a strong read, in code with volatile accesses, whose value a branch depends on
    bool discards = false; // a load or an atomic exchange whose result no instruction names: it needs no initialized memory
    bool copies_stack = false; // a load of the thread's own memory whose value only goes back there: the same
    bool loads_read_only = false; // ld.global.nc: see ReadOnlyWords
    bool shuffles = false;
    bool barrier = false; // of the block
    bool aligned_barrier = false; // __syncthreads(): all threads of the block wait at one instruction
    bool observed = false; // the checks follow its execution
    bool cluster_barrier = false; // barrier.cluster.arrive or wait
    OnBarrierObject barrier_object = OnBarrierObject::none;
    OnCopies copies = OnCopies::none;
    OnBulkCopies bulk_copies = OnBulkCopies::none;
    bool products = false; // bulk_copies: of wgmma, whose groups are counted apart
    bool proxy_fence = false; // fence.proxy.async
    std::uint32_t groups = 0; // wait: how many of the latest groups of copies may still be under way; see PendingCopies
};

class CheckedCode {
public:
    explicit CheckedCode(const Program& program);

    [[nodiscard]] const CheckedInstruction& at(std::uint32_t pc) const { return m_instructions[pc]; }
    // The first instruction from `pc` on that the checks follow.
    [[nodiscard]] std::uint32_t next_observed(std::uint32_t pc) const { return m_next_observed[pc]; }

    // Whether the contents of the memory matter to this access of the instruction.
    [[nodiscard]] bool reads(std::uint32_t pc, const Access& access) const
    {
        const bool only_copies = at(pc).copies_stack && access.space == ptx::StateSpace::local;
        return access.kind != AccessKind::store && !at(pc).discards && !only_copies;
    }
    // Whether an asynchronous instruction can write the shared memory of another block of the cluster: st.async, red.async, bulk
    // copies out of shared memory or to several blocks.
    [[nodiscard]] bool stores_to_other_blocks() const { return m_stores_to_other_blocks; }
    // Whether an asynchronous operation completes a phase of an mbarrier object, so it may end after its thread's arrival.
    [[nodiscard]] bool completes_transactions() const { return m_completes_transactions; }
    // Whether some instruction loads read-only data.
    [[nodiscard]] bool loads_read_only() const { return m_loads_read_only; }
    // Whether a copy goes through the asynchronous proxy.
    [[nodiscard]] bool uses_async_proxy() const { return m_uses_async_proxy; }

private:
    bool m_stores_to_other_blocks = false;
    bool m_completes_transactions = false;
    bool m_uses_async_proxy = false;
    bool m_loads_read_only = false;
    std::vector<CheckedInstruction> m_instructions;
    std::vector<std::uint32_t> m_next_observed;
};

} // namespace warpstage::simt

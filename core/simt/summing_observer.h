// An observer of sums over all warps that it sees. The machine counts runs of straight instructions in it and reports only memory
// requests, and the instructions that a watch follows: the rest of the block runs as without an observer.
#pragma once

#include "core/base/verify.h"
#include "core/simt/jit/counter_table.h"
#include "core/simt/matrix/matrix_transfer.h"
#include "core/simt/observer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace warpstage::simt {

struct Operation;
struct WarpState;

// Follows some instructions of a program beside an observer of sums.
class InstructionWatch {
public:
    InstructionWatch() = default;
    InstructionWatch(const InstructionWatch&) = delete;
    InstructionWatch& operator=(const InstructionWatch&) = delete;
    virtual ~InstructionWatch() = default;

    // Asked once for each instruction, before the run.
    [[nodiscard]] virtual bool follows(std::uint32_t pc) const = 0;
    // Events of these instructions, as those of Observer and StateObserver. on_addresses() or on_access(), never both.
    virtual void on_step(const Step& step) = 0;
    virtual void before(const Step& step, const WarpState& state, const Operation& operation) = 0;
    virtual void on_branch(const Step& step, LaneMask taken, LaneMask not_taken) = 0;
    virtual void on_addresses(const Step& step, const AddressRow& row) = 0;
    virtual void on_access(const Step& step, const Access& access) = 0;
};

// Of one instruction.
struct StepSums {
    std::uint64_t executions = 0; // warp instructions
    std::uint64_t active_lanes = 0; // sum over executions
    std::uint64_t executed_lanes = 0; // lanes whose guard predicate is true
    std::uint64_t branches = 0; // conditional branches
    std::uint64_t divergent_branches = 0;
};

class SummingObserver : public Observer {
public:
    // `instructions`: of the program.
    explicit SummingObserver(std::uint32_t instructions)
        : m_sums(instructions)
        , m_runs(std::size_t { instructions } + 1)
        , m_follows(instructions)
    {
    }

    // Before the run, at most once; the watch must outlive it.
    void follow(InstructionWatch& watch)
    {
        m_watch = &watch;
        for (std::uint32_t pc = 0; pc < m_follows.size(); ++pc)
            m_follows[pc] = watch.follows(pc) ? 1 : 0;
    }
    // Null: none.
    [[nodiscard]] InstructionWatch* watch() const { return m_watch; }
    [[nodiscard]] bool follows(std::uint32_t pc) const { return m_follows[pc] != 0; }
    [[nodiscard]] std::span<const std::uint8_t> followed() const { return m_follows; } // by program counter: 1 or 0

    // Whether on_requests() counts requests. Then machine code counts most of them, without on_addresses() and on_access().
    [[nodiscard]] virtual bool counts_requests() const { return false; }
    // So many requests of the instruction at `pc` had these addresses, or others that differ from them by a common multiple of
    // jit::kShapeAlignment, or by any number if 32 lanes have one address.
    virtual void on_requests(std::uint32_t /*pc*/, const AddressRow& /*row*/, std::uint64_t /*count*/) { }

    // The counters for machine code with this table.
    [[nodiscard]] std::byte* counters(const std::shared_ptr<const jit::CounterTable>& table)
    {
        if (m_table != table) [[unlikely]]
            use_table(table);
        return reinterpret_cast<std::byte*>(m_counters.data());
    }
    // A request that machine code has not counted, with counters of the instruction among those of counters(): counts it and
    // keeps its shape for the next ones. False: that is not worth it.
    [[nodiscard]] bool count_shape(std::uint32_t pc, const AddressRow& row, jit::RequestCounters& counters);

    // Counts a transfer of a matrix, with the requests that `requests` returns, by on_requests(). Transfers with one key have
    // equal requests, up to a common multiple of jit::kShapeAlignment.
    template <typename Requests> void count_transfer(std::uint32_t pc, const TransferPlace& key, const Requests& requests)
    {
        constexpr std::size_t kMaxKept = 4096;
        if (m_transfers.size() >= kMaxKept) [[unlikely]]
            take_transfers();
        Transfers& transfers = m_transfers[{ pc, key }];
        if (++transfers.count == 1)
            transfers.requests = requests();
    }

    // A warp has executed the instructions from `first` to before `end` without a branch, with so many lanes. In place of
    // on_step() of each.
    void on_run(std::uint32_t first, std::uint32_t end, std::uint32_t lanes) { add_runs(first, end, 1, lanes); }
    // It has not executed them after all.
    void take_back(std::uint32_t first, std::uint32_t end, std::uint32_t lanes) { add_runs(end, first, 1, lanes); }
    void on_step(const Step& step) final
    {
        VERIFY(step.pc < m_sums.size());
        StepSums& sums = m_sums[step.pc];
        const std::uint64_t active = count_of(step.active);
        ++sums.executions;
        sums.active_lanes += active;
        sums.executed_lanes += step.executed == step.active ? active : count_of(step.executed);
        m_block = step.block;
        if (m_follows[step.pc] != 0) [[unlikely]]
            m_watch->on_step(step);
    }
    void on_branch(const Step& step, LaneMask taken, LaneMask not_taken) final
    {
        VERIFY(step.pc < m_sums.size());
        StepSums& sums = m_sums[step.pc];
        ++sums.branches;
        sums.divergent_branches += taken != 0 && not_taken != 0 ? 1U : 0U;
        if (m_follows[step.pc] != 0) [[unlikely]]
            m_watch->on_branch(step, taken, not_taken);
    }
    void on_warp_barrier(const Step& /*step*/, LaneMask /*members*/) final { }
    void on_exit(const Step& /*step*/) final { }

protected:
    // Calls on_requests() for all requests that machine code has counted. Before take_sums().
    void take_counters();
    // By program counter; all are 0 after the call.
    [[nodiscard]] std::vector<StepSums> take_sums();
    // The most recent one.
    [[nodiscard]] std::uint64_t block() const { return m_block; }

private:
    // How many more warps execute an instruction than the one before it, modulo 2^64: a run changes two places.
    struct Run {
        std::uint64_t executions = 0;
        std::uint64_t lanes = 0;
    };

    void add_runs(std::uint32_t first, std::uint32_t end, std::uint64_t executions, std::uint64_t lanes)
    {
        m_runs[first].executions += executions;
        m_runs[first].lanes += lanes;
        m_runs[end].executions -= executions;
        m_runs[end].lanes -= lanes;
    }
    void use_table(const std::shared_ptr<const jit::CounterTable>& table);
    void take_shapes(AddressRow row, const jit::KnownShapes& shapes, std::size_t place);
    void take_consecutive(const jit::CountedRequest& request);
    void take_listed();
    void take_transfers();
    void take_requests();
    void take_executions();

    // Without a call for a whole warp, where the processor level has no popcnt.
    [[nodiscard]] static std::uint64_t count_of(LaneMask lanes)
    {
        return lanes == first_lanes(kMaxLanes) ? kMaxLanes : lane_count(lanes);
    }

    std::vector<StepSums> m_sums; // by program counter
    std::vector<Run> m_runs; // by program counter, and one more
    std::vector<std::uint8_t> m_follows; // by program counter: 1 or 0
    InstructionWatch* m_watch = nullptr;
    std::uint64_t m_block = 0;
    std::shared_ptr<const jit::CounterTable> m_table; // null: no machine code yet
    std::vector<std::uint64_t> m_counters;
    std::deque<jit::KnownShapes> m_shapes; // that the counters refer to
    std::vector<jit::ListedRequest> m_listed; // the same
    std::uint32_t m_lists = 0; // that have been taken
    struct Transfers {
        std::uint64_t count = 0;
        std::vector<Access> requests; // of each
    };
    std::map<std::pair<std::uint32_t, TransferPlace>, Transfers> m_transfers; // by program counter and key
};

} // namespace warpstage::simt

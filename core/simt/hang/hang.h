// Why a launch cannot continue, or what its threads wait for while it runs: which threads wait where, what each wait needs, and
// who could still provide it.
#pragma once

#include "core/base/dim3.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

struct Hang {
    // Threads of warps of one block.
    struct Warps {
        Dim3 block { 0, 0, 0 };
        std::vector<std::uint32_t> warps; // ascending
        std::uint32_t threads = 0;
    };
    // They wait at one instruction for one object.
    struct Wait {
        Warps who;
        std::uint32_t pc = 0;
        std::string line; // "line 12"
        std::size_t object = 0;
        // Of an mbarrier object: the last phase that a test of these warps has found complete, -1 the one before the first.
        std::optional<std::int64_t> passed;
    };
    enum class Kind : std::uint8_t { phase, block_barrier, cluster_barrier, memory };
    struct Arrived {
        Warps who;
        std::uint32_t pc = 0;
        std::string line;
        std::uint64_t arrivals = 0;
        std::int64_t expected_bytes = 0;
        std::int64_t completed_bytes = 0;
    };
    // Threads that neither wait nor have exited, while the launch runs.
    struct Running {
        Warps who;
        std::string line;
    };
    // Threads that an instruction which they can still reach would let arrive, but that wait themselves, or that have exited.
    struct Missing {
        Warps who;
        std::string line; // where they would arrive; empty: unknown
        std::optional<std::size_t> wait; // nothing: they have exited, or run
        bool copies = false; // they would copy what others wait for
        bool runs = false;
    };
    struct Object {
        Kind kind = Kind::phase;
        std::string name; // "`full[1]`", "barrier 0", "the barrier of the cluster", "4 bytes at offset 8 of buffer `flags`"
        Dim3 block { 0, 0, 0 }; // whose shared memory or barrier it is
        std::uint64_t phase = 0; // that is not complete, from 0
        std::uint32_t parity = 0; // of this phase
        std::uint32_t expected = 0; // arrivals; of a block's or a cluster's barrier, threads
        std::uint32_t arrived = 0;
        std::int64_t bytes = 0; // announced by expect-tx and not copied; negative: copied and not announced
        std::vector<Arrived> arrivals; // in this phase
        std::vector<Missing> missing;
        std::uint64_t value = 0; // of memory
    };
    // A typical mistake that fits what was found.
    enum class Mistake : std::uint8_t {
        none,
        parity,
        expect_tx_missing,
        bytes_missing,
        count_of_threads,
        copies_do_not_count,
        barrier_in_one_role,
        too_many_blocks,
        exited,
        waits_for_itself,
        too_few_threads,
    };

    std::vector<Wait> waits;
    std::vector<Object> objects;
    std::vector<Running> running; // empty after a deadlock
    // Each of these waits needs the next one, and the last one the first. Empty: some threads wait for others that have exited.
    std::vector<std::size_t> cycle;
    std::size_t main = 0; // the wait that stands for all
    Mistake mistake = Mistake::none;
    std::string advice; // the mistake, and what corrects it
    std::uint64_t blocks_begun = 0; // of the grid
    std::uint64_t blocks_not_begun = 0;

    // Of the wait that stands for all, or else of threads that run.
    [[nodiscard]] Dim3 block() const
    {
        if (!waits.empty())
            return waits[main].who.block;
        return running.empty() ? Dim3 { 0, 0, 0 } : running.front().who.block;
    }
};

// "parity off by one"; empty for Mistake::none.
[[nodiscard]] std::string_view name_of(Hang::Mistake mistake);
[[nodiscard]] std::string_view name_of(Hang::Kind kind); // "mbarrier"

// "warp 4", "warps 0 to 3", of another block than `block` with its index.
[[nodiscard]] std::string warps_text(const Hang::Warps& who, const Dim3& block);
// "phase 0 (parity 0) of `full[1]`, which has 0 of 1 arrivals".
[[nodiscard]] std::string needs_text(const Hang::Object& object);
// One line for each wait, for each object with who could arrive, and for the cycle; the last one without its end.
[[nodiscard]] std::string to_text(const Hang& hang);

} // namespace warpstage::simt

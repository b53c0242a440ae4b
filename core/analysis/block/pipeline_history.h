// The asynchronous operations of a recorded block in their order: copies, phases of mbarrier objects, groups, barriers and flags.
#pragma once

#include "core/analysis/block/flag_history.h"
#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct PipelineHistory {
    // store: a copy out of shared memory. meet: at a barrier of the block or cluster. write_flag, poll: of words in memory.
    enum class Action : std::uint8_t { copy, store, arrive, wait, commit, wait_group, meet, write_flag, poll };
    // One operation of a warp.
    struct Mark {
        Action action = Action::copy;
        std::uint32_t warp = 0;
        std::uint32_t begin = 0; // index into Trace::steps
        std::uint32_t end = 0; // of a wait that has repeated its test: the test that passed; else as `begin`
        std::optional<std::size_t> object {}; // of a phase
        std::int64_t phase = 0; // arrive, copy: the one that counts it; wait: the one that it has found complete, or waits for
        bool passed = true; // of a wait; false: not within the recording
        std::uint64_t bytes = 0; // copied
        std::uint32_t pending = 0; // wait_group: groups that may still be under way
        // Other blocks of the cluster into whose shared memory it copies, or at whose objects it arrives: a bit for each rank.
        std::uint32_t others = 0;
        std::vector<std::size_t> flags {}; // write_flag, poll: indices into `flags`
        std::uint32_t polls = 0;
        std::uint64_t value = 0; // of the flag: see FlagHistory::Use
        std::optional<std::size_t> writer {}; // of a poll: the mark that wrote this value during the wait
    };
    struct Phase {
        std::size_t first = 0; // mark that first contributes
        std::optional<std::size_t> last; // mark that completes it
        std::uint64_t bytes = 0; // copied in it
        std::vector<std::size_t> released; // waits of all warps that have found it complete
        // What completes it is not recorded, because another block of the cluster does it; `last` is the first mark after it.
        bool elsewhere = false;
    };
    struct Object {
        std::string name; // "full[1]"
        std::uint64_t arrivals = 0; // that a phase expects
        std::vector<Phase> phases;
        std::uint64_t offset = 0; // in shared memory
    };
    std::uint32_t rank = 0; // of the block in its cluster
    std::vector<Object> objects; // of the block, by their place in shared memory
    std::vector<FlagHistory::Flag> flags; // by their place in memory
    std::vector<Mark> marks; // in the order of their ends
    std::vector<std::uint64_t> bytes_in_flight; // after each mark: issued, and not known to be complete by any wait
    std::uint32_t most_groups = 0; // of one warp that are under way at once
    bool complete = true; // the recording contains the whole block

    [[nodiscard]] bool empty() const { return marks.empty(); }
};

// `module` contains the function of the listing; `buffers` name flags in global memory.
[[nodiscard]] PipelineHistory pipeline_history(
    const trace::Trace& trace, const ptx::Listing& listing, const ptx::Module& module, std::span<const NamedMemory> buffers = {});

} // namespace warpstage::analysis

// Words of memory by which the warps of a recorded block synchronize with others: flags, semaphores, locks and the counters of
// grid barriers. A word counts if the block polls it, or writes it as it writes those that it polls.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {
class SharedArrays; // core/simt/checks/code/shared_arrays.h
}

namespace warpstage::analysis {

// Memory with a name, at an address as in recorded accesses.
struct NamedMemory {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

struct FlagHistory {
    struct Flag {
        std::string name; // "turn[2]", "grid barrier"
        ptx::StateSpace space = ptx::StateSpace::global;
        std::uint64_t address = 0; // as in recorded accesses
        std::uint32_t bytes = 4;
        std::size_t uses = 0;
    };
    // A warp writes flags, or polls them until it goes on. Polls without another operation between them are one use.
    struct Use {
        bool waits = false;
        std::uint32_t warp = 0;
        std::uint32_t begin = 0; // index into Trace::steps
        std::uint32_t end = 0; // the last poll; else as `begin`
        bool passed = true; // of a wait; false: not within the recording
        std::uint32_t polls = 0;
        std::uint64_t value = 0; // that the last poll has read, a store has written, or another atomic operation has found
        std::vector<std::size_t> flags {}; // lanes may poll different ones
        // Of a wait: the use that wrote what its last poll has read. Nothing: another block, or it was there before the first
        // poll.
        std::optional<std::size_t> writer {};
    };
    std::vector<Flag> flags; // by their place in memory
    std::vector<Use> uses; // in the order of their ends
};

// `buffers`: memory that gives flags their names, besides variables of the module.
[[nodiscard]] FlagHistory flag_history(const trace::Trace& trace, const ptx::Listing& listing, const ptx::Module& module,
    const simt::SharedArrays& arrays, std::span<const NamedMemory> buffers);

} // namespace warpstage::analysis

// The 16 barriers of a block, with and without a thread count (PTX ISA, 9.7.13.1). A warp arrives when all of its threads that
// have not exited are at the barrier, even at several instructions: since compute capability 7.0, `__syncthreads()` waits for
// each of these threads (CUDA C++ Programming Guide, "Independent Thread Scheduling"; so an H200 does).
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/operation.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::simt {

class Block;
class Observer;

inline constexpr unsigned kBarriers = 16;

// What a barrier instruction does in addition to arriving; Operation::site. The operands are the rows a: number (kNoRow: it is in
// Operation::displacement), b: thread count (kNoRow: all threads that have not exited), c: predicate, d: result.
enum class BarrierAction : std::uint8_t { sync, arrive, reduce_popc, reduce_and, reduce_or };

// From the first arrival until the barrier completes.
struct BarrierPhase {
    std::uint32_t arrived = 0; // warps
    std::uint32_t threads = 0; // number of threads that must arrive; 0: all that have not exited
    std::uint32_t votes = 0; // threads whose predicate is true
    bool all = true;
    bool reduces = false;
    std::vector<std::uint32_t> gone_on; // the warps that arrived through bar.arrive
};

// __syncthreads(): a number in the instruction, no count, no result.
[[nodiscard]] inline bool is_plain(const Operation& operation)
{
    return operation.a == kNoRow && operation.b == kNoRow && operation.c == kNoRow;
}

// Lanes of a warp at one barrier instruction.
struct Arrival {
    std::uint32_t pc = 0;
    LaneMask lanes = 0;
};

// Of an operand for which the PTX ISA defines nothing.
enum class UndefinedOperands : std::uint8_t {
    run, // as on an H200
    reported,
};

// The warp arrives: all of its lanes that have not exited, at one or several instructions. It waits, unless it only arrives or
// completes a counted barrier. Returns a trap if number or count are invalid on a GPU, or if the instructions are those of
// different barriers. `observer` may be null.
[[nodiscard]] std::optional<Trap> arrive(Block& block, std::uint32_t warp, std::span<const Arrival> arrivals, Observer* observer,
    UndefinedOperands undefined = UndefinedOperands::run);

enum class Gathering : std::uint8_t {
    all_finished,
    released,
    deadlock,
    at_cluster, // warps wait for other blocks of the cluster, and no other warp can go on
};

// Called when no warp is ready: a barrier without a count completes if all warps that have not exited wait there.
[[nodiscard]] Gathering gather(Block& block, Observer* observer);

} // namespace warpstage::simt

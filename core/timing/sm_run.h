// The activity of one multiprocessor (SM) and its resident warps, cycle by cycle: the result of the SM model, for figures and for
// estimated times.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpstage::timing {

// State of a warp in a cycle, named as in Nsight Compute (Warp State Statistics).
enum class WarpState : std::uint8_t {
    selected, // the warp issues an instruction
    wait, // the result of a fixed-latency pipe is not available
    math_pipe_throttle, // the required pipe is busy
    short_scoreboard, // waits for shared memory or special functions
    mio_throttle, // the queue to shared memory and special functions is full
    long_scoreboard, // waits for global, local or texture memory
    lg_throttle, // the queue to global and local memory is full
    barrier, // waits for other warps of its block
    branch_resolving, // the branch target is not known yet
    not_selected, // eligible, but another warp was selected
    empty, // no warp: not started yet or exited
};
inline constexpr std::size_t kWarpStates = static_cast<std::size_t>(WarpState::empty) + 1;
// "Long Scoreboard".
[[nodiscard]] std::string_view name_of(WarpState state);
// One sentence about what the warp waits for.
[[nodiscard]] std::string_view meaning_of(WarpState state);

inline constexpr std::uint32_t kNoStep = 0xffffffff;

// A time span of a warp in one state. The issue cycle of an instruction is a span `selected` of one cycle.
struct WarpSpan {
    std::uint32_t begin = 0; // first cycle
    std::uint32_t end = 0; // the cycle after its end
    WarpState state = WarpState::empty;
    std::uint32_t pc = 0; // of the instruction that issues or waits
    std::uint32_t step = kNoStep; // index into Trace::steps of the recorded block; kNoStep in other blocks
};

// A warp slot of the SM. When its block ends, a warp of the next block takes it.
struct WarpRow {
    std::uint32_t scheduler = 0;
    std::uint32_t block = 0; // resident block; 0: the recorded one
    std::uint32_t warp = 0; // within the block
    std::vector<WarpSpan> spans; // in order, without gaps, starting at cycle 0
};

// A phase of an mbarrier object of the recorded block is complete.
struct PhaseEnd {
    std::uint64_t object = 0; // its offset in shared memory
    std::size_t phase = 0;
    double cycle = 0.0;
};

struct SmRun {
    std::uint32_t cycles = 0; // number of modeled cycles
    bool complete = true; // false: the blocks continue after the last cycle
    std::uint32_t schedulers = 1;
    double turn = 1.0; // cycles from one issue slot of a scheduler to the next: 4 on CC 1.x, 2 on CC 2.x
    std::uint32_t resident_blocks = 0;
    std::vector<WarpRow> warps; // by scheduler, then by block and warp
    std::vector<PhaseEnd> phase_ends;
    std::uint32_t bucket = 1; // cycles per element of the two below
    std::vector<float> issue_slots; // fraction of issue slots used, 0 to 1, over all schedulers
    std::vector<float> bytes_in_flight; // global-memory bytes in flight, averaged over the bucket
    std::array<std::uint64_t, kWarpStates> state_cycles {}; // summed over resident warps
    std::uint64_t instructions = 0; // machine instructions issued
};

} // namespace warpstage::timing

// What one multiprocessor (SM) does cycle by cycle with the warps that it holds: the result of the SM model, for pictures and
// for estimated times.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpstage::timing {

// What a warp does in a cycle, in the words of Nsight Compute (Warp State Statistics).
enum class WarpState : std::uint8_t {
    selected, // it issues an instruction
    wait, // the result of a pipe of fixed latency is not there yet
    math_pipe_throttle, // the pipe that it needs is taken
    short_scoreboard, // it needs what shared memory or the special functions give
    mio_throttle, // the queue to shared memory and the special functions is full
    long_scoreboard, // it needs what global, local or texture memory gives
    lg_throttle, // the queue to global and local memory is full
    barrier, // it waits for other warps of its block
    branch_resolving, // the target of its branch is not known yet
    not_selected, // it could issue, and another warp was chosen
    empty, // no warp there: not started yet or exited
};
inline constexpr std::size_t kWarpStates = static_cast<std::size_t>(WarpState::empty) + 1;
// "Long Scoreboard".
[[nodiscard]] std::string_view name_of(WarpState state);
// One sentence that says what the warp waits for.
[[nodiscard]] std::string_view meaning_of(WarpState state);

inline constexpr std::uint32_t kNoStep = 0xffffffff;

// A warp is in one state for a while. The cycle in which an instruction issues is `selected` and one cycle long.
struct WarpSpan {
    std::uint32_t begin = 0; // cycle
    std::uint32_t end = 0; // the cycle behind it
    WarpState state = WarpState::empty;
    std::uint32_t pc = 0; // of the instruction that issues or waits
    std::uint32_t step = kNoStep; // index into Trace::steps of the recorded block; kNoStep in another block
};

// A place for a warp on the SM. When its block ends, a warp of the next block takes it.
struct WarpRow {
    std::uint32_t scheduler = 0;
    std::uint32_t block = 0; // resident block, 0 is the recorded one
    std::uint32_t warp = 0; // of the block
    std::vector<WarpSpan> spans; // in order, without gaps, from cycle 0
};

struct SmRun {
    std::uint32_t cycles = 0; // that were modeled
    bool complete = true; // false: the blocks go on behind the last cycle
    std::uint32_t schedulers = 1;
    double turn = 1.0; // cycles from one issue slot of a scheduler to the next: 4 on CC 1.x, 2 on CC 2.x
    std::uint32_t resident_blocks = 0;
    std::vector<WarpRow> warps; // by scheduler, then by block and warp
    std::uint32_t bucket = 1; // cycles of an element of the two below
    std::vector<float> issue_slots; // used, 0 to 1 of all schedulers
    std::vector<float> bytes_in_flight; // asked of global memory and not there yet, mean of the bucket
    std::array<std::uint64_t, kWarpStates> state_cycles {}; // summed over resident warps
    std::uint64_t instructions = 0; // machine instructions issued
};

} // namespace warpstage::timing

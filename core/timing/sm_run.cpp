#include "core/timing/sm_run.h"

namespace warpstage::timing {

namespace {

struct StateWords {
    std::string_view name;
    std::string_view meaning;
};

// In the order of WarpState. Names: Nsight Compute, "Warp State (All Cycles)".
constexpr std::array<StateWords, kWarpStates> kWords { {
    { "Selected", "The warp issues an instruction." },
    { "Wait", "The warp waits for a result of fixed latency." },
    { "Math Pipe Throttle", "The arithmetic pipe that the warp needs is busy." },
    { "Short Scoreboard", "The warp waits for shared memory or for the special function unit." },
    { "MIO Throttle", "The instruction queue to shared memory is full." },
    { "Long Scoreboard", "The warp waits for global, local or texture memory." },
    { "LG Throttle", "The instruction queue to global and local memory is full." },
    { "Barrier", "The warp waits for the other warps of its block." },
    { "Branch Resolving", "The warp waits for the target of its branch." },
    { "Not Selected", "The warp was eligible, but another warp was selected." },
    { "Empty", "No warp: its block has not started yet, or it has exited." },
} };

} // namespace

std::string_view name_of(WarpState state)
{
    return kWords[static_cast<std::size_t>(state)].name;
}

std::string_view meaning_of(WarpState state)
{
    return kWords[static_cast<std::size_t>(state)].meaning;
}

} // namespace warpstage::timing

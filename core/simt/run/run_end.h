// Why a warp stops running.
#pragma once

#include <cstdint>

namespace warpstage::simt {

enum class RunEnd : std::uint8_t {
    goes_on, // it has not ended
    suspended, // see Warp::status; ready: other warps take their turn
    trapped,
    stopped, // the stop token requested it
    yields, // other blocks take their turn first
    parts, // for WarpRun::parting; see IndependentRun::part()
    ignored, // by its observer from now on: the warp goes on without it
};

// Why the lanes of a warp in lock step part.
enum class Parting : std::uint8_t {
    collective, // it needs lanes of several paths: they rejoin
    turns, // lanes may wait for others of their warp: see LaneTurns
};

} // namespace warpstage::simt

// Which picture stands in the middle: what the lesson is about decides, and what its recorded run ended with.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>

namespace warpstage::views {

enum class SceneKind : std::uint8_t {
    none, // nothing has been computed yet
    bodies,
    transfers,
    matrix,
    sectors, // matrices, and below them what moves of their memory
    bars, // shared memory as numbers
    banks, // shared memory as banks
    traffic, // of a block without shared memory: what moves of global memory
    hazard, // two threads at one word
};

[[nodiscard]] SceneKind scene_kind(const session::Snapshot& snapshot);

} // namespace warpstage::views

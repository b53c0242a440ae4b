// Runs the warps of one block, one after the other between barriers.
#pragma once

#include "core/simt/block.h"
#include "core/simt/interpreter.h"
#include "core/simt/observer.h"
#include "core/simt/trap.h"

#include <optional>

namespace warpstage::simt {

enum class BlockEnd : std::uint8_t { finished, trapped, stopped };

struct BlockResult {
    BlockEnd end = BlockEnd::finished;
    std::optional<Trap> trap;
};

// `observer` may be null. The block has been started.
[[nodiscard]] BlockResult run_block(Block& block, Observer* observer, Patience patience);

} // namespace warpstage::simt

// What an access of a warp requests from the memory system.
#pragma once

#include "core/timing/block_stream.h"

namespace warpstage::timing {

// Adds the lines to the stream, but not the use.
[[nodiscard]] MemoryUse add_memory_use(
    BlockStream& stream, const simt::Access& access, std::uint32_t warp, const arch::Traits& traits);

// Adds the access to the stream and to its step: lines, sectors, wavefronts, words that lanes share. A load that the assembler
// merges with the one before makes the step vanish.
void add_access(BlockStream& stream, StreamStep& step, const simt::Access& access, std::uint32_t warp, const MachineCode& code,
    const arch::Traits& traits);

// The same for a request behind the recorded steps, which only caches see. Requests to shared and constant memory add nothing.
// `most`: requests of the warp to keep.
void add_access_behind(BlockStream& stream, const simt::Step& step, const simt::Access& access, std::size_t most,
    const MachineCode& code, const arch::Traits& traits);

} // namespace warpstage::timing

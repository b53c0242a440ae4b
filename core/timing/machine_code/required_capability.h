// Whether the GPUs of a compute capability have the instructions of a kernel. The model replaces instructions that older GPUs had
// in another form (addresses, fused multiply-adds, textures, __syncwarp() of warps that run in lock step); for others there is no
// replacement.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/listing.h"

#include <optional>
#include <string>

namespace warpstage::timing {

struct MissingCapability {
    arch::ComputeCapability capability; // the oldest that has the instruction
    std::string words; // "Line 210 uses `redux`, which requires"
};

// The instruction with the newest requirement. Nothing if the capability has all instructions. Source: PTX ISA, "Target ISA
// Notes" of each instruction.
[[nodiscard]] std::optional<MissingCapability> missing_capability(
    const ptx::Listing& listing, arch::ComputeCapability capability);

} // namespace warpstage::timing

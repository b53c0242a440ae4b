// The architecture that somebody asks for on the command line or on the stage.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace warpstage::arch {

struct Architecture {
    const Traits* traits = nullptr; // never null once parsed; lives as long as the program
    const Gpu* gpu = nullptr; // where a GPU was named

    // "CC 3.5, 8-byte banks", "GeForce GTX 280 (CC 1.3)"
    [[nodiscard]] std::string name() const;
    // The named one, else the largest of the capability.
    [[nodiscard]] const Gpu& assumed_gpu() const { return gpu != nullptr ? *gpu : largest_gpu(traits->capability); }
};

// "1.3", "CC 1.3", "sm_90", "compute_90", "GTX280", "GeForce GTX 280", with a choice after a colon: "3.5:8byte", "3.5:4byte"
// (CC 3.x: width of a bank, usually 4), "2.0:l1", "2.0:l2" (CC 2.x: cache of global loads, usually L1), "K40c:8byte". Also
// Traits::name. Blanks and capitals do not matter. Errors: no such capability, GPU or choice; the sentence names the nearest and
// lists them.
[[nodiscard]] Result<Architecture> parse_architecture(std::string_view text);

} // namespace warpstage::arch

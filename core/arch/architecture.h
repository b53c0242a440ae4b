// The architecture selected on the command line or on the stage.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace warpstage::arch {

struct Architecture {
    const Traits* traits = nullptr; // never null once parsed; lives as long as the program
    const Gpu* gpu = nullptr; // if a GPU was given

    // "CC 3.5, 8-byte banks", "GeForce GTX 280 (CC 1.3)"
    [[nodiscard]] std::string name() const;
    // The given GPU, else the largest one of the capability.
    [[nodiscard]] const Gpu& assumed_gpu() const { return gpu != nullptr ? *gpu : largest_gpu(traits->capability); }
};

// "1.3", "CC 1.3", "sm_90", "compute_90", "GTX280", "GeForce GTX 280", with an option after a colon: "3.5:8byte", "3.5:4byte" (CC
// 3.x: bank width, default 4), "2.0:l1", "2.0:l2" (CC 2.x: cache of global loads, default L1), "K40c:8byte". Also Traits::name.
// Blanks and case are ignored. Errors: unknown capability, GPU or option; the message names the most similar one and lists all.
[[nodiscard]] Result<Architecture> parse_architecture(std::string_view text);

} // namespace warpstage::arch

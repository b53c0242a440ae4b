// An error of an edited kernel and the stage that found it: data to show, not an error of the program.
#pragma once

#include "core/gpu/nvrtc/nvrtc_log.h"
#include "core/live/element_writer.h"
#include "core/problem/difference.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::live {

// In the order in which an edited kernel is tested.
enum class Stage : std::uint8_t {
    compiler, // NVRTC, and whether the variants' kernels still exist
    virtual_machine, // a small run whose result is compared with the reference
    real_size, // some blocks at full size on the virtual machine, where faults are harmless
    gpu, // full size, in a separate process, because a fault ends the process
    hazards, // on the virtual machine, in parallel to the GPU stage: races and uninitialized memory
};

[[nodiscard]] std::string_view name_of(Stage stage);

struct Finding {
    Stage stage = Stage::compiler;
    std::string message; // one sentence
    std::uint32_t line = 0; // of the edited source; 0: none
    std::optional<simt::Trap> trap; // with warp, lane and address
    std::string checks {}; // that found the trap, as in Variant::checks; empty: those of every run
    bool endless = false; // the kernels did not end in time
    bool refused = false; // they cannot be launched, so there is no run to show
    std::optional<problem::Difference> difference; // for a wrong result: the first wrong element
    std::optional<ElementWriter> writer; // of that element
    std::vector<gpu::Diagnostic> diagnostics; // all messages of the compiler
};

// The finding of a trial; its line is the trap's.
[[nodiscard]] Finding found(Stage stage, std::string message, std::optional<simt::Trap> trap = {});

} // namespace warpstage::live

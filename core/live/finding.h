// What an edited kernel does wrong, and who found it: material to show, not an error of ours.
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

// In the order in which an edited kernel passes them.
enum class Stage : std::uint8_t {
    compiler, // NVRTC, and whether the variants still find their kernels
    virtual_machine, // a small run, whose result is compared with the reference
    real_size, // some blocks of the real sizes on the virtual machine, whose faults disturb nobody
    gpu, // the real sizes, in a process that may die of it
    hazards, // on the virtual machine, beside the GPU's stage: races and memory that nobody has written
};

[[nodiscard]] std::string_view name_of(Stage stage);

struct Finding {
    Stage stage = Stage::compiler;
    std::string message; // one sentence
    std::uint32_t line = 0; // of the edited source; 0: none
    std::optional<simt::Trap> trap; // with warp, lane and address
    std::optional<problem::Difference> difference; // of a wrong result: the first element
    std::optional<ElementWriter> writer; // of that element
    std::vector<gpu::Diagnostic> diagnostics; // of the compiler, all of them
};

// Of a trial; its line is the trap's.
[[nodiscard]] Finding found(Stage stage, std::string message, std::optional<simt::Trap> trap = {});

} // namespace warpstage::live

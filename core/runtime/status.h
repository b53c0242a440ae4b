// Error codes of the CUDA Runtime API.
#pragma once

#include "core/simt/trap.h"

namespace warpstage::runtime {

// cudaError_t.
enum class Status : int {
#define STATUS(enumerator, code, name, text) enumerator = code,
#include "core/runtime/status.inc"
#undef STATUS
};

// "cudaErrorInvalidValue", "invalid argument"; of an unknown code "unrecognized error code". The texts are constants.
[[nodiscard]] const char* name_of(Status status);
[[nodiscard]] const char* text_of(Status status);

// The error with which a GPU reports this fault of a kernel.
[[nodiscard]] Status status_of(simt::TrapKind kind);

} // namespace warpstage::runtime

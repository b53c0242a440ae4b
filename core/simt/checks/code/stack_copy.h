// Loads that read memory of a thread which need not be initialized, because the value only goes back to such memory. Without
// optimization (nvcc -G) the compiler copies structures with their padding, and writes a field of bits with the rest of its word.
#pragma once

#include "core/ptx/ast.h"

#include <cstddef>

namespace warpstage::simt {

// Whether the function has arrays or variables in the memory of a thread.
[[nodiscard]] bool uses_stack(const ptx::Function& function);

// Whether the load of a function gives a value that is only moved to other variables of the stack, or only written back, changed
// by and, or, bfi, to where it was read. No other instruction reads it.
[[nodiscard]] bool is_stack_copy(const ptx::Function& function, std::size_t index);

} // namespace warpstage::simt

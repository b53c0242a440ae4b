// Why wmma.load or wmma.store may not access memory.
#pragma once

#include "core/simt/matrix/matrix_transfer.h"
#include "core/simt/memory/memory_access.h"

namespace warpstage::simt {

// The first lane of the first access that is not allowed. There must be one.
[[nodiscard]] MemoryRequest::Fault transfer_fault(const WarpState& state, const MatrixTransfer& transfer);

} // namespace warpstage::simt

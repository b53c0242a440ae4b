// cp.async: a copy from global to shared memory without a register (PTX ISA, 9.7.9.25.3). It completes at once, so waiting for it
// does nothing.
#pragma once

#include "core/simt/memory/memory_access.h"
#include "core/simt/operation.h"

namespace warpstage::simt {

// The rows of the operation: a: source address, b: destination address, c: the number of bytes read, the rest is filled with
// zeros (copy_bytes), or a predicate: lanes for which it is true read nothing (copy_unless); d: the first 8 bytes copied, for
// observers. displacement belongs to the source, e to the destination; element_bytes is the width of the destination's address.
bool copy_bytes(WarpState& state, const Operation& operation);
bool copy_unless(WarpState& state, const Operation& operation);

// The lanes that read data.
[[nodiscard]] LaneMask lanes_that_copy(const WarpState& state, const Operation& operation);
// The copy as a store to shared memory, which the form after the operation's own describes.
[[nodiscard]] Operation destination_half(const Operation& operation);
// Why the copy was refused; `form` is the operation's own.
[[nodiscard]] MemoryRequest::Fault copy_fault(const WarpState& state, const Operation& operation, const MemoryForm& form);

} // namespace warpstage::simt

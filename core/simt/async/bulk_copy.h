// Bulk copies between global and shared memory by one thread: cp.async.bulk and cp.reduce.async.bulk (PTX ISA, 9.7.9.25.4 and
// 9.7.9.25.5). A copy completes immediately, so waiting for its bulk group has no effect.
#pragma once

#include "core/simt/async/bulk_form.h"
#include "core/simt/memory/memory_access.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

// Handler of operations whose displacement is the address of a BulkForm; d: a row of 8 bytes per lane for the word of the
// mbarrier object.
bool copy_bulk(WarpState& state, const Operation& operation);

// The requests of the copies that the active lanes are about to issue: 32 pieces of 16 bytes each (see
// Access::issuer). Parts in other blocks of the cluster are omitted.
[[nodiscard]] std::vector<Access> bulk_accesses(WarpState& state, const Operation& operation, const BulkForm& form);

// Why a copy was refused with RefusalKind::bulk_source, bulk_destination or barrier_address.
[[nodiscard]] MemoryRequest::Fault bulk_fault(const WarpState& state, const BulkForm& form);

} // namespace warpstage::simt

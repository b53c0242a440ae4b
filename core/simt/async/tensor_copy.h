// Copies of boxes of a tensor between global and shared memory by one thread, in tile mode: cp.async.bulk.tensor,
// cp.reduce.async.bulk.tensor and cp.async.bulk.prefetch.tensor (PTX ISA, 9.7.9.26 and 9.7.9.27). The tensor map in memory is the
// form of core/base/objects/tensor_map.h. A copy happens at once.
#pragma once

#include "core/base/objects/tensor_map.h"
#include "core/simt/async/bulk_form.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/trap.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

enum class TensorAction : std::uint8_t { load, store, reduce, prefetch };

struct TensorForm {
    TensorAction action = TensorAction::load;
    std::uint8_t rank = 1;
    BulkAddress map; // a generic address
    std::array<std::uint32_t, kMaxTensorRank> coordinates { kNoRow, kNoRow, kNoRow, kNoRow, kNoRow }; // 4 bytes per lane, signed
    BulkAddress box; // in shared memory; not of a prefetch
    BulkAddress barrier; // of a load
    std::uint32_t blocks = kNoRow; // of a load, .multicast::cluster: a mask of ranks, 2 bytes per lane
    std::array<Handler, kTensorElements> reductions {}; // the generic atom of each element type; null: no such atom exists
};

// Addresses of boxes in shared memory are multiples of it.
inline constexpr std::uint64_t kBoxAlignment = 128;

// Handler of operations whose displacement is the address of a TensorForm; d: a row of 8 bytes per lane for the word of the
// mbarrier object.
bool copy_tensor(WarpState& state, const Operation& operation);

// The requests of the copies that the active lanes are about to issue: pieces of 16 bytes, where a box is cut off also of one
// element, as Access::issuer says. What lies in other blocks of the cluster is left out.
[[nodiscard]] std::vector<Access> tensor_accesses(WarpState& state, const Operation& operation, const TensorForm& form);

// Why a copy was refused with RefusalKind::tensor_map, tensor_form, bulk_source, bulk_destination or barrier_address.
struct TensorFault {
    TrapKind kind = TrapKind::out_of_bounds;
    std::string what; // "Invalid tensor copy: ..."
};
[[nodiscard]] TensorFault tensor_fault(WarpState& state, const Operation& operation, const TensorForm& form);

} // namespace warpstage::simt

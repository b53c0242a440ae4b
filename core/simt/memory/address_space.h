// Resolves addresses. An address in a state space is an offset in it, a global address is a device address; windows distinguish
// the spaces of generic addresses (PTX ISA, section 6.4.1.1).
#pragma once

#include "core/ptx/type.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <optional>

namespace warpstage::simt {

struct SpaceAddress {
    ptx::StateSpace space = ptx::StateSpace::global; // shared, local, constant, param or global
    std::uint64_t offset = 0; // global: the device address itself
};

// An address slightly below a window counts as one of its space, with an offset that wraps around: an index may have underflowed
// an array. Such an address is never accessible.
[[nodiscard]] SpaceAddress resolve_generic(std::uint64_t address);

// Offset between an address in this space and its generic address: 0 for global.
[[nodiscard]] std::uint64_t window_of(ptx::StateSpace space);

// The memory of one lane; null if the `bytes` there are not accessible or the offset is not a multiple of them. `site`: caches
// the last buffer.
[[nodiscard]] std::byte* find_place(
    WarpState& state, std::uint32_t site, unsigned lane, const SpaceAddress& address, std::uint64_t bytes);

// Where an address of shared memory lies: an offset in the block's own, an address of the cluster's (see kClusterWindowBytes),
// or a generic one.
struct SharedPlace {
    std::byte* block = nullptr; // the shared memory of that block; null where the cluster has none with this rank
    std::uint64_t offset = 0; // in it
};
[[nodiscard]] SharedPlace resolve_shared(const WarpState& state, std::uint64_t address);
// The memory there; null where `bytes` may not be accessed.
[[nodiscard]] std::byte* find_shared_range(const WarpState& state, std::uint64_t address, std::uint64_t bytes);

// isspacep: row d becomes a predicate, row a are generic addresses, `displacement` is the ptx::StateSpace; `site` is 1 where the
// shared memory of the whole cluster is meant.
bool is_in_space(WarpState& state, const Operation& operation);

} // namespace warpstage::simt

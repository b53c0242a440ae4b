// CuTe's algebra of layouts, by CuTe's names (CUTLASS, include/cute/layout.hpp, and media/docs/cpp/cute/02_layout_algebra.md).
// Internal to this folder: where CuTe's conditions are not met, where CuTe does not compile, these functions throw
// LayoutRefusal. evaluate() in expression.h is the interface for other folders.
#pragma once

#include "core/layout/tile.h"

namespace warpstage::layout {

// result(c) = a(b(c)). A tiler applies to the first modes of `a`, and the others are dropped.
[[nodiscard]] Layout composition(const Layout& a, const Layout& b);
[[nodiscard]] Layout composition(const Layout& a, const Tile& tiler);

// The indices that `layout` does not reach, up to `cotarget`; the sizes of the modes of `cotarget` matter as in CuTe.
[[nodiscard]] Layout complement(const Layout& layout, const IntTuple& cotarget);

[[nodiscard]] Layout logical_divide(const Layout& layout, const Tile& tiler);
[[nodiscard]] Layout zipped_divide(const Layout& layout, const Tile& tiler);
[[nodiscard]] Layout tiled_divide(const Layout& layout, const Tile& tiler);
[[nodiscard]] Layout flat_divide(const Layout& layout, const Tile& tiler);

[[nodiscard]] Layout logical_product(const Layout& block, const Tile& tiler);
[[nodiscard]] Layout zipped_product(const Layout& block, const Tile& tiler);
[[nodiscard]] Layout tiled_product(const Layout& block, const Tile& tiler);
[[nodiscard]] Layout flat_product(const Layout& block, const Tile& tiler);
[[nodiscard]] Layout blocked_product(const Layout& block, const Layout& tiler);
[[nodiscard]] Layout raked_product(const Layout& block, const Layout& tiler);
// The block repeated until the result has the shape `shape`; first along the mode with the lowest number in `order`.
[[nodiscard]] Layout tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order);

// layout(result(i)) == i for i < size(result).
[[nodiscard]] Layout right_inverse(const Layout& layout);
// layout(result(layout(i))) == layout(i).
[[nodiscard]] Layout left_inverse(const Layout& layout);
// The longest run of elements that both layouts place in the same order: a(result(i)) == b(result(i)) == i.
[[nodiscard]] Layout max_common_layout(const Layout& a, const Layout& b);
[[nodiscard]] std::int64_t max_common_vector(const Layout& a, const Layout& b);
// The coordinates at which the index is 0.
[[nodiscard]] Layout nullspace(const Layout& layout);

// In units of `n` elements, and of an n-th of an element.
[[nodiscard]] Layout upcast(const Layout& layout, std::int64_t n);
[[nodiscard]] Layout downcast(const Layout& layout, std::int64_t n);

} // namespace warpstage::layout

// CuTe's layouts: functions from coordinates to indices, given by a shape and a stride with the same nesting (CUTLASS,
// media/docs/cpp/cute/01_layout.md). Sizes and strides are integers that are known, CuTe's "static" ones, so that the results
// and the conditions of the algebra are those of CuTe's static layouts. Indices and strides are in elements unless a comment
// names another unit.
#pragma once

#include "core/layout/int_tuple.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::layout {

struct Layout {
    IntTuple shape { 1 };
    IntTuple stride { 0 };

    bool operator==(const Layout&) const = default;

    // Number of modes.
    [[nodiscard]] std::size_t rank() const { return shape.rank(); }
    [[nodiscard]] Layout mode(std::size_t index) const { return { shape.mode(index), stride.mode(index) }; }
    // Of a coordinate counted column-major, from 0. A last mode is not bounded: coordinates beyond the size continue it.
    [[nodiscard]] std::int64_t operator()(std::int64_t coordinate) const;
};

// Of a congruent or coarser coordinate: (3,5), ((1,1),5), 41. The coordinate must fit the shape: see is_coordinate().
[[nodiscard]] std::int64_t crd2idx(const IntTuple& coordinate, const Layout& layout);
[[nodiscard]] bool is_coordinate(const IntTuple& coordinate, const IntTuple& shape);
// The coordinate with the nesting of the shape, of one counted column-major.
[[nodiscard]] IntTuple idx2crd(std::int64_t coordinate, const IntTuple& shape);

// Number of coordinates.
[[nodiscard]] std::int64_t size(const Layout& layout);
// One more than the largest index, by the absolute values of the strides.
[[nodiscard]] std::int64_t cosize(const Layout& layout);

// Compact strides, the first mode varies fastest (LayoutLeft) or the last (LayoutRight). A mode of size 1 gets stride 0.
[[nodiscard]] Layout make_layout(const IntTuple& shape);
[[nodiscard]] Layout make_layout_right(const IntTuple& shape);
// The layout with the given layouts as its modes.
[[nodiscard]] Layout make_layout(const std::vector<Layout>& modes);
// Compact strides in the order of the numbers in `order`, which must be congruent with the shape or coarser.
[[nodiscard]] Layout make_ordered_layout(const IntTuple& shape, const IntTuple& order);

// Appends modes 1:0 until the rank is `rank`.
[[nodiscard]] Layout append_to_rank(const Layout& layout, std::size_t rank);
[[nodiscard]] Layout flatten(const Layout& layout);
// The same function of 0 to size - 1 with as few modes as possible, without nesting.
[[nodiscard]] Layout coalesce(const Layout& layout);
// Without modes of stride 0 and size 1; coalesced.
[[nodiscard]] Layout filter(const Layout& layout);

// "(8,64):(64,1)"
[[nodiscard]] std::string text_of(const Layout& layout);

namespace detail {

// As coalesce(), and the same function beyond the size, too: (4,1):(1,0) becomes (4,2):(1,0).
[[nodiscard]] Layout coalesce_beyond(const Layout& layout);

} // namespace detail

} // namespace warpstage::layout

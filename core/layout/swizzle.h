// CuTe's swizzle and what it is composed with (CUTLASS, include/cute/swizzle.hpp and layout_composed.hpp).
#pragma once

#include "core/layout/layout.h"

#include <cstdint>
#include <string>

namespace warpstage::layout {

// Swizzle<B,M,S>: `bits` bits of the index, `shift` above bit `base`, are added (exclusive or) to the bits from `base` on. With a
// negative shift the upper bits change. |S| >= B, B >= 0, M >= 0. Its own inverse where S is not 0.
struct Swizzle {
    int bits = 0; // B
    int base = 4; // M
    int shift = 3; // S

    bool operator==(const Swizzle&) const = default;

    [[nodiscard]] std::uint64_t source_mask() const; // of the bits that are added, CuTe's YYY
    [[nodiscard]] std::uint64_t target_mask() const; // of the bits that change, CuTe's ZZZ
    [[nodiscard]] std::int64_t operator()(std::int64_t index) const;
    [[nodiscard]] bool is_identity() const { return bits == 0; }
};

// swizzle(offset + layout(c)). Without a swizzle and an offset, the layout.
struct ComposedLayout {
    Swizzle swizzle;
    std::int64_t offset = 0;
    Layout layout;

    bool operator==(const ComposedLayout&) const = default;

    [[nodiscard]] std::int64_t operator()(std::int64_t coordinate) const { return swizzle(offset + layout(coordinate)); }
    [[nodiscard]] std::int64_t operator()(const IntTuple& coordinate) const
    {
        return swizzle(offset + crd2idx(coordinate, layout));
    }
};

// One more than the largest index that is reached.
[[nodiscard]] std::int64_t extent(const ComposedLayout& layout);

// The same swizzle in units of `n` elements, or of an n-th of an element; `n` is a power of two.
[[nodiscard]] Swizzle upcast(const Swizzle& swizzle, std::int64_t n);
[[nodiscard]] Swizzle downcast(const Swizzle& swizzle, std::int64_t n);

// "Sw<3,3,3>", "Sw<3,3,3> o 0 o (8,64):(64,1)".
[[nodiscard]] std::string text_of(const Swizzle& swizzle);
[[nodiscard]] std::string text_of(const ComposedLayout& layout);

} // namespace warpstage::layout

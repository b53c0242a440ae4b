#include "core/layout/swizzle.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace warpstage::layout {

namespace {

std::uint64_t mask_of(int bits, int first)
{
    return ((std::uint64_t { 1 } << bits) - 1) << first;
}

int log2_of(std::int64_t n)
{
    return std::countr_zero(static_cast<std::uint64_t>(n));
}

} // namespace

std::uint64_t Swizzle::source_mask() const
{
    return mask_of(bits, base + std::max(0, shift));
}

std::uint64_t Swizzle::target_mask() const
{
    return mask_of(bits, base - std::min(0, shift));
}

std::int64_t Swizzle::operator()(std::int64_t index) const
{
    const std::uint64_t source = static_cast<std::uint64_t>(index) & source_mask();
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(index) ^ (shift >= 0 ? source >> shift : source << -shift));
}

std::int64_t extent(const ComposedLayout& layout)
{
    std::int64_t largest = 0;
    for (std::int64_t i = 0; i < size(layout.layout); ++i)
        largest = std::max(largest, layout(i));
    return largest + 1;
}

Swizzle upcast(const Swizzle& swizzle, std::int64_t n)
{
    const int base = swizzle.base - log2_of(n);
    return base >= 0 ? Swizzle { swizzle.bits, base, swizzle.shift }
                     : Swizzle { std::max(swizzle.bits + base, 0), 0, swizzle.shift };
}

Swizzle downcast(const Swizzle& swizzle, std::int64_t n)
{
    return { swizzle.bits, swizzle.base + log2_of(n), swizzle.shift };
}

std::string text_of(const Swizzle& swizzle)
{
    return fmt::format("Sw<{},{},{}>", swizzle.bits, swizzle.base, swizzle.shift);
}

std::string text_of(const ComposedLayout& layout)
{
    if (layout.swizzle.is_identity() && layout.offset == 0)
        return text_of(layout.layout);
    return fmt::format("{} o {} o {}", text_of(layout.swizzle), layout.offset, text_of(layout.layout));
}

} // namespace warpstage::layout

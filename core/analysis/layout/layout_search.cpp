#include "core/analysis/layout/layout_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <tuple>

namespace warpstage::analysis {

namespace {

using layout::ComposedLayout;
using layout::IntTuple;
using layout::Layout;
using layout::Swizzle;

constexpr std::int64_t kMaxPadding = 32; // elements
constexpr std::int64_t kMaxSearchedElements = 16384;

// The layout without swizzle, then every swizzle whose bits are below the highest bit of an index, simple ones first.
std::vector<Swizzle> swizzles_for(std::int64_t elements)
{
    const int index_bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(elements - 1)));
    std::vector<Swizzle> result { Swizzle {} };
    for (int bits = 1; bits <= index_bits; ++bits)
        for (int base = 0; base + bits <= index_bits; ++base)
            for (int shift = bits; shift + base + bits <= index_bits; ++shift)
                result.push_back({ bits, base, shift });
    return result;
}

// Of all indices; different layouts have different ones.
std::uint64_t fingerprint_of(const ComposedLayout& layout)
{
    std::uint64_t sum = 0xcbf29ce484222325U; // FNV-1a
    for (std::int64_t i = 0; i < size(layout.layout); ++i)
        sum = (sum ^ static_cast<std::uint64_t>(layout(i))) * 0x100000001b3U;
    return sum;
}

Layout padded(const Layout& layout, std::int64_t padding)
{
    const std::int64_t rows = layout.stride.mode(0).value();
    const std::int64_t columns = layout.stride.mode(1).value();
    const bool rows_slower = rows > columns;
    return { layout.shape, std::vector<IntTuple> { rows + (rows_slower ? padding : 0), columns + (rows_slower ? 0 : padding) } };
}

} // namespace

Result<LayoutSearch> search_layout(
    const arch::Traits& traits, const ComposedLayout& layout, int element_bits, const std::vector<LayoutAccess>& accesses)
{
    const Layout& plain = layout.layout;
    if (plain.rank() != 2 || plain.shape.mode(0).is_tuple() || plain.shape.mode(1).is_tuple())
        return Error { fmt::format(
            "The search needs a layout with two modes without nesting, such as `(64,64):(64,1)`, not `{}`.", text_of(plain)) };
    if (size(plain) > kMaxSearchedElements)
        return Error { fmt::format(
            "`{}` has {} elements; the search permits at most {}.", text_of(plain), size(plain), kMaxSearchedElements) };
    if (cosize(plain) > kMaxLayoutElements)
        return Error { fmt::format("`{}` has indices up to {}; the search permits at most {}.", text_of(plain), cosize(plain) - 1,
            kMaxLayoutElements - 1) };
    if (accesses.empty())
        return Error { "The search needs at least one access: `--access ldmatrix.x4`." };
    LayoutSearch result;
    std::string first_refusal;
    std::set<std::uint64_t> known;
    const auto attempt = [&](const ComposedLayout& candidate, std::int64_t padding) {
        if (!known.insert(fingerprint_of(candidate)).second)
            return;
        ++result.tried;
        LayoutCandidate found;
        found.layout = candidate;
        found.padding = padding;
        found.bytes = (extent(candidate) * element_bits + 7) / 8;
        for (const LayoutAccess& access : accesses) {
            auto conflicts = conflicts_of(traits, candidate, element_bits, access);
            if (!conflicts) {
                ++result.refused;
                if (first_refusal.empty())
                    first_refusal = conflicts.error().message;
                return;
            }
            found.wavefronts += conflicts->wavefronts;
            found.ideal += conflicts->ideal;
            found.accesses.push_back({ conflicts->wavefronts, conflicts->ideal, conflicts->degree() });
        }
        result.candidates.push_back(std::move(found));
    };
    for (const Swizzle& swizzle : swizzles_for(cosize(plain)))
        attempt({ .swizzle = swizzle, .offset = 0, .layout = plain }, 0);
    for (std::int64_t padding = 1; padding <= kMaxPadding; ++padding)
        attempt({ .swizzle = {}, .offset = 0, .layout = padded(plain, padding) }, padding);
    if (result.candidates.empty())
        return Error { first_refusal };
    std::ranges::stable_sort(result.candidates, {}, [](const LayoutCandidate& it) {
        const Swizzle& swizzle = it.layout.swizzle;
        return std::tuple(it.excess(), it.bytes, swizzle.bits, it.padding, swizzle.base + swizzle.shift);
    });
    return result;
}

} // namespace warpstage::analysis

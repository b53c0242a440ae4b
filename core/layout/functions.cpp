#include "core/layout/functions.h"

#include "core/layout/algebra.h"
#include "core/layout/refusal.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <limits>

namespace warpstage::layout {

namespace {

constexpr int kMaxSwizzleBits = 30;
constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int32_t>::max();

using Arguments = std::vector<Value>;

IntTuple zero_strides(const IntTuple& shape)
{
    if (!shape.is_tuple())
        return 0;
    std::vector<IntTuple> modes;
    for (const IntTuple& mode : shape.modes())
        modes.push_back(zero_strides(mode));
    return modes;
}

Layout plain_in(const Value& value)
{
    const ComposedLayout composed = composed_in(value);
    if (!composed.swizzle.is_identity() || composed.offset != 0)
        throw LayoutRefusal { fmt::format(
            "`{}` has a swizzle, but this operand must be a layout without one.", text_of(composed)) };
    return composed.layout;
}

Tile tile_in(const Value& value)
{
    if (const auto* tile = std::get_if<Tile>(&value))
        return *tile;
    return Tile { plain_in(value) };
}

// Positive sizes with a product that check_range() permits.
IntTuple shape_in(const Value& value)
{
    IntTuple shape = int_tuple_in(value);
    check_range({ shape, zero_strides(shape) });
    return shape;
}

std::int64_t integer_in(const Value& value)
{
    const IntTuple tuple = int_tuple_in(value);
    if (tuple.is_tuple())
        throw LayoutRefusal { fmt::format("`{}` must be a number.", text_of(value)) };
    return tuple.value();
}

std::int64_t units_in(const Value& value)
{
    const std::int64_t n = integer_in(value);
    if (n < 1)
        throw LayoutRefusal { fmt::format("The number of elements must be positive, not {}.", n) };
    return n;
}

// What a function makes of the layout behind a swizzle; the swizzle and the offset remain, as in CuTe.
template <typename Operation> Value of_layout(const Value& value, Operation operation)
{
    ComposedLayout composed = composed_in(value);
    composed.layout = operation(composed.layout);
    return composed;
}

template <Layout (*Operation)(const Layout&, const Tile&)> Value by_tiler(const Arguments& a)
{
    return of_layout(a[0], [&](const Layout& layout) { return Operation(layout, tile_in(a[1])); });
}

template <Layout (*Operation)(const Layout&, const Layout&)> Value by_layout(const Arguments& a)
{
    return of_layout(a[0], [&](const Layout& layout) { return Operation(layout, plain_in(a[1])); });
}

template <Layout (*Operation)(const Layout&)> Value of_plain(const Arguments& a)
{
    return ComposedLayout { .swizzle = {}, .offset = 0, .layout = Operation(plain_in(a[0])) };
}

Value compose(const Arguments& a)
{
    if (const auto* swizzle = std::get_if<Swizzle>(&a[0])) {
        ComposedLayout composed = composed_in(a[1]);
        if (!composed.swizzle.is_identity() || composed.offset != 0)
            throw LayoutRefusal { "A swizzle can be composed with a layout, but not with a layout that already has one." };
        composed.swizzle = *swizzle;
        return composed;
    }
    return by_tiler<composition>(a);
}

Value make(const Arguments& a)
{
    return ComposedLayout { .swizzle = {}, .offset = 0, .layout = make_layout(shape_in(a[0])) };
}

Value make_right(const Arguments& a)
{
    return ComposedLayout { .swizzle = {}, .offset = 0, .layout = make_layout_right(shape_in(a[0])) };
}

// A mode of the order must have as many numbers as the mode of the shape, or be a number.
bool is_coarser(const IntTuple& order, const IntTuple& shape)
{
    if (!order.is_tuple())
        return true;
    if (!shape.is_tuple() || order.rank() != shape.rank())
        return false;
    for (std::size_t i = 0; i < order.rank(); ++i)
        if (!is_coarser(order.mode(i), shape.mode(i)))
            return false;
    return true;
}

IntTuple order_in(const Value& value, const IntTuple& shape)
{
    const IntTuple order = int_tuple_in(value);
    if (!is_coarser(order, shape))
        throw LayoutRefusal { fmt::format(
            "The order `{}` must have one number for each mode of `{}`.", text_of(order), text_of(shape)) };
    return order;
}

Value make_ordered(const Arguments& a)
{
    const IntTuple shape = shape_in(a[0]);
    return ComposedLayout { .swizzle = {}, .offset = 0, .layout = make_ordered_layout(shape, order_in(a[1], shape)) };
}

Value complement_of(const Arguments& a)
{
    const Layout layout = plain_in(a[0]);
    IntTuple cotarget { cosize(filter(layout)) };
    if (a.size() > 1)
        cotarget = std::holds_alternative<ComposedLayout>(a[1]) ? plain_in(a[1]).shape : shape_in(a[1]);
    return ComposedLayout { .swizzle = {}, .offset = 0, .layout = complement(layout, cotarget) };
}

Value tile_shape(const Arguments& a)
{
    const IntTuple shape = shape_in(a[1]);
    std::vector<IntTuple> by_rank;
    for (std::size_t i = 0; i < shape.rank(); ++i)
        by_rank.emplace_back(static_cast<std::int64_t>(i));
    const IntTuple left = shape.is_tuple() ? IntTuple { by_rank } : by_rank.front();
    const IntTuple modes = shape.is_tuple() ? IntTuple { std::vector<IntTuple>(shape.rank(), 1) } : IntTuple { 1 };
    const IntTuple order = a.size() > 2 ? order_in(a[2], modes) : left;
    return of_layout(a[0], [&](const Layout& block) { return tile_to_shape(block, shape, order); });
}

// The thread-value layout of CuTe's make_tiled_copy: (thread, value) to an element of the tile, counted column-major.
Value tiled_copy(const Arguments& a)
{
    const Layout threads = plain_in(a[0]);
    const Layout values = plain_in(a[1]);
    const Layout shape = make_layout(IntTuple { std::vector<IntTuple> { size(threads), size(values) } });
    return ComposedLayout {
        .swizzle = {}, .offset = 0, .layout = composition(right_inverse(raked_product(threads, values)), shape)
    };
}

std::int64_t power_of_two(std::int64_t n)
{
    if (!std::has_single_bit(static_cast<std::uint64_t>(n)))
        throw LayoutRefusal { fmt::format("A layout with a swizzle can be converted by a power of two, not by {}.", n) };
    return n;
}

Value upcast_by(const Arguments& a)
{
    ComposedLayout composed = composed_in(a[0]);
    const std::int64_t n = units_in(a[1]);
    if (!composed.swizzle.is_identity())
        composed.swizzle = upcast(composed.swizzle, power_of_two(n));
    if (composed.offset % n != 0)
        throw LayoutRefusal { fmt::format("The offset {} is no multiple of {}.", composed.offset, n) };
    composed.offset /= n;
    composed.layout = upcast(composed.layout, n);
    return composed;
}

Value downcast_by(const Arguments& a)
{
    ComposedLayout composed = composed_in(a[0]);
    const std::int64_t n = units_in(a[1]);
    if (!composed.swizzle.is_identity())
        composed.swizzle = checked_swizzle(downcast(composed.swizzle, power_of_two(n)));
    if (composed.offset > kMaxNumber / n)
        throw LayoutRefusal { fmt::format("The offset {} times {} exceeds {}.", composed.offset, n, kMaxNumber) };
    composed.offset *= n;
    composed.layout = downcast(composed.layout, n);
    return composed;
}

Value number_value(std::int64_t value)
{
    return Tile { value };
}

constexpr std::size_t kFunctions = 29;

const std::array<Function, kFunctions> kTable { {
    { { "make_layout", "shape" }, 1, 1, make },
    { { "make_layout_right", "shape" }, 1, 1, make_right },
    { { "make_ordered_layout", "shape, order" }, 2, 2, make_ordered },
    { { "composition", "layout or swizzle, layout or tiler" }, 2, 2, compose },
    { { "complement", "layout[, shape]" }, 1, 2, complement_of },
    { { "coalesce", "layout" }, 1, 1,
        [](const Arguments& a) {
            return of_layout(a[0], [](const Layout& it) { return coalesce(it); });
        } },
    { { "filter", "layout" }, 1, 1, of_plain<filter> },
    { { "flatten", "layout" }, 1, 1,
        [](const Arguments& a) {
            return of_layout(a[0], [](const Layout& it) { return flatten(it); });
        } },
    { { "logical_divide", "layout, tiler" }, 2, 2, by_tiler<logical_divide> },
    { { "zipped_divide", "layout, tiler" }, 2, 2, by_tiler<zipped_divide> },
    { { "tiled_divide", "layout, tiler" }, 2, 2, by_tiler<tiled_divide> },
    { { "flat_divide", "layout, tiler" }, 2, 2, by_tiler<flat_divide> },
    { { "logical_product", "block, tiler" }, 2, 2, by_tiler<logical_product> },
    { { "zipped_product", "block, tiler" }, 2, 2, by_tiler<zipped_product> },
    { { "tiled_product", "block, tiler" }, 2, 2, by_tiler<tiled_product> },
    { { "flat_product", "block, tiler" }, 2, 2, by_tiler<flat_product> },
    { { "blocked_product", "block, layout" }, 2, 2, by_layout<blocked_product> },
    { { "raked_product", "block, layout" }, 2, 2, by_layout<raked_product> },
    { { "make_tiled_copy", "threads, values" }, 2, 2, tiled_copy },
    { { "tile_to_shape", "block, shape[, order]" }, 2, 3, tile_shape },
    { { "right_inverse", "layout" }, 1, 1, of_plain<right_inverse> },
    { { "left_inverse", "layout" }, 1, 1, of_plain<left_inverse> },
    { { "max_common_layout", "layout, layout" }, 2, 2,
        [](const Arguments& a) -> Value {
            return ComposedLayout { .swizzle = {}, .offset = 0, .layout = max_common_layout(plain_in(a[0]), plain_in(a[1])) };
        } },
    { { "max_common_vector", "layout, layout" }, 2, 2,
        [](const Arguments& a) {
            return number_value(max_common_vector(plain_in(a[0]), plain_in(a[1])));
        } },
    { { "nullspace", "layout" }, 1, 1, of_plain<nullspace> },
    { { "upcast", "layout, n" }, 2, 2, upcast_by },
    { { "downcast", "layout, n" }, 2, 2, downcast_by },
    { { "size", "layout" }, 1, 1,
        [](const Arguments& a) {
            return number_value(size(composed_in(a[0]).layout));
        } },
    { { "cosize", "layout" }, 1, 1,
        [](const Arguments& a) {
            return number_value(cosize(composed_in(a[0]).layout));
        } },
} };

IntTuple tuple_of(const Tile& tile)
{
    if (const auto* value = std::get_if<std::int64_t>(&tile.value))
        return *value;
    if (!tile.is_tuple())
        throw LayoutRefusal { fmt::format("`{}` must be a tuple of numbers.", text_of(tile)) };
    std::vector<IntTuple> modes;
    for (const Tile& mode : tile.modes())
        modes.push_back(tuple_of(mode));
    return modes;
}

} // namespace

std::span<const Function> all_functions()
{
    return kTable;
}

ComposedLayout composed_in(const Value& value)
{
    if (const auto* composed = std::get_if<ComposedLayout>(&value))
        return *composed;
    if (std::holds_alternative<Swizzle>(value))
        throw LayoutRefusal { fmt::format(
            "`{0}` is a swizzle without a layout. Write for example `{0} o (8,64):(64,1)`.", text_of(value)) };
    return { .swizzle = {}, .offset = 0, .layout = make_layout(shape_in(value)) };
}

IntTuple int_tuple_in(const Value& value)
{
    if (const auto* tile = std::get_if<Tile>(&value))
        return tuple_of(*tile);
    throw LayoutRefusal { fmt::format("`{}` must be a number or a tuple of numbers.", text_of(value)) };
}

Swizzle checked_swizzle(const Swizzle& swizzle)
{
    const auto& [bits, base, shift] = swizzle;
    if (bits < 0 || base < 0 || base > kMaxSwizzleBits || shift < -kMaxSwizzleBits || shift > kMaxSwizzleBits
        || std::abs(shift) < bits || bits + base + std::abs(shift) > kMaxSwizzleBits)
        throw LayoutRefusal { fmt::format("Sw<{},{},{}> is no swizzle: B and M must not be negative, |S| must be at least B, and "
                                          "B + M + |S| at most {}.",
            bits, base, shift, kMaxSwizzleBits) };
    return swizzle;
}

void check_range(const Layout& layout)
{
    const auto sizes = leaves(layout.shape);
    const auto strides = leaves(layout.stride);
    std::int64_t count = 1;
    std::int64_t reach = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] < 1)
            throw LayoutRefusal { fmt::format("A size in `{}` is {}. Sizes must be positive.", text_of(layout), sizes[i]) };
        std::int64_t part = 0;
        if (__builtin_mul_overflow(count, sizes[i], &count) || __builtin_mul_overflow(sizes[i] - 1, std::abs(strides[i]), &part)
            || __builtin_add_overflow(reach, part, &reach) || count > kMaxNumber || reach > kMaxNumber
            || std::abs(strides[i]) > kMaxNumber)
            throw LayoutRefusal { fmt::format(
                "`{}` has more than {} elements, or indices beyond it. Use smaller sizes and strides.", text_of(layout),
                kMaxNumber) };
    }
}

} // namespace warpstage::layout

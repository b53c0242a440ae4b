#include "core/layout/algebra.h"

#include "core/layout/refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>

namespace warpstage::layout {

namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

std::int64_t sign(std::int64_t value)
{
    return value < 0 ? -1 : value > 0 ? 1 : 0;
}

Layout flat_layout(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& stride)
{
    return { std::vector<IntTuple>(shape.begin(), shape.end()), std::vector<IntTuple>(stride.begin(), stride.end()) };
}

// One mode of the right layout. `a` was coalesced.
Layout compose_mode(const Layout& a, std::int64_t size, std::int64_t stride)
{
    if (stride == 0)
        return { size, 0 };
    if (!a.shape.is_tuple())
        return { size, stride * a.stride.value() };
    const auto sizes = leaves(a.shape);
    const auto strides = leaves(a.stride);
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> result;
    std::int64_t rest = size;
    std::int64_t step = stride;
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        if (step % sizes[i] != 0 && step >= sizes[i])
            throw LayoutRefusal { fmt::format("Stride {} of `{}:{}` is neither less than size {} of `{}` nor divisible by it, "
                                              "so the composition is no layout. Choose strides that divide the sizes.",
                step, size, stride, sizes[i], text_of(a)) };
        const std::int64_t here = ceil_div(sizes[i], std::abs(step));
        const std::int64_t next_step = ceil_div(std::abs(step), sizes[i]) * sign(step);
        if (here != 1 && rest != 1) {
            const std::int64_t taken = std::min(here, rest);
            if (rest % taken != 0)
                throw LayoutRefusal { fmt::format(
                    "The {} elements of `{}:{}` that remain are no multiple of the {} elements that mode "
                    "{}:{} of `{}` has for them, so the composition is no layout. Choose sizes that divide.",
                    rest, size, stride, taken, sizes[i], strides[i], text_of(a)) };
            shape.push_back(taken);
            result.push_back(step * strides[i]);
            rest /= taken;
        }
        step = next_step;
    }
    if (shape.empty() || rest != 1) {
        shape.push_back(rest);
        result.push_back(step * strides.back());
    }
    return shape.size() == 1 ? Layout { shape.front(), result.front() } : flat_layout(shape, result);
}

Layout compose_modes(const Layout& a, const Layout& b)
{
    if (!b.shape.is_tuple())
        return compose_mode(a, b.shape.value(), b.stride.value());
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < b.rank(); ++i)
        modes.push_back(compose_modes(a, b.mode(i)));
    return make_layout(modes);
}

// One number for each mode of a shape: how many of `whole` it covers together with the modes before it.
IntTuple ceil_div(const IntTuple& shape, std::int64_t divisor)
{
    if (!shape.is_tuple())
        return ceil_div(shape.value(), divisor);
    std::vector<IntTuple> modes;
    for (const IntTuple& mode : shape.modes()) {
        modes.push_back(ceil_div(mode, divisor));
        divisor = ceil_div(divisor, product(mode));
    }
    return modes;
}

// A tile of elements that are next to each other.
Layout run_of(std::int64_t elements)
{
    if (elements < 1)
        throw LayoutRefusal { fmt::format("A tile must have at least one element, not {}.", elements) };
    return make_layout(IntTuple { elements });
}

using ByLayout = Layout (*)(const Layout&, const Layout&);

// Applies an operation of two layouts mode by mode; modes of the first operand that have no tile remain.
Layout by_modes(const Layout& layout, const Tile& tiler, ByLayout operation)
{
    if (const auto* number = std::get_if<std::int64_t>(&tiler.value))
        return operation(layout, run_of(*number));
    if (const auto* other = std::get_if<Layout>(&tiler.value))
        return operation(layout, *other);
    if (!tiler.is_tuple())
        return layout;
    const auto& tiles = tiler.modes();
    if (tiles.size() > layout.rank())
        throw LayoutRefusal { fmt::format(
            "The tiler `{}` has {} modes, but `{}` has only {}.", text_of(tiler), tiles.size(), text_of(layout), layout.rank()) };
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < layout.rank(); ++i)
        modes.push_back(i < tiles.size() ? by_modes(layout.mode(i), tiles[i], operation) : layout.mode(i));
    return make_layout(modes);
}

// Collects the first of each pair of modes at the ends of the tiler in one mode, and everything else in a second one.
Layout zip_by(const Layout& layout, const Tile& tiler)
{
    if (!tiler.is_tuple()) {
        if (!layout.shape.is_tuple() || layout.rank() != 2)
            throw LayoutRefusal { fmt::format(
                "`_` leaves the mode `{}` as it is, so there is nothing to collect. Use a tile for this mode.",
                text_of(layout)) };
        return layout;
    }
    std::vector<Layout> tiles;
    std::vector<Layout> rests;
    for (std::size_t i = 0; i < layout.rank(); ++i) {
        if (i >= tiler.modes().size()) {
            rests.push_back(layout.mode(i));
            continue;
        }
        const Layout both = zip_by(layout.mode(i), tiler.modes()[i]);
        tiles.push_back(both.mode(0));
        rests.push_back(both.mode(1));
    }
    return make_layout({ make_layout(tiles), make_layout(rests) });
}

// `first` and `second`: whether this mode of a layout of rank 2 is replaced by its modes. A mode of rank 1 is not.
Layout spread(const Layout& layout, bool first, bool second)
{
    std::vector<Layout> modes;
    const auto append = [&](const Layout& mode, bool replace) {
        if (!replace || mode.rank() == 1)
            modes.push_back(mode);
        else
            for (std::size_t i = 0; i < mode.rank(); ++i)
                modes.push_back(mode.mode(i));
    };
    append(layout.mode(0), first);
    append(layout.mode(1), second);
    return make_layout(modes);
}

Layout divide(const Layout& layout, const Layout& tiler)
{
    return composition(layout, make_layout({ tiler, complement(tiler, coalesce(layout).shape) }));
}

Layout multiply(const Layout& block, const Layout& tiler)
{
    const std::int64_t reach = size(block) * cosize(tiler);
    if (reach > std::numeric_limits<std::int32_t>::max())
        throw LayoutRefusal { fmt::format(
            "The product of `{}` and `{}` has indices that need more than 31 bits.", text_of(block), text_of(tiler)) };
    return make_layout({ block, composition(complement(block, reach), tiler) });
}

// The modes of two layouts of the same rank, in pairs.
Layout zip(const Layout& a, const Layout& b)
{
    if (!a.shape.is_tuple())
        return make_layout({ make_layout({ a, b }) });
    if (!b.shape.is_tuple() || a.rank() != b.rank())
        throw LayoutRefusal { fmt::format("`{}` and `{}` must have the same number of modes.", text_of(a), text_of(b)) };
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < a.rank(); ++i)
        modes.push_back(make_layout({ a.mode(i), b.mode(i) }));
    return make_layout(modes);
}

// The modes of a coalesced layout in the order of their strides. CuTe's sort exchanges, so equal strides keep no order.
std::vector<std::size_t> order_of_strides(const std::vector<std::int64_t>& strides)
{
    std::vector<std::size_t> order(strides.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t j = i + 1; j < order.size(); ++j)
            if (strides[order[j]] < strides[order[i]])
                std::swap(order[i], order[j]);
    return order;
}

std::vector<std::int64_t> products_before(const std::vector<std::int64_t>& sizes)
{
    std::vector<std::int64_t> result;
    std::exclusive_scan(sizes.begin(), sizes.end(), std::back_inserter(result), std::int64_t { 1 }, std::multiplies<> {});
    return result;
}

void refuse_negative(const Layout& layout, const char* what)
{
    const auto strides = leaves(layout.stride);
    if (std::ranges::any_of(strides, [](std::int64_t stride) { return stride < 0; }))
        throw LayoutRefusal { fmt::format("`{}` has a negative stride, which {} does not support.", text_of(layout), what) };
}

Layout split_elements(const Layout& layout, std::int64_t n)
{
    if (layout.shape.is_tuple()) {
        std::vector<Layout> modes;
        for (std::size_t i = 0; i < layout.rank(); ++i)
            modes.push_back(split_elements(layout.mode(i), n));
        return make_layout(modes);
    }
    if (std::abs(layout.stride.value()) == 1)
        return { layout.shape.value() * n, layout.stride };
    return { layout.shape, layout.stride.value() * n };
}

} // namespace

Layout composition(const Layout& a, const Layout& b)
{
    return compose_modes(detail::coalesce_beyond(a), b);
}

Layout composition(const Layout& a, const Tile& tiler)
{
    if (const auto* number = std::get_if<std::int64_t>(&tiler.value))
        return composition(a, Layout { run_of(*number).shape, 1 });
    if (const auto* other = std::get_if<Layout>(&tiler.value))
        return composition(a, *other);
    if (!tiler.is_tuple())
        return a;
    if (tiler.modes().size() > a.rank())
        throw LayoutRefusal { fmt::format(
            "The tiler `{}` has {} modes, but `{}` has only {}.", text_of(tiler), tiler.modes().size(), text_of(a), a.rank()) };
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < tiler.modes().size(); ++i)
        modes.push_back(composition(a.mode(i), tiler.modes()[i]));
    return make_layout(modes);
}

Layout complement(const Layout& layout, const IntTuple& cotarget)
{
    refuse_negative(layout, "the complement");
    const Layout filtered = filter(layout);
    if (!filtered.stride.is_tuple() && filtered.stride.value() == 0)
        return make_layout(IntTuple { product(cotarget) });
    const auto sizes = leaves(filtered.shape);
    const auto strides = leaves(filtered.stride);
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> stride { 1 };
    for (const std::size_t i : order_of_strides(strides)) {
        const std::int64_t gap = strides[i] / stride.back();
        if (gap == 0)
            throw LayoutRefusal { fmt::format(
                "`{}` reaches an index from more than one coordinate, so it has no complement. Use an injective layout.",
                text_of(layout)) };
        shape.push_back(gap);
        stride.push_back(strides[i] * sizes[i]);
    }
    shape.push_back(product(ceil_div(cotarget, stride.back())));
    return coalesce(flat_layout(shape, stride));
}

Layout logical_divide(const Layout& layout, const Tile& tiler)
{
    return by_modes(layout, tiler, divide);
}

Layout zipped_divide(const Layout& layout, const Tile& tiler)
{
    return zip_by(logical_divide(layout, tiler), tiler);
}

Layout tiled_divide(const Layout& layout, const Tile& tiler)
{
    return spread(zipped_divide(layout, tiler), false, true);
}

Layout flat_divide(const Layout& layout, const Tile& tiler)
{
    return spread(zipped_divide(layout, tiler), true, true);
}

Layout logical_product(const Layout& block, const Tile& tiler)
{
    return by_modes(block, tiler, multiply);
}

Layout zipped_product(const Layout& block, const Tile& tiler)
{
    return zip_by(logical_product(block, tiler), tiler);
}

Layout tiled_product(const Layout& block, const Tile& tiler)
{
    return spread(zipped_product(block, tiler), false, true);
}

Layout flat_product(const Layout& block, const Tile& tiler)
{
    return spread(zipped_product(block, tiler), true, true);
}

Layout blocked_product(const Layout& block, const Layout& tiler)
{
    const std::size_t rank = std::max(block.rank(), tiler.rank());
    const Layout both = multiply(append_to_rank(block, rank), append_to_rank(tiler, rank));
    return zip(both.mode(0), both.mode(1));
}

Layout raked_product(const Layout& block, const Layout& tiler)
{
    const std::size_t rank = std::max(block.rank(), tiler.rank());
    const Layout both = multiply(append_to_rank(block, rank), append_to_rank(tiler, rank));
    return zip(both.mode(1), both.mode(0));
}

Layout tile_to_shape(const Layout& block, const IntTuple& shape, const IntTuple& order)
{
    if (block.rank() > shape.rank())
        throw LayoutRefusal { fmt::format("The block `{}` has {} modes, but the shape `{}` has only {}.", text_of(block),
            block.rank(), text_of(shape), shape.rank()) };
    const Layout padded = append_to_rank(block, shape.rank());
    std::vector<IntTuple> repeats;
    for (std::size_t i = 0; i < shape.rank(); ++i) {
        const std::int64_t mode = product(padded.shape.mode(i));
        const std::int64_t target = product(shape.mode(i));
        if (target % mode != 0)
            throw LayoutRefusal { fmt::format(
                "The block `{}` has {} elements in mode {}, which does not divide the {} of the shape `{}`.", text_of(block),
                mode, i, target, text_of(shape)) };
        repeats.emplace_back(target / mode);
    }
    const IntTuple repeated = shape.is_tuple() ? IntTuple { repeats } : repeats.front();
    return blocked_product(padded, make_ordered_layout(repeated, order));
}

Layout right_inverse(const Layout& layout)
{
    const Layout flat = coalesce(layout);
    const auto sizes = leaves(flat.shape);
    const auto strides = leaves(flat.stride);
    const auto before = products_before(sizes);
    std::vector<std::int64_t> shape { 1 };
    std::vector<std::int64_t> stride { 0 };
    std::int64_t reached = 1;
    for (const std::size_t i : order_of_strides(strides)) {
        if (strides[i] != reached)
            continue;
        shape.push_back(sizes[i]);
        stride.push_back(before[i]);
        reached = sizes[i] * strides[i];
    }
    return coalesce(flat_layout(shape, stride));
}

Layout left_inverse(const Layout& layout)
{
    refuse_negative(layout, "the left inverse");
    const Layout flat = coalesce(layout);
    const auto sizes = leaves(flat.shape);
    const auto strides = leaves(flat.stride);
    const auto before = products_before(sizes);
    const auto order = order_of_strides(strides);
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> stride { 0 };
    std::int64_t covered = 1;
    for (const std::size_t i : order) {
        if (strides[i] == 0)
            continue;
        if (strides[i] % covered != 0)
            throw LayoutRefusal { fmt::format(
                "Stride {} of `{}` is no multiple of {}, the product of the smaller parts, so the left inverse is no layout.",
                strides[i], text_of(layout), covered) };
        shape.push_back(strides[i] / covered);
        stride.push_back(before[i]);
        covered *= shape.back();
    }
    shape.push_back(sizes[order.back()]);
    return coalesce(flat_layout(shape, stride));
}

Layout max_common_layout(const Layout& a, const Layout& b)
{
    const Layout inverse = right_inverse(b);
    const Layout common = coalesce(composition(a, inverse));
    if (common.stride.mode(0) != IntTuple { 1 })
        return { 1, 0 };
    return composition(inverse, common.mode(0));
}

std::int64_t max_common_vector(const Layout& a, const Layout& b)
{
    const Layout common = coalesce(composition(a, right_inverse(b)));
    return common.stride.mode(0) == IntTuple { 1 } ? common.shape.mode(0).value() : 1;
}

Layout nullspace(const Layout& layout)
{
    const auto sizes = leaves(layout.shape);
    const auto strides = leaves(layout.stride);
    const auto compact = leaves(make_layout(flatten(layout.shape)).stride);
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> stride;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (strides[i] != 0)
            continue;
        shape.push_back(sizes[i]);
        stride.push_back(compact[i]);
    }
    if (shape.empty())
        return { 1, 0 };
    return shape.size() == 1 ? Layout { shape.front(), stride.front() } : flat_layout(shape, stride);
}

Layout upcast(const Layout& layout, std::int64_t n)
{
    if (layout.shape.is_tuple()) {
        std::vector<Layout> modes;
        for (std::size_t i = 0; i < layout.rank(); ++i)
            modes.push_back(upcast(layout.mode(i), n));
        return make_layout(modes);
    }
    const std::int64_t stride = layout.stride.value();
    if (stride == 0)
        return layout;
    if (stride % n != 0 && n % stride != 0)
        throw LayoutRefusal { fmt::format(
            "Stride {} of `{}` neither divides {} nor is a multiple of it.", stride, text_of(layout), n) };
    return { ceil_div(layout.shape.value(), ceil_div(n, std::abs(stride))), sign(stride) * ceil_div(std::abs(stride), n) };
}

Layout downcast(const Layout& layout, std::int64_t n)
{
    const auto strides = leaves(layout.stride);
    if (std::ranges::find(strides, 1) == strides.end() && std::ranges::find(strides, -1) == strides.end())
        throw LayoutRefusal { fmt::format("`{}` has no stride 1, so an element cannot be split.", text_of(layout)) };
    return split_elements(layout, n);
}

} // namespace warpstage::layout

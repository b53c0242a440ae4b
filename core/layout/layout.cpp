#include "core/layout/layout.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace warpstage::layout {

namespace {

// Strides of the leaves from `current` on, which becomes the next stride.
IntTuple compact_left(const IntTuple& shape, std::int64_t& current)
{
    if (!shape.is_tuple()) {
        if (shape.value() == 1)
            return 0;
        const std::int64_t stride = current;
        current *= shape.value();
        return stride;
    }
    std::vector<IntTuple> modes;
    for (const IntTuple& mode : shape.modes())
        modes.push_back(compact_left(mode, current));
    return modes;
}

IntTuple compact_right(const IntTuple& shape, std::int64_t& current)
{
    if (!shape.is_tuple())
        return compact_left(shape, current);
    std::vector<IntTuple> modes;
    for (std::size_t i = shape.rank(); i-- > 0;)
        modes.push_back(compact_right(shape.mode(i), current));
    std::ranges::reverse(modes);
    return modes;
}

IntTuple compact_ordered(
    const IntTuple& shape, const IntTuple& order, const std::vector<std::int64_t>& orders, const std::vector<std::int64_t>& sizes)
{
    if (order.is_tuple()) {
        std::vector<IntTuple> modes;
        for (std::size_t i = 0; i < order.rank(); ++i)
            modes.push_back(compact_ordered(shape.mode(i), order.mode(i), orders, sizes));
        return modes;
    }
    std::int64_t start = 1;
    for (std::size_t i = 0; i < orders.size(); ++i) {
        if (orders[i] < order.value())
            start *= sizes[i];
    }
    return compact_left(shape, start);
}

// Splits `rest` over the leaves, the first one fastest. The last leaf of the layout takes what remains.
std::int64_t index_of(const IntTuple& shape, const IntTuple& stride, std::int64_t& rest, bool last)
{
    if (!shape.is_tuple()) {
        const std::int64_t here = last ? rest : rest % shape.value();
        rest /= shape.value();
        return here * stride.value();
    }
    std::int64_t index = 0;
    for (std::size_t i = 0; i < shape.rank(); ++i)
        index += index_of(shape.mode(i), stride.mode(i), rest, last && i + 1 == shape.rank());
    return index;
}

// The sizes of the parts of `shape` that the leaves of `order` cover.
void append_sizes(const IntTuple& shape, const IntTuple& order, std::vector<std::int64_t>& out)
{
    if (!order.is_tuple()) {
        out.push_back(product(shape));
        return;
    }
    for (std::size_t i = 0; i < order.rank(); ++i)
        append_sizes(shape.mode(i), order.mode(i), out);
}

IntTuple without_zero_strides(const IntTuple& shape, const IntTuple& stride)
{
    if (!shape.is_tuple())
        return stride.value() == 0 ? 1 : shape;
    std::vector<IntTuple> modes;
    for (std::size_t i = 0; i < shape.rank(); ++i)
        modes.push_back(without_zero_strides(shape.mode(i), stride.mode(i)));
    return modes;
}

// Merges flat modes from the last one to the first; `first_size` and `first_stride` are those of the last mode.
Layout merge_modes(const Layout& layout, std::int64_t first_size, std::int64_t first_stride)
{
    const auto sizes = leaves(layout.shape);
    const auto strides = leaves(layout.stride);
    std::vector<IntTuple> shape { first_size };
    std::vector<IntTuple> stride { first_stride };
    for (std::size_t i = sizes.size() - 1; i-- > 0;) {
        if (sizes[i] == 1)
            continue;
        if (shape.size() == 1 && shape.front().value() == 1) {
            shape.front() = sizes[i];
            stride.front() = strides[i];
        } else if (sizes[i] * strides[i] == stride.front().value()) {
            shape.front() = sizes[i] * shape.front().value();
            stride.front() = strides[i];
        } else {
            shape.insert(shape.begin(), sizes[i]);
            stride.insert(stride.begin(), strides[i]);
        }
    }
    if (shape.size() > 1)
        return { shape, stride };
    return shape.front().value() == 1 ? Layout { 1, 0 } : Layout { shape.front(), stride.front() };
}

} // namespace

std::int64_t Layout::operator()(std::int64_t coordinate) const
{
    return index_of(shape, stride, coordinate, true);
}

std::int64_t crd2idx(const IntTuple& coordinate, const Layout& layout)
{
    if (!coordinate.is_tuple())
        return layout(coordinate.value());
    std::int64_t index = 0;
    for (std::size_t i = 0; i < layout.rank(); ++i)
        index += crd2idx(coordinate.mode(i), layout.mode(i));
    return index;
}

bool is_coordinate(const IntTuple& coordinate, const IntTuple& shape)
{
    if (!coordinate.is_tuple())
        return coordinate.value() >= 0 && coordinate.value() < product(shape);
    return shape.is_tuple() && coordinate.rank() == shape.rank()
        && std::ranges::equal(coordinate.modes(), shape.modes(), is_coordinate);
}

IntTuple idx2crd(std::int64_t coordinate, const IntTuple& shape)
{
    if (!shape.is_tuple())
        return coordinate;
    std::vector<IntTuple> modes;
    for (const IntTuple& mode : shape.modes()) {
        const std::int64_t mode_size = product(mode);
        modes.push_back(idx2crd(coordinate % mode_size, mode));
        coordinate /= mode_size;
    }
    return modes;
}

std::int64_t size(const Layout& layout)
{
    return product(layout.shape);
}

std::int64_t cosize(const Layout& layout)
{
    const auto sizes = leaves(layout.shape);
    const auto strides = leaves(layout.stride);
    std::int64_t last = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        last += (sizes[i] - 1) * std::abs(strides[i]);
    return last + 1;
}

Layout make_layout(const IntTuple& shape)
{
    std::int64_t current = 1;
    return { shape, compact_left(shape, current) };
}

Layout make_layout_right(const IntTuple& shape)
{
    std::int64_t current = 1;
    return { shape, compact_right(shape, current) };
}

Layout make_layout(const std::vector<Layout>& modes)
{
    std::vector<IntTuple> shape;
    std::vector<IntTuple> stride;
    for (const Layout& mode : modes) {
        shape.push_back(mode.shape);
        stride.push_back(mode.stride);
    }
    return { shape, stride };
}

Layout make_ordered_layout(const IntTuple& shape, const IntTuple& order)
{
    std::vector<std::int64_t> sizes;
    append_sizes(shape, order, sizes);
    return { shape, compact_ordered(shape, order, leaves(order), sizes) };
}

Layout append_to_rank(const Layout& layout, std::size_t rank)
{
    if (layout.rank() >= rank)
        return layout;
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < layout.rank(); ++i)
        modes.push_back(layout.mode(i));
    modes.resize(rank);
    return make_layout(modes);
}

Layout flatten(const Layout& layout)
{
    return { flatten(layout.shape), flatten(layout.stride) };
}

Layout coalesce(const Layout& layout)
{
    return merge_modes(layout, leaves(layout.shape).back(), leaves(layout.stride).back());
}

Layout detail::coalesce_beyond(const Layout& layout)
{
    const std::int64_t last = leaves(layout.shape).back();
    return merge_modes(layout, last == 1 ? 2 : last, leaves(layout.stride).back());
}

Layout filter(const Layout& layout)
{
    return coalesce({ without_zero_strides(layout.shape, layout.stride), layout.stride });
}

std::string text_of(const Layout& layout)
{
    return text_of(layout.shape) + ":" + text_of(layout.stride);
}

} // namespace warpstage::layout

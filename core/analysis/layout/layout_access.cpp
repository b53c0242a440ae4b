#include "core/analysis/layout/layout_access.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::analysis {

namespace {

using arch::SharedOperation;
using layout::ComposedLayout;
using layout::IntTuple;
using Order = LayoutAccess::Order;

constexpr std::int64_t kMatrixRows = 8;

// All accesses that can be named.
std::vector<LayoutAccess> all_accesses()
{
    std::vector<LayoutAccess> result;
    for (const bool store : { false, true }) {
        const auto operation = store ? SharedOperation::store : SharedOperation::load;
        for (const Order order : { Order::matrices, Order::transposed_matrices })
            for (const std::uint32_t matrices : { 1U, 2U, 4U })
                result.push_back({ fmt::format("{}{}.x{}", store ? "stmatrix" : "ldmatrix",
                                       order == Order::matrices ? "" : ".trans", matrices),
                    store ? SharedOperation::store : SharedOperation::load_matrix, order, kLaneMatrixBytes,
                    static_cast<std::uint32_t>(kMatrixRows) * matrices });
        for (const Order order : { Order::rows, Order::columns })
            for (const std::uint32_t bytes : { 0U, 8U, 16U })
                result.push_back({ fmt::format("{}.{}{}", store ? "store" : "load", order == Order::rows ? "row" : "column",
                                       bytes == 0 ? std::string {} : fmt::format(".{}", bytes * 8)),
                    operation, order, bytes, kMaxLanes });
    }
    for (const std::uint32_t bytes : { 4U, 8U, 16U })
        result.push_back({ fmt::format("cp.async.{}", bytes), SharedOperation::async_copy, Order::rows, bytes, kMaxLanes });
    return result;
}

// Rows and columns that one access covers, and how its lanes are placed in them.
struct Footprint {
    std::int64_t lane_rows = 1; // elements of one lane
    std::int64_t lane_columns = 1;
    std::int64_t down = 1; // lanes below each other before the next lanes to the right
    std::int64_t right = 1; // lanes side by side before the next lanes below
    bool down_first = false;

    [[nodiscard]] std::int64_t rows() const { return lane_rows * down; }
    [[nodiscard]] std::int64_t columns() const { return lane_columns * right; }
};

Result<Footprint> footprint_of(const LayoutAccess& access, std::int64_t rows, std::int64_t columns, std::int64_t elements)
{
    Footprint result;
    const bool matrices = access.order == Order::matrices || access.order == Order::transposed_matrices;
    const bool transposed = access.order == Order::transposed_matrices;
    if (transposed)
        result.lane_rows = elements;
    else
        result.lane_columns = elements;
    if (rows % result.lane_rows != 0 || columns % result.lane_columns != 0)
        return Error { fmt::format("`{}` accesses {} elements per lane, which do not divide the {} {} of the layout.",
            access.name, elements, transposed ? rows : columns, transposed ? "rows" : "columns") };
    const std::int64_t down = rows / result.lane_rows;
    const std::int64_t right = columns / result.lane_columns;
    const std::int64_t lanes = access.lanes;
    if (matrices) {
        const std::int64_t along = transposed ? right : down;
        if (along % kMatrixRows != 0)
            return Error { fmt::format(
                "`{}` reads matrices of 8 {}, but the layout has {}.", access.name, transposed ? "columns" : "rows", along) };
        const std::int64_t together = along % (2 * kMatrixRows) == 0 && lanes > kMatrixRows ? 2 * kMatrixRows : kMatrixRows;
        result.down = transposed ? lanes / together : together;
        result.right = transposed ? together : lanes / together;
        result.down_first = !transposed;
    } else if (access.order == Order::rows) {
        result.right = std::min(lanes, right);
        result.down = lanes / result.right;
    } else {
        result.down = std::min(lanes, down);
        result.right = lanes / result.down;
        result.down_first = true;
    }
    if (result.down * result.right != lanes || down % result.down != 0 || right % result.right != 0)
        return Error { fmt::format(
            "The {} lanes of `{}` cover {} x {} elements, which do not divide the {} x {} elements of the layout.", lanes,
            access.name, result.rows(), result.columns(), rows, columns) };
    return result;
}

// The indices of all elements, rows fastest.
struct Indices {
    std::int64_t rows = 0;
    std::vector<std::int64_t> of;

    [[nodiscard]] std::int64_t at(std::int64_t row, std::int64_t column) const
    {
        return of[static_cast<std::size_t>(row + rows * column)];
    }
};

Result<std::uint64_t> address_of(const Indices& indices, const Footprint& footprint, std::int64_t row, std::int64_t column,
    int element_bits, const LayoutAccess& access, std::uint32_t bytes)
{
    const std::int64_t first = indices.at(row, column);
    const std::int64_t step = footprint.lane_rows > 1 ? 1 : 0;
    const std::int64_t count = footprint.lane_rows * footprint.lane_columns;
    for (std::int64_t i = 1; i < count; ++i) {
        const std::int64_t index = indices.at(row + step * i, column + (1 - step) * i);
        if (index != first + i)
            return Error { fmt::format(
                "`{}` needs {} bytes in one piece, but elements ({},{}) and ({},{}) have the indices {} and {}.", access.name,
                bytes, row, column, row + step * i, column + (1 - step) * i, first, index) };
    }
    const std::int64_t bits = first * element_bits;
    if (bits % (std::int64_t { bytes } * 8) != 0)
        return Error { fmt::format("`{}` needs addresses that are multiples of {}, but element ({},{}) is at byte {}.",
            access.name, bytes, row, column, bits / 8) };
    return static_cast<std::uint64_t>(bits / 8);
}

} // namespace

std::vector<std::string> layout_access_names()
{
    std::vector<std::string> names;
    for (const LayoutAccess& access : all_accesses())
        names.push_back(access.name);
    return names;
}

Result<LayoutAccess> parse_layout_access(std::string_view name)
{
    const auto all = all_accesses();
    const auto found = std::ranges::find(all, name, &LayoutAccess::name);
    if (found != all.end())
        return *found;
    const auto near = text::nearest(name, layout_access_names());
    return Error { near.empty() ? fmt::format("Unknown access `{}`. Use {}.", name, text::alternatives(layout_access_names()))
                                : fmt::format("Unknown access `{}`. Did you mean `{}`?", name, near) };
}

const LayoutRequest& LayoutConflicts::worst() const
{
    return *std::ranges::max_element(requests, {}, [](const LayoutRequest& it) { return it.count.wavefronts; });
}

double LayoutConflicts::degree() const
{
    const arch::SharedCount& count = worst().count;
    return count.ideal == 0 ? 1.0 : static_cast<double>(count.wavefronts) / count.ideal;
}

Result<LayoutConflicts> conflicts_of(
    const arch::Traits& traits, const ComposedLayout& layout, int element_bits, const LayoutAccess& access)
{
    const layout::Layout& plain = layout.layout;
    if (plain.rank() != 2)
        return Error { fmt::format(
            "`{}` has {} modes. An access needs a layout with two, rows and columns.", text_of(plain), plain.rank()) };
    if (size(plain) > kMaxLayoutElements)
        return Error { fmt::format(
            "`{}` has {} elements; at most {} are permitted.", text_of(plain), size(plain), kMaxLayoutElements) };
    const std::int64_t rows = size(plain.mode(0));
    const std::int64_t columns = size(plain.mode(1));
    LayoutConflicts result;
    result.access = access;
    const auto bits = static_cast<std::uint32_t>(element_bits);
    if (access.bytes == 0 && bits % 8 != 0)
        return Error { fmt::format(
            "`{}` accesses one element per lane, but an element has {} bits.", access.name, element_bits) };
    result.bytes = access.bytes == 0 ? bits / 8 : access.bytes;
    if (result.bytes * 8 < bits)
        return Error { fmt::format(
            "`{}` accesses {} bytes per lane, less than an element of {} bits.", access.name, result.bytes, element_bits) };
    result.elements = result.bytes * 8 / bits;
    result.along_rows = access.order != Order::transposed_matrices;
    const auto footprint = footprint_of(access, rows, columns, result.elements);
    if (!footprint)
        return footprint.error();

    Indices indices { rows, {} };
    for (std::int64_t i = 0; i < size(plain); ++i) {
        indices.of.push_back(layout(i));
        if (indices.of.back() < 0)
            return Error { fmt::format("Element {} of `{}` has the negative index {}.", i, text_of(plain), indices.of.back()) };
    }
    for (std::int64_t column = 0; column < columns; column += footprint->columns()) {
        for (std::int64_t row = 0; row < rows; row += footprint->rows()) {
            LayoutRequest request;
            request.row = row;
            request.column = column;
            request.lanes = first_lanes(access.lanes);
            for (unsigned lane = 0; lane < access.lanes; ++lane) {
                const std::int64_t down = footprint->down_first ? lane % footprint->down : lane / footprint->right;
                const std::int64_t right = footprint->down_first ? lane / footprint->down : lane % footprint->right;
                const std::int64_t at_row = row + down * footprint->lane_rows;
                const std::int64_t at_column = column + right * footprint->lane_columns;
                const auto address = address_of(indices, *footprint, at_row, at_column, element_bits, access, result.bytes);
                if (!address)
                    return address.error();
                request.addresses[lane] = *address;
                request.elements[lane] = at_row + rows * at_column;
            }
            request.count = count_shared(traits, { access.operation, result.bytes, request.lanes, request.addresses });
            result.wavefronts += request.count.wavefronts;
            result.ideal += request.count.ideal;
            result.requests.push_back(request);
        }
    }
    return result;
}

arch::SharedService serve(const arch::Traits& traits, const LayoutConflicts& conflicts, const LayoutRequest& request)
{
    return serve_shared(traits, { conflicts.access.operation, conflicts.bytes, request.lanes, request.addresses });
}

} // namespace warpstage::analysis

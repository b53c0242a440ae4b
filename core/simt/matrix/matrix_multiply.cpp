#include "core/simt/matrix/matrix_multiply.h"

#include "core/base/verify.h"
#include "core/simt/matrix/fragment_numbers.h"
#include "core/simt/matrix/matrix_move.h"

#include <cmath>
#include <cstring>

namespace warpstage::simt {

namespace {

// Of `size` adjacent numbers of a row half are stored; an index of the metadata stands for `piece` numbers. Each group has four
// bits.
struct Sparsity {
    std::uint32_t size;
    std::uint32_t piece;
};

Sparsity sparsity_of(NumberFormat format)
{
    const std::uint32_t bits = bits_of(format);
    if (bits == 32)
        return { 2, 1 };
    return bits == 4 ? Sparsity { 8, 2 } : Sparsity { 4, 1 };
}

// For each stored number of a, row by row: the row of b that it is multiplied with. Which lane has the four bits of a group, and
// where: figures "metadata layout" in PTX ISA, 9.7.14.6.2; confirmed on an H100.
std::vector<std::uint32_t> rows_of_b(const WarpState& state, const MatrixForm& form)
{
    const std::uint32_t stored = form.shape.k / 2;
    const Sparsity sparsity = sparsity_of(form.a.format);
    const bool narrow = bits_of(form.a.format) <= 8;
    std::vector<std::uint32_t> rows(std::size_t { form.shape.m } * stored);
    for (std::uint32_t row = 0; row < form.shape.m; ++row) {
        for (std::uint32_t i = 0; i < stored; ++i) {
            const std::uint32_t group = i / (sparsity.size / 2);
            const std::uint32_t within = i % (sparsity.size / 2);
            const std::uint32_t lane = row % 8 * 4 + form.metadata->first_lane + (narrow ? group / 8 * 2 + row / 8 : group / 4);
            const std::uint32_t nibble = narrow ? group % 8 : row / 8 * 4 + group % 4;
            const std::uint64_t bits = register_value(state, form.metadata->row, 4, lane) >> (4 * nibble);
            // Of tf32 each index names a half: 0b0100 is the first number, 0b1110 the second.
            const std::uint64_t index = sparsity.size == 2 ? bits >> 1U & 1U : bits >> (within / sparsity.piece * 2) & 3U;
            rows[std::size_t { row } * stored + i] =
                group * sparsity.size + static_cast<std::uint32_t>(index) * sparsity.piece + within % sparsity.piece;
        }
    }
    return rows;
}

// sum += a * b. `row_of_b(row, i)`: with which row of b the number i of that row of a is multiplied.
template <typename RowOfB, typename Combine>
void add_products(
    const MatrixForm& form, const Numbers& a, const Numbers& b, Numbers& sum, const RowOfB& row_of_b, const Combine& combine)
{
    const std::size_t depth = form.a.layout.columns;
    const std::size_t width = form.b.layout.columns;
    for (std::size_t product = 0; product < form.products; ++product) {
        for (std::size_t row = product * form.shape.m; row < (product + 1) * form.shape.m; ++row) {
            double* const sums = sum.data() + row * width + product * form.shape.n;
            for (std::size_t i = 0; i < depth; ++i) {
                const double left = a[row * depth + i];
                const double* const right = b.data() + row_of_b(row, i) * width + product * form.shape.n;
                for (std::size_t column = 0; column < form.shape.n; ++column)
                    sums[column] = combine(left, right[column], sums[column]);
            }
        }
    }
}

template <typename RowOfB>
void add_products(const MatrixForm& form, const Numbers& a, const Numbers& b, Numbers& sum, const RowOfB& row_of_b)
{
    if (form.product == MatrixProduct::exclusive_or)
        return add_products(form, a, b, sum, row_of_b, [](double x, double y, double z) { return z + (x == y ? 0.0 : 1.0); });
    if (form.a.format == NumberFormat::f64)
        return add_products(form, a, b, sum, row_of_b, [](double x, double y, double z) { return std::fma(x, y, z); });
    // Products of the other formats are exact in double precision.
    add_products(form, a, b, sum, row_of_b, [](double x, double y, double z) { return x * y + z; });
}

} // namespace

std::uint32_t metadata_lanes(const MatrixShape& shape, NumberFormat format)
{
    // 16 rows of groups with four bits each, in 32-bit registers of eight groups of four lanes.
    return shape.k / sparsity_of(format).size / 4;
}

bool multiply_matrices(WarpState& state, const Operation& operation)
{
    if (!whole_warp_executes(state))
        return false;
    const MatrixForm& form = form_of<MatrixForm>(operation);
    const Numbers a = gathered_numbers(state, form.a);
    const Numbers b = gathered_numbers(state, form.b);
    Numbers sum = gathered_numbers(state, form.c);
    if (form.metadata) {
        const std::vector<std::uint32_t> rows = rows_of_b(state, form);
        const std::size_t stored = form.a.layout.columns;
        add_products(form, a, b, sum, [&](std::size_t row, std::size_t i) { return std::size_t { rows[row * stored + i] }; });
    } else {
        add_products(form, a, b, sum, [](std::size_t, std::size_t i) { return i; });
    }
    spread_numbers(state, form.d, sum, form.saturates);
    return true;
}

} // namespace warpstage::simt

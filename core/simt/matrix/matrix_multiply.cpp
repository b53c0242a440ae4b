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

// sum += a * b for what a build of the hot files cannot multiply: bits, and numbers with products that are rounded.
template <typename Combine> void add_products(const NumberProduct& product, const Combine& combine)
{
    for (std::size_t row = 0; row < product.rows; ++row) {
        double* const sums = product.sum + row * product.width;
        for (std::size_t i = 0; i < product.depth; ++i) {
            const std::size_t number = row * product.depth + i;
            const double left = product.a[number];
            const double* const right =
                product.b + (product.rows_of_b == nullptr ? i : product.rows_of_b[number]) * product.width;
            for (std::size_t column = 0; column < product.columns; ++column)
                sums[column] = combine(left, right[column], sums[column]);
        }
    }
}

void add_products(const MatrixForm& form, const NumberProduct& product)
{
    if (form.product == MatrixProduct::exclusive_or)
        add_products(product, [](double x, double y, double z) { return z + (x == y ? 0.0 : 1.0); });
    else if (form.a.format == NumberFormat::f64)
        add_products(product, [](double x, double y, double z) { return std::fma(x, y, z); });
    else
        form.operators->multiply(product);
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
    const MatrixOperators& operators = *form.operators;
    // Not initialized: that would take longer than to gather the numbers.
    alignas(64) MatrixNumbers a; // NOLINT(cppcoreguidelines-pro-type-member-init)
    alignas(64) MatrixNumbers b; // NOLINT(cppcoreguidelines-pro-type-member-init)
    alignas(64) MatrixNumbers sum; // NOLINT(cppcoreguidelines-pro-type-member-init)
    gather_numbers(state, operators, form.a, a);
    gather_numbers(state, operators, form.b, b);
    gather_numbers(state, operators, form.c, sum);
    const std::vector<std::uint32_t> rows = form.metadata ? rows_of_b(state, form) : std::vector<std::uint32_t> {};
    const std::size_t depth = form.a.layout.columns;
    const std::size_t width = form.b.layout.columns;
    for (std::size_t product = 0; product < form.products; ++product) {
        const std::size_t row = product * form.shape.m;
        const std::size_t column = product * form.shape.n;
        add_products(form,
            { form.shape.m, form.shape.n, depth, a.data() + row * depth, b.data() + column, sum.data() + row * width + column,
                width, form.metadata ? rows.data() : nullptr });
    }
    spread_numbers(state, operators, form.d, sum, form.saturates);
    return true;
}

} // namespace warpstage::simt

// A shadow run: products of matrices. The virtual machine rounds each sum once.
#include "core/simt/rounding/shadow_run_parts.h"

#include <algorithm>
#include <cmath>

namespace warpstage::simt {

namespace {

constexpr double kRoundoff = 0x1p-53; // of double

FloatFormat format_in_registers(NumberFormat format)
{
    if (format == NumberFormat::f16)
        return FloatFormat::f16;
    if (format == NumberFormat::bf16)
        return FloatFormat::bf16;
    return format == NumberFormat::tf32 ? FloatFormat::tf32 : FloatFormat::f32;
}

// Calls function(row, column, place) for each number of the fragment.
template <typename Function> void for_each_number(const WarpState& state, const MatrixFragment& fragment, Function function)
{
    const std::uint32_t together = numbers_per_register(fragment.format);
    const std::uint32_t bytes = register_bytes(fragment.format);
    const std::uint32_t width = bits_of(fragment.format) / 8;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        for (std::uint32_t i = 0; i < fragment.layout.distinct; ++i) {
            const MatrixCell cell = fragment.layout.at(lane, i);
            function(cell.row, cell.column,
                state.registers + fragment.registers[i / together] + std::size_t { lane } * bytes
                    + std::size_t { i % together } * width);
        }
}

} // namespace

void ShadowRun::read_matrices(const WarpState& state, const MatrixForm& form)
{
    const auto read = [&](const MatrixFragment& fragment, Matrices::Matrix& matrix) {
        matrix.columns = fragment.layout.columns;
        matrix.numbers.assign(std::size_t { fragment.layout.rows } * fragment.layout.columns, {});
        const FloatFormat format = format_in_registers(fragment.format);
        for_each_number(state, fragment, [&](std::uint32_t row, std::uint32_t column, const std::byte* place) {
            matrix.numbers[std::size_t { row } * matrix.columns + column] = operand_at(place, format);
        });
    };
    read(form.a, m_matrices->a);
    read(form.b, m_matrices->b);
    read(form.c, m_matrices->c);
    m_multiplied = true;
}

void ShadowRun::write_matrix(const MatrixForm& form, std::uint32_t origin, const WarpState& state)
{
    const Matrices::Matrix& a = m_matrices->a;
    const Matrices::Matrix& b = m_matrices->b;
    const Matrices::Matrix& c = m_matrices->c;
    const FloatFormat format = format_in_registers(form.d.format);
    LineRounding& line = m_lines[origin];
    for_each_number(state, form.d, [&](std::uint32_t row, std::uint32_t column, const std::byte* place) {
        std::fill_n(m_origins.begin(), m_lines.size(), 0.0);
        double of_actual = 0.0;
        double exact = 0.0;
        double magnitude = 0.0;
        double drift = 0.0;
        const auto inherit = [&](const TracedOperand& operand, double weight) {
            drift += weight * operand.drift;
            for (std::size_t i = 0; operand.origins != nullptr && i < m_lines.size(); ++i)
                m_origins[i] += weight * operand.origins[i];
        };
        for (std::uint32_t k = 0; k < a.columns; ++k) {
            const TracedOperand& x = a.numbers[std::size_t { row } * a.columns + k];
            const TracedOperand& y = b.numbers[std::size_t { k } * b.columns + column];
            of_actual += x.actual * y.actual;
            exact += x.exact * y.exact;
            magnitude += std::abs(x.exact * y.exact);
            inherit(x, (y.actual + y.exact) / 2);
            inherit(y, (x.actual + x.exact) / 2);
        }
        const TracedOperand& start = c.numbers[std::size_t { row } * c.columns + column];
        inherit(start, 1.0);
        of_actual += start.actual;
        ShadowValue value;
        value.bits = bits_at(place, format);
        value.format = format;
        value.exact = exact + start.exact;
        value.drift = drift + kRoundoff * (a.columns + 1) * (magnitude + std::abs(start.exact));
        const double actual = value.actual();
        const double ulp = std::abs(actual - of_actual) / ulp_of(of_actual, format);
        line.overflows += std::isinf(actual) && std::isfinite(of_actual) ? 1U : 0U;
        if (std::isfinite(ulp) && ulp > 0.0) {
            ++line.rounded;
            line.sum_ulp += ulp;
            line.largest_ulp = std::max(line.largest_ulp, ulp);
            m_origins[origin] += actual - of_actual;
        }
        m_values.put(place, value, origins_of(m_origins));
    });
}

} // namespace warpstage::simt

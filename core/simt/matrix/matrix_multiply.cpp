#include "core/simt/matrix/matrix_multiply.h"

#include "core/base/verify.h"
#include "core/simt/conversion.h"
#include "core/simt/matrix/matrix_move.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kGreatestSide = 16;
using Matrix = std::array<std::array<double, kGreatestSide>, kGreatestSide>; // [row][column]

std::uint32_t numbers_per_register(ptx::Type type)
{
    return type == ptx::Type::f16 || type == ptx::Type::bf16 ? 2 : 1;
}

std::uint64_t register_value(const WarpState& state, std::uint32_t row, std::uint32_t bytes, unsigned lane)
{
    std::uint64_t value = 0;
    std::memcpy(&value, state.registers + row + std::size_t { lane } * bytes, bytes);
    return value;
}

double number_of(std::uint64_t bits, ptx::Type type)
{
    if (type == ptx::Type::f64)
        return std::bit_cast<double>(bits);
    if (type == ptx::Type::f32)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type == ptx::Type::tf32) // the upper 19 bits of f32
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xffff'e000U));
    const Conversion conversion { ptx::Type::f64, type, 8, 2 };
    return std::bit_cast<double>(convert(bits & 0xffffU, conversion));
}

std::uint64_t bits_of(double number, ptx::Type type)
{
    const Conversion conversion { type, ptx::Type::f64, static_cast<std::uint8_t>(ptx::size_of(type)), 8 };
    return convert(std::bit_cast<std::uint64_t>(number), conversion);
}

// Calls function(register, number within it, row, column) for each element of a that one lane holds.
template <typename Function> void each_of_a(const MatrixForm& form, unsigned lane, const Function& function)
{
    const std::uint32_t together = numbers_per_register(form.factor);
    const std::uint32_t registers = matrix_registers(form.m * form.k / kMaxLanes, form.factor);
    for (std::uint32_t index = 0; index < registers; ++index) {
        for (std::uint32_t part = 0; part < together; ++part)
            function(index, part, lane / 4 + index % 2 * 8, lane % 4 * together + part + index / 2 * 4 * together);
    }
}

template <typename Function> void each_of_b(const MatrixForm& form, unsigned lane, const Function& function)
{
    const std::uint32_t together = numbers_per_register(form.factor);
    const std::uint32_t registers = matrix_registers(form.k * form.n / kMaxLanes, form.factor);
    for (std::uint32_t index = 0; index < registers; ++index) {
        for (std::uint32_t part = 0; part < together; ++part)
            function(index, part, lane % 4 * together + part + index * 4 * together, lane / 4);
    }
}

// The same for c and d.
template <typename Function> void each_of_sum(const MatrixForm& form, unsigned lane, const Function& function)
{
    const std::uint32_t together = numbers_per_register(form.sum);
    for (std::uint32_t number = 0; number < form.m * form.n / kMaxLanes; ++number)
        function(number / together, number % together, lane / 4 + number / 2 * 8, lane % 4 * 2 + number % 2);
}

} // namespace

std::uint32_t matrix_registers(std::uint32_t numbers, ptx::Type type)
{
    return numbers / numbers_per_register(type);
}

std::uint32_t matrix_register_bytes(ptx::Type type)
{
    return type == ptx::Type::f64 ? 8 : 4;
}

bool multiply_matrices(WarpState& state, const Operation& operation)
{
    if (!whole_warp_executes(state))
        return false;
    const MatrixForm& form = *std::bit_cast<const MatrixForm*>(operation.displacement);
    const std::uint32_t factor_bytes = matrix_register_bytes(form.factor);
    const std::uint32_t sum_bytes = matrix_register_bytes(form.sum);
    const std::uint32_t factor_bits = ptx::size_of(form.factor) * 8;
    const std::uint32_t sum_bits = ptx::size_of(form.sum) * 8;
    Matrix a {};
    Matrix b {};
    Matrix sum {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        each_of_a(form, lane, [&](std::uint32_t index, std::uint32_t part, std::uint32_t row, std::uint32_t column) {
            a[row][column] =
                number_of(register_value(state, form.a[index], factor_bytes, lane) >> (part * factor_bits), form.factor);
        });
        each_of_b(form, lane, [&](std::uint32_t index, std::uint32_t part, std::uint32_t row, std::uint32_t column) {
            b[row][column] =
                number_of(register_value(state, form.b[index], factor_bytes, lane) >> (part * factor_bits), form.factor);
        });
        each_of_sum(form, lane, [&](std::uint32_t index, std::uint32_t part, std::uint32_t row, std::uint32_t column) {
            sum[row][column] = number_of(register_value(state, form.c[index], sum_bytes, lane) >> (part * sum_bits), form.sum);
        });
    }
    for (std::uint32_t row = 0; row < form.m; ++row) {
        for (std::uint32_t column = 0; column < form.n; ++column) {
            for (std::uint32_t i = 0; i < form.k; ++i)
                sum[row][column] = std::fma(a[row][i], b[i][column], sum[row][column]);
        }
    }
    for_each_lane(state.active, [&](unsigned lane) {
        std::array<std::uint64_t, 4> results {};
        each_of_sum(form, lane, [&](std::uint32_t index, std::uint32_t part, std::uint32_t row, std::uint32_t column) {
            results[index] |= bits_of(sum[row][column], form.sum) << (part * sum_bits);
        });
        const std::uint32_t registers = matrix_registers(form.m * form.n / kMaxLanes, form.sum);
        for (std::uint32_t index = 0; index < results.size(); ++index) {
            if (index < registers)
                std::memcpy(state.registers + form.d[index] + std::size_t { lane } * sum_bytes, &results[index], sum_bytes);
        }
    });
    return true;
}

} // namespace warpstage::simt

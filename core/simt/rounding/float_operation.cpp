#include "core/simt/rounding/float_operation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

constexpr double kUnitRoundoff = 0x1p-53; // of double

std::optional<FloatFunction> function_of(ptx::Opcode opcode)
{
    constexpr std::array kFunctions {
        std::pair { ptx::Opcode::add, FloatFunction::add },
        std::pair { ptx::Opcode::sub, FloatFunction::subtract },
        std::pair { ptx::Opcode::mul, FloatFunction::multiply },
        std::pair { ptx::Opcode::fma, FloatFunction::fused },
        std::pair { ptx::Opcode::mad, FloatFunction::fused },
        std::pair { ptx::Opcode::div, FloatFunction::divide },
        std::pair { ptx::Opcode::rcp, FloatFunction::reciprocal },
        std::pair { ptx::Opcode::sqrt, FloatFunction::root },
        std::pair { ptx::Opcode::rsqrt, FloatFunction::reciprocal_root },
        std::pair { ptx::Opcode::ex2, FloatFunction::power_of_two },
        std::pair { ptx::Opcode::lg2, FloatFunction::binary_logarithm },
        std::pair { ptx::Opcode::sin, FloatFunction::sine },
        std::pair { ptx::Opcode::cos, FloatFunction::cosine },
        std::pair { ptx::Opcode::tanh, FloatFunction::hyperbolic_tangent },
        std::pair { ptx::Opcode::neg, FloatFunction::negate },
        std::pair { ptx::Opcode::abs, FloatFunction::absolute },
        std::pair { ptx::Opcode::min, FloatFunction::minimum },
        std::pair { ptx::Opcode::max, FloatFunction::maximum },
    };
    for (const auto& [known, function] : kFunctions)
        if (known == opcode)
            return function;
    return std::nullopt;
}

std::uint8_t sources_of(FloatFunction function)
{
    using enum FloatFunction;
    if (function == fused)
        return 3;
    return function == add || function == subtract || function == multiply || function == divide || function == minimum
            || function == maximum
        ? 2
        : 1;
}

bool is_pair(ptx::Type type)
{
    return type == ptx::Type::f16x2 || type == ptx::Type::bf16x2;
}

// Rows have at least two bytes per lane.
std::uint8_t row_bytes(ptx::Type type)
{
    return static_cast<std::uint8_t>(std::max(ptx::size_of(type), 2U));
}

// A register may be wider than the type of its content.
std::uint8_t written_bytes(const ptx::Function& function, const ptx::Operand& operand, ptx::Type type)
{
    const auto* known = std::get_if<ptx::RegisterOperand>(&operand);
    return row_bytes(known == nullptr ? type : function.registers[known->id].type);
}

std::optional<FloatOperation> conversion_of(
    const ptx::Function& function, const ptx::Instruction& instruction, const Operation& operation)
{
    if (instruction.types.size() != 2)
        return std::nullopt;
    const ptx::Type to = instruction.types[0];
    const ptx::Type from = instruction.types[1];
    const auto format = float_format_of(to);
    const auto source = float_format_of(from);
    if (!format || is_pair(from) || (!source && from == ptx::Type::pred))
        return std::nullopt;
    FloatOperation result;
    result.format = *format;
    result.source_format = source.value_or(FloatFormat::f32);
    result.integer = from;
    result.function = source ? FloatFunction::convert : FloatFunction::from_integer;
    for (const char* modifier : { "rni", "rzi", "rmi", "rpi" })
        if (source && instruction.has_modifier(modifier))
            result.function = FloatFunction::whole;
    result.saturates = instruction.has_modifier("sat");
    result.rectifies = instruction.has_modifier("relu");
    result.sources = 1;
    result.d = { operation.d, written_bytes(function, instruction.operands[0], to), 0 };
    result.operands[0] = { operation.a, written_bytes(function, instruction.operands[1], from), 0 };
    if (!is_pair(to))
        return instruction.operands.size() == 2 ? std::optional { result } : std::nullopt;
    if (instruction.operands.size() != 3 || !source)
        return std::nullopt;
    result.parts = 2;
    result.swaps = true;
    result.d = { operation.d, 4, 2 };
    result.operands[1] = { operation.b, written_bytes(function, instruction.operands[2], from), 0 };
    return result;
}

double clamped(const FloatOperation& operation, double value)
{
    if (operation.saturates)
        return std::isnan(value) ? 0.0 : std::clamp(value, 0.0, 1.0);
    return operation.rectifies && value < 0.0 ? 0.0 : value;
}

// The slope between the operand and its exact value, or at the operand if they are equal.
double slope_of(FloatFunction function, const TracedOperand& operand)
{
    double low = operand.exact;
    double high = operand.actual;
    if (std::abs(high - low) < 0x1p-26 * std::abs(high)) {
        low = operand.actual * (1.0 - 0x1p-26);
        high = operand.actual * (1.0 + 0x1p-26);
    }
    if (low == high)
        return 0.0;
    const double slope = (apply_in_double(function, { high }) - apply_in_double(function, { low })) / (high - low);
    return std::isfinite(slope) ? slope : 0.0;
}

std::array<double, 3> weights_of(FloatFunction function, const std::array<TracedOperand, 3>& x)
{
    const auto& [a, b, c] = x;
    switch (function) {
    case FloatFunction::add:
        return { 1.0, 1.0 };
    case FloatFunction::subtract:
        return { 1.0, -1.0 };
    case FloatFunction::multiply:
        return { (b.actual + b.exact) / 2, (a.actual + a.exact) / 2 };
    case FloatFunction::fused:
        return { (b.actual + b.exact) / 2, (a.actual + a.exact) / 2, 1.0 };
    case FloatFunction::divide:
        if (b.actual == 0.0 || b.exact == 0.0)
            return {};
        return { 1.0 / b.actual, -a.exact / (b.actual * b.exact) };
    case FloatFunction::negate:
        return { -1.0 };
    case FloatFunction::absolute:
        return { std::signbit(a.actual) ? -1.0 : 1.0 };
    case FloatFunction::minimum:
        return a.actual <= b.actual || std::isnan(b.actual) ? std::array { 1.0, 0.0, 0.0 } : std::array { 0.0, 1.0, 0.0 };
    case FloatFunction::maximum:
        return a.actual >= b.actual || std::isnan(b.actual) ? std::array { 1.0, 0.0, 0.0 } : std::array { 0.0, 1.0, 0.0 };
    case FloatFunction::convert:
        return { 1.0 };
    case FloatFunction::whole:
    case FloatFunction::from_integer:
        return {};
    case FloatFunction::reciprocal:
    case FloatFunction::root:
    case FloatFunction::reciprocal_root:
    case FloatFunction::power_of_two:
    case FloatFunction::binary_logarithm:
    case FloatFunction::sine:
    case FloatFunction::cosine:
    case FloatFunction::hyperbolic_tangent:
        return { slope_of(function, a) };
    }
    return {};
}

// The rounded sum of two doubles minus the exact one (Knuth's two-sum).
double error_of_sum(double a, double b)
{
    const double sum = a + b;
    const double of_b = sum - a;
    return -((a - (sum - of_b)) + (b - of_b));
}

// The error that the run in double makes in this operation itself: its result minus the exact one. Where it is not known, the
// bound of a good mathematical library.
double double_error(FloatFunction function, const std::array<double, 3>& x, double result)
{
    const auto& [a, b, c] = x;
    switch (function) {
    case FloatFunction::add:
        return error_of_sum(a, b);
    case FloatFunction::subtract:
        return error_of_sum(a, -b);
    case FloatFunction::multiply:
        return -std::fma(a, b, -result);
    case FloatFunction::fused: {
        const double product = a * b;
        const double rest = std::fma(a, b, -product); // of the exact product
        const double sum = product + c;
        return (result - sum) + error_of_sum(product, c) - rest;
    }
    case FloatFunction::divide:
        return -std::fma(-result, b, a) / b;
    case FloatFunction::reciprocal:
        return -std::fma(-result, a, 1.0) / a;
    case FloatFunction::root:
        return result == 0.0 ? 0.0 : -std::fma(-result, result, a) / (2 * result);
    case FloatFunction::negate:
    case FloatFunction::absolute:
    case FloatFunction::minimum:
    case FloatFunction::maximum:
    case FloatFunction::convert:
    case FloatFunction::whole:
    case FloatFunction::from_integer:
        return 0.0;
    case FloatFunction::reciprocal_root:
    case FloatFunction::power_of_two:
    case FloatFunction::binary_logarithm:
    case FloatFunction::sine:
    case FloatFunction::cosine:
    case FloatFunction::hyperbolic_tangent:
        break;
    }
    return 2 * kUnitRoundoff * std::abs(result);
}

} // namespace

std::optional<FloatOperation> float_operation_of(
    const ptx::Function& function, const ptx::Instruction& instruction, const Operation& operation)
{
    if (instruction.opcode == ptx::Opcode::cvt)
        return conversion_of(function, instruction, operation);
    const bool joined = operation.joined != Joined::none;
    const auto computed = joined ? FloatFunction::fused : function_of(instruction.opcode);
    if (!computed || instruction.types.size() != 1)
        return std::nullopt;
    const ptx::Type type = instruction.types.front();
    const auto format = float_format_of(type);
    const std::uint8_t sources = sources_of(*computed);
    const std::size_t named = joined ? 2 : sources; // source operands of the instruction
    if (!format || instruction.operands.size() != named + 1 || instruction.has_modifier("xorsign"))
        return std::nullopt;
    FloatOperation result;
    result.function = *computed;
    result.format = *format;
    result.source_format = *format;
    result.sources = sources;
    result.parts = is_pair(type) ? 2 : 1;
    result.saturates = instruction.has_modifier("sat");
    result.rectifies = instruction.has_modifier("relu");
    const auto operand = [&](std::uint32_t row) {
        return FloatOperand { row, row_bytes(type), static_cast<std::uint8_t>(result.parts == 2 ? 2 : 0) };
    };
    result.d = operand(operation.d);
    result.operands = { operand(operation.a), operand(operation.b), operand(operation.c) };
    result.operands[0].negated = operation.joined == Joined::negated;
    result.operands[2].negated = operation.joined == Joined::difference;
    return result;
}

double apply_in_double(FloatFunction function, const std::array<double, 3>& x)
{
    const auto& [a, b, c] = x;
    switch (function) {
    case FloatFunction::add:
        return a + b;
    case FloatFunction::subtract:
        return a - b;
    case FloatFunction::multiply:
        return a * b;
    case FloatFunction::fused:
        return std::fma(a, b, c);
    case FloatFunction::divide:
        return a / b;
    case FloatFunction::reciprocal:
        return 1.0 / a;
    case FloatFunction::root:
        return std::sqrt(a);
    case FloatFunction::reciprocal_root:
        return 1.0 / std::sqrt(a);
    case FloatFunction::power_of_two:
        return std::exp2(a);
    case FloatFunction::binary_logarithm:
        return std::log2(a);
    case FloatFunction::sine:
        return std::sin(a);
    case FloatFunction::cosine:
        return std::cos(a);
    case FloatFunction::hyperbolic_tangent:
        return std::tanh(a);
    case FloatFunction::negate:
        return -a;
    case FloatFunction::absolute:
        return std::abs(a);
    case FloatFunction::minimum:
        return std::fmin(a, b);
    case FloatFunction::maximum:
        return std::fmax(a, b);
    case FloatFunction::convert:
    case FloatFunction::whole:
    case FloatFunction::from_integer:
        return a;
    }
    return a;
}

ExactResult exact_result(const FloatOperation& operation, const std::array<TracedOperand, 3>& operands)
{
    const auto& [a, b, c] = operands;
    ExactResult result;
    const double of_actual = apply_in_double(operation.function, { a.actual, b.actual, c.actual });
    const bool same = a.origins == nullptr && b.origins == nullptr && c.origins == nullptr;
    const double exact = same ? of_actual : apply_in_double(operation.function, { a.exact, b.exact, c.exact });
    result.of_actual = clamped(operation, of_actual);
    result.exact = clamped(operation, exact);
    if (!same && result.of_actual == of_actual)
        result.weights = weights_of(operation.function, operands);
    if (result.exact == exact)
        result.drift = double_error(operation.function, { a.exact, b.exact, c.exact }, exact);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        result.drift += result.weights[i] * operands[i].drift;
        if (operation.operands[i].negated)
            result.weights[i] = -result.weights[i];
    }
    return result;
}

} // namespace warpstage::simt

// Compares the results of a device with the table.
#include "opcode_case.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace warpstage::cosim {

namespace {

struct FloatFormat {
    unsigned bits;
    unsigned fraction_bits;
};

std::optional<FloatFormat> format_of(const std::string& type)
{
    if (type == "f16" || type == "f16x2")
        return FloatFormat { 16, 10 };
    if (type == "bf16" || type == "bf16x2")
        return FloatFormat { 16, 7 };
    if (type == "f32")
        return FloatFormat { 32, 23 };
    if (type == "f64")
        return FloatFormat { 64, 52 };
    return std::nullopt;
}

std::uint64_t magnitude_of(std::uint64_t value, const FloatFormat& format)
{
    return value & ((std::uint64_t { 1 } << (format.bits - 1)) - 1);
}

std::uint64_t infinity_of(const FloatFormat& format)
{
    return magnitude_of(~((std::uint64_t { 1 } << format.fraction_bits) - 1), format);
}

bool is_nan(std::uint64_t value, const FloatFormat& format)
{
    return magnitude_of(value, format) > infinity_of(format);
}

double value_of(std::uint64_t value, const FloatFormat& format)
{
    const std::uint64_t magnitude = magnitude_of(value, format);
    const std::uint64_t fraction = magnitude & ((std::uint64_t { 1 } << format.fraction_bits) - 1);
    const auto exponent = static_cast<int>(magnitude >> format.fraction_bits);
    const int bias = (1 << (format.bits - format.fraction_bits - 2)) - 1;
    const std::uint64_t significand = exponent == 0 ? fraction : fraction | (std::uint64_t { 1 } << format.fraction_bits);
    const double size = std::ldexp(
        static_cast<double>(significand), (exponent == 0 ? 1 : exponent) - bias - static_cast<int>(format.fraction_bits));
    return magnitude == value ? size : -size;
}

// Steps between the two numbers in the format; both zeros count as one number.
std::uint64_t steps_between(std::uint64_t left, std::uint64_t right, const FloatFormat& format)
{
    const std::uint64_t a = magnitude_of(left, format);
    const std::uint64_t b = magnitude_of(right, format);
    const bool same_sign = (left == a) == (right == b);
    return same_sign ? (a > b ? a - b : b - a) : a + b;
}

bool near(std::uint64_t expected, std::uint64_t given, const FloatFormat& format, const Tolerance& tolerance)
{
    if (expected == given)
        return true;
    if (is_nan(expected, format) || is_nan(given, format) || tolerance.text.empty())
        return false;
    if (steps_between(expected, given, format) <= tolerance.last_places)
        return true;
    const std::uint64_t infinity = infinity_of(format);
    return magnitude_of(expected, format) != infinity && magnitude_of(given, format) != infinity
        && std::fabs(value_of(expected, format) - value_of(given, format)) <= tolerance.difference;
}

bool as_expected(const OpcodeCase& opcode_case, std::uint64_t expected, std::uint64_t given)
{
    const auto format = format_of(opcode_case.result_type);
    if (!format || expected == given)
        return expected == given;
    if (format->bits == 64 && is_nan(expected, *format) && is_nan(given, *format))
        return true; // a GPU keeps part of a double's NaN, the virtual machine does not
    if (!opcode_case.result_type.ends_with("x2"))
        return near(expected, given, *format, opcode_case.tolerance);
    return near(expected & 0xffffU, given & 0xffffU, *format, opcode_case.tolerance)
        && near(expected >> 16U, given >> 16U, *format, opcode_case.tolerance);
}

std::string hexadecimal(std::uint64_t value, const std::string& type)
{
    return fmt::format("{:0{}x}", value, 2 * bytes_of(type));
}

} // namespace

std::optional<std::string> difference(const OpcodeCase& opcode_case, std::span<const std::uint64_t> results)
{
    if (opcode_case.expected.size() != opcode_case.runs || results.size() != opcode_case.runs)
        return fmt::format("line {}: `{}` has {} results in the table, but {} runs", opcode_case.line, opcode_case.code,
            opcode_case.expected.size(), opcode_case.runs);
    constexpr unsigned kShown = 4;
    unsigned count = 0;
    std::string text;
    for (std::size_t run = 0; run < results.size(); ++run) {
        if (as_expected(opcode_case, opcode_case.expected[run], results[run]))
            continue;
        if (++count > kShown)
            continue;
        text += "\n   ";
        for (std::size_t i = 0; i < opcode_case.operands.size(); ++i)
            text += fmt::format(" %{} {}", "abc"[i], hexadecimal(opcode_case.operands[i][run], opcode_case.operand_types[i]));
        text += fmt::format(" expected {}, got {}", hexadecimal(opcode_case.expected[run], opcode_case.result_type),
            hexadecimal(results[run], opcode_case.result_type));
    }
    if (count == 0)
        return std::nullopt;
    return fmt::format(
        "line {}: `{}`: {} of {} results differ{}", opcode_case.line, opcode_case.code, count, results.size(), text);
}

} // namespace warpstage::cosim

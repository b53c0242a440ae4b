// Half precision. The host has no such type: the numbers are converted with the bits of IEEE 754 binary16.
#include "core/problem/buffers/element_type.h"
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <cmath>

namespace warpstage::kernels::test {

namespace {

// A half in a separate type, so that buffers of halves are made like all others.
using Half = std::uint16_t;

Half to_half(double value)
{
    std::vector<std::byte> bytes;
    problem::append_real(bytes, ptx::Type::f16, value);
    return problem::as_numbers<Half>(std::span<const std::byte> { bytes })[0];
}

std::vector<Half> halves_of(const std::vector<double>& values)
{
    std::vector<Half> halves;
    std::ranges::transform(values, std::back_inserter(halves), to_half);
    return halves;
}

std::vector<double> in_double_from(const std::vector<std::byte>& halves)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < halves.size() / sizeof(Half); ++i)
        values.push_back(problem::number_of(halves, ptx::Type::f16, i));
    return values;
}

std::vector<double> random_halves(std::size_t count, double low, double high, std::uint64_t seed)
{
    return in_double_from(problem::to_bytes(halves_of(random_doubles(count, low, high, seed))));
}

constexpr double kUnit = 0x1p-11; // half a unit in the last place, relative

TextbookCase haxpy()
{
    constexpr std::size_t kElements = 256;
    constexpr double kFactor = 1.5;
    const auto x = random_halves(kElements, -4.0, 4.0, 23);
    const auto y = random_halves(kElements, -4.0, 4.0, 24);
    return { "HalfAxpy", "half_precision",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "x", halves_of(x));
            const auto out = add_buffer(plan, "y", halves_of(y));
            plan.step = { problem::KernelLaunch {
                "haxpy", { 2 }, { 64 }, 0, { static_cast<std::int32_t>(kElements), to_half(kFactor), in, out } } };
            return plan;
        },
        [=](const Contents& contents) {
            // One rounding: the same as the host's.
            std::vector<Half> expected;
            for (std::size_t i = 0; i < kElements; ++i)
                expected.push_back(to_half(kFactor * x[i] + y[i]));
            return first_difference(numbers_of<Half>(contents[1]), expected);
        } };
}

TextbookCase half_operators()
{
    constexpr std::size_t kElements = 200;
    const auto x = random_halves(kElements, -4.0, 4.0, 25);
    const auto y = random_halves(kElements, -4.0, 4.0, 26);
    return { "HalfOperators", "half_precision",
        [=] {
            problem::Plan plan;
            const auto first = add_buffer(plan, "x", halves_of(x));
            const auto second = add_buffer(plan, "y", halves_of(y));
            const auto out = add_buffer(plan, "result", std::vector<Half>(kElements, 0));
            plan.step = { problem::KernelLaunch {
                "half_operators", { 2 }, { 128 }, 0, { first, second, out, static_cast<std::int32_t>(kElements) } } };
            return plan;
        },
        [=](const Contents& contents) {
            // Sums and products are rounded as in the source; square root and division may differ by one unit.
            const auto rounded = [](double value) {
                return in_double_from(problem::to_bytes(std::vector { to_half(value) }))[0];
            };
            std::vector<double> expected;
            for (std::size_t i = 0; i < kElements; ++i) {
                const double product = rounded(rounded(x[i] + y[i]) * rounded(x[i] - y[i]));
                expected.push_back(rounded(std::sqrt(std::abs(product))) / rounded(std::abs(x[i]) + 1.0));
            }
            return first_difference(in_double_from(contents[2]), expected, 4.0 * kUnit, 1e-6);
        } };
}

TextbookCase softmax()
{
    constexpr std::size_t kRows = 3;
    constexpr std::size_t kColumns = 300;
    const auto input = random_halves(kRows * kColumns, -5.0, 5.0, 27);
    return { "HalfSoftmax", "half_precision",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "input", halves_of(input));
            const auto out = add_buffer(plan, "output", std::vector<Half>(input.size(), 0));
            plan.step = { problem::KernelLaunch {
                "softmax", { kRows }, { 128 }, 0, { in, out, static_cast<std::int32_t>(kColumns) } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (std::size_t row = 0; row < kRows; ++row) {
                double sum = 0.0;
                for (std::size_t i = 0; i < kColumns; ++i)
                    sum += std::exp(input[row * kColumns + i]);
                for (std::size_t i = 0; i < kColumns; ++i)
                    expected.push_back(std::exp(input[row * kColumns + i]) / sum);
            }
            return first_difference(in_double_from(contents[1]), expected, 2.0 * kUnit, 0x1p-24);
        } };
}

} // namespace

std::vector<TextbookCase> half_cases()
{
    return { haxpy(), half_operators(), softmax() };
}

} // namespace warpstage::kernels::test

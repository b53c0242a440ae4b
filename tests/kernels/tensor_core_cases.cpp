// Matrices in the registers of a warp: ldmatrix, stmatrix, movmatrix and mma.sync. Integers, so results are exact.
#include "tests/kernels/textbook_case.h"

#include <bit>
#include <cmath>

namespace warpstage::kernels::test {

namespace {

// The bits of a small integer as a half.
std::uint16_t half_bits(int number)
{
    if (number == 0)
        return 0;
    const auto magnitude = static_cast<unsigned>(std::abs(number));
    const auto exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1U;
    const unsigned fraction = (magnitude << (10U - exponent)) & 0x3ffU;
    return static_cast<std::uint16_t>((number < 0 ? 0x8000U : 0U) | (exponent + 15U) << 10U | fraction);
}

std::vector<std::uint16_t> halves(const std::vector<int>& numbers)
{
    std::vector<std::uint16_t> bits;
    for (const int number : numbers)
        bits.push_back(half_bits(number));
    return bits;
}

TextbookCase product()
{
    const auto a = random_integers(256, -9, 9, 40);
    const auto b = random_integers(256, -9, 9, 41);
    return { "TensorCoreProduct", "tensor_core",
        [=] {
            problem::Plan plan;
            const auto c = add_buffer(plan, "c", std::vector<float>(256, -1.0F));
            const auto left = add_buffer(plan, "a", halves(a));
            const auto right = add_buffer(plan, "b", halves(b));
            plan.step = { problem::KernelLaunch { "multiply16", { 1 }, { 32 }, 0, { c, left, right } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<float> expected;
            for (std::size_t row = 0; row < 16; ++row) {
                for (std::size_t column = 0; column < 16; ++column) {
                    int sum = 0;
                    for (std::size_t i = 0; i < 16; ++i)
                        sum += a[row * 16 + i] * b[i * 16 + column];
                    expected.push_back(static_cast<float>(sum));
                }
            }
            return first_difference(numbers_of<float>(contents[0]), expected);
        } };
}

TextbookCase transposed(const std::string& name, const std::string& file)
{
    const auto matrix = random_integers(64, 0, 65535, 42);
    return { name, file,
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<std::uint16_t>(192, 0));
            const auto in = add_buffer(plan, "in", std::vector<std::uint16_t>(matrix.begin(), matrix.end()));
            plan.step = { problem::KernelLaunch { "transpose8", { 1 }, { 32 }, 0, { out, in } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected;
            for (int time = 0; time < 3; ++time) {
                for (std::size_t row = 0; row < 8; ++row) {
                    for (std::size_t column = 0; column < 8; ++column)
                        expected.push_back(matrix[column * 8 + row]);
                }
            }
            const auto found = numbers_of<std::uint16_t>(contents[0]);
            return first_difference(std::vector<int>(found.begin(), found.end()), expected);
        } };
}

} // namespace

std::vector<TextbookCase> tensor_core_cases()
{
    return { product(), transposed("TransposeInRegisters", "tensor_core"),
        transposed("TransposeInRegistersAndBack", "tensor_core.90") };
}

} // namespace warpstage::kernels::test

#include "tests/kernels/tensor/matrix_product.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <stdexcept>

namespace warpstage::kernels::test {

namespace {

struct Format {
    const char* name;
    std::size_t bits;
    unsigned exponent_bits; // 0: whole numbers
    unsigned fraction_bits;
    int low; // of the factors that tests use
    int high;
};

constexpr std::array kFormats {
    Format { "f64", 64, 11, 52, -99, 99 },
    Format { "f32", 32, 8, 23, 0, 0 },
    Format { "tf32", 32, 8, 23, -7, 7 },
    Format { "f16", 16, 5, 10, -7, 7 },
    Format { "bf16", 16, 8, 7, -7, 7 },
    Format { "e4m3", 8, 4, 3, -7, 7 },
    Format { "e5m2", 8, 5, 2, -4, 4 },
    Format { "s32", 32, 0, 0, 0, 0 },
    Format { "s8", 8, 0, 0, -128, 127 },
    Format { "u8", 8, 0, 0, 0, 255 },
    Format { "s4", 4, 0, 0, -8, 7 },
    Format { "u4", 4, 0, 0, 0, 15 },
    Format { "b1", 1, 0, 0, 0, 1 },
};

const Format& format_named(const std::string& name)
{
    const auto* const found =
        std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& known) { return known.name == name; });
    if (found == kFormats.end())
        throw std::invalid_argument { "no format " + name };
    return *found;
}

} // namespace

ProductShape shape_of(const std::string& word)
{
    const auto n = word.find('n');
    const auto k = word.find('k');
    return { std::stoul(word.substr(1, n - 1)), std::stoul(word.substr(n + 1, k - n - 1)), std::stoul(word.substr(k + 1)) };
}

std::vector<int> factors_of(const std::string& format, std::size_t count, std::uint64_t seed)
{
    const Format& known = format_named(format);
    return random_integers(count, known.low, known.high, seed);
}

std::vector<int> sums_of(const std::string& format, std::size_t count, std::uint64_t seed)
{
    const int greatest = format == "s32" ? 1'000'000'000 : 99;
    return random_integers(count, -greatest, greatest, seed);
}

std::size_t bits_of(const std::string& format)
{
    return format_named(format).bits;
}

std::uint64_t encoded(int number, const std::string& format)
{
    const Format& known = format_named(format);
    const std::uint64_t mask = ~std::uint64_t { 0 } >> (64 - known.bits);
    if (known.exponent_bits == 0)
        return static_cast<std::uint64_t>(number) & mask;
    if (number == 0)
        return 0;
    const auto magnitude = static_cast<std::uint64_t>(std::abs(number));
    const auto exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1U;
    const std::uint64_t bias = (std::uint64_t { 1 } << (known.exponent_bits - 1U)) - 1;
    const std::uint64_t fraction = exponent <= known.fraction_bits ? magnitude << (known.fraction_bits - exponent)
                                                                   : magnitude >> (exponent - known.fraction_bits);
    const std::uint64_t without_sign = ((bias + exponent - 1) << known.fraction_bits) + fraction;
    return without_sign | (number < 0 ? std::uint64_t { 1 } << (known.bits - 1) : 0);
}

BitBuffer::BitBuffer(std::size_t numbers, std::size_t bits)
    : m_bits(bits)
    , m_bytes((numbers * bits + 7) / 8)
{
}

void BitBuffer::put(std::size_t index, std::uint64_t number)
{
    for (std::size_t bit = 0; bit < m_bits; ++bit) {
        const std::size_t at = index * m_bits + bit;
        if ((number >> bit & 1U) != 0)
            m_bytes[at / 8] |= std::byte { 1 } << at % 8;
    }
}

std::uint64_t BitBuffer::number(const std::vector<std::byte>& bytes, std::size_t index, std::size_t bits)
{
    std::uint64_t number = 0;
    for (std::size_t bit = 0; bit < bits; ++bit) {
        const std::size_t at = index * bits + bit;
        number |= std::uint64_t { (bytes[at / 8] >> at % 8 & std::byte { 1 }) != std::byte { 0 } } << bit;
    }
    return number;
}

long long Product::result(std::size_t row, std::size_t column) const
{
    long long sum = c[row * shape.n + column];
    for (std::size_t i = 0; i < shape.k; ++i) {
        const int left = a[row * shape.k + i];
        const int right = b[i * shape.n + column];
        sum += exclusive_or ? left ^ right : left * right;
    }
    return sum;
}

} // namespace warpstage::kernels::test

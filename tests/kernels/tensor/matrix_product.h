// Products of small matrices of whole numbers: how their numbers lie in memory in each format, and what must come out.
#pragma once

#include "tests/kernels/textbook_case.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::kernels::test {

struct ProductShape {
    std::size_t m = 0;
    std::size_t n = 0;
    std::size_t k = 0;
};

[[nodiscard]] ProductShape shape_of(const std::string& word); // "m16n8k16"

// Whole numbers that sums of this length hold exactly in every format, the same for the same seed.
[[nodiscard]] std::vector<int> factors_of(const std::string& format, std::size_t count, std::uint64_t seed);
[[nodiscard]] std::vector<int> sums_of(const std::string& format, std::size_t count, std::uint64_t seed);

[[nodiscard]] std::size_t bits_of(const std::string& format); // "e4m3"
[[nodiscard]] std::uint64_t encoded(int number, const std::string& format);

// A sequence of numbers of `bits` bits each; the first one is in the lowest bits.
class BitBuffer {
public:
    BitBuffer(std::size_t numbers, std::size_t bits);

    void put(std::size_t index, std::uint64_t number);
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return m_bytes; }
    // One of a buffer that was made so.
    [[nodiscard]] static std::uint64_t number(const std::vector<std::byte>& bytes, std::size_t index, std::size_t bits);

private:
    std::size_t m_bits;
    std::vector<std::byte> m_bytes;
};

// a is m x k, row by row; b is k x n, row by row.
struct Product {
    ProductShape shape;
    std::vector<int> a;
    std::vector<int> b;
    std::vector<int> c;
    bool exclusive_or = false; // instead of a product of bits

    [[nodiscard]] long long result(std::size_t row, std::size_t column) const;
};

} // namespace warpstage::kernels::test

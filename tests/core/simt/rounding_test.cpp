// Directed rounding in software, for processors that have none, gives the bits of the processor's own directed rounding.
#include "core/simt/operators/operator_table.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <span>
#include <string_view>

namespace warpstage::simt {

namespace software {
[[nodiscard]] OperatorList rounded_operators();
}

namespace {

constexpr std::uint32_t kRow = 8 * kMaxLanes; // bytes

struct alignas(64) RoundedRows {
    std::array<std::byte, std::size_t { 4 } * kRow> bytes {};
};

// Numbers whose sums, products and quotients lie near the ends of the ranges, between two numbers, or cancel.
template <typename Float, typename Bits> Bits number(std::mt19937_64& random, int fraction_bits, Bits near)
{
    constexpr std::array<Float, 14> kSpecial { 0, 1, -1, 3, 0.1F, std::numeric_limits<Float>::min(),
        std::numeric_limits<Float>::denorm_min(), std::numeric_limits<Float>::max(), std::numeric_limits<Float>::lowest(),
        std::numeric_limits<Float>::infinity(), -std::numeric_limits<Float>::infinity(), std::numeric_limits<Float>::quiet_NaN(),
        std::numeric_limits<Float>::epsilon(), 1 + std::numeric_limits<Float>::epsilon() };
    const Bits sign = static_cast<Bits>(random() & 1U) << (8 * sizeof(Bits) - 1);
    switch (random() % 8) {
    case 0:
        return std::bit_cast<Bits>(kSpecial.at(random() % kSpecial.size())) ^ sign;
    case 1: // subnormal, of any width
        return static_cast<Bits>(random() >> (64 - fraction_bits) >> random() % static_cast<unsigned>(fraction_bits)) | sign;
    case 2: // a neighbor of the other operand, of any sign
        return (near + static_cast<Bits>(random() % 7) - 3) ^ sign;
    case 3: { // few bits: exact results and halfway cases
        const Bits narrow = static_cast<Bits>(random()) >> (fraction_bits / 2) << (fraction_bits / 2);
        return narrow ^ sign;
    }
    case 4: // an exponent near that of the other operand
        return (near ^ (static_cast<Bits>(random()) & ((Bits { 1 } << fraction_bits) - 1)))
            + (static_cast<Bits>(random() % 8) << fraction_bits);
    default:
        return static_cast<Bits>(random());
    }
}

template <typename Float, typename Bits> void fill(RoundedRows& rows, std::mt19937_64& random, int fraction_bits)
{
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        Bits near = std::bit_cast<Bits>(Float { 1.5F });
        for (std::size_t row = 0; row < 4; ++row) {
            near = number<Float, Bits>(random, fraction_bits, near);
            std::memcpy(rows.bytes.data() + row * kRow + lane * sizeof(Bits), &near, sizeof(near));
        }
    }
}

RoundedRows result_of(const Operator& entry, RoundedRows rows)
{
    WarpState state;
    state.registers = rows.bytes.data();
    set_active(state, ~LaneMask { 0 });
    Operation operation;
    operation.d = 0;
    operation.a = kRow;
    operation.b = 2 * kRow;
    operation.c = 3 * kRow;
    EXPECT_TRUE(entry.full(state, operation));
    return rows;
}

TEST(DirectedRounding, IsExactInSoftware)
{
    const OperatorList list = software::rounded_operators();
    ASSERT_GT(list.count, 80U);
    for (const Operator& entry : std::span(list.first, list.count)) {
        const Operator* by_processor = find_operator(available_instruction_sets().front(), entry.key);
        ASSERT_NE(by_processor, nullptr) << entry.key;
        const bool is_double = std::string_view(entry.key).ends_with("f64");
        std::mt19937_64 random(7);
        for (int repetition = 0; repetition < 2000; ++repetition) {
            RoundedRows rows;
            if (is_double)
                fill<double, std::uint64_t>(rows, random, 52);
            else
                fill<float, std::uint32_t>(rows, random, 23);
            const RoundedRows expected = result_of(*by_processor, rows);
            const RoundedRows found = result_of(entry, rows);
            const std::size_t bytes = is_double ? 8 : 4;
            for (std::size_t lane = 0; lane < kMaxLanes; ++lane) {
                std::array<std::uint64_t, 5> shown {}; // a, b, c, found, expected
                for (std::size_t row = 1; row < 4; ++row)
                    std::memcpy(&shown.at(row - 1), rows.bytes.data() + row * kRow + lane * bytes, bytes);
                std::memcpy(&shown[3], found.bytes.data() + lane * bytes, bytes);
                std::memcpy(&shown[4], expected.bytes.data() + lane * bytes, bytes);
                ASSERT_EQ(shown[3], shown[4])
                    << entry.key << std::hex << " of " << shown[0] << ", " << shown[1] << ", " << shown[2];
            }
        }
    }
}

} // namespace

} // namespace warpstage::simt

// Fragments of matrices: every number of a matrix has one place, and what the bits of a number mean.
#include "core/simt/conversion.h"
#include "core/simt/matrix/fragment.h"
#include "core/simt/matrix/fragment_numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace warpstage::simt {

namespace {

// Each cell of the matrix lies in one lane and in one of its numbers.
void expect_each_cell_once(const FragmentLayout& layout)
{
    std::set<std::pair<unsigned, unsigned>> cells;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        for (std::uint32_t i = 0; i < layout.distinct; ++i) {
            const MatrixCell cell = layout.at(lane, i);
            EXPECT_LT(cell.row, layout.rows);
            EXPECT_LT(cell.column, layout.columns);
            EXPECT_TRUE(cells.emplace(cell.row, cell.column).second) << lane << " " << i;
        }
    }
    EXPECT_EQ(cells.size(), std::size_t { layout.rows } * layout.columns);
}

struct ShapeOfFormat {
    NumberFormat format;
    MatrixShape shape;
};

TEST(FragmentLayout, HoldsEachNumberOnce)
{
    using Format = NumberFormat;
    for (const auto& [format, shape] : {
             ShapeOfFormat { Format::f16, { 16, 8, 8 } },
             ShapeOfFormat { Format::f16, { 16, 8, 32 } },
             ShapeOfFormat { Format::f16, { 16, 16, 16 } },
             ShapeOfFormat { Format::f16, { 32, 8, 16 } },
             ShapeOfFormat { Format::f16, { 8, 32, 16 } },
             ShapeOfFormat { Format::tf32, { 16, 8, 4 } },
             ShapeOfFormat { Format::tf32, { 16, 16, 8 } },
             ShapeOfFormat { Format::f64, { 8, 8, 4 } },
             ShapeOfFormat { Format::f64, { 16, 8, 16 } },
             ShapeOfFormat { Format::s8, { 8, 8, 16 } },
             ShapeOfFormat { Format::s8, { 16, 8, 64 } },
             ShapeOfFormat { Format::u8, { 32, 8, 16 } },
             ShapeOfFormat { Format::s4, { 16, 8, 128 } },
             ShapeOfFormat { Format::b1, { 8, 8, 128 } },
             ShapeOfFormat { Format::b1, { 16, 8, 256 } },
         }) {
        for (const MatrixRole role : { MatrixRole::a, MatrixRole::b })
            expect_each_cell_once(wmma_fragment_layout(shape, role, format));
        expect_each_cell_once(fragment_layout(shape, MatrixRole::sum, Format::f32));
    }
}

TEST(FragmentLayout, RepeatsHalfNumbersOfWmma)
{
    const FragmentLayout a = wmma_fragment_layout({ 16, 16, 16 }, MatrixRole::a, NumberFormat::f16);
    EXPECT_EQ(a.distinct, 8U);
    ASSERT_EQ(a.numbers.size(), 16U);
    EXPECT_EQ(a.at(5, 3), a.at(5, 11));
    EXPECT_EQ(a.at(5, 3), (MatrixCell { 9, 3 }));
    const FragmentLayout b = wmma_fragment_layout({ 32, 8, 16 }, MatrixRole::b, NumberFormat::f16);
    EXPECT_EQ(b.distinct, 4U);
    EXPECT_EQ(b.at(5, 2), b.at(5, 14));
}

TEST(FragmentLayout, OfGroupsIsOneMatrixOfFour)
{
    for (const bool by_rows : { true, false }) {
        expect_each_cell_once(group_fragment_layout(MatrixRole::a, NumberFormat::f16, by_rows));
        expect_each_cell_once(group_fragment_layout(MatrixRole::b, NumberFormat::f16, by_rows));
    }
    // Sums are the blocks on the diagonal.
    for (const NumberFormat format : { NumberFormat::f16, NumberFormat::f32 }) {
        const FragmentLayout sums = group_fragment_layout(MatrixRole::sum, format, true);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            for (std::uint32_t i = 0; i < 8; ++i)
                EXPECT_EQ(sums.at(lane, i).row / 8, sums.at(lane, i).column / 8);
        }
    }
}

TEST(NumberFormat, OfSixteenBitsIsReadAsConversionsReadIt)
{
    for (const auto& [format, type] :
        { std::pair { NumberFormat::f16, ptx::Type::f16 }, std::pair { NumberFormat::bf16, ptx::Type::bf16 } }) {
        for (std::uint64_t bits = 0; bits < 65536; ++bits) {
            const double expected = std::bit_cast<double>(convert(bits, Conversion { ptx::Type::f64, type, 8, 2 }));
            const double found = number_of(bits, format);
            ASSERT_TRUE(std::isnan(expected) ? std::isnan(found)
                                             : std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(expected))
                << bits;
        }
    }
}

// The 32 lanes have all numbers of a matrix in one register after the other.
MatrixFragment fragment_of_lanes(NumberFormat format)
{
    constexpr std::uint32_t kRegisters = 2;
    MatrixFragment fragment { format, {}, { 0, kMaxLanes * register_bytes(format) } };
    FragmentLayout& layout = fragment.layout;
    layout.distinct = kRegisters * numbers_per_register(format);
    layout.rows = kMaxLanes;
    layout.columns = layout.distinct;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        layout.lanes[lane] = { static_cast<std::uint8_t>(lane), 0 };
    for (std::uint32_t number = 0; number < layout.distinct; ++number)
        layout.numbers.push_back({ 0, static_cast<std::uint8_t>(number) });
    fragment.places = find_places(layout, format);
    return fragment;
}

// All numbers at once are those that are read alone, with each build of the hot files.
TEST(NumberFormat, OfWholeMatricesIsThatOfEachNumber)
{
    std::mt19937 random { 7 };
    for (const char* word : { "f64", "f32", "tf32", "f16", "bf16", "e4m3", "e5m2", "s32", "s8", "u8", "s4", "u4", "b1" }) {
        const NumberFormat format = *parse_number_format(word);
        const MatrixFragment fragment = fragment_of_lanes(format);
        const std::uint32_t bytes = register_bytes(format);
        const std::uint32_t together = numbers_per_register(format);
        for (int repetition = 0; repetition < 1000; ++repetition) {
            std::vector<std::uint64_t> values(fragment.registers.size() * kMaxLanes);
            std::vector<std::byte> registers(values.size() * bytes);
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] = std::uint64_t { random() } << 32U | random();
                std::memcpy(registers.data() + i * bytes, &values[i], bytes);
            }
            WarpState state;
            state.registers = registers.data();
            for (const InstructionSet set : available_instruction_sets()) {
                const Numbers found = gathered_numbers(state, matrix_operators(set), fragment);
                for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
                    for (std::uint32_t number = 0; number < fragment.layout.distinct; ++number) {
                        const std::uint64_t value = values[std::size_t { number / together } * kMaxLanes + lane];
                        const double expected = number_of(
                            bytes == 8 ? value : (value & 0xffff'ffffU) >> (number % together * bits_of(format)), format);
                        ASSERT_EQ(std::bit_cast<std::uint64_t>(found[fragment.layout.place_of(fragment.layout.at(lane, number))]),
                            std::bit_cast<std::uint64_t>(expected))
                            << word << " " << value << " " << name_of(set);
                    }
                }
            }
        }
    }
}

// The same for sums, and inactive lanes keep theirs.
TEST(NumberFormat, OfWholeMatricesIsRoundedAsEachNumber)
{
    std::mt19937 random { 8 };
    const std::vector<double> special { 0.0, -0.0, INFINITY, -INFINITY, NAN, 65504.0, 65519.999, 65520.0, 1e300, 5e-324, 0x1p-14,
        0x1p-15, -0x1.fffp-15, 0x1p-25, 0x1.8p-149, 3e9, -3e9, 0x1p40 };
    for (const char* word : { "f64", "f32", "f16", "s32" }) {
        const NumberFormat format = *parse_number_format(word);
        const MatrixFragment fragment = fragment_of_lanes(format);
        const std::uint32_t bytes = register_bytes(format);
        const std::uint32_t together = numbers_per_register(format);
        for (int repetition = 0; repetition < 1000; ++repetition) {
            Numbers numbers(std::size_t { fragment.layout.rows } * fragment.layout.columns);
            for (double& number : numbers) {
                const double any = std::ldexp(static_cast<double>(random()) - 0x1p31, static_cast<int>(random() % 64) - 50);
                number = random() % 4 == 0 ? special[random() % special.size()] : any;
                if (is_integer(format))
                    number = std::isfinite(number) && std::abs(number) < 0x1p62 ? std::trunc(number) : 7.0;
            }
            const LaneMask active = repetition % 2 == 0 ? ~LaneMask { 0 } : static_cast<LaneMask>(random());
            const bool saturates = repetition % 3 == 0;
            for (const InstructionSet set : available_instruction_sets()) {
                std::vector<std::byte> registers(fragment.registers.size() * kMaxLanes * bytes);
                WarpState state;
                state.registers = registers.data();
                set_active(state, active);
                spread_numbers(state, matrix_operators(set), fragment, numbers, saturates);
                for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
                    for (std::uint32_t index = 0; index < fragment.registers.size(); ++index) {
                        std::uint64_t expected = 0;
                        for (std::uint32_t part = 0; part < together && has_lane(active, lane); ++part) {
                            const double number =
                                numbers[fragment.layout.place_of(fragment.layout.at(lane, index * together + part))];
                            expected |= bits_of_number(number, format, saturates) << (part * bits_of(format));
                        }
                        ASSERT_EQ(register_value(state, fragment.registers[index], bytes, lane), expected)
                            << word << " lane " << lane << " " << name_of(set);
                    }
                }
            }
        }
    }
}

TEST(NumberFormat, IsRoundedAsConversionsRound)
{
    const auto expected = [](double number) {
        return convert(std::bit_cast<std::uint64_t>(number), Conversion { ptx::Type::f16, ptx::Type::f64, 2, 8 });
    };
    std::vector<double> numbers { 0.0, -0.0, INFINITY, -INFINITY, NAN, 65504.0, 65519.999, 65520.0, 1e300, 5e-324 };
    for (std::uint64_t bits = 0; bits < 0x7c00; ++bits) {
        const double number = number_of(bits, NumberFormat::f16);
        const double next = bits + 1 == 0x7c00 ? 65536.0 : number_of(bits + 1, NumberFormat::f16);
        const double middle = (number + next) / 2;
        for (const double near : { number, std::nextafter(middle, 0.0), middle, std::nextafter(middle, 1e6) })
            numbers.insert(numbers.end(), { near, -near });
    }
    for (const double number : numbers)
        ASSERT_EQ(bits_of_number(number, NumberFormat::f16, false), expected(number)) << number;
}

TEST(NumberFormat, OfEightBitsHasItsOwnSpecialNumbers)
{
    EXPECT_EQ(number_of(0x7e, NumberFormat::e4m3), 448.0);
    EXPECT_TRUE(std::isnan(number_of(0x7f, NumberFormat::e4m3)));
    EXPECT_TRUE(std::isnan(number_of(0xff, NumberFormat::e4m3)));
    EXPECT_EQ(number_of(0x81, NumberFormat::e4m3), -std::ldexp(1.0, -9));
    EXPECT_EQ(number_of(0x7b, NumberFormat::e5m2), 57344.0);
    EXPECT_EQ(number_of(0xfc, NumberFormat::e5m2), -INFINITY);
    EXPECT_TRUE(std::isnan(number_of(0x7d, NumberFormat::e5m2)));
    EXPECT_EQ(number_of(0x01, NumberFormat::e5m2), std::ldexp(1.0, -16));
    EXPECT_EQ(number_of(0x3f80'1fff, NumberFormat::tf32), 1.0) << "the lowest 13 bits do not count";
}

TEST(NumberFormat, OfWholeNumbersHasASignOrNot)
{
    EXPECT_EQ(number_of(0xf80, NumberFormat::s8), -128.0);
    EXPECT_EQ(number_of(0x80, NumberFormat::u8), 128.0);
    EXPECT_EQ(number_of(0xc8, NumberFormat::s4), -8.0);
    EXPECT_EQ(number_of(0xc8, NumberFormat::u4), 8.0);
    EXPECT_EQ(number_of(3, NumberFormat::b1), 1.0);
    EXPECT_EQ(number_of(0xffff'ffff, NumberFormat::s32), -1.0);
    EXPECT_EQ(bits_of_number(4294967297.0, NumberFormat::s32, false), 1U);
    EXPECT_EQ(bits_of_number(4294967297.0, NumberFormat::s32, true), 0x7fff'ffffU);
    EXPECT_EQ(bits_of_number(-4294967297.0, NumberFormat::s32, true), 0x8000'0000U);
}

} // namespace

} // namespace warpstage::simt

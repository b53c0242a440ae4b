#include "core/layout/fragments.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace warpstage::layout {
namespace {

std::string place(std::string_view instruction, std::size_t matrix, std::int64_t row, std::int64_t column)
{
    const auto fragments = fragments_of(instruction);
    if (!fragments)
        return fragments.error().message;
    const FragmentElement& it = fragments->matrices[matrix].at(row, column);
    return fmt::format("T{} r{} bit {}", it.thread, it.reg, it.bit);
}

// PTX ISA, 9.7.14.5.8 "Matrix Fragments for mma.m16n8k16 with floating point type", in its formulas.
TEST(Fragments, OfM16n8k16)
{
    constexpr std::string_view kName = "mma.m16n8k16.f32.f16.f16.f32";
    for (int row = 0; row < 16; ++row) {
        for (int k = 0; k < 16; ++k)
            EXPECT_EQ(
                place(kName, 0, row, k), fmt::format("T{} r{} bit {}", row % 8 * 4 + k % 8 / 2, row / 8 + k / 8 * 2, k % 2 * 16));
        for (int n = 0; n < 8; ++n)
            EXPECT_EQ(place(kName, 2, row, n), fmt::format("T{} r{} bit 0", row % 8 * 4 + n / 2, row / 8 * 2 + n % 2));
    }
    for (int k = 0; k < 16; ++k)
        for (int n = 0; n < 8; ++n)
            EXPECT_EQ(place(kName, 1, k, n), fmt::format("T{} r{} bit {}", n * 4 + k % 8 / 2, k / 8, k % 2 * 16));
}

TEST(Fragments, OfMatrixMoves)
{
    EXPECT_EQ(place("ldmatrix.x4", 2, 3, 5), "T14 r2 bit 16");
    EXPECT_EQ(place("ldmatrix.trans.x4", 2, 3, 5), "T21 r2 bit 16");
    EXPECT_EQ(place("stmatrix.x1", 0, 7, 7), "T31 r0 bit 16");
    EXPECT_EQ(place("movmatrix.trans", 0, 1, 0), "T4 r0 bit 0");
    EXPECT_EQ(place("movmatrix.trans", 1, 1, 0), "T0 r0 bit 16");
}

TEST(Fragments, EveryElementOfARegisterOperandHasAThread)
{
    for (std::string name : mma_atom_names()) {
        if (const auto width = name.find("xNx"); width != std::string::npos)
            name.replace(width + 1, 1, "24");
        const auto fragments = fragments_of(name);
        ASSERT_TRUE(fragments) << name;
        for (const FragmentMatrix& matrix : fragments->matrices) {
            std::set<std::tuple<int, int, int>> places;
            for (const FragmentElement& it : matrix.elements) {
                EXPECT_GE(it.thread, 0) << name << " " << matrix.name;
                places.insert({ it.thread, it.reg, it.bit });
            }
            EXPECT_EQ(places.size(), matrix.elements.size()) << name << " " << matrix.name;
        }
    }
}

TEST(Fragments, UnknownInstructionsAreRefused)
{
    EXPECT_APPROVED(place("ldmatrix.x8", 0, 0, 0));
    EXPECT_APPROVED(place("cp.async.cg", 0, 0, 0));
    EXPECT_APPROVED(place("mma.m16n8k16", 0, 0, 0));
}

} // namespace
} // namespace warpstage::layout

// The layouts of tensor memory: those of CuTe, and the refusals.
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/layout/expression.h"
#include "core/layout/tensor_memory.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace warpstage::layout {
namespace {

std::vector<std::vector<std::string>> recorded_lines()
{
    const auto text =
        read_whole_file(std::filesystem::path(WARPSTAGE_FIXTURES) / "layout" / "tensor_memory.txt", std::uint64_t { 1 } << 20);
    EXPECT_TRUE(text);
    std::vector<std::vector<std::string>> lines;
    for (const std::string_view line : text::split(*text, '\n')) {
        if (line.empty())
            continue;
        std::vector<std::string>& words = lines.emplace_back();
        for (const std::string_view word : text::split(line, ' '))
            words.emplace_back(word);
    }
    return lines;
}

// "SM100_TMEM_LOAD_16dp64b4x" is "tcgen05.ld.16x64b.x4".
std::string ptx_name(std::string name)
{
    name = name.substr(std::string { "SM100_TMEM_LOAD_" }.size());
    const auto lanes = name.find("dp");
    const auto bits = name.find('b');
    const std::string shape = fmt::format("{}x{}b", name.substr(0, lanes), name.substr(lanes + 2, bits - lanes - 2));
    return fmt::format(
        "tcgen05.ld.{}.x{}", shape == "16x32b" ? "16x32bx2" : shape, name.substr(bits + 1, name.size() - bits - 2));
}

// (lane, bit of its registers) to a bit of the matrix by rows.
void expect_move(const std::string& name, const std::string& destination)
{
    const auto found = tensor_memory_fragments(ptx_name(name));
    ASSERT_TRUE(found) << found.error().message;
    const auto cute = evaluate_layout(destination);
    ASSERT_TRUE(cute) << cute.error().message;
    const FragmentMatrix& matrix = found->matrices.front();
    ASSERT_EQ(size(cute->layout), matrix.rows * matrix.columns * 32) << name;
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        for (std::int64_t column = 0; column < matrix.columns; ++column) {
            const FragmentElement& it = matrix.at(row, column);
            ASSERT_EQ(cute->layout(it.thread + 32 * std::int64_t { 32 } * it.reg), 32 * (row * matrix.columns + column))
                << name << " (" << row << "," << column << ")";
        }
}

// (m,n) of one SM to 65536 lane + column.
void expect_accumulator(int m, int n, const std::string& kind, const std::string& layout)
{
    const int blocks = kind == "2sm" ? 2 : 1;
    const auto found = tensor_memory_fragments(
        fmt::format("tcgen05.mma.cta_group::{}{}.m{}n{}", blocks, kind == "ws" ? ".ws" : "", m * blocks, n));
    ASSERT_TRUE(found) << found.error().message;
    const auto cute = evaluate_layout(layout);
    ASSERT_TRUE(cute) << cute.error().message;
    const FragmentMatrix& d = found->matrices.front();
    for (int row = 0; row < d.rows; ++row)
        for (int column = 0; column < n; ++column) {
            const FragmentElement& it = d.at(row, column);
            ASSERT_EQ(it.thread / kTensorMemoryLanes, row / m);
            ASSERT_EQ(cute->layout(row % m + std::int64_t { m } * column),
                std::int64_t { it.thread % kTensorMemoryLanes } * 65536 + it.reg)
                << kind << " m" << m << "n" << n << " (" << row << "," << column << ")";
        }
}

TEST(TensorMemory, LayoutsAreThoseOfCuTe)
{
    std::size_t moves = 0;
    std::size_t sums = 0;
    for (const auto& words : recorded_lines()) {
        if (words[0] == "D") {
            expect_accumulator(std::stoi(words[1]), std::stoi(words[2]), words[3], words[4]);
            ++sums;
        } else {
            ASSERT_EQ(words[5], "D");
            expect_move(words[0], words[6]);
            ++moves;
        }
    }
    EXPECT_EQ(moves, 37U);
    EXPECT_EQ(sums, 21U);
}

std::string refusal_of(std::string_view instruction)
{
    const auto fragments = fragments_of(instruction);
    return fragments ? "(no refusal)" : fragments.error().message;
}

TEST(TensorMemory, OtherInstructionsAreRefused)
{
    EXPECT_APPROVED(refusal_of("tcgen05.cp.128x256b"));
    EXPECT_APPROVED(refusal_of("tcgen05.ld.16x64b"));
    EXPECT_APPROVED(refusal_of("tcgen05.ld.16x256b.x64"));
    EXPECT_APPROVED(refusal_of("tcgen05.ld.8x64b.x1"));
    EXPECT_APPROVED(refusal_of("tcgen05.mma.m32n64"));
    EXPECT_EQ(refusal_of("tcgen05.mma.cta_group::2.kind::f16.m256n64"), "(no refusal)");
}

} // namespace
} // namespace warpstage::layout

// End-to-end tests of `warpstage layout` and of the figures `layout` and `fragments`.
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpstage::cli {
namespace {

using ::testing::HasSubstr;

nlohmann::json json_of(const std::string& words)
{
    const Ended ended = run(words + " --json", kOutputOnly);
    EXPECT_EQ(ended.status, 0) << words;
    return nlohmann::json::parse(ended.output);
}

std::string figure_of(const std::string& words)
{
    const auto file = std::filesystem::path { testing::TempDir() } / "warpstage-layout.svg";
    EXPECT_EQ(run(words + " -o " + file.string()).status, 0) << words;
    std::ifstream stream(file);
    const std::string svg { std::istreambuf_iterator<char>(stream), {} };
    std::filesystem::remove(file);
    return svg;
}

TEST(LayoutProgram, NamesTheHolderOfAnElement)
{
    const auto elements = json_of("layout --instruction mma.m16n8k16.f32.f16.f16.f32 --element 'A(3,5)'")["elements"];
    ASSERT_EQ(elements.size(), 1U);
    EXPECT_EQ(elements[0]["lane"], 14); // group 3, thread 2 of it (PTX ISA, "Matrix fragments for mma.m16n8k16")
    EXPECT_EQ(elements[0]["register"], 0);
    EXPECT_EQ(elements[0]["bit"], 16);
}

TEST(LayoutProgram, ListsTheElementsOfALane)
{
    const auto elements = json_of("layout --instruction ldmatrix.x4 --lane 5")["elements"];
    ASSERT_EQ(elements.size(), 8U); // two of each matrix
    EXPECT_EQ(elements[2]["matrix"], "Matrix 1");
    EXPECT_EQ(elements[2]["row"], 1);
    EXPECT_EQ(elements[2]["column"], 2);
    EXPECT_EQ(json_of("layout --instruction mma.m16n8k16.f32.f16.f16.f32")["elements"].size(), 16U * 16 + 16 * 8 + 16 * 8);
    EXPECT_THAT(run("layout --instruction wgmma.m64n8k16.f32.f16.f16 --lane 127").output, HasSubstr("A is in shared memory"));
}

TEST(LayoutProgram, NamesTheHolderOfAnElementInTensorMemory)
{
    const auto elements = json_of("layout --instruction tcgen05.ld.16x256b.x1 --element 'TMEM(9,3)'")["elements"];
    ASSERT_EQ(elements.size(), 1U);
    EXPECT_EQ(elements[0]["lane"], 5);
    EXPECT_EQ(elements[0]["register"], 3);
    EXPECT_THAT(run("layout --instruction tcgen05.mma.m64n8 --element 'D(16,3)'").output, HasSubstr("32         3"));
}

TEST(LayoutProgram, DrawsTensorCopiesAndDescriptors)
{
    EXPECT_THAT(figure_of("layout '(8,64):(64,1)' --swizzle 3,4,3 --tma 128B"), HasSubstr("32 of 64 chunks differ"));
    EXPECT_THAT(figure_of("layout --decode 0x4000004000010000"), HasSubstr("byte 7168"));
    EXPECT_THAT(
        figure_of("figure layout --layout '(64,16):(64,1)' --swizzle 3,3,3 --layout-access wgmma.k"), HasSubstr("byte 7168"));
}

TEST(LayoutProgram, ComparesTensorCopiesWithSwizzles)
{
    EXPECT_THAT(run("layout '(8,64):(64,1)' --swizzle 3,3,3 --tma 128B").output, HasSubstr("to the place that the layout names"));
    EXPECT_THAT(run("layout '(8,64):(64,1)' --swizzle 3,4,3 --tma 128B").output,
        HasSubstr("writes element (1,0) to byte 144, but the layout has it at byte 128"));
    EXPECT_THAT(run("layout '(8,128):(128,1)' --swizzle 3,4,3 --type e4m3 --tma 128B").output,
        HasSubstr("to the place that the layout names"));
}

TEST(LayoutProgram, FindsThePaddingOfATranspose)
{
    const auto ended = run("layout '(32,32):(32,1)' --type f32 --search --access store.row --access load.column");
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.output, HasSubstr("(32,32):(33,1)  (padding of 1 element)"));
}

TEST(LayoutProgram, CountsWavefrontsOfASwizzleThatStillConflicts)
{
    const auto wavefronts = [](const std::string& swizzle) {
        return json_of("layout '(64,64):(64,1)' --access ldmatrix.x4" + swizzle)["accesses"][0]["wavefronts"].get<int>();
    };
    EXPECT_EQ(wavefronts(""), 512);
    EXPECT_EQ(wavefronts(" --swizzle 3,4,3"), 128);
    EXPECT_EQ(wavefronts(" --swizzle 3,3,3"), 64);
}

TEST(LayoutProgram, ComposesAndDecodesADescriptor)
{
    const std::string composed = run("layout '(64,16):(64,1)' --swizzle 3,3,3 --type f16 --descriptor k").output;
    const auto at = composed.find("0x");
    ASSERT_NE(at, std::string::npos) << composed;
    EXPECT_THAT(run("layout --decode " + composed.substr(at, 18)).output, HasSubstr("stride dimension byte offset (SBO) 1024"));
}

TEST(LayoutProgram, DrawsLayoutsAndFragments)
{
    EXPECT_THAT(figure_of("figure layout --layout 'Sw<3,3,3> o 0 o (64,64):(64,1)'"), HasSubstr("4 wavefronts, ideal 4"));
    EXPECT_THAT(figure_of("figure layout --layout '(32,32):(32,1)' --type f32 --layout-access load.column"),
        HasSubstr("32 wavefronts, ideal 1"));
    EXPECT_THAT(figure_of("figure fragments --instruction mma.m16n8k16.f32.f16.f16.f32"), HasSubstr("T31 r3"));
}

TEST(LayoutProgram, RefusesWhatItCannotUse)
{
    for (const std::string& words : std::vector<std::string> { "layout", "layout '(8,'", "layout '(8,8)' --access ldmatrix.x3",
             "layout --element 'A(0,0)'", "layout --instruction nothing", "layout --instruction ldmatrix.x1 --element 'A(0,0)'",
             "layout --instruction mma.m16n8k16.f32.f16.f16.f32 --element 'A(16,0)'",
             "layout --instruction mma.m16n8k16.f32.f16.f16.f32 --element A3",
             "layout --instruction mma.m16n8k16.f32.f16.f16.f32 --lane 32",
             "layout --instruction wgmma.m64n8k16.f32.f16.f16 --element 'B(0,0)'", "layout '(8,8)' --instruction ldmatrix.x1",
             "figure layout -o /tmp/none.svg", "figure layout --layout '(8,8)' --type f12 -o /tmp/none.svg" })
        EXPECT_EQ(run(words).status, 2) << words;
}

} // namespace
} // namespace warpstage::cli

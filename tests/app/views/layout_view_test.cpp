// The view of a layout that is typed in, and the figures of a tensor copy and of a matrix descriptor.
#include "core/session/layout/typed_layout.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/actions.h"
#include "tests/app/views/view_of.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

using analysis::LayoutQuestion;

session::Snapshot answered(const LayoutQuestion& question, std::string_view architecture = "9.0")
{
    session::TypedLayout layout;
    layout.ask({ question });
    layout.update(*arch::parse_architecture(architecture));
    session::Snapshot model;
    model.layout.replace(layout.section());
    return model;
}

DrawList drawn(const LayoutQuestion& question, Size size = { 1200, 800 }, Theme theme = Theme::dark)
{
    WindowState window;
    window.size = size;
    return build(view_of("layout"), answered(question), window, size, make_style(theme, 1.0F));
}

const std::vector<LayoutQuestion>& all_questions()
{
    static const std::vector<LayoutQuestion> questions { { "(64,64):(64,1)", "3,3,3", "f16", "ldmatrix.x4" },
        { "(8,64):(64,1)", "3,4,3", "f16", "tma.128B" }, { "(64,8):(1,64)", "3,3,3", "f16", "tma.128B" },
        { "(64,16):(64,1)", "3,3,3", "f16", "wgmma.k" }, { "((64,2),(8,2)):((1,1024),(64,512))", "3,3,3", "f16", "wgmma.mn" },
        { "0x4000004000010000", "none", "f16", "wgmma.k" }, { "mma.m16n8k16.f32.f16.f16.f32", "none", "f16", "ldmatrix.x4" },
        { "tcgen05.mma.cta_group::2.m256n64", "none", "f16", "ldmatrix.x4" }, { "(3,5):(5,1)", "none", "f16", "ldmatrix.x4" } };
    return questions;
}

TEST(LayoutView, HasAFieldForEachTextOfTheQuestion)
{
    const auto picture = drawn({ "(64,64):(64,1)", "none", "f16", "ldmatrix.x4" });
    for (const char* text : { "(64,64):(64,1)", "none", "f16", "ldmatrix.x4", "32 wavefronts, ideal 4" })
        EXPECT_TRUE(draw::testing::says(picture, text)) << text;
    std::vector<std::string_view> commands;
    for (const Action& action : testing::actions_of(picture))
        if (const auto* run = std::get_if<RunCommand>(&action))
            commands.push_back(run->id);
    EXPECT_EQ(
        commands, (std::vector<std::string_view> { "edit-layout", "edit-swizzle", "edit-element-type", "edit-layout-access" }));
    EXPECT_TRUE(draw::testing::says(drawn({ "(64,64):(64,1)", "3,3,3", "f16", "ldmatrix.x4" }), "4 wavefronts, ideal 4"));
}

TEST(LayoutView, ComparesATensorCopyWithTheLayout)
{
    const auto equal = drawn({ "(8,64):(64,1)", "3,3,3", "f16", "tma.128B" });
    EXPECT_TRUE(draw::testing::says(equal, "equal"));
    EXPECT_TRUE(draw::testing::says(equal, "writes every element to the place that the layout names"));
    const auto other = drawn({ "(8,64):(64,1)", "3,4,3", "f16", "tma.128B" });
    EXPECT_TRUE(draw::testing::says(other, "32 of 64 chunks differ"));
}

TEST(LayoutView, DrawsTheCoreMatricesOfADescriptor)
{
    const auto composed = drawn({ "(64,16):(64,1)", "3,3,3", "f16", "wgmma.k" });
    EXPECT_TRUE(draw::testing::says(composed, "0x4000004000010000"));
    EXPECT_TRUE(draw::testing::says(composed, "SBO 1024"));
    EXPECT_TRUE(draw::testing::says(composed, "byte 7168")); // of the last 8 rows
    const auto decoded = drawn({ "0x4000004000010000", "none", "f16", "wgmma.k" });
    EXPECT_TRUE(draw::testing::says(decoded, "byte 7168"));
    const auto across = drawn({ "((64,2),(8,2)):((1,1024),(64,512))", "3,3,3", "f16", "wgmma.mn" });
    EXPECT_TRUE(draw::testing::says(across, "LBO 2048"));
}

TEST(LayoutView, DrawsTheFragmentsOfAnInstruction)
{
    EXPECT_TRUE(draw::testing::says(drawn({ "mma.m16n8k16.f32.f16.f16.f32" }), "T14 r0"));
    EXPECT_TRUE(draw::testing::says(drawn({ "tcgen05.mma.m64n8" }), "L32 c0")) << "row 16 is in the second quarter of the lanes";
}

TEST(LayoutView, SaysWhyAQuestionHasNoAnswer)
{
    EXPECT_TRUE(draw::testing::says(drawn({ "(3,5):(5,1)" }), "do not divide"));
    EXPECT_TRUE(draw::testing::says(drawn({ "(8,64):(64,1)", "3,3,3", "f16", "tma.64B" }), "Use a smaller box"));
}

TEST(LayoutView, IsTidyInAllSizes)
{
    for (const LayoutQuestion& question : all_questions())
        for (const Theme theme : { Theme::light, Theme::dark })
            for (const Size size :
                { Size { 390, 700 }, Size { 480, 360 }, Size { 640, 400 }, Size { 900, 600 }, Size { 1920, 1080 } }) {
                const auto picture = drawn(question, size, theme);
                const auto name = question.layout + " " + question.access + " " + std::to_string(size.width);
                EXPECT_EQ(draw::testing::outside_items(picture), std::vector<std::string> {}) << name;
                EXPECT_EQ(draw::testing::colliding_texts(picture), std::vector<std::string> {}) << name;
            }
}

TEST(LayoutView, IsAFigureOfWhatIsTyped)
{
    Subject subject;
    ASSERT_TRUE(view_of("layout").figure.choose(answered({ "(8,64):(64,1)", "3,3,3", "f16", "tma.128B" }, "GTX280"), subject));
    EXPECT_EQ(subject.layout.access, "tma.128B");
    const auto exhibit = view_of("layout").figure.prepare(subject);
    ASSERT_TRUE(exhibit) << exhibit.error().message;
    EXPECT_TRUE(draw::testing::says(exhibit->draw({ 900, 500 }, make_style(Theme::light, 1.0F)), "equal"));
}

} // namespace
} // namespace warpstage::views

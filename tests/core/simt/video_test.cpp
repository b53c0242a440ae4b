// Video instructions as the intrinsics of CUDA use them; tests/fixtures/opcodes/video.txt has the edges.
#include "core/simt/program.h"
#include "core/simt/video/video.h"
#include "fixture.h"

#include <gtest/gtest.h>

namespace warpstage::simt {

namespace {

VideoForm of_bytes(VideoAction action, bool accumulates)
{
    VideoForm form;
    form.action = action;
    form.accumulates = accumulates;
    form.count = 4;
    form.mask = 0xf;
    for (std::uint8_t i = 0; i < 4; ++i) {
        form.a[i] = { i, 1 };
        form.b[i] = { static_cast<std::uint8_t>(4 + i), 1 };
    }
    return form;
}

TEST(Video, SumOfAbsoluteDifferencesOfBytes)
{
    const VideoForm form = of_bytes(VideoAction::absolute_difference, true);
    EXPECT_EQ(video_result(form, 0x10203040, 0x11193f80, 1000), 1000U + 1 + 7 + 15 + 64);
}

TEST(Video, BytesThatAreNotInTheMaskComeFromTheThirdSource)
{
    VideoForm form = of_bytes(VideoAction::maximum, false);
    form.mask = 0b0101;
    EXPECT_EQ(video_result(form, 0x01020304, 0x0a010a01, 0xeeeeeeee), 0xee02ee04U);
}

TEST(Video, BytesSaturateToTheTypeOfTheResult)
{
    VideoForm form = of_bytes(VideoAction::add, false);
    form.signed_a = form.signed_b = form.signed_d = true;
    form.saturates = true;
    EXPECT_EQ(video_result(form, 0x64810102, 0x64810102, 0), 0x7f800204U);
}

VideoForm scalar(VideoAction action, bool is_signed)
{
    VideoForm form;
    form.action = action;
    form.signed_a = form.signed_b = form.signed_d = is_signed;
    return form;
}

TEST(Video, ScalarFormsSaturateToThePartThatIsWritten)
{
    VideoForm form = scalar(VideoAction::add, true);
    form.saturates = true;
    EXPECT_EQ(video_result(form, 0x7fffffff, 1, 0), 0x7fffffffU);
    EXPECT_EQ(video_result(form, 0x80000000, 0xffffffff, 0), 0x80000000U);
    form.d = { 1, 1 };
    EXPECT_EQ(video_result(form, 200, 1, 0xaabbccdd), 0xaabb7fddU);
    EXPECT_EQ(video_result(form, 0xffffff00, 0, 0xaabbccdd), 0xaabb80ddU);
    form.d = { 1, 2 };
    form.signed_d = false;
    EXPECT_EQ(video_result(form, 70000, 0, 0xaabbccdd), 0xffffccddU);
    EXPECT_EQ(video_result(form, 0xffffffff, 0, 0xaabbccdd), 0x0000ccddU);
    form.d = {};
    form.signed_a = form.signed_b = false;
    form.a[0] = { 0, 1 };
    form.b[0] = { 1, 2 };
    EXPECT_EQ(video_result(form, 7, 196608, 0), 10U); // vadd.u32.u32.u32.sat %0, %1.b0, %2.h1
    form.action = VideoAction::subtract;
    EXPECT_EQ(video_result(form, 7, 196608 * 4, 0), 0U);
}

TEST(Video, SecondOperationsOfScalarForms)
{
    VideoForm form = scalar(VideoAction::absolute_difference, true);
    form.takes_maximum = true;
    EXPECT_EQ(video_result(form, 3, 10, 0xfffffff0), 7U);
    form.takes_maximum = false;
    form.takes_minimum = true;
    EXPECT_EQ(video_result(form, 3, 10, 0xfffffff0), 0xfffffff0U);
    form.signed_d = false;
    EXPECT_EQ(video_result(form, 3, 10, 0xfffffff0), 7U);
}

TEST(Video, ScaledProducts)
{
    VideoForm form = scalar(VideoAction::multiply_add, true);
    form.shift = 7;
    EXPECT_EQ(video_result(form, 1000, 256, 64), 2000U);
    EXPECT_EQ(video_result(form, 0xffffff80, 1, 0), 0xffffffffU); // -128 * 1 >> 7
    form.shift = 15;
    form.saturates = true;
    EXPECT_EQ(video_result(form, 0x7fffffff, 0x7fffffff, 0), 0x7fffffffU);
    form.signed_a = form.signed_b = false;
    form.shift = 0;
    EXPECT_EQ(video_result(form, 0xffffffff, 0xffffffff, 1), 0xffffffffU);
}

std::string refusal_of_video(const std::string& instruction)
{
    const ptx::Module module =
        parse_text(std::string(kHeader) + ".visible .entry k()\n{\n.reg .b32 %r<9>;\n" + instruction + "\nret;\n}\n");
    const Result<Program> program = Program::lower(module, module.functions.front());
    return program.ok() ? "" : program.error().message;
}

TEST(Video, FormsThatPtxDoesNotHaveAreRefused)
{
    for (const char* instruction :
        { "vadd4.u32.u32.u32 %r1.b20, %r2.b7654, %r3, %r4;", "vadd.u32.u32.u32.sat %r1, %r2.b0, %r3.h1;",
            "vsub.s32.u32.s32.sat %r1.h0, %r2, %r3, %r4;", "vmin.u32.u32.u32.max %r1, %r2, %r3, %r4;",
            "vshl.u32.u32.u32.sat.clamp %r1, %r2, %r3;", "vmad.s32.s32.s32.sat.shr15 %r1, %r2, %r3, %r4;",
            "vset.u32.u32.lt.max %r1, %r2, %r3, %r4;", "vset.u32.u32.ge %r1.b3, %r2, %r3, %r4;" })
        EXPECT_EQ(refusal_of_video(instruction), "") << instruction;
    for (const char* instruction : { "vadd4.u32.u32.u32 %r1, %r2, %r3;", "vadd4.u32.u32.u32 %r1.b02, %r2, %r3, %r4;",
             "vadd2.u32.u32.u32 %r1, %r2.h40, %r3, %r4;", "vadd.u32.u32.u32.add %r1.b1, %r2, %r3, %r4;",
             "vadd.u32.u32.u32.min.max %r1, %r2, %r3, %r4;", "vadd.u32.u32.u32.shr7 %r1, %r2, %r3;",
             "vmad.u32.u32.u32.shr8 %r1, %r2, %r3, %r4;", "vset.u32.u32.lt.sat %r1, %r2, %r3;",
             "vadd.u32.u32.u32 %r1, %r2.b4, %r3;", "vset.u32.u32.lower %r1, %r2, %r3;", "vadd.u32.u32 %r1, %r2, %r3;" })
        EXPECT_NE(refusal_of_video(instruction), "") << instruction;
}

} // namespace
} // namespace warpstage::simt

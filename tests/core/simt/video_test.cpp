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

std::string refusal_of_video(const std::string& instruction)
{
    const ptx::Module module =
        parse_text(std::string(kHeader) + ".visible .entry k()\n{\n.reg .b32 %r<9>;\n" + instruction + "\nret;\n}\n");
    const Result<Program> program = Program::lower(module, module.functions.front());
    return program.ok() ? "" : program.error().message;
}

TEST(Video, FormsThatPtxDoesNotHaveAreRefused)
{
    EXPECT_EQ(refusal_of_video("vadd4.u32.u32.u32 %r1.b20, %r2.b7654, %r3, %r4;"), "");
    for (const char* instruction : { "vadd4.u32.u32.u32 %r1, %r2, %r3;", "vadd4.u32.u32.u32 %r1.b02, %r2, %r3, %r4;",
             "vadd2.u32.u32.u32 %r1, %r2.h40, %r3, %r4;", "vadd.u32.u32.u32 %r1.b1, %r2, %r3, %r4;",
             "vadd.u32.u32.u32.sat %r1, %r2, %r3;", "vadd.u32.u32.u32.max %r1, %r2, %r3, %r4;",
             "vmad.u32.u32.u32.shr7 %r1, %r2, %r3, %r4;", "vadd.u32.u32.u32 %r1, %r2.b4, %r3;",
             "vset.u32.u32.lower %r1, %r2, %r3;", "vadd.u32.u32 %r1, %r2, %r3;" })
        EXPECT_NE(refusal_of_video(instruction), "") << instruction;
}

} // namespace
} // namespace warpstage::simt

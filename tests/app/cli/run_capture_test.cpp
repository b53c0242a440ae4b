// `warpstage run --capture`: the launch as a capture, which has the memory before and after it.
#include "core/base/temporary_folder.h"
#include "tests/app/cli/kernel_run_fixtures.h"
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace warpstage::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kArguments = "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' ";

class RunCapture : public testing::Test {
protected:
    TemporaryFolder folder;
    std::string file = (folder.path() / "one.warpstage").string();
};

TEST_F(RunCapture, HasTheSameResultAndCounts)
{
    ASSERT_EQ(run(kSaxpy + kArguments + "--capture " + file).status, 0);
    const auto checked = run("check " + file + " --engine vm");
    EXPECT_EQ(checked.status, 0) << checked.output;
    const auto traced = run("trace " + file + " saxpy --json", kOutputOnly);
    EXPECT_EQ(traced.status, 0);
    EXPECT_THAT(traced.output, HasSubstr("\"sectors\""));
}

TEST_F(RunCapture, HasTheFault)
{
    const auto faulty = run("run --engine vm " + kFixtures
        + "saxpy.ptx --grid 4 --block 256 --arg n:s32=1000 --arg f32=2 --arg 'x:f32[900]=iota' --arg 'y:f32[1000]=out' --capture "
        + file);
    EXPECT_EQ(faulty.status, 1);
    const auto checked = run("check " + file + " --engine vm");
    EXPECT_EQ(checked.status, 0) << checked.output; // the same fault is expected
}

// The addresses in the array are those of the capture.
TEST_F(RunCapture, HasArraysOfAddresses)
{
    const auto ptx = folder.path() / "rows.ptx";
    std::ofstream {
        ptx
    } << ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry first(.param .u64 out, .param .u64 rows)\n{\n"
         ".reg .b64 %a<4>;\n.reg .b32 %r<2>;\nld.param.u64 %a1, [out];\nld.param.u64 %a2, [rows];\n"
         "ld.global.u64 %a3, [%a2+8];\nld.global.u32 %r1, [%a3+4];\nst.global.u32 [%a1], %r1;\nret;\n}\n";
    const std::string rows =
        "--buffer a:s32[2]=iota --buffer b:s32[2]=list:5,7 --arg out:s32[1]=out --arg 'rows:ptr[2]=list:@a,@b' ";
    ASSERT_EQ(run("run --engine vm " + ptx.string() + " " + rows + "--capture " + file).status, 0);
    const auto traced = run("trace " + file + " first");
    EXPECT_EQ(traced.status, 0) << traced.output;
}

TEST_F(RunCapture, RefusesWhatACaptureDoesNotHave)
{
    for (const auto& words :
        { kSaxpy + kArguments + "--capture one.zip",
            kSaxpy + kArguments + "--capture " + file
                + " --then --grid 4 --block 256 --arg s32=1000 --arg f32=2 --arg @x --arg @y",
            "run --engine vm " + kFixtures
                + "overloaded.ptx --kernel weigh --block 4 --arg x:f32[4]=out --set-symbol weights:f32[4]=iota --capture " + file,
            kSaxpy + kArguments + "--capture /nowhere/one.warpstage" }) {
        const auto refused = run(words, kErrorsOnly);
        EXPECT_EQ(refused.status, 2) << words;
        EXPECT_THAT(refused.output, StartsWith("warpstage: ")) << words;
        EXPECT_FALSE(std::filesystem::exists(file));
    }
}

} // namespace
} // namespace warpstage::cli

// End-to-end tests of `warpstage run` and `warpstage ptx`: exit status, standard output and standard error.
#include "core/base/temporary_folder.h"
#include "core/base/text.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "tests/app/cli/kernel_run_fixtures.h"
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>

namespace warpstage::cli {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

// The message of a refused command, which prints nothing else.
std::string refused_run(const std::string& words)
{
    const auto ended = run(words, kErrorsOnly);
    EXPECT_EQ(ended.status, 2) << words;
    EXPECT_EQ(run(words, kOutputOnly).output, "") << words;
    return std::string { text::trim(ended.output) };
}

TEST(RunKernel, PrintsTheContentsOfOutputs)
{
    const auto ended = run(kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --print x:3");
    EXPECT_EQ(ended.status, 0);
    for (const auto* part : { "saxpy.ptx: kernel saxpy, grid 4x1x1, block 256x1x1, 0 bytes of dynamic shared memory\n",
             "virtual machine", "warp instructions", "\nestimated for H200 by the SM model, not measured: ",
             "x: f32[1000], min 0, max 999, sum 499500\n       0: 0 1 2\n",
             "y: f32[1000], min 0, max 1998, sum 999000\n       0: 0 2 4 6 8 10 12 14\n" })
        EXPECT_NE(ended.output.find(part), std::string::npos) << part << "\n" << ended.output;
}

TEST(RunKernel, AnUninitializedSymbolGivesAWarning)
{
    const auto words = "run --engine vm " + kFixtures + "overloaded.ptx --kernel weigh --block 4 --arg x:f32[4]=out";
    EXPECT_APPROVED(run(words, kErrorsOnly).output);
    const auto set = words + " --set-symbol weights:f32[4]=iota --print-symbol total:s32";
    EXPECT_EQ(run(set, kErrorsOnly).output, "");
    EXPECT_NE(run(set, kOutputOnly).output.find("total: s32[1], min 4, max 4, sum 4\n       0: 4\n"), std::string::npos);
}

TEST(RunKernel, ABlockThatWaitsForOthersIsTracedToItsEnd)
{
    const auto ended = run(
        "run --engine vm " + kFixtures + "chain.ptx --grid 4 --arg sums:s32[4]=out --json --trace --trace-block 3", kOutputOnly);
    ASSERT_EQ(ended.status, 0);
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["buffers"][0]["values"], (nlohmann::json { 1, 2, 3, 4 }));
    EXPECT_LT(json["trace"]["steps"], 1000000);
}

// A file of the temporary folder; empty if it does not exist.
std::string text_of(const std::filesystem::path& file)
{
    std::ifstream stream { file };
    return { std::istreambuf_iterator<char> { stream }, {} };
}

TEST(RunKernel, FiguresShowThisLaunch)
{
    const TemporaryFolder folder;
    const auto first = (folder.path() / "first.svg").string();
    const auto second = (folder.path() / "second.svg").string();
    const auto ended = run(kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --json --figure sectors -o " + first
            + " --figure lanes:block=3,warp=7,theme=dark -o " + second,
        kOutputOnly);
    ASSERT_EQ(ended.status, 0);
    EXPECT_EQ(nlohmann::json::parse(ended.output)["figures"],
        (nlohmann::json { { { "figure", "sectors" }, { "file", first } },
            { { "figure", "lanes:block=3,warp=7,theme=dark" }, { "file", second } } }));
    for (const auto* part : { "saxpy", "grid 4x1x1", "block 256x1x1", "block 0" })
        EXPECT_THAT(text_of(first), HasSubstr(part));
    EXPECT_THAT(text_of(second), HasSubstr("block 3"));
    EXPECT_THAT(text_of(second), HasSubstr("warp 7"));
}

TEST(RunKernel, AFigureThatTheLaunchDoesNotHaveKeepsTheResults)
{
    const TemporaryFolder folder;
    const auto ended = run(
        kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --json --figure banks -o " + (folder.path() / "banks.svg").string(),
        kOutputOnly);
    EXPECT_EQ(ended.status, 2);
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["buffers"][0]["max"], 1998.0);
    EXPECT_THAT(json["figures"][0]["sentence"].get<std::string>(), HasSubstr("shared memory"));
}

TEST(RunKernel, RefusesFiguresItCannotDraw)
{
    for (const auto* words : { "--figure sectors", "-o a.svg", "--figure sectors -o a.gif", "--figure bars -o a.svg",
             "--figure sectors:foo=1 -o a.svg", "--figure sectors:line -o a.svg", "--figure sectors:line=x -o a.svg",
             "--figure lanes:access=1 -o a.svg", "--figure nothing -o a.svg" })
        EXPECT_THAT(refused_run(kSaxpy + words), testing::StartsWith("warpstage: ")) << words;
}

TEST(RunKernel, RefusalsAreJsonToo)
{
    const auto refused = run(kSaxpy + "--json", kOutputOnly);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(nlohmann::json::parse(refused.output)["error"]["sentence"].get<std::string>(), HasSubstr("parameter"));
    const TemporaryFolder folder;
    const auto file = folder.path() / "wrong.cu";
    std::ofstream { file } << "__global__ void f(int* a)\n{\n    a[0] = b;\n}\n";
    const auto wrong = run("run " + file.string() + " --json", kOutputOnly);
    EXPECT_EQ(wrong.status, 2);
    const auto error = nlohmann::json::parse(wrong.output)["error"];
    if (gpu::NvrtcCompiler::load().ok() || gpu::NvccCompiler::find().ok())
        EXPECT_EQ(error["diagnostics"][0]["line"], 3);
    else
        EXPECT_NE(error["sentence"], "");
}

TEST(RunKernel, EverythingAsJson)
{
    const auto ended = run(kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --print y:2 --json --trace", kOutputOnly);
    ASSERT_EQ(ended.status, 0);
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["kernel"], "saxpy");
    EXPECT_EQ(json["grid"], (nlohmann::json { 4, 1, 1 }));
    EXPECT_EQ(json["machine"]["emulated"], true);
    EXPECT_EQ(json["nanoseconds"].size(), 1U);
    EXPECT_EQ(json["estimate"]["gpu"], "H200");
    EXPECT_GT(json["estimate"]["time_ns"].get<std::uint64_t>(), 0U);
    EXPECT_EQ(json["warp_instructions"], 32 * 20);
    EXPECT_EQ(json["buffers"].size(), 1U);
    EXPECT_EQ(json["buffers"][0]["values"], (nlohmann::json { 0.0, 2.0 }));
    EXPECT_EQ(json["buffers"][0]["sum"], 999000.0);
    EXPECT_EQ(json["trace"]["warps"], 8);
    EXPECT_FALSE(json.contains("fault"));
}

TEST(RunKernel, AnEndlessLoopEndsWithItsLocation)
{
    const std::string endless = "run --engine vm " + kFixtures + "endless.ptx --grid 3 --block 32 --arg rounds:u64[1]=zero ";
    const auto limited = run(endless + "--limit 0.5 --threads 1", kErrorsOnly);
    EXPECT_EQ(limited.status, 1);
    EXPECT_THAT(limited.output,
        MatchesRegex(
            "warpstage: The limit of 0.5 s \\(`--limit`\\) is reached: kernel `count`, block \\([0-2],0,0\\), warp 0, line "
            "[45]; 0 of 3 blocks had ended after .+ warp instructions. Use a smaller problem or a higher limit.\n"));
    const auto exhausted = run(endless + "--budget 100000", kErrorsOnly);
    EXPECT_EQ(exhausted.status, 1);
    EXPECT_THAT(exhausted.output,
        HasSubstr(
            "has exhausted its budget of 100000 warp instructions; this loop probably never ends; thread (0,0,0) of block"));
    EXPECT_APPROVED(refused_run("run --engine gpu " + kFixtures + "endless.ptx --arg rounds:u64[1]=zero --limit 0.5"));
}

TEST(RunKernel, CtrlCEndsWithWhatIsKnown)
{
    const std::string endless = "run --engine vm " + kFixtures + "endless.ptx --grid 3 --block 32 --arg rounds:u64[1]=zero";
    const auto ended = interrupted_after(std::chrono::milliseconds(4000), endless);
    EXPECT_EQ(ended.status, 130) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr("warpstage: Interrupted: kernel `count`, block ("));
    EXPECT_THAT(ended.output, HasSubstr("0 of 3 blocks had ended after "));
}

TEST(RunKernel, ATerminalShowsProgress)
{
    const auto ended =
        run_in_terminal("run --engine vm " + kFixtures + "endless.ptx --grid 3 --block 32 --arg rounds:u64[1]=zero --limit 3.5");
    EXPECT_THAT(ended.output, HasSubstr("2 s: "));
    EXPECT_THAT(ended.output, HasSubstr(" warp instructions, 0 of 3 blocks ended. Ctrl+C stops the run."));
}

TEST(RunKernel, SizesWithAnXAreExplained)
{
    const std::string words = "run --engine vm " + kFixtures + "endless.ptx --arg rounds:u64[1]=zero ";
    EXPECT_APPROVED(refused_run(words + "--grid 1x1x1x1"));
    EXPECT_APPROVED(refused_run(words + "--block 16x16"));
}

TEST(RunKernel, TraceIsTheReportOfTheRecordedBlock)
{
    const auto ended = run(kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --trace --trace-block 3");
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.output, HasSubstr("block 3 of 4, 256 threads in 8 warps of 32, evaluated for CC 9.0"));
    EXPECT_NE(ended.output.find("y[i] = a * x[i] + y[i];"), std::string::npos) << "the source beside the PTX\n" << ended.output;
}

TEST(RunKernel, AFaultPrintsItsMessageAndExitsWithOne)
{
    const auto words = kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n-1]=out' ";
    const auto ended = run(words, kErrorsOnly);
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.output.find("of buffer `y`"), std::string::npos) << ended.output;
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1) << ended.output;
    EXPECT_EQ(run(words, kOutputOnly).output, "");

    const auto json = nlohmann::json::parse(run(words + "--json", kOutputOnly).output);
    EXPECT_EQ(json["fault"]["line"], 6);
    EXPECT_EQ(json["fault"]["block"], (nlohmann::json { 3, 0, 0 }));
    EXPECT_EQ(json["fault"]["thread"], (nlohmann::json { 231, 0, 0 }));
}

TEST(RunKernel, InvalidInputPrintsOneMessageAndExitsWithTwo)
{
    const auto with = [](const std::string& rest) {
        return kSaxpy + rest;
    };
    EXPECT_APPROVED(refused_run(with("--arg 'x:f32[n]=iota'")));
    EXPECT_APPROVED(refused_run(with("--arg 'x:f32[m]=iota' --arg 'f32[n]=out'")));
    EXPECT_APPROVED(refused_run(with("--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --print z")));
    EXPECT_APPROVED(refused_run(with("--arg 'x:f32[n]=iota' --arg 'y:f32[n]=out' --trace --trace-block 4")));
    EXPECT_APPROVED(refused_run(with("--kernel saxpi")));
    for (const auto* option : { "--define N=3", "-DN", "-I headers", "-std=c++20" })
        EXPECT_APPROVED(refused_run(with(option)));
    EXPECT_APPROVED(refused_run(with("saxpy.cu")));
    EXPECT_APPROVED(refused_run(with("--save y")));
    EXPECT_APPROVED(refused_run("run /nonexistent.cu"));
    EXPECT_APPROVED(refused_run(
        "run --engine gpu --warp-width 8 " + kFixtures + "saxpy.ptx --arg s32=1 --arg f32=1 --arg u64=0 --arg u64=0"));
}

TEST(RunKernel, CudaIsCompiledAndItsErrorsAreShownInTheSource)
{
    if (const auto compiler = warpstage::gpu::NvrtcCompiler::load(); !compiler)
        GTEST_SKIP() << compiler.error().message;
    const auto ran = run("run --engine vm " + kFixtures
            + "several.cu --kernel 'add<3>' --define FACTOR=4 --block 'FACTOR*8' --arg "
              "'x:f32[FACTOR*8]=zero' --print x:1",
        "2>&1");
    EXPECT_EQ(ran.status, 0);
    EXPECT_NE(ran.output.find("x: f32[32], min 3, max 3, sum 96"), std::string::npos) << ran.output;

    const auto words = "run --engine vm " + kFixtures + "several.cu --kernel speak --block 2 --arg 'f32[2]=iota' ";
    EXPECT_NE(run(words).output.find("\nthread 0 holds 0\nthread 1 holds 1\n"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(run(words + "--json", kOutputOnly).output)["output"], "thread 0 holds 0\nthread 1 holds 1\n");

    const auto forgetful = "run --engine vm " + kFixtures + "several.cu --kernel forget --arg 'f32[1]=out' ";
    EXPECT_EQ(run(forgetful).status, 0);
    const auto checked = run(forgetful + "--checks memory", kErrorsOnly);
    EXPECT_EQ(checked.status, 1);
    EXPECT_NE(checked.output.find("line 34"), std::string::npos) << checked.output;
    EXPECT_EQ(run(forgetful + "--schedule independent:3").status, 0);

    const auto wrong = run("run " + kFixtures + "broken.cu", kErrorsOnly);
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(
        wrong.output.rfind(
            "warpstage: broken.cu does not compile in line 4: identifier \"missing\" is undefined (2 errors in "
            "total).\nbroken.cu:4:12: error: identifier \"missing\" is undefined\n      x[0] = missing + 1;\n             ^\n",
            0),
        0U)
        << wrong.output;
}

TEST(ListPtx, ListsTheContentsOfAKernel)
{
    const auto ended = run("ptx " + kFixtures + "saxpy.ptx");
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.output,
        kFixtures
            + "saxpy.ptx: PTX 9.0 for sm_75\n\nkernel saxpy\n  signature     saxpy(int, float, float const*, float*)\n  "
              "parameter         0  u32  _Z5saxpyifPKfPf_param_0\n  parameter    "
              "     4  f32  _Z5saxpyifPKfPf_param_1\n  parameter         8  u64  _Z5saxpyifPKfPf_param_2\n  parameter        16  "
              "u64  _Z5saxpyifPKfPf_param_3\n  registers     5 b32, 7 b64, 4 f32, 1 pred\n  shared memory 0 bytes, local memory "
              "0 bytes per thread\n  instructions  20: 5 arithmetic, 1 comparison, 5 movement, 7 memory, 2 control\n");
}

TEST(ListPtx, RefusedInstructionsEndWithStatusOne)
{
    const auto ended = run("ptx " + kFixtures + "refused.ptx");
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.output.find("refused.ptx:23 (binary.cu:7): mma.sync.aligned.m8n8k512"), std::string::npos) << ended.output;
    EXPECT_NE(ended.output.find("refused.ptx:25 (binary.cu:7): mma.sync.aligned.m8n8k512"), std::string::npos) << ended.output;

    const auto json = nlohmann::json::parse(run("ptx --json " + kFixtures + "refused.ptx", kOutputOnly).output);
    const auto& kernel = json[0]["functions"][0];
    EXPECT_EQ(kernel["name"], "binary");
    EXPECT_EQ(kernel["parameters"][1]["bytes"], 12);
    EXPECT_EQ(kernel["static_shared_bytes"], 128);
    EXPECT_EQ(kernel["local_bytes"], 40);
    ASSERT_EQ(kernel["refused"].size(), 2U);
    EXPECT_EQ(kernel["refused"][0]["ptx_line"], 23);
    EXPECT_EQ(kernel["refused"][0]["source_line"], 7);
}

TEST(ListPtx, ABrokenFileIsReportedAndTheOthersAreListed)
{
    const auto words = "ptx /nonexistent.ptx " + kFixtures + "README.md " + kFixtures + "refused.ptx";
    const auto ended = run(words + " --compiler nvrtc", kErrorsOnly);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output.rfind("warpstage: `/nonexistent.ptx` cannot be read: No such file or directory.\nwarpstage: ", 0), 0U)
        << ended.output;
    EXPECT_NE(run(words, kOutputOnly).output.find("kernel binary"), std::string::npos);
}

TEST(ListPtx, CudaFilesWithHostCodeAreCompiled)
{
    if (const auto compiler = warpstage::gpu::NvccCompiler::find(); !compiler)
        GTEST_SKIP() << compiler.error().message;
    const auto ended = run("ptx " + kFixtures + "host.cu --arch sm_80 -- -Xptxas -O1");
    EXPECT_EQ(ended.status, 0);
    EXPECT_NE(ended.output.find("for sm_80\n\nkernel one\n"), std::string::npos) << ended.output;
    const auto wrong = run("ptx " + kFixtures + "host.cu -- --no-such-option");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.output.find("Unknown option '--no-such-option'"), std::string::npos) << wrong.output;
}

TEST(RunKernel, SeveralLaunchesShareBuffersAndSaveThem)
{
    const TemporaryFolder folder;
    const auto file = (folder.path() / "x.csv").string();
    const auto words = kSaxpy
        + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=ones' --then --block 32 --arg s32=3 --arg f32=10 "
          "--arg @y+100 --arg @x --threads 1 --estimate 8.0 --estimate GTX280 ";
    const auto ended = run(words + "--print x:4 --save x=" + file);
    EXPECT_EQ(ended.status, 0) << ended.output;
    for (const auto* part : { "saxpy.ptx: kernel saxpy, grid 4x1x1, block 256x1x1, 0 bytes of dynamic shared memory\n"
                              "saxpy.ptx: kernel saxpy, grid 1x1x1, block 32x1x1, 0 bytes of dynamic shared memory\n",
             ", 1 threads)", "estimated for A100", "estimated for GeForce GTX 280", "       0: 2010 2031 2052 3\n" })
        EXPECT_NE(ended.output.find(part), std::string::npos) << part << "\n" << ended.output;
    std::ifstream saved { file };
    std::string first;
    std::getline(saved, first);
    EXPECT_EQ(first, "2010");
    const auto json = nlohmann::json::parse(run(words + "--json", kOutputOnly).output);
    ASSERT_EQ(json["launches"].size(), 2U);
    EXPECT_EQ(json["launches"][1]["block"], (nlohmann::json { 32, 1, 1 }));
    EXPECT_EQ(json["estimates"].size(), 2U);
    const auto traced = run(words + "--trace --trace-launch 2");
    EXPECT_NE(traced.output.find("block 0 of 1, 32 threads in 1 warp"), std::string::npos) << traced.output;
    EXPECT_APPROVED(refused_run(words + "--save z=" + file));
    EXPECT_APPROVED(refused_run(words + "--grid 2 --grid 3"));
    EXPECT_APPROVED(refused_run(words + "--trace --trace-launch 3"));
    EXPECT_APPROVED(refused_run(kSaxpy + "--arg 'x:f32[n]=iota' --arg 'y:f32[n]=ones' --trace --trace-launch 3"));
    EXPECT_APPROVED(refused_run(words + "--counters"));
}

} // namespace
} // namespace warpstage::cli

// `warpstage run --try`: each edit of the advice keeps the results, and the time after it is that of the edited kernel.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "tests/app/cli/started_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace warpstage::cli {
namespace {

struct Proved {
    const char* name;
    const char* words; // the file and its launch
    const char* advice; // the beginning of its sentence
    const char* change; // a part of a changed line, or of the launch
    double gain = 0.0; // at least
};

// Printer for GoogleTest.
// NOLINTNEXTLINE(readability-identifier-naming): the library looks for this name
void PrintTo(const Proved& proved, std::ostream* out)
{
    *out << proved.name;
}

const std::string kAdvice = std::string { WARPSTAGE_FIXTURES } + "/kernel_run/advice/";
constexpr const char* kMatrices = " --arg 'in:f32[n*n]=random:1' --arg 'out:f32[n*n]=out' --arg n:s32=";

nlohmann::json tried(const std::string& words)
{
    const auto ended = run("run --engine vm --try --json " + kAdvice + words, kOutputOnly);
    EXPECT_EQ(ended.status, 0) << ended.output;
    const auto json = nlohmann::json::parse(ended.output, nullptr, false);
    return json.is_discarded() || !json.contains("tried") ? nlohmann::json::array() : json["tried"];
}

class JobTrials : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto compiler = gpu::NvrtcCompiler::load(); !compiler)
            GTEST_SKIP() << compiler.error().message;
    }
};

class JobTrial : public JobTrials, public testing::WithParamInterface<Proved> { };

TEST_P(JobTrial, KeepsTheResultsAndGains)
{
    const Proved& proved = GetParam();
    bool found = false;
    for (const auto& trial : tried(proved.words)) {
        if (!trial["advice"].get<std::string>().starts_with(proved.advice))
            continue;
        found = true;
        EXPECT_TRUE(trial["equal"].get<bool>()) << trial.dump();
        EXPECT_NE(trial.dump().find(proved.change), std::string::npos) << trial.dump();
        EXPECT_FALSE(trial["measured"].get<bool>());
        EXPECT_LE(trial["after_ns"].get<double>(), (1.0 - proved.gain) * trial["before_ns"].get<double>()) << trial.dump();
    }
    EXPECT_TRUE(found) << proved.advice;
}

INSTANTIATE_TEST_SUITE_P(Each, JobTrial,
    testing::Values(
        Proved { "PadsATile",
            "tile.cu --grid n/32,n/32 --block 32,8 --arg 'in:f32[n*n]=random:1' --arg 'out:f32[n*n]=out' --arg n:s32=1024",
            "Add one column", "tile[32][32 + 1]", 0.3 },
        Proved { "ExchangesXAndY",
            "product.cu --grid n/16,n/16 --block 16,16 --arg 'a:f32[n*n]=random:1' --arg 'b:f32[n*n]=random:2' --arg "
            "'c:f32[n*n]=out' --arg n:s32=256",
            "Exchange x and y", "blockIdx.y * blockDim.y", 0.5 },
        Proved { "EnlargesBlocks",
            "scale.cu --kernel scale --grid n/32 --block 32 --arg 'y:f32[n]=out' --arg 'x:f32[n]=iota' --arg n:s32=1048576",
            "Use blocks of at least 128", "128x1x1", 0.3 },
        Proved { "UnrollsALoop", "loop.cu --kernel repeat --grid 132 --block 128 --arg 'y:f32[16896]=out' --arg n:s32=1000",
            "Unroll the loop", "#pragma unroll 4", 0.0 },
        Proved { "RemovesABarrier",
            "barrier.cu --kernel sums --grid 132 --block 512 --arg 'y:f32[67584]=out' --arg 'x:f32[67584*n]=random:1' --arg "
            "n:s32=32",
            "Remove this barrier", "__syncthreads();", 0.05 },
        Proved { "DeclaresPointersRestrict",
            "loop.cu --kernel add --grid 132 --block 128 --arg 'y:f32[16896*n]=out' --arg 'x:f32[16896*n]=random:1' --arg "
            "n:s32=64",
            "Declare the pointers", "__restrict__", 0.0 }),
    [](const auto& test) { return std::string { test.param.name }; });

TEST_F(JobTrials, KeepBarriersThatSeparateAccesses)
{
    for (const auto& trial : tried("barrier.cu --kernel neighbors --grid 528 --block 256 --arg 'y:f32[135168]=out' --arg "
                                   "'x:f32[135168*n]=random:1' --arg n:s32=16"))
        EXPECT_FALSE(trial["advice"].get<std::string>().starts_with("Remove this barrier")) << trial.dump();
}

// Larger blocks would reverse other elements.
TEST_F(JobTrials, RefusesAnEditThatChangesTheResults)
{
    const auto trials =
        tried("scale.cu --kernel reverse --grid 32768 --block 32 --arg 'y:f32[1048576]=out' --arg 'x:f32[1048576]=iota'");
    ASSERT_EQ(trials.size(), 1U);
    EXPECT_FALSE(trials[0]["equal"].get<bool>());
    EXPECT_NE(trials[0]["refusal"].get<std::string>().find("The results differ: y[0]"), std::string::npos) << trials[0].dump();
    EXPECT_FALSE(trials[0].contains("after_ns"));
}

TEST_F(JobTrials, SaysInWordsWhatItDid)
{
    const auto text =
        run("run --engine vm --try " + kAdvice + "tile.cu --grid n/32,n/32 --block 32,8" + kMatrices + "512").output;
    for (const char* part :
        { "Tried on a copy:\n* Add one column to the shared array `tile`", "4 - __shared__ float tile[32][32];\n",
            "4 + __shared__ float tile[32][32 + 1];\n", "The results are equal. ", " (estimated for H200)." })
        EXPECT_NE(text.find(part), std::string::npos) << part << '\n' << text;
}

} // namespace
} // namespace warpstage::cli

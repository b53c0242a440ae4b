#include "core/exercise/assessment.h"
#include "tests/approved.h"
#include "tests/core/exercise/exercises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <vector>

namespace warpstage::exercise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> not_passed(const Exercise& exercise, const Assessment& assessment)
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < assessment.findings.size(); ++i) {
        if (assessment.findings[i].verdict != Verdict::passed)
            ids.push_back(exercise.requirements[i].id);
    }
    return ids;
}

std::string messages(const Assessment& assessment)
{
    std::string all;
    for (const auto& finding : assessment.findings)
        all += finding.message + "\n";
    return all;
}

struct Shipped {
    const char* id;
    std::vector<std::string> start_fails; // requirements that kernels.cu is about
};
void PrintTo(const Shipped& exercise, std::ostream* out)
{
    *out << exercise.id;
}

class ShippedExercise : public ::testing::TestWithParam<Shipped> { };

TEST_P(ShippedExercise, IsSolvedByItsSolution)
{
    const auto exercise = shipped(GetParam().id);
    EXPECT_FALSE(exercise.hidden.empty());
    const auto assessment = checked(exercise, text_of(exercise.folder / kSolutionFile));
    EXPECT_TRUE(assessment.passed()) << messages(assessment);
    EXPECT_EQ(points_of(exercise, assessment), exercise.points());
}

TEST_P(ShippedExercise, IsNotSolvedByTheTextThatStudentsStartFrom)
{
    const auto exercise = shipped(GetParam().id);
    const auto assessment = checked(exercise, exercise.lesson->source);
    EXPECT_EQ(not_passed(exercise, assessment), GetParam().start_fails) << messages(assessment);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedExercise,
    ::testing::Values(Shipped { "histogram", { "atomics" } }, Shipped { "matmul", { "reuse", "time" } },
        Shipped { "nbody", { "reuse", "time" } }, Shipped { "race", { "result", "hazards", "conflict_free" } },
        Shipped { "reduction", { "divergence", "time" } }, Shipped { "structure-of-arrays", { "coalesced" } },
        Shipped { "transpose", { "coalesced", "time" } }));

TEST(ShippedExercises, AreAllTested)
{
    EXPECT_EQ(exercise_folders(std::filesystem::path { WARPSTAGE_ASSETS } / "exercises").size(), 7U);
}

class Transpose : public ::testing::Test {
protected:
    // The solution with the first `from` replaced.
    [[nodiscard]] Assessment with(const std::string& from, const std::string& to) const
    {
        auto source = text_of(m_exercise.folder / kSolutionFile);
        const auto at = source.find(from);
        VERIFY(at != std::string::npos);
        return checked(m_exercise, source.replace(at, from.size(), to));
    }

    Exercise m_exercise = shipped("transpose");
};

TEST_F(Transpose, NamesTheFirstWrongElementItsSizeAndItsLine)
{
    const auto assessment = with("= tile[threadIdx.x][threadIdx.y + i]", "= tile[threadIdx.x][threadIdx.y + i] + 1");
    EXPECT_THAT(not_passed(m_exercise, assessment), ElementsAre("result", "hazards", "coalesced", "conflict_free", "time"));
    const auto& finding = assessment.findings.front();
    EXPECT_THAT(finding.message, HasSubstr("element 0 is"));
    EXPECT_THAT(finding.message, HasSubstr("width=64, height=64"));
    EXPECT_EQ(finding.line, 19U);
    EXPECT_APPROVED(assessment.findings[2].message);
}

TEST_F(Transpose, NamesTheLineOfABankConflict)
{
    const auto assessment = with("[kTile + 1]", "[kTile]");
    EXPECT_THAT(not_passed(m_exercise, assessment), ::testing::Contains("conflict_free"));
    EXPECT_EQ(assessment.findings[3].line, 19U) << messages(assessment);
    EXPECT_THAT(assessment.findings[3].message, HasSubstr("at most 0"));
}

TEST_F(Transpose, FindsAMissingBarrier)
{
    const auto assessment = with("__syncthreads();", "");
    EXPECT_THAT(not_passed(m_exercise, assessment), ::testing::Contains("hazards"));
}

TEST_F(Transpose, FindsAResultThatIsRightForTheKnownSizesOnly)
{
    const auto assessment = with("int x = blockIdx.x", "if (width == 130) return; int x = blockIdx.x");
    EXPECT_THAT(assessment.findings.front().message, HasSubstr("width=130"));
}

TEST_F(Transpose, GivesNothingForWorkLeftOutWithTheMeasuredParameters)
{
    const auto assessment = with("int x = blockIdx.x", "if (width == 512) return; int x = blockIdx.x");
    EXPECT_EQ(points_of(m_exercise, assessment), 0U) << messages(assessment);
}

TEST_F(Transpose, EndsAnEndlessLoop)
{
    const auto assessment = with("__syncthreads();", "while (width > 0) __syncthreads();");
    EXPECT_FALSE(assessment.passed());
    EXPECT_EQ(points_of(m_exercise, assessment), 0U);
}

TEST_F(Transpose, AtomicOperationsAreNotFasterThanStores)
{
    const auto source = [&] {
        auto text = m_exercise.lesson->source;
        const std::string store = "out[x * height + y + i] = in[(y + i) * width + x];";
        const auto at = text.find(store);
        VERIFY(at != std::string::npos);
        return text.replace(at, store.size(), "atomicExch(&out[x * height + y + i], in[(y + i) * width + x]);");
    }();
    const auto assessment = checked(m_exercise, source);
    EXPECT_THAT(not_passed(m_exercise, assessment), ElementsAre("coalesced", "time")) << messages(assessment);
    EXPECT_GE(*assessment.time, *checked(m_exercise, m_exercise.lesson->source).time);
}

TEST_F(Transpose, RefusesBlocksBeyondTheLaunchBounds)
{
    const auto assessment = with("__global__ void", "__global__ void __launch_bounds__(1)");
    EXPECT_EQ(points_of(m_exercise, assessment), 0U);
    EXPECT_APPROVED(messages(assessment));
}

TEST(Assessments, AreNotConclusiveAtTheLimitOfTheTime)
{
    const auto exercise = shipped("transpose");
    gpu::CompileProcess compiler;
    const auto source = text_of(exercise.folder / kSolutionFile);
    const auto compiled = compile_submission(compiler, source);
    ASSERT_TRUE(compiled.ptx.ok());
    const auto hurried = assess(exercise, source, *compiled.ptx, { .run = std::chrono::milliseconds { 0 } });
    ASSERT_TRUE(hurried.ok());
    EXPECT_FALSE(hurried->passed());
    EXPECT_FALSE(hurried->conclusive);
    EXPECT_TRUE(checked(exercise, source).conclusive);
}

TEST(Assessments, KeepTheReferenceAwayFromTheKernels)
{
    const auto exercise = shipped("reduction");
    // Writes zeros over all memory that it can reach around its buffers: inputs must not change what is expected.
    const auto assessment = checked(exercise, R"(
__global__ void reduce(const int* input, int* sums, int n)
{
    for (int i = 0; i < n; ++i)
        const_cast<int*>(input)[i] = 0;
    sums[blockIdx.x] = 0;
}
)");
    EXPECT_EQ(assessment.findings.front().verdict, Verdict::failed) << messages(assessment);
    EXPECT_EQ(points_of(exercise, assessment), 0U) << messages(assessment);
}

TEST(Assessments, GiveAllPointsForWarpShuffles)
{
    const auto exercise = shipped("reduction");
    const auto assessment = checked(exercise, R"(
__global__ void reduce(const int* input, int* sums, int n)
{
    extern __shared__ int words[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int v = i < n ? input[i] : 0;
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffff, v, o);
    if (t % 32 == 0)
        words[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < blockDim.x / 32 ? words[t] : 0;
        for (int o = 4; o > 0; o /= 2)
            v += __shfl_down_sync(0xffffffff, v, o);
        if (t == 0)
            sums[blockIdx.x] = v;
    }
}
)");
    EXPECT_EQ(points_of(exercise, assessment), exercise.points()) << messages(assessment);
}

// No barrier separates the reset from the additions, although the sums are right in lock step.
TEST(Assessments, FindTheRaceOfACounterThatIsReset)
{
    const auto exercise = shipped("reduction");
    const auto assessment = checked(exercise, R"(
__global__ void reduce(const int* input, int* sums, int n)
{
    __shared__ int total;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) total = 0;
    atomicAdd(&total, i < n ? input[i] : 0);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
)");
    EXPECT_THAT(not_passed(exercise, assessment), ::testing::Contains("hazards")) << messages(assessment);
}

TEST(Assessments, AcceptNoNumberThatIsNone)
{
    const auto exercise = shipped("matmul");
    const auto assessment = checked(exercise, R"(
__global__ void multiply(const float* a, const float* b, float* c, int n)
{
    int row = blockIdx.y * 16 + threadIdx.y;
    int column = blockIdx.x * 16 + threadIdx.x;
    if (row < n && column < n)
        c[row * n + column] = __int_as_float(0x7fffffff);
}
)");
    EXPECT_EQ(assessment.findings.front().verdict, Verdict::failed) << messages(assessment);
}

TEST(Assessments, NameAKernelThatIsMissing)
{
    const auto exercise = shipped("race");
    const auto assessment = checked(exercise, "__global__ void other(int* p) { *p = 0; }");
    EXPECT_EQ(points_of(exercise, assessment), 0U);
    EXPECT_THAT(messages(assessment), HasSubstr("add_neighbors"));
}

TEST(Assessments, DoNotReadFilesOfOthers)
{
    const auto exercise = shipped("race");
    const auto secret = std::filesystem::temp_directory_path() / "warpstage-secret-of-another.h";
    ASSERT_TRUE(write_whole_file(secret, "#error the secret\n").ok());
    for (const auto& include : { secret.string(), (exercise.folder / kSolutionFile).string() }) {
        const auto assessment = checked(exercise, "#include \"" + include + "\"\n");
        EXPECT_EQ(points_of(exercise, assessment), 0U);
        EXPECT_THAT(messages(assessment), ::testing::Not(HasSubstr("the secret")));
        EXPECT_THAT(messages(assessment), HasSubstr("line 1")) << include;
    }
    std::filesystem::remove(secret);
}

} // namespace
} // namespace warpstage::exercise

#include "core/exercise/assessment.h"
#include "tests/approved.h"
#include "tests/core/exercise/exercises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <utility>
#include <vector>

namespace warpstage::exercise {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

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

class ShippedExercise : public ::testing::TestWithParam<const char*> { };

TEST_P(ShippedExercise, IsSolvedByItsSolution)
{
    const auto exercise = shipped(GetParam());
    EXPECT_FALSE(exercise.hidden.empty());
    const auto assessment = checked(exercise, text_of(exercise.folder / kSolutionFile));
    EXPECT_TRUE(assessment.passed()) << messages(assessment);
    EXPECT_EQ(points_of(exercise, assessment), exercise.points());
}

TEST_P(ShippedExercise, GivesNothingForTheTextThatStudentsStartFrom)
{
    const auto exercise = shipped(GetParam());
    const auto same = checked(exercise, "// my solution\n" + exercise.lesson->source);
    EXPECT_EQ(points_of(exercise, same), 0U);

    // The marks in exercise.toml are true: what the start file meets has one, and the race exercise starts with a race.
    const auto changed = checked(exercise, exercise.lesson->source + "\n__device__ int unused;\n");
    EXPECT_EQ(points_of(exercise, changed), 0U) << messages(changed);
    for (std::size_t i = 0; i < exercise.requirements.size() && exercise.id != "race"; ++i) {
        const bool met = changed.findings[i].message.starts_with("Met, but");
        EXPECT_EQ(met, exercise.requirements[i].needs_other) << exercise.requirements[i].id << ": " << messages(changed);
    }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedExercise,
    ::testing::Values("histogram", "matmul", "nbody", "race", "reduction", "structure-of-arrays", "transpose"));

TEST(ShippedExercises, AreAllTested)
{
    EXPECT_EQ(exercise_folders(std::filesystem::path { WARPSTAGE_ASSETS } / "exercises").size(), 7U);
}

class Transpose : public ::testing::Test {
protected:
    // The solution with the first `from` replaced.
    [[nodiscard]] Assessment with(const std::string& from, const std::string& to, Hidden hidden = Hidden::named) const
    {
        auto source = text_of(m_exercise.folder / kSolutionFile);
        const auto at = source.find(from);
        VERIFY(at != std::string::npos);
        return checked(m_exercise, source.replace(at, from.size(), to), hidden);
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

TEST_F(Transpose, SaysNothingAboutHiddenSizesToStudents)
{
    for (const char* harm :
        { "if (width == 130) return; int x = blockIdx.x", "if (width == 130) out[-1 << 20] = 1; int x = blockIdx.x" }) {
        const auto masked = with("int x = blockIdx.x", harm, Hidden::masked);
        EXPECT_EQ(points_of(m_exercise, masked), 0U);
        EXPECT_THAT(
            masked.findings.front().message, AllOf(HasSubstr("a hidden size"), Not(HasSubstr("130")), Not(HasSubstr("of out"))));
    }
}

// Right everywhere, but made for the measured size alone.
TEST_F(Transpose, MeasuresSmallerSizesToo)
{
    const auto start = m_exercise.lesson->source;
    auto own = text_of(m_exercise.folder / kSolutionFile);
    const auto begin = own.find("    __shared__");
    own.insert(begin, R"(    if (width != 512) {
        int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
        for (int i = 0; i < kTile; i += kRows)
            if (x < width && y + i < height)
                out[x * height + y + i] = in[(y + i) * width + x];
        return;
    }
)");
    const auto assessment = checked(m_exercise, own);
    EXPECT_EQ(points_of(m_exercise, assessment), 0U) << messages(assessment);
    EXPECT_THAT(messages(assessment), HasSubstr("Sectors"));
}

TEST_F(Transpose, WantsTheWorkOfAllBlocks)
{
    const auto assessment = checked(m_exercise, R"(
__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ float tile[32][33];
    if (blockIdx.x + blockIdx.y != 0) return;
    for (int by = 0; by < (int)gridDim.y; ++by)
        for (int bx = 0; bx < (int)gridDim.x; ++bx) {
            int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
            for (int i = 0; i < 32; i += 8)
                if (x < width && y + i < height) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
            __syncthreads();
            x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
            for (int i = 0; i < 32; i += 8)
                if (x < height && y + i < width) out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
            __syncthreads();
        }
}
)");
    EXPECT_EQ(points_of(m_exercise, assessment), 0U) << messages(assessment);
    EXPECT_APPROVED(assessment.findings[2].message);
    EXPECT_GT(*assessment.time, std::chrono::microseconds { 100 });
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
    EXPECT_EQ(assessment.findings[2].verdict, Verdict::failed) << messages(assessment);
    EXPECT_EQ(assessment.findings[4].verdict, Verdict::failed) << messages(assessment);
    EXPECT_GE(*assessment.time, *checked(m_exercise, m_exercise.lesson->source + "\n__device__ int unused;").time);
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

// A request of one lane has no excessive sector, and a warp with one lane does not diverge.
TEST(Assessments, WantTheWorkOfAllLanes)
{
    const auto exercise = shipped("structure-of-arrays");
    const auto assessment = checked(exercise, R"(
__global__ void split(const float* p, float* f, int n)
{
    int first = blockIdx.x * 256 + threadIdx.x / 32 * 32;
    if (threadIdx.x % 32 != 0) return;
    for (int i = first; i < first + 32 && i < n; ++i)
        for (int k = 0; k < 4; ++k) f[k * n + i] = p[4 * i + k];
}
)");
    EXPECT_EQ(points_of(exercise, assessment), 0U) << messages(assessment);
    EXPECT_THAT(messages(assessment), HasSubstr("of 32 lanes are active"));
}

// Racy at the large size only, where the result is right by chance.
TEST(Assessments, FindHazardsAtEverySize)
{
    const auto exercise = shipped("race");
    auto source = text_of(exercise.folder / kSolutionFile);
    const std::string barrier = "    __syncthreads();";
    source.replace(source.find(barrier), barrier.size(), "    if (n < 40000) __syncthreads(); else __syncwarp();");
    const auto assessment = checked(exercise, source);
    EXPECT_THAT(not_passed(exercise, assessment), ::testing::Contains("hazards")) << messages(assessment);
    EXPECT_EQ(points_of(exercise, assessment), 0U) << messages(assessment);
}

TEST(Assessments, CountAtomicReadsAsRequests)
{
    const auto exercise = shipped("nbody");
    auto source = exercise.lesson->source;
    for (const auto& [from, to] :
        std::vector<std::pair<std::string, std::string>> { { "x[k] - x[i]", "atomicAdd(const_cast<float*>(x) + k, 0.0f) - x[i]" },
            { "y[k] - y[i]", "atomicAdd(const_cast<float*>(y) + k, 0.0f) - y[i]" } })
        source.replace(source.find(from), from.size(), to);
    const auto assessment = checked(exercise, source);
    EXPECT_EQ(points_of(exercise, assessment), 0U) << messages(assessment);
}

TEST(Assessments, AreTheSameForTheSameSeed)
{
    const auto exercise = shipped("reduction");
    const auto solution = text_of(exercise.folder / kSolutionFile);
    EXPECT_EQ(messages(checked(exercise, solution)), messages(checked(exercise, solution)));
    const auto sizes = result_sizes(exercise, 1);
    EXPECT_NE(sizes.back().settings, result_sizes(exercise, 2).back().settings);
    int between = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        for (const auto& size : result_sizes(exercise, seed)) {
            const auto n = size.settings.integer("n");
            EXPECT_TRUE(n >= 1 && n <= 65536) << n;
            between += n > 5000 && n < 57344 ? 1 : 0;
        }
    }
    EXPECT_GE(between, 150);
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
        EXPECT_THAT(messages(assessment), Not(HasSubstr("the secret")));
        EXPECT_THAT(messages(assessment), HasSubstr("line 1")) << include;
    }
    std::filesystem::remove(secret);
}

} // namespace
} // namespace warpstage::exercise

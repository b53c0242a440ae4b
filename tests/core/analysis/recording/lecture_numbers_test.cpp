// Numbers stated in the lectures and repeated in the documents, computed from runs of the shipped kernels.
#include "core/analysis/block/l1_reuse.h"
#include "core/analysis/branch_iterations.h"
#include "core/analysis/recording/partition_survey.h"
#include "core/analysis/recording/recording.h"
#include "core/arch/architecture.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::analysis {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

RecordingRequest request_of(const std::string& lesson_id, const std::string& variant, const Parameters& parameters)
{
    const auto catalog = lesson::shipped_lessons();
    const auto lesson = *catalog->find(lesson_id);
    auto settings = lesson->initial_settings();
    for (const auto& [id, value] : parameters) {
        const auto set = settings.set(lesson->problem->parameters(), id, value);
        EXPECT_TRUE(set) << set.error().message;
    }
    auto plan = lesson->problem->plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan) << plan.error().message;
    RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = variant;
    request.plan = std::make_shared<const problem::Plan>(std::move(*plan));
    request.work = request.plan->recorded_work;
    return request;
}

std::shared_ptr<const Recording> recorded_of(const std::string& lesson_id, const std::string& variant, std::uint32_t warp_width,
    const Parameters& parameters, const std::string& architecture = "9.0")
{
    auto request = request_of(lesson_id, variant, parameters);
    request.warp_width = warp_width;
    request.traits = arch::parse_architecture(architecture)->traits;
    auto recording = record(request);
    EXPECT_TRUE(recording) << recording.error().message;
    return *recording;
}

// The blocks resident on a GTX 280, for the recorded kernel or the kernel with this name.
PartitionSurvey surveyed(
    const std::string& lesson_id, const std::string& variant, const Parameters& parameters, std::string_view kernel = {})
{
    const auto request = request_of(lesson_id, variant, parameters);
    const auto gtx_280 = *arch::parse_architecture("GTX280");
    std::size_t work = request.work;
    for (std::size_t i = 0; i < request.plan->step.size(); ++i) {
        const auto* const launch = std::get_if<problem::KernelLaunch>(&request.plan->step[i]);
        if (launch != nullptr && launch->kernel == kernel)
            work = i;
    }
    const auto survey = survey_partitions(
        { .programs = request.programs, .plan = request.plan, .work = work, .traits = gtx_280.traits, .gpu = gtx_280.gpu });
    EXPECT_TRUE(survey) << survey.error().message;
    return *survey;
}

std::shared_ptr<const Recording> recorded(const std::string& variant, std::uint32_t warp_width, const Parameters& parameters)
{
    return recorded_of("reduction", variant, warp_width, parameters);
}

// The line of the tree's additions: the one with the most loads from and stores to shared memory.
const LineReport& tree_line(const Recording& recording)
{
    const auto& source = recording.lesson->source_lines;
    const auto& lines = recording.report.lines;
    const auto found = std::ranges::find_if(lines, [&](const LineReport& line) {
        return line.counters.shared_requests > 0 && source.at(line.line - 1).find("+= sdata[") != std::string::npos;
    });
    EXPECT_NE(found, lines.end());
    return *found;
}

TEST(LectureNumbers, DivergenceAndBankConflictsOfTheFirstThreeReductions)
{
    const std::vector<std::pair<std::string, std::string>> parameters { { "n", "2^20" }, { "block", "256" } };

    const auto first = recorded("reduce1", 32, parameters);
    EXPECT_EQ(tree_line(*first).counters.shared_requests, 141U);
    EXPECT_EQ(tree_line(*first).counters.wavefronts, 141U);

    const auto second = recorded("reduce2", 32, parameters);
    EXPECT_EQ(tree_line(*second).counters.shared_requests, 36U);
    EXPECT_EQ(tree_line(*second).counters.wavefronts, 141U);
    EXPECT_EQ(tree_line(*second).counters.wavefronts_ideal, 36U);
    EXPECT_EQ(tree_line(*second).worst_wavefronts, 8U);

    const auto third = recorded("reduce3", 32, parameters);
    EXPECT_EQ(tree_line(*third).counters.shared_requests, 36U);
    EXPECT_EQ(tree_line(*third).counters.wavefronts, 36U);
    EXPECT_EQ(tree_line(*third).counters.wavefronts_excess(), 0U);
}

TEST(LectureNumbers, LargerBlocksConflictMore)
{
    EXPECT_EQ(tree_line(*recorded("reduce2", 32, { { "n", "2^20" }, { "block", "512" } })).worst_wavefronts, 16U);
    EXPECT_EQ(tree_line(*recorded("reduce2", 32, { { "n", "2^20" }, { "block", "1024" } })).worst_wavefronts, 32U);
}

// The iterations of the loop's `if`: the repeated branch in which a warp diverges.
std::vector<BranchIteration> iterations_of_tree(const Recording& recording)
{
    std::vector<std::uint32_t> targets;
    for (const auto& instruction : recording.listing.functions().front()->instructions) {
        targets.push_back(~std::uint32_t { 0 });
        for (const auto& operand : instruction.operands) {
            if (const auto* label = std::get_if<ptx::LabelOperand>(&operand))
                targets.back() = label->target;
        }
    }
    const auto repeated = repeated_branches(recording.trace, targets);
    EXPECT_EQ(repeated.size(), 1U);
    return iterations_of_branch(recording.trace, repeated.at(0));
}

TEST(LectureNumbers, WarpsOfTwoRetireAsOnTheSlides)
{
    const std::vector<std::pair<std::string, std::string>> parameters { { "n", "8" }, { "block", "8" } };

    // Stride 1, 2, 4.
    const auto interleaved = iterations_of_tree(*recorded("reduce1", 2, parameters));
    ASSERT_EQ(interleaved.size(), 3U);
    EXPECT_EQ(interleaved[0].divergent, 4U);
    EXPECT_EQ(interleaved[1].divergent, 2U);
    EXPECT_EQ(interleaved[2].divergent, 1U);
    EXPECT_EQ(interleaved[0].retired, 0U);
    EXPECT_EQ(interleaved[1].retired, 2U);

    // Stride 4, 2, 1.
    const auto sequential = iterations_of_tree(*recorded("reduce3", 2, parameters));
    ASSERT_EQ(sequential.size(), 3U);
    EXPECT_EQ(sequential[0].divergent, 0U);
    EXPECT_EQ(sequential[1].divergent, 0U);
    EXPECT_EQ(sequential[2].divergent, 1U);
    EXPECT_EQ(sequential[0].retired, 2U);
    EXPECT_EQ(sequential[1].retired, 1U);
}

// The same trees as a lesson describes them, without C++.
TEST(LectureNumbers, TheTreesOfTheFirstLessonAreThoseOfTheSlides)
{
    const auto growing = iterations_of_tree(*recorded_of("divergence", "sum_growing", 2, {}));
    ASSERT_EQ(growing.size(), 3U);
    EXPECT_EQ(growing[0].divergent, 4U);
    EXPECT_EQ(growing[1].divergent, 2U);
    EXPECT_EQ(growing[2].divergent, 1U);
    EXPECT_EQ(growing[0].retired, 0U);
    EXPECT_EQ(growing[1].retired, 2U);

    const auto shrinking = iterations_of_tree(*recorded_of("divergence", "sum_shrinking", 2, {}));
    ASSERT_EQ(shrinking.size(), 3U);
    EXPECT_EQ(shrinking[0].divergent, 0U);
    EXPECT_EQ(shrinking[1].divergent, 0U);
    EXPECT_EQ(shrinking[2].divergent, 1U);
    EXPECT_EQ(shrinking[0].retired, 2U);
    EXPECT_EQ(shrinking[1].retired, 1U);
}

// Fermi: misaligned accesses cause almost no slowdown. Of two lines for each of 8 warps, 7 hit in L1.
TEST(LectureNumbers, L1HidesAMisalignedAccessOnFermi)
{
    const auto recording = recorded_of("coalescing", "offset", 32, { { "offset", "1" } }, "2.0");
    const auto uses = l1_reuse(recording->trace, *arch::parse_architecture("2.0")->traits);
    ASSERT_EQ(uses.size(), 1U) << "one load";
    EXPECT_EQ(uses.begin()->second, (L1Use { 16, 9 }));
}

// Divergent branches of the recorded block, and its warps.
std::pair<std::uint64_t, std::uint32_t> divergence_of(const std::string& variant, const Parameters& parameters = {})
{
    const auto recording = recorded_of("divergence", variant, 32, parameters);
    std::uint64_t divergent = 0;
    for (const auto& line : recording->report.lines)
        divergent += line.counters.divergent_branches;
    return { divergent, recording->trace.warps };
}

TEST(LectureNumbers, ABranchDividesTheSameWarpsAsOnTheSlides)
{
    using Counts = std::pair<std::uint64_t, std::uint32_t>;
    EXPECT_EQ(divergence_of("half_warp_branch"), Counts(1, 1)) << "every warp";
    EXPECT_EQ(divergence_of("warp_aligned_branch"), Counts(0, 2)) << "no warp";
    EXPECT_EQ(divergence_of("rows_64x8"), Counts(0, 16));
    EXPECT_EQ(divergence_of("rows_16x16"), Counts(8, 8));
    EXPECT_EQ(divergence_of("layers_8x4x8"), Counts(0, 8));
    EXPECT_EQ(divergence_of("padded_warp"), Counts(0, 2)) << "the second half full";
    EXPECT_EQ(divergence_of("data_loop_sorted"), Counts(0, 2));
    EXPECT_EQ(divergence_of("nested_if"), Counts(6, 2)) << "three levels in each warp";
}

// The most expensive request of the first executed line that contains `code`.
std::uint32_t worst_at(const Recording& recording, std::string_view code)
{
    for (const auto& line : recording.report.lines) {
        if (line.line > 0 && recording.lesson->source_lines.at(line.line - 1).find(code) != std::string::npos)
            return line.worst_wavefronts;
    }
    ADD_FAILURE() << "nothing ran at " << code;
    return 0;
}

// Lecture 000: a column of the tile is a 16-way conflict of each half-warp of CC 1.3, so 32 wavefronts; padding frees it.
TEST(LectureNumbers, TheColumnOfATransposeConflictsAndPaddingPreventsIt)
{
    const Parameters parameters { { "n", "128" } };
    constexpr std::string_view kColumn = "block[threadIdx.x][threadIdx.y + i]";
    EXPECT_EQ(worst_at(*recorded_of("transpose", "tiled", 32, parameters, "GTX280"), kColumn), 32U);
    EXPECT_EQ(worst_at(*recorded_of("transpose", "padded", 32, parameters, "GTX280"), kColumn), 2U) << "one a half-warp";
    EXPECT_EQ(worst_at(*recorded_of("transpose", "tiled", 32, parameters), kColumn), 32U);
    EXPECT_EQ(worst_at(*recorded_of("transpose", "padded", 32, parameters), kColumn), 1U);
    EXPECT_EQ(worst_at(*recorded_of("transpose", "swizzled", 32, parameters), "block[threadIdx.x][c ^ threadIdx.x]"), 1U);
}

// Transactions of a request at that line, on average.
double transactions_at(const Recording& recording, std::string_view code)
{
    for (const auto& line : recording.report.lines) {
        if (line.line > 0 && recording.lesson->source_lines.at(line.line - 1).find(code) != std::string::npos)
            return static_cast<double>(line.counters.transactions) / static_cast<double>(line.counters.global_requests);
    }
    ADD_FAILURE() << "nothing ran at " << code;
    return 0;
}

// Lecture 000: a row is read with one transaction per half-warp, a column of a row-major matrix with one per element.
TEST(LectureNumbers, TheNaiveTransposeWritesATransactionForEachElement)
{
    const Parameters parameters { { "n", "128" } };
    // Load and store are on one line: 2 and 32 transactions for two requests.
    EXPECT_EQ(transactions_at(*recorded_of("transpose", "naive", 32, parameters, "GTX280"), "out[x * height"), 17.0);
    EXPECT_EQ(transactions_at(*recorded_of("transpose", "copy", 32, parameters, "GTX280"), "] = word[i]"), 2.0);
    EXPECT_EQ(transactions_at(*recorded_of("transpose", "tiled", 32, parameters, "GTX280"), "out[(y + i) * height"), 2.0);
}

// Lecture 000: the transposes of 4096 x 4096 camp in one of the GTX 280's eight partitions, those of 4000 x 4000 do not, and the
// diagonal order of blocks prevents it. A copy never camps.
TEST(LectureNumbers, TransposesOf4096CampUnlessTheirBlocksAreInDiagonalOrder)
{
    const auto worst = [](const char* variant, const char* n) {
        const auto survey = surveyed("transpose", variant, { { "n", n } });
        double most = 0.0;
        for (const auto& line : survey.lines) {
            most = std::max(most, line.imbalance());
            EXPECT_EQ(line.camping, line.imbalance() >= 1.5) << variant << " " << n;
        }
        return most;
    };
    for (const char* variant : { "naive", "tiled", "padded", "swizzled" }) {
        EXPECT_DOUBLE_EQ(worst(variant, "4096"), 8.0) << variant;
        EXPECT_LT(worst(variant, "4000"), 1.2) << variant;
    }
    for (const char* variant : { "copy", "tiled_copy", "diagonal" }) {
        EXPECT_LT(worst(variant, "4096"), 1.2) << variant;
        EXPECT_LT(worst(variant, "4000"), 1.2) << variant;
    }
}

// One store per block accesses few partitions, but its cost is negligible compared with the loads; accesses in order do not camp.
TEST(LectureNumbers, AccessesInOrderAndSingleStoresAreNotCamping)
{
    EXPECT_FALSE(surveyed("coalescing", "copy", {}).camping());
    EXPECT_FALSE(surveyed("reduction", "reduce3", {}).camping());
    EXPECT_FALSE(surveyed("nbody", "shared", {}, "advance").camping());
}

// Lecture 004: as[tx][ty] is a column of the tile. A K40c has banks of 4 or of 8 bytes, which matters for doubles.
TEST(LectureNumbers, TheTilesOfTheMatrixProductConflictAsInTheLecture)
{
    const Parameters floats { { "n", "64" } };
    const Parameters doubles { { "n", "64" }, { "type", "double" } };
    constexpr std::string_view kFillTurned = "as[tx][ty] =";
    constexpr std::string_view kUseTurned = "as[k][ty] * bs[tx][k]";
    constexpr std::string_view kUseStraight = "as[ty][k] * bs[k][tx]";
    const auto worst = [&](const char* variant, const Parameters& parameters, const char* architecture, std::string_view code) {
        return worst_at(*recorded_of("matmul", variant, 32, parameters, architecture), code);
    };
    EXPECT_EQ(worst("smem1", floats, "K40c", kFillTurned), 16U) << "words i and i + 32 share a row of a Kepler's bank";
    EXPECT_EQ(worst("smem1", floats, "K40c", kUseTurned), 16U);
    EXPECT_EQ(worst("smem1", floats, "9.0", kUseTurned), 32U);
    EXPECT_EQ(worst("smem2", floats, "K40c", kFillTurned), 1U);
    EXPECT_EQ(worst("smem2", floats, "K40c", kUseTurned), 1U);
    EXPECT_EQ(worst("smem3", floats, "K40c", kUseStraight), 1U);
    EXPECT_EQ(worst("smem1", doubles, "3.5:8byte", kUseTurned), 32U);
    EXPECT_EQ(worst("smem2", doubles, "3.5:4byte", kUseTurned), 2U) << "a column of doubles, two words each";
    EXPECT_EQ(worst("smem2", doubles, "3.5:8byte", kUseTurned), 1U) << "why 87 ms became 62";
    EXPECT_EQ(worst("smem3", doubles, "3.5:8byte", kUseStraight), 1U);
}

// Statements of the first lesson's cues about its trees with 256 threads.
TEST(LectureNumbers, TheTreesRetireAsStatedInTheCues)
{
    const Parameters tree { { "tree", "256" } };
    const auto growing = iterations_of_tree(*recorded_of("divergence", "sum_growing", 32, tree));
    ASSERT_EQ(growing.size(), 8U);
    EXPECT_EQ(growing[0].retired, 0U);
    EXPECT_EQ(growing[0].divergent, 8U);
    const auto shrinking = iterations_of_tree(*recorded_of("divergence", "sum_shrinking", 32, tree));
    ASSERT_EQ(shrinking.size(), 8U);
    EXPECT_EQ(shrinking[0].retired, 4U);
    EXPECT_EQ(shrinking[1].retired, 2U);
    EXPECT_EQ(shrinking[2].retired, 1U);
    std::uint64_t divergent = 0;
    for (const auto& iteration : shrinking)
        divergent += iteration.divergent;
    EXPECT_EQ(divergent, 5U) << "inside one warp";
}

// Three accesses for each warp with a lane that adds.
TEST(LectureNumbers, WarpsOfTheInterleavedTree)
{
    const auto recording = recorded("reduce1", 32, { { "n", "2^20" }, { "block", "256" } });
    const auto levels = iterations_of_tree(*recording);
    ASSERT_EQ(levels.size(), 8U);
    std::vector<std::uint32_t> warps;
    for (const auto& level : levels)
        warps.push_back((warps.empty() ? recording->trace.warps : warps.back()) - level.retired);
    EXPECT_EQ(warps, (std::vector<std::uint32_t> { 8, 8, 8, 8, 8, 4, 2, 1 }));
    EXPECT_EQ(3U * (5U * 8U + 4U + 2U + 1U), tree_line(*recording).counters.shared_requests);
}

} // namespace
} // namespace warpstage::analysis

// Causes of estimated times: each is found from recorded facts, and its removal does what a change of the kernel would do.
#include "core/timing/advice/advice.h"
#include "core/timing/advice/why_report.h"
#include "tests/approved.h"
#include "tests/core/timing/estimates.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace warpstage::timing {
namespace {

// Computed once for all tests of a run.
const Why& why_of(const LessonCase& lesson_case, const char* gpu = "H200")
{
    static std::map<std::string, Why> known;
    std::string key = lesson_case.lesson + '/' + lesson_case.variant + '@' + gpu;
    for (const auto& [id, value] : lesson_case.parameters)
        key += ' ' + id + '=' + value;
    const auto [found, is_new] = known.try_emplace(key);
    if (is_new) {
        const auto request = request_of(lesson_case, *arch::find_gpu(gpu));
        EXPECT_TRUE(request);
        const auto step = estimate_step(*request);
        EXPECT_TRUE(step) << step.error().message;
        auto result = why_step(*request, *step);
        EXPECT_TRUE(result) << result.error().message;
        if (result)
            found->second = *std::move(result);
    }
    return found->second;
}

const CauseGain* find(const Why& why, std::string_view id, std::uint32_t line = 0)
{
    const auto found = std::ranges::find_if(
        why.causes, [&](const CauseGain& gain) { return gain.cause.kind->id == id && (line == 0 || gain.cause.line == line); });
    return found == why.causes.end() ? nullptr : &*found;
}

double gain_ns(const CauseGain* gain)
{
    return gain == nullptr ? 0.0 : static_cast<double>(gain->without.count());
}

TEST(CauseTable, NamesEachCauseOnceAndExplainsIt)
{
    std::set<std::string_view> ids;
    for (const CauseKind& kind : all_causes()) {
        EXPECT_TRUE(ids.insert(kind.id).second) << kind.id;
        EXPECT_FALSE(kind.name.empty());
        EXPECT_FALSE(kind.without.empty());
        EXPECT_EQ(find_cause(kind.id), &kind);
    }
    EXPECT_EQ(find_cause("conflict"), nullptr);
}

TEST(WhatIf, ConflictsOfATileAreRemovedAsByPadding)
{
    const Why& tiled = why_of({ "transpose", "tiled" });
    const CauseGain* conflicts = find(tiled, "bank-conflicts");
    ASSERT_NE(conflicts, nullptr);
    EXPECT_NEAR(conflicts->share, tiled.causes.front().share, 0.01) << tiled.causes.front().cause.kind->id;
    EXPECT_APPROVED(conflicts->cause.degree);
    const double padded = time_of({ "transpose", "padded" }, *arch::find_gpu("H200"));
    EXPECT_NEAR(gain_ns(conflicts), padded, 0.1 * padded);
}

TEST(WhatIf, UncoalescedStoresAreRemovedAsByATile)
{
    const Why& naive = why_of({ "transpose", "naive" });
    const CauseGain* excess = find(naive, "excess-sectors");
    ASSERT_NE(excess, nullptr);
    EXPECT_EQ(excess, &naive.causes.front());
    EXPECT_APPROVED(excess->cause.degree);
    const double copy = time_of({ "transpose", "copy" }, *arch::find_gpu("H200"));
    EXPECT_NEAR(gain_ns(excess), copy, 0.3 * copy);
}

// The lecture on the GTX 280: padding the tile gains nothing while the partitions camp.
TEST(WhatIf, CampingHidesConflicts)
{
    const Why& tiled = why_of({ "transpose", "tiled" }, "GTX280");
    ASSERT_FALSE(tiled.causes.empty());
    EXPECT_EQ(tiled.causes.front().cause.kind->id, "partition-camping");
    const CauseGain* conflicts = find(tiled, "bank-conflicts");
    ASSERT_NE(conflicts, nullptr);
    ASSERT_TRUE(conflicts->behind.has_value());
    EXPECT_EQ(*conflicts->behind, 0U);
    EXPECT_LT(conflicts->share, kLeastShare);
    EXPECT_GT(conflicts->share_behind, kLeastShare);
}

TEST(WhatIf, AGoodKernelHasNoCausesOfItsOwn)
{
    for (const char* variant : { "padded", "swizzled", "copy" }) {
        const Why& why = why_of({ "transpose", variant });
        EXPECT_EQ(find(why, "bank-conflicts"), nullptr) << variant;
        EXPECT_EQ(find(why, "excess-sectors"), nullptr) << variant;
        EXPECT_EQ(find(why, "divergence"), nullptr) << variant;
    }
}

TEST(WhatIf, LanesSortedByPathTakeHalfTheTime)
{
    const Why& switched = why_of({ "divergence", "switch_cases" });
    const CauseGain* divergence = find(switched, "divergence");
    ASSERT_NE(divergence, nullptr);
    EXPECT_GT(divergence->share, 0.15);
    EXPECT_EQ(find(why_of({ "divergence", "warp_aligned_branch" }), "divergence"), nullptr);
}

TEST(WhatIf, SequencesOfInstructionsAreFound)
{
    const CauseGain* division = find(why_of({ "throughput", "divide" }), "slow-sequence");
    ASSERT_NE(division, nullptr);
    EXPECT_GT(division->share, 0.5);
    EXPECT_EQ(find(why_of({ "throughput", "shift_mask" }), "slow-sequence"), nullptr);
}

TEST(WhatIf, ConstantsAtDifferentAddressesAreSerialized)
{
    const CauseGain* constants = find(why_of({ "memories", "constant_many_addresses" }), "constant-addresses");
    ASSERT_NE(constants, nullptr);
    const double one = time_of({ "memories", "constant_one_address" }, *arch::find_gpu("H200"));
    EXPECT_NEAR(gain_ns(constants), one, 0.3 * one);
}

TEST(WhatIf, OneBlockLeavesMultiprocessorsIdle)
{
    const CauseGain* idle = find(why_of({ "reduction", "one_block" }), "small-grid");
    ASSERT_NE(idle, nullptr);
    EXPECT_GT(idle->share, 0.9);
}

TEST(WhatIf, GainsAreSortedAndHiddenCausesFollow)
{
    for (const LessonCase& lesson_case : { LessonCase { "reduction", "reduce2" }, LessonCase { "matmul", "smem3" } }) {
        const Why& why = why_of(lesson_case);
        for (std::size_t i = 0; i + 1 < why.causes.size(); ++i)
            EXPECT_GE(why.causes[i].share, why.causes[i + 1].share);
        for (const CauseGain& gain : why.causes)
            EXPECT_TRUE(gain.share >= kLeastShare || gain.behind) << gain.cause.kind->id;
    }
}

// A padded tile removes the conflicts of all lines that access it.
TEST(WhatIf, ConflictsOfSeveralLinesAreAlsoRemovedTogether)
{
    const Why& why = why_of({ "matmul", "smem1" });
    const auto several = std::ranges::find_if(why.causes,
        [](const CauseGain& gain) { return gain.cause.has_several_lines() && gain.cause.kind->id == "bank-conflicts"; });
    ASSERT_NE(several, why.causes.end());
    EXPECT_GT(several->cause.lines.size(), 1U);
    EXPECT_NE(std::ranges::find(several->cause.lines, several->cause.line), several->cause.lines.end());
    for (const CauseGain& gain : why.causes)
        if (gain.cause.kind == several->cause.kind && !gain.cause.has_several_lines()) {
            EXPECT_GT(several->share, gain.share + kLeastShare);
        }
    const auto padded = static_cast<double>(why_of({ "matmul", "smem2" }).now.count());
    EXPECT_NEAR(static_cast<double>(several->without.count()) / padded, 1.0, 0.3);
}

TEST(WhatIf, PlacesAreNamedInFewWords)
{
    EXPECT_EQ(place_words(0, {}), "");
    EXPECT_EQ(place_words(7, {}), "line 7");
    EXPECT_EQ(place_words(7, { 3, 7 }), "lines 3, 7");
    EXPECT_EQ(place_words(7, { 3, 7, 8, 9 }), "lines 3, 7, 8 and more");
}

TEST(WhatIf, StopsOnRequest)
{
    const auto request = request_of({ "transpose", "tiled" }, *arch::find_gpu("H200"));
    const auto step = estimate_step(*request);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(why_step(*request, *step, stop.get_token()));
}

TEST(Advice, NamesTheTileAndItsLine)
{
    const auto lines = std::vector<std::string> { "__shared__ float tile[32][32];", "b[i] = tile[x][y];" };
    Why why = why_of({ "transpose", "tiled" });
    for (CauseGain& gain : why.causes)
        if (gain.cause.kind->id == "bank-conflicts")
            gain.cause.line = 2;
    const auto advice = advice_for({ &why, &lines });
    const auto padding = std::ranges::find_if(advice, [](const Advice& given) { return given.pattern->id == "pad-tile"; });
    ASSERT_NE(padding, advice.end());
    EXPECT_EQ(padding->sentence,
        "Add one column to the shared array `tile` (line 2): 32 wavefronts per request, ideal 1, " + gain_words(padding->share)
            + ".");
}

TEST(Advice, PointsAtVariantsThatExist)
{
    for (const AdvicePattern& pattern : all_advice()) {
        const std::string shown_in { pattern.shown_in };
        if (shown_in.empty())
            continue;
        const auto slash = shown_in.find('/');
        EXPECT_TRUE(request_of({ shown_in.substr(0, slash), shown_in.substr(slash + 1) }, *arch::find_gpu("H200"))) << shown_in;
        EXPECT_NE(example_words(pattern).find(shown_in.substr(slash + 1)), std::string::npos);
    }
}

// Exchanging x and y would spoil the coalesced accesses.
TEST(Advice, KeepsXAndYIfAnAccessIsCoalesced)
{
    const std::vector<std::string> lines { "__global__ void k(int* a)", "{", "    a[threadIdx.x * 64 + threadIdx.y] = 1;", "}" };
    Why why = why_of({ "transpose", "naive" });
    why.kernel = "k";
    why.block = { 16, 16 };
    why.grid = { 64, 64 };
    why.causes.front().cause.line = 3;
    EXPECT_GT(why.coalesced, 0.3);
    EXPECT_NE(advice_for({ &why, &lines }).front().pattern->id, "swap-indices");
    why.coalesced = 0.0;
    const auto advice = advice_for({ &why, &lines });
    EXPECT_EQ(advice.front().pattern->id, "swap-indices");
    ASSERT_TRUE(advice.front().edit);
    EXPECT_FALSE(changes_only_source(advice.front())); // the launch, too
    EXPECT_NE(advice.front().edit->source.find("a[threadIdx.y * 64 + threadIdx.x]"), std::string::npos);
}

// A launch with one cause.
Why why_with(std::string_view kind)
{
    Why why;
    why.kernel = "k";
    why.shape.threads = 256;
    why.causes.push_back({ .cause = { .kind = find_cause(kind), .line = 1 }, .share = 0.5 });
    return why;
}

// Of the first piece of advice; empty: none.
std::string advice_id(const Why& why, const std::vector<std::string>& lines = {})
{
    const auto advice = advice_for({ &why, &lines });
    return advice.empty() ? std::string {} : std::string { advice.front().pattern->id };
}

// Rows that are not aligned, or of which every other element is accessed, are no columns; a warp loads a fragment of a matrix.
TEST(Advice, ExchangesXAndYOfColumnsOnly)
{
    std::vector<std::string> lines { "__global__ void k(int* a)", "{", "    a[threadIdx.x * 64 + threadIdx.y] = 1;", "}" };
    Why why = why_with("excess-sectors");
    why.block = { 32, 8 };
    why.causes.front().cause.line = 3;
    why.causes.front().cause.ratio = 2.1;
    why.causes.front().cause.per_request = 32.0;
    EXPECT_EQ(advice_id(why, lines), "swap-indices");
    why.causes.front().cause.per_request = 8.4;
    EXPECT_EQ(advice_id(why, lines), "coalesce");
    why.causes.front().cause.per_request = 32.0;
    lines[2] = "    load(fragment, a + threadIdx.x * 64 + threadIdx.y);";
    EXPECT_EQ(advice_id(why, lines), "coalesce");
}

// Registers for an array remove all of its accesses; the conflicts of two lines may be those of two arrays.
TEST(Advice, IsForAllLinesWhereOneChangeRemovesThem)
{
    for (const auto& [kind, place] :
        { std::pair { "local-memory", "(lines 1, 2)" }, std::pair { "bank-conflicts", "(line 1)" } }) {
        Why why = why_with(kind);
        why.causes.push_back(why.causes.front());
        why.causes.back().cause.line = 2;
        why.causes.back().share = 0.3;
        why.causes.insert(why.causes.begin(), why.causes.front());
        why.causes.front().cause.lines = { 1, 2 };
        why.causes.front().share = 0.8;
        const auto advice = advice_for({ &why, nullptr });
        ASSERT_EQ(advice.size(), 1U) << kind;
        EXPECT_NE(advice.front().sentence.find(place), std::string::npos) << advice.front().sentence;
    }
}

TEST(Advice, NamesWavesOnlyIfMultiprocessorsDiffer)
{
    Why why = why_with("tail");
    why.causes.front().cause.ratio = 0.9;
    EXPECT_EQ(advice_id(why), "");
    why.causes.front().cause.ratio = 0.55;
    EXPECT_EQ(advice_id(why), "whole-waves");
}

TEST(Advice, UnrollsLoopsOfSeveralIterations)
{
    Why why = why_with("loop-control");
    why.causes.front().cause.ratio = 2.0;
    EXPECT_EQ(advice_id(why), "");
    why.causes.front().cause.ratio = 16.0;
    EXPECT_EQ(advice_id(why), "unroll");
    why.causes.push_back(why.causes.front());
    why.causes.back().behind = 0;
    why.causes.back().share_behind = 0.5;
    why.causes.front().cause.ratio = 2.0;
    EXPECT_EQ(advice_id(why), "");
}

TEST(Advice, WantsMoreLoadsWhereTheAssemblerStartsOne)
{
    Why why = why_with("dram-latency");
    EXPECT_EQ(advice_id(why), "loads-in-flight");
    why.early_loads = 0.9;
    EXPECT_EQ(advice_id(why), "");
    why.early_loads = 0.0;
    why.causes.push_back(why_with("divergence").causes.front()); // which gains less
    why.causes.back().share = 0.01;
    EXPECT_EQ(advice_id(why), "");
}

TEST(Advice, SharesDataThatAreKnownBeforeTheyAreLoaded)
{
    Why why = why_with("l1-misses");
    why.causes.front().cause.ratio = 8.0;
    EXPECT_EQ(advice_id(why), "");
    why.causes.front().cause.known_ratio = 8.0;
    EXPECT_EQ(advice_id(why), "shared-tile");
}

// No approximate function multiplies integers, and registers limit only what nothing else limits.
TEST(Advice, KnowsOperationsAndLimits)
{
    const auto sentence = [](const Why& why) {
        const auto advice = advice_for({ &why, nullptr });
        return advice.empty() ? std::string {} : advice.front().sentence;
    };
    const auto slow = [&](SlowKind kind) {
        Why why = why_with("slow-sequence");
        why.causes.front().cause.slow = kind;
        return sentence(why);
    };
    EXPECT_NE(slow(SlowKind::integer_division).find("integer division"), std::string::npos);
    EXPECT_NE(slow(SlowKind::long_integer).find("32 bits"), std::string::npos);
    EXPECT_NE(slow(SlowKind::division).find("__fdividef"), std::string::npos);
    EXPECT_NE(slow(SlowKind::function).find("approximate function"), std::string::npos);
    const auto limited = [](std::vector<arch::Resource> limits) {
        Why why = why_with("occupancy");
        why.causes.front().cause.limits = std::move(limits);
        return why;
    };
    const Why registers = limited({ arch::Resource::registers });
    const Why both = limited({ arch::Resource::warps, arch::Resource::registers });
    EXPECT_EQ(advice_id(registers), "launch-bounds");
    EXPECT_EQ(advice_id(both), "occupancy");
}

TEST(Advice, IsGivenAtMostThreeTimesAndOncePerPattern)
{
    for (const char* variant : { "reduce1", "reduce2", "reduce3", "reduce4" }) {
        const auto advice = advice_for({ &why_of({ "reduction", variant }), nullptr });
        EXPECT_LE(advice.size(), kMaxAdvice);
        for (std::size_t i = 0; i < advice.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                EXPECT_NE(advice[i].pattern, advice[k].pattern);
    }
}

TEST(Advice, SaysSoIfNothingHelps)
{
    const Why& why = why_of({ "transpose", "padded" });
    const auto advice = advice_for({ &why, nullptr });
    EXPECT_TRUE(advice.empty()) << advice.front().sentence;
    EXPECT_APPROVED(conclusion_of(why, advice));
}

TEST(WhyReport, SurvivesJson)
{
    const WhyReport report = report_of(why_of({ "transpose", "tiled" }, "GTX280"), nullptr);
    const WhyReport copy = why_report_of(to_json(report));
    EXPECT_EQ(to_text(copy), to_text(report));
    EXPECT_EQ(copy.rows.size(), report.rows.size());
    EXPECT_NE(to_text(report).find("only after: Partition camping"), std::string::npos) << to_text(report);
}

} // namespace
} // namespace warpstage::timing

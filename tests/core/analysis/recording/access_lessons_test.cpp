// Statements of the lectures about banks and coalescing, from recorded runs of the shipped kernels: recorded addresses, not
// patterns.
#include "core/analysis/recording/access_view.h"
#include "core/analysis/recording/recording.h"
#include "core/arch/architecture.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::analysis {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

std::shared_ptr<const Recording> recorded(
    const std::string& lesson_id, const std::string& variant, const Values& parameters, const std::string& architecture)
{
    static const auto catalog = lesson::shipped_lessons();
    const auto found = catalog->find(lesson_id);
    EXPECT_TRUE(found) << found.error().message;
    const auto lesson = *found;
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
    const auto parsed = arch::parse_architecture(architecture);
    EXPECT_TRUE(parsed) << parsed.error().message;
    request.traits = parsed->traits;
    auto recording = record(request);
    EXPECT_TRUE(recording) << recording.error().message;
    EXPECT_FALSE((*recording)->trap) << (*recording)->trap->message;
    return *recording;
}

// The repeated access of the kernel: its most frequently executed instruction.
Counters repeated(const Recording& recording)
{
    Counters most;
    for (const auto& instruction : recording.report.instructions) {
        if (instruction.counters.shared_requests > most.shared_requests)
            most = instruction.counters;
    }
    return most;
}

struct BankCase {
    const char* variant;
    Values parameters;
    const char* architecture;
    std::uint64_t wavefronts; // of a warp's request
    std::uint64_t ideal;
};

TEST(BanksLesson, ConflictsAreThoseOfTheLectures)
{
    const Values none;
    const BankCase table[] {
        { "offset", { { "offset", "0" } }, "9.0", 1, 1 },
        { "offset", { { "offset", "7" } }, "9.0", 1, 1 },
        { "offset", { { "offset", "7" } }, "2.0", 1, 1 },
        { "offset", { { "offset", "7" } }, "1.3", 2, 2 },
        { "stride", { { "c", "1" } }, "9.0", 1, 1 },
        { "stride", { { "c", "2" } }, "9.0", 2, 1 },
        { "stride", { { "c", "3" } }, "9.0", 1, 1 },
        { "stride", { { "c", "4" } }, "9.0", 4, 1 },
        { "stride", { { "c", "8" } }, "2.0", 8, 1 },
        { "stride", { { "c", "16" } }, "9.0", 16, 1 },
        { "stride", { { "c", "17" } }, "9.0", 1, 1 },
        { "stride", { { "c", "32" } }, "2.0", 32, 1 },
        { "stride", { { "c", "2" } }, "1.3", 4, 2 },
        { "stride", { { "c", "3" } }, "1.3", 2, 2 },
        { "stride", { { "c", "16" } }, "1.3", 32, 2 },
        { "quotient", { { "c", "2" } }, "9.0", 1, 1 },
        { "quotient", { { "c", "3" } }, "2.0", 1, 1 },
        { "quotient", { { "c", "2" } }, "1.3", 4, 2 }, // only one word per step is broadcast
        { "quotient", { { "c", "16" } }, "1.3", 2, 2 },
        { "broadcast", none, "9.0", 1, 1 },
        { "broadcast", none, "1.3", 2, 2 },
        { "row", none, "9.0", 1, 1 },
        { "column", none, "9.0", 32, 1 },
        { "column", none, "2.0", 32, 1 },
        { "column", none, "1.3", 32, 2 },
        { "column", none, "3.5", 16, 1 },
        { "padded", none, "9.0", 1, 1 },
        { "padded", none, "1.3", 2, 2 },
        { "swizzled", none, "9.0", 1, 1 },
        { "swizzled", none, "2.0", 1, 1 },
        { "double", none, "9.0", 2, 2 },
        { "double", none, "3.5", 1, 1 },
        { "double", none, "3.5:8byte", 1, 1 },
        { "double_column", none, "9.0", 32, 2 },
        { "double_padded", none, "9.0", 2, 2 },
        { "four", none, "9.0", 4, 4 },
        { "explorer", { { "pattern", "(tid%4)*33 + tid/4" } }, "9.0", 4, 1 },
        { "explorer", { { "pattern", "tid ^ (tid>>3)" } }, "9.0", 1, 1 },
        { "explorer", { { "pattern", "(tid%16)*17 + tid/16" } }, "9.0", 2, 1 },
        { "explorer", { { "pattern", "tid*2" }, { "active", "0x0000ffff" } }, "9.0", 1, 1 },
        { "explorer", { { "pattern", "tid*2" }, { "active", "lane < 17" } }, "9.0", 2, 1 },
        { "explorer", { { "pattern", "tid*32" }, { "operation", "store" } }, "9.0", 32, 1 },
        { "explorer", { { "pattern", "tid/4" }, { "bytes", "16" } }, "9.0", 2, 2 },
        { "explorer", { { "pattern", "tid*4" }, { "bytes", "1" } }, "9.0", 1, 1 },
        { "explorer", { { "pattern", "tid*2" }, { "bytes", "8" } }, "9.0", 4, 2 },
        { "explorer", { { "pattern", "tid*64" }, { "bytes", "2" }, { "active", "tid < 32" } }, "9.0", 32, 1 },
    };
    for (const BankCase& row : table) {
        const auto recording = recorded("banks", row.variant, row.parameters, row.architecture);
        const auto counters = repeated(*recording);
        std::string where = row.variant;
        for (const auto& [id, value] : row.parameters)
            where += " " + id + "=" + value;
        ASSERT_GT(counters.shared_requests, 0U) << where;
        EXPECT_EQ(counters.wavefronts, row.wavefronts * counters.shared_requests) << where << " on " << row.architecture;
        EXPECT_EQ(counters.wavefronts_ideal, row.ideal * counters.shared_requests) << where << " on " << row.architecture;
    }
}

TEST(BanksLesson, TheFigureShowsTheRepeatedAccess)
{
    for (const auto* const variant : { "offset", "stride", "column", "padded", "double", "four", "explorer" }) {
        const auto recording = recorded("banks", variant, { { "pattern", "tid ^ 1" } }, "9.0");
        const auto chosen = default_access(shared_accesses(*recording));
        ASSERT_TRUE(chosen) << variant;
        const auto& instructions = recording->report.instructions;
        const auto found = std::ranges::find(instructions, chosen->pc, &InstructionReport::pc);
        EXPECT_EQ(found->counters.shared_requests, repeated(*recording).shared_requests) << variant;
    }
}

// The load or store of global memory with the most traffic: no byte is fetched more often than necessary.
Counters largest(const Recording& recording)
{
    Counters most;
    for (const auto& instruction : recording.report.instructions) {
        if (instruction.counters.sectors > most.sectors)
            most = instruction.counters;
    }
    return most;
}

struct SectorCase {
    const char* variant;
    Values parameters;
    const char* architecture;
    std::uint64_t sectors; // of a warp
};

TEST(CoalescingLesson, SectorsAreThoseOfTheLectures)
{
    const Values none;
    const SectorCase table[] {
        { "copy", none, "9.0", 4 },
        { "copy", none, "1.0", 4 },
        { "offset", { { "offset", "1" } }, "9.0", 5 },
        { "offset", { { "offset", "8" } }, "9.0", 4 },
        { "offset", { { "offset", "32" } }, "1.0", 4 },
        { "offset", { { "offset", "1" } }, "1.0", 32 }, // an eighth of the bandwidth
        { "offset", { { "offset", "1" } }, "1.3", 7 }, // 128 bytes, then 64 and 32
        { "stride", { { "stride", "1" } }, "9.0", 4 },
        { "stride", { { "stride", "2" } }, "9.0", 8 },
        { "stride", { { "stride", "4" } }, "9.0", 16 },
        { "stride", { { "stride", "8" } }, "9.0", 32 },
        { "stride", { { "stride", "32" } }, "9.0", 32 },
        { "permuted", none, "9.0", 4 },
        { "permuted", none, "1.3", 4 },
        { "permuted", none, "1.0", 32 },
        { "rows", none, "9.0", 4 },
        { "columns", none, "9.0", 32 },
        { "float2", none, "9.0", 8 },
        { "float4", none, "9.0", 16 },
        { "structures", none, "9.0", 16 },
        { "arrays", none, "9.0", 4 },
        { "explorer", { { "pattern", "tid*2" } }, "9.0", 8 },
        { "explorer", { { "pattern", "tid*3" }, { "operation", "store" } }, "9.0", 12 },
        { "explorer", { { "pattern", "tid ^ 5" }, { "bytes", "16" } }, "9.0", 16 },
    };
    for (const SectorCase& row : table) {
        Values parameters = row.parameters;
        parameters.emplace_back("n", "8192");
        const auto recording = recorded("coalescing", row.variant, parameters, row.architecture);
        const auto counters = largest(*recording);
        const auto warps = recording->trace.warps;
        EXPECT_EQ(counters.sectors, row.sectors * warps) << row.variant << " on " << row.architecture;
    }
}

} // namespace
} // namespace warpstage::analysis

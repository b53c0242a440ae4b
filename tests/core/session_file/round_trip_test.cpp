// A saved session is restored bit by bit, also on a computer without a GPU.
#include "core/analysis/recording/recording.h"
#include "core/arch/traits.h"
#include "core/lesson/assembly.h"
#include "core/session/recording/replay.h"
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"
#include "tests/core/session_file/saved_session.h"
#include "tests/file_size_limit.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <tuple>

namespace warpstage::session_file {
namespace {

namespace fs = std::filesystem;

// Inactive lanes have neither address nor value.
void expect_same(const simt::Access& a, const simt::Access& b)
{
    ASSERT_EQ(std::tie(a.space, a.kind, a.bytes, a.lanes), std::tie(b.space, b.kind, b.bytes, b.lanes));
    for_each_lane(a.lanes, [&](unsigned lane) {
        ASSERT_EQ(a.addresses[lane], b.addresses[lane]);
        ASSERT_EQ(a.values[lane], b.values[lane]);
    });
}

void expect_same(const trace::Trace& a, const trace::Trace& b)
{
    EXPECT_EQ(std::tie(a.block, a.warp_width, a.warps, a.steps_seen, a.gapless),
        std::tie(b.block, b.warp_width, b.warps, b.steps_seen, b.gapless));
    ASSERT_EQ(a.steps.size(), b.steps.size());
    for (std::size_t i = 0; i < a.steps.size(); ++i) {
        const auto& x = a.steps[i];
        const auto& y = b.steps[i];
        ASSERT_EQ(std::tie(x.warp, x.pc, x.active, x.executed, x.taken, x.access, x.epoch, x.event),
            std::tie(y.warp, y.pc, y.active, y.executed, y.taken, y.access, y.epoch, y.event))
            << i;
    }
    ASSERT_EQ(a.accesses.size(), b.accesses.size());
    for (std::size_t i = 0; i < a.accesses.size(); ++i)
        expect_same(a.accesses[i], b.accesses[i]);
}

void expect_same(const trace::Totals& a, const trace::Totals& b)
{
    EXPECT_EQ(std::tie(a.block, a.warp_width, a.warps, a.barriers), std::tie(b.block, b.warp_width, b.warps, b.barriers));
    ASSERT_EQ(a.instructions.size(), b.instructions.size());
    for (std::size_t i = 0; i < a.instructions.size(); ++i) {
        const auto& x = a.instructions[i];
        const auto& y = b.instructions[i];
        ASSERT_EQ(std::tie(x.executions, x.active_lanes, x.executed_lanes, x.branches, x.divergent_branches, x.patterns_dropped),
            std::tie(y.executions, y.active_lanes, y.executed_lanes, y.branches, y.divergent_branches, y.patterns_dropped));
        ASSERT_EQ(x.patterns.size(), y.patterns.size());
        for (std::size_t j = 0; j < x.patterns.size(); ++j) {
            ASSERT_EQ(x.patterns[j].count, y.patterns[j].count);
            expect_same(x.patterns[j].access, y.patterns[j].access);
        }
    }
}

TEST(SessionFile, KeepsEverything)
{
    Document document = testing::saved_reduction();
    document.edited = "// \"quoted\"\n\tand more ü\n";
    document.layout = "AAAA";
    document.launches = { { "reduce2", "reduce2<256>", problem::LaunchChange::larger_blocks } };
    document.run->trap = simt::Trap { simt::TrapKind::race, "A race.", { 1, 2, 3 }, { 4, 5, 6 }, 1, 31, 7, 0xffffffffffffffff,
        { 0, 12, 3, 4 }, simt::TrapParty { { 1, 0, 0 }, { 2, 0, 0 }, 3, 4, 5, { 0, 9, 0, 0 } }, {}, nullptr };
    const auto again = parse(to_text(document), "lecture.warpstage");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->lesson, "reduction");
    EXPECT_EQ(again->variant, "reduce2");
    EXPECT_EQ(again->source, document.source);
    EXPECT_EQ(again->builds, document.builds);
    EXPECT_EQ(again->edited, document.edited);
    EXPECT_EQ(again->launches, document.launches);
    EXPECT_EQ(again->layout, document.layout);
    EXPECT_EQ(again->origin, document.origin);
    EXPECT_EQ(std::map(again->parameters.begin(), again->parameters.end()),
        std::map(document.parameters.begin(), document.parameters.end()));
    ASSERT_EQ(again->times.size(), document.times.size());
    for (std::size_t i = 0; i < document.times.size(); ++i) {
        EXPECT_EQ(again->times[i].timing.median, document.times[i].timing.median);
        EXPECT_EQ(again->times[i].timing.samples, document.times[i].timing.samples);
        EXPECT_EQ(again->times[i].works.size(), document.times[i].works.size());
    }
    ASSERT_TRUE(again->run);
    expect_same(again->run->trace, document.run->trace);
    expect_same(again->run->totals, document.run->totals);
    ASSERT_FALSE(document.run->buffers.empty());
    EXPECT_EQ(again->run->buffers, document.run->buffers);
    ASSERT_TRUE(again->run->trap);
    EXPECT_EQ(again->run->trap->address, 0xffffffffffffffff);
    EXPECT_EQ(again->run->trap->location.inlined_at, 4U);
    EXPECT_EQ(again->run->trap->second->lane, 4U);
    std::ranges::sort(document.parameters); // their order does not matter
    EXPECT_TRUE(to_text(*again) == to_text(document)) << "saving again gives another file";
}

// A block of the lesson's first variant with kernels, at the smallest sizes; null: no variant has kernels.
std::shared_ptr<const session::Recording> recording_of(const std::shared_ptr<const lesson::Lesson>& lesson)
{
    for (const auto& variant : lesson->variants) {
        auto plan = lesson->problem->plan(variant, lesson::smallest_settings(*lesson));
        if (!plan || plan->recorded_work >= plan->step.size())
            continue;
        analysis::RecordingRequest request;
        request.programs = std::make_shared<const engine::VmPrograms>(lesson);
        request.lesson = lesson;
        request.variant = variant.id;
        request.work = plan->recorded_work;
        request.plan = std::make_shared<const problem::Plan>(*std::move(plan));
        request.traits = &arch::traits_of({ 9, 0 });
        auto recording = analysis::record(request);
        EXPECT_TRUE(recording) << recording.error().message;
        return recording ? *recording : nullptr;
    }
    return nullptr;
}

TEST(SessionFile, TheRunOfEveryLessonIsKept)
{
    for (const auto& lesson : testing::shipped_lessons()->lessons()) {
        session::Snapshot snapshot;
        snapshot.setup.edit().lesson = lesson;
        snapshot.run.edit().recording = recording_of(lesson);
        ASSERT_NE(snapshot.run->recording, nullptr) << lesson->id;
        snapshot.setup.edit().variants.push_back({ snapshot.run->recording->variant, "", "", {} });
        const auto document = parse(to_text(document_of(snapshot, "", "")), lesson->id);
        ASSERT_TRUE(document) << document.error().message;
        expect_same(document->run->trace, snapshot.run->recording->trace);
        const auto replay = restore(*document, *testing::shipped_lessons(), lesson->id);
        ASSERT_TRUE(replay) << replay.error().message;
        const auto& before = snapshot.run->recording->report;
        const auto& after = replay->recording->report;
        EXPECT_EQ(before.total.instructions, after.total.instructions) << lesson->id;
        EXPECT_EQ(before.total.wavefronts, after.total.wavefronts) << lesson->id;
        EXPECT_EQ(before.total.sectors, after.total.sectors) << lesson->id;
        EXPECT_EQ(before.lines.size(), after.lines.size()) << lesson->id;
        ASSERT_EQ(snapshot.run->recording->buffers.size(), replay->recording->buffers.size()) << lesson->id;
        for (std::size_t i = 0; i < replay->recording->buffers.size(); ++i) {
            EXPECT_EQ(snapshot.run->recording->buffers[i].name, replay->recording->buffers[i].name);
            EXPECT_EQ(snapshot.run->recording->buffers[i].address, replay->recording->buffers[i].address);
        }
        EXPECT_EQ(snapshot.run->recording->timeline.warps.size(), replay->recording->timeline.warps.size()) << lesson->id;
    }
}

TEST(SessionFile, IsShownWithItsOriginUntilSomethingIsComputedAgain)
{
    Document document = testing::saved_reduction();
    document.origin.machine = "NVIDIA H200";
    document.origin.emulated = false;
    document.times[0].timing = { std::chrono::microseconds(5), std::chrono::microseconds(6), std::chrono::microseconds(9), 11 };
    auto replay = restore(document, *testing::shipped_lessons(), "lecture.warpstage");
    ASSERT_TRUE(replay) << replay.error().message;

    const auto session = testing::running_session("transpose", "", "64");
    session->submit(session::ShowReplay { std::make_shared<const session::Replay>(*replay) });
    testing::tick(*session, 5);
    const auto shown = session->snapshot();
    EXPECT_EQ(shown->setup->lesson->id, "reduction");
    EXPECT_EQ(shown->setup->variants[shown->setup->variant].id, "reduce2");
    ASSERT_TRUE(shown->device->timing_origin);
    EXPECT_EQ(shown->device->timing_origin->machine, "NVIDIA H200");
    EXPECT_FALSE(shown->device->timing_origin->emulated);
    ASSERT_NE(shown->run->recording, nullptr);
    expect_same(shown->run->recording->trace, document.run->trace);
    EXPECT_TRUE(shown->timing->history.empty()) << "the times of this computer under the name of the other";
    const auto timed = std::ranges::find(shown->setup->variants, document.times[0].variant, &session::VariantView::id);
    EXPECT_EQ(shown->timing->of(static_cast<std::size_t>(timed - shown->setup->variants.begin())).timing.median,
        std::chrono::microseconds(6))
        << "not those of this computer";
    EXPECT_EQ(document_of(*shown, "now", "").origin.saved_at, "2026-11-21 20:51 UTC") << "unchanged when saved again";

    session->submit(session::Restart {});
    testing::tick(*session, 3);
    EXPECT_FALSE(session->snapshot()->device->timing_origin);
    EXPECT_NE(session->snapshot()->run->recording, shown->run->recording);
}

TEST(SessionFile, KernelsOfTheSameTextLeaveItsRunOnScreen)
{
    Document document = testing::saved_reduction();
    document.source = "// what ran that day\n" + document.source;
    const auto replay = restore(document, *testing::shipped_lessons(), "lecture.warpstage");
    ASSERT_TRUE(replay) << replay.error().message;
    const auto session = testing::running_session("transpose", "", "64");
    session->submit(session::ShowReplay { std::make_shared<const session::Replay>(*replay) });
    testing::tick(*session, 2);
    ASSERT_NE(session->snapshot()->setup->replayed, nullptr);
    EXPECT_EQ(session->snapshot()->setup->replayed->source, document.source);
    EXPECT_NE(session->snapshot()->setup->lesson->source, document.source);

    session->submit(session::ReplaceKernels { session->snapshot()->setup->replayed });
    testing::tick(*session, 4);
    const auto shown = session->snapshot();
    EXPECT_EQ(shown->setup->lesson->source, document.source);
    EXPECT_TRUE(shown->device->timing_origin);
    ASSERT_NE(shown->run->recording, nullptr);
    expect_same(shown->run->recording->trace, document.run->trace);

    auto other = std::make_shared<lesson::Lesson>(*shown->setup->lesson);
    other->source += "// and more\n";
    session->submit(session::ReplaceKernels { other });
    testing::tick(*session, 4);
    EXPECT_FALSE(session->snapshot()->device->timing_origin);
    EXPECT_EQ(session->snapshot()->setup->replayed, nullptr);
}

TEST(SessionFile, WithoutARunKeepsItsKernels)
{
    Document document = testing::saved_reduction();
    document.source = "// what ran that day\n" + document.source;
    document.run.reset();
    const auto replay = restore(document, *testing::shipped_lessons(), "lecture.warpstage");
    ASSERT_TRUE(replay) << replay.error().message;
    EXPECT_EQ(replay->recording, nullptr);
    ASSERT_NE(replay->kernels, nullptr);
    EXPECT_EQ(replay->kernels->source, document.source);
}

// The installed lesson may have changed since.
TEST(SessionFile, ARunHasItsOwnSource)
{
    Document document = testing::saved_reduction();
    document.source = "// what ran that day\n" + document.source;
    const auto replay = restore(document, *testing::shipped_lessons(), "lecture.warpstage");
    ASSERT_TRUE(replay) << replay.error().message;
    EXPECT_EQ(replay->recording->lesson->source_lines[0], "// what ran that day");
}

class SavedFile : public ::testing::Test {
protected:
    void SetUp() override { fs::create_directories(m_folder); }
    void TearDown() override { fs::remove_all(m_folder); }
    fs::path m_folder = fs::temp_directory_path() / ("warpstage-session-file-" + std::to_string(::getpid()));
};

TEST_F(SavedFile, IsWrittenAtomicallyAndReadAgain)
{
    const fs::path path = m_folder / "lecture.warpstage";
    ASSERT_TRUE(save(testing::saved_reduction(), path));
    const auto again = load(path);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->lesson, "reduction");
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder), {}), 1) << "no temporary file is left";
}

TEST_F(SavedFile, AFailureIsReportedAndTheOldFileStays)
{
    const auto saved = save(testing::saved_reduction(), m_folder / "nowhere" / "lecture.warpstage");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message,
        "Session not saved as " + (m_folder / "nowhere" / "lecture.warpstage").string() + ": No such file or directory.");
    std::ofstream(m_folder / "old.warpstage") << "old";
    const auto document = testing::saved_reduction();
    const auto full = [&] {
        const warpstage::FileSizeLimit limit(100);
        return save(document, m_folder / "old.warpstage");
    }();
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().message,
        "Session not saved as " + (m_folder / "old.warpstage").string() + ": " + warpstage::kFileTooLarge + ".");
    std::ifstream old(m_folder / "old.warpstage");
    std::string text;
    old >> text;
    EXPECT_EQ(text, "old");
}

TEST_F(SavedFile, InvalidPathsAreReported)
{
    EXPECT_EQ(load(m_folder / "none.warpstage").error().message,
        "`" + (m_folder / "none.warpstage").string() + "` cannot be read: No such file or directory.");
    EXPECT_EQ(load(m_folder).error().message, "`" + m_folder.string() + "` cannot be read: Is a directory.");
}

} // namespace
} // namespace warpstage::session_file

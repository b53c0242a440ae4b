// Captured launches as a lesson: addresses in structures and in memory stay valid, variables and changes are compared.
#include "core/base/temporary_folder.h"
#include "core/bench/check_variant.h"
#include "core/capture_file/capture_lesson.h"
#include "core/engine/vm_engine.h"
#include "core/lesson/lesson.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

namespace warpstage::capture_file {
namespace {

namespace fs = std::filesystem;
using capture::CapturedLaunch;
using testing::HasSubstr;

// out[i] = *matrix.rows[i] * factor + matrix.n, and counts the threads.
constexpr const char* kPtx = R"(
.version 8.0
.target sm_75
.address_size 64
.const .align 4 .b8 factor[4];
.global .align 4 .u32 counter = 3;
.visible .entry scale(.param .align 8 .b8 matrix[16], .param .u64 out)
{
	.reg .b32 %r<7>;
	.reg .b64 %rd<8>;
	ld.param.u64 %rd1, [matrix];
	ld.param.u32 %r1, [matrix+8];
	ld.param.u64 %rd2, [out];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %rd3, %r2, 8;
	add.s64 %rd4, %rd1, %rd3;
	ld.global.u64 %rd5, [%rd4];
	ld.global.u32 %r3, [%rd5];
	ld.const.u32 %r4, [factor];
	mad.lo.s32 %r5, %r3, %r4, %r1;
	mul.wide.u32 %rd6, %r2, 4;
	add.s64 %rd7, %rd2, %rd6;
	st.global.u32 [%rd7], %r5;
	atom.global.add.u32 %r6, [counter], 1;
	ret;
}
)";

constexpr std::uint64_t kTable = 0x7f00'0000'1000; // as on a GPU, above all addresses of the virtual machine
constexpr std::uint64_t kRows = 0x7f00'0000'2004; // not aligned to 256 bytes
constexpr std::uint64_t kOut = 0x7f00'0000'3000;
constexpr std::uint64_t kCounter = 0x7f00'0000'4000;

template <typename Value> std::string bytes_of(const std::vector<Value>& values)
{
    return { reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value) };
}

class CaptureLesson : public testing::Test {
protected:
    TemporaryFolder folder;
    fs::path captured = folder.path() / "captured";
    fs::path written = folder.path() / "x.warpstage";

    CaptureLesson()
    {
        fs::create_directory(captured);
        std::ofstream(captured / "unit-0.ptx") << kPtx;
    }

    using Words = std::vector<std::uint32_t>;

    std::string file(const std::string& name, const std::string& bytes) const
    {
        std::ofstream(captured / name, std::ios::binary) << bytes;
        return name;
    }

    // Two threads at most.
    CapturedLaunch launch(
        std::uint64_t number, std::uint32_t threads, const Words& rows, const Words& out, std::uint32_t counter) const
    {
        CapturedLaunch launch;
        launch.number = number;
        launch.kernel = "scale";
        launch.grid = { 1, 1, 1 };
        launch.block = { threads, 1, 1 };
        const std::string parameters = bytes_of(std::vector<std::uint64_t> { kTable, 1, kOut });
        launch.parameters.resize(parameters.size());
        std::memcpy(launch.parameters.data(), parameters.data(), parameters.size());
        launch.device = "H200";
        launch.ptx = "unit-0.ptx";
        launch.finished = true;
        const auto name = [&](const char* what) {
            return std::to_string(number) + what;
        };
        Words after = out;
        for (std::uint32_t i = 0; i < threads; ++i)
            after[i] = rows[i] * 3 + 1;
        launch.memory = {
            { "factor", 0, 4, "factor", file(name("factor"), bytes_of(Words { 3 })), {} },
            { "table", kTable, 16, {}, file(name("table"), bytes_of(std::vector<std::uint64_t> { kRows, kRows + 4 })), {} },
            { "rows", kRows, 8, {}, file(name("rows"), bytes_of(rows)), {} },
            { "out", kOut, 8, {}, out == Words { 0, 0 } ? "" : file(name("out"), bytes_of(out)),
                file(name("after"), bytes_of(after)) },
            { "counter", kCounter, 4, "counter", file(name("counter"), bytes_of(Words { counter })),
                file(name("counted"), bytes_of(Words { counter + threads })) },
        };
        return launch;
    }

    std::shared_ptr<const lesson::Lesson> lesson_of(std::vector<CapturedLaunch> launches)
    {
        const auto result = write_lesson({ std::move(launches), captured, "capture-x", "program" }, written);
        EXPECT_TRUE(result) << result.error().message;
        auto loaded = lesson::load_lesson(written);
        EXPECT_TRUE(loaded) << loaded.error().message;
        return loaded ? std::make_shared<const lesson::Lesson>(*std::move(loaded)) : nullptr;
    }

    static problem::CheckOutcome check(
        const std::shared_ptr<const lesson::Lesson>& lesson, std::size_t variant, const problem::Settings& settings)
    {
        auto engine = engine::make_vm_engine();
        EXPECT_TRUE(engine->load(lesson));
        const auto outcome =
            bench::check_variant(*engine, *lesson, lesson->variants.at(variant), settings, bench::Fault::optional);
        EXPECT_TRUE(outcome) << outcome.error().message;
        return *outcome;
    }
};

TEST_F(CaptureLesson, SeveralLaunchesRunWithTheirOwnMemory)
{
    const auto lesson = lesson_of({ launch(2, 2, { 10, 20 }, { 0, 0 }, 7), launch(5, 1, { 5, 20 }, { 31, 61 }, 9) });
    ASSERT_NE(lesson, nullptr);
    ASSERT_EQ(lesson->variants.size(), 2U);
    EXPECT_EQ(lesson->variants[0].id, "scale-2");
    for (std::size_t i = 0; i < 2; ++i) {
        const auto outcome = check(lesson, i, lesson->initial_settings());
        EXPECT_TRUE(outcome.passed) << outcome.sentence;
        EXPECT_APPROVED(outcome.sentence);
        EXPECT_TRUE(lesson->problem->has_one_size(lesson->variants[i]));
    }
}

TEST_F(CaptureLesson, EveryStepBeginsWithTheCapturedMemory)
{
    const auto lesson = lesson_of({ launch(2, 2, { 10, 20 }, { 0, 0 }, 7) });
    ASSERT_NE(lesson, nullptr);
    const auto plan = lesson->problem->plan(lesson->variants[0], lesson->initial_settings());
    ASSERT_TRUE(plan);
    auto engine = engine::make_vm_engine();
    ASSERT_TRUE(engine->load(lesson));
    ASSERT_TRUE(engine->adopt(std::make_shared<const problem::Plan>(*plan), engine::Contents::initial));
    const auto counter = std::ranges::find(plan->buffers, "counter", &problem::Buffer::name) - plan->buffers.begin();
    for (int step = 0; step < 3; ++step) {
        ASSERT_TRUE(engine->start());
        ASSERT_TRUE(engine->wait());
        std::vector<std::byte> content(4);
        ASSERT_TRUE(engine->read(static_cast<std::size_t>(counter), content));
        EXPECT_EQ(content[0], std::byte { 9 });
    }
}

TEST_F(CaptureLesson, AnotherBlockDiffersFromTheCapturedResult)
{
    const auto lesson = lesson_of({ launch(2, 2, { 10, 20 }, { 0, 0 }, 7) });
    ASSERT_NE(lesson, nullptr);
    auto settings = lesson->initial_settings();
    ASSERT_TRUE(settings.set(lesson->problem->parameters(), "block_x", "1"));
    const auto outcome = check(lesson, 0, settings);
    EXPECT_FALSE(outcome.passed);
    EXPECT_APPROVED(outcome.sentence);
}

TEST_F(CaptureLesson, MemoryThatWasFreedBetweenLaunchesIsOneBuffer)
{
    auto later = launch(5, 1, { 5, 20 }, { 0, 0 }, 9);
    later.memory[3].address = kOut + 4; // the program has freed `out` and allocated less, behind it
    later.memory[3].bytes = 4;
    later.memory[3].after = file("small", bytes_of(Words { 16 }));
    const std::uint64_t address = kOut + 4;
    std::memcpy(later.parameters.data() + 16, &address, sizeof address);
    const auto lesson = lesson_of({ launch(2, 2, { 10, 20 }, { 0, 0 }, 7), later });
    ASSERT_NE(lesson, nullptr);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_TRUE(check(lesson, i, lesson->initial_settings()).passed);
}

TEST_F(CaptureLesson, FilesOutsideOfTheFolderAreNotRead)
{
    ASSERT_NE(lesson_of({ launch(2, 2, { 10, 20 }, { 0, 0 }, 7) }), nullptr);
    std::ifstream stream(written / "lesson.toml");
    const std::string toml { std::istreambuf_iterator<char>(stream), {} };
    for (const std::string path : { "/etc/passwd", "../captured/2rows" }) {
        std::string changed = toml;
        const auto at = changed.find("file:") + 5;
        changed.replace(at, changed.find('"', at) - at, path);
        std::ofstream(written / "lesson.toml") << changed;
        const auto loaded = lesson::load_lesson(written);
        ASSERT_FALSE(loaded);
        EXPECT_APPROVED(loaded.error().message);
    }
}

TEST_F(CaptureLesson, TheSourceIsThatOfTheLineTable)
{
    EXPECT_EQ(lesson_id("My program"), "capture-my_program");
    const auto lesson = lesson_of({ launch(2, 2, { 10, 20 }, { 0, 0 }, 7) });
    ASSERT_NE(lesson, nullptr);
    EXPECT_THAT(lesson->source, HasSubstr("-lineinfo"));
    EXPECT_THAT(lesson->notes, HasSubstr("| 2 | `scale` | 1x1x1 | 2x1x1 | exact |"));
}

} // namespace
} // namespace warpstage::capture_file

#include "core/lesson/lesson.h"
#include "tests/core/lesson/fixtures.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstage::lesson {
namespace {

TEST(Lesson, ContainsTheDataOfItsFiles)
{
    const auto loaded = load_lesson(kFixtures / "good/01-sum");
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    const auto& lesson = *loaded;
    EXPECT_EQ(lesson.id, "sum");
    EXPECT_EQ(lesson.number, 1U);
    EXPECT_EQ(lesson.title, "A sum");
    EXPECT_EQ(lesson.summary, "One kernel that adds.");
    EXPECT_EQ(lesson.problem->id(), "reduction");
    EXPECT_EQ(lesson.notes, "Show the sum.\n");
    EXPECT_EQ(lesson.source_lines.size(), 3U);
    EXPECT_EQ(lesson.source_lines.front(), "__global__ void sum(const int* input, int* sums, unsigned int n)");
    ASSERT_EQ(lesson.variants.size(), 1U);
    EXPECT_EQ(lesson.variants.front().settings.at("elements_per_thread"), "1");
    EXPECT_EQ(lesson.find_variant("plain"), &lesson.variants.front());
    EXPECT_EQ(lesson.find_variant("other"), nullptr);
    ASSERT_NE(lesson.module, nullptr);
    EXPECT_NE(lesson.module->find("sum"), nullptr);
}

// The fixture with a [start] table before its variants.
Result<Lesson> with_start(const std::string& start)
{
    namespace fs = std::filesystem;
    const auto folder = fs::temp_directory_path() / ("warpstage-start-" + std::to_string(::getpid()));
    fs::copy(kFixtures / "good/01-sum", folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    std::ifstream stream(folder / "lesson.toml");
    std::string toml { std::istreambuf_iterator<char>(stream), {} };
    toml.insert(toml.find("[["), start);
    std::ofstream(folder / "lesson.toml") << toml;
    auto lesson = load_lesson(folder);
    fs::remove_all(folder);
    return lesson;
}

TEST(Lesson, StartSelectsTheInitialVariantAndTheImage)
{
    const auto lesson = with_start("[start]\nvariant = \"plain\"\nfigure = \"matrix\"\ntile = \"32x32\"\n");
    ASSERT_TRUE(lesson.ok()) << lesson.error().message;
    EXPECT_EQ(lesson->opening.variant, 0U);
    EXPECT_EQ(lesson->opening.figure, "matrix");
    EXPECT_EQ(lesson->opening.tile, "32x32");
    EXPECT_EQ(with_start("")->opening.variant, 0U);
    const auto unknown = with_start("[start]\nvariant = \"plane\"\n");
    ASSERT_FALSE(unknown.ok());
    EXPECT_NE(unknown.error().message.find("[start] names the variant `plane`, which does not exist."), std::string::npos)
        << unknown.error().message;
    const auto key = with_start("[start]\nfigures = \"matrix\"\n");
    ASSERT_FALSE(key.ok());
    EXPECT_NE(key.error().message.find("Did you mean `figure`?"), std::string::npos);
}

TEST(Lesson, KernelsOfAPartialBuildComeFirst)
{
    auto loaded = load_lesson(kFixtures / "good/01-sum");
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    auto& lesson = *loaded;
    const auto whole = lesson.module;
    const auto newer = std::make_shared<const ptx::Module>(*whole);
    const auto empty = std::make_shared<const ptx::Module>();
    lesson.builds = { { "", {}, empty, true }, { "", {}, newer, true } };
    EXPECT_EQ(lesson.find_kernel("sum").module, newer.get());
    EXPECT_EQ(lesson.find_kernel("sum").function, newer->find("sum"));
    EXPECT_EQ(lesson.find_kernel("other").module, whole.get());
    EXPECT_EQ(lesson.find_kernel("other").function, nullptr);
    EXPECT_EQ(lesson.find_kernel("sum@ftz").module, nullptr);
    lesson.builds = { { "ftz", {}, whole }, { "ftz", {}, newer, true } };
    EXPECT_EQ(lesson.find_kernel("sum@ftz").module, newer.get());
    EXPECT_EQ(lesson.find_kernel("sum").module, whole.get());
}

TEST(Lesson, DefaultsReplaceTheProblemsInitialValues)
{
    const auto lesson = load_lesson(kFixtures / "good/01-sum");
    ASSERT_TRUE(lesson.ok()) << lesson.error().message;
    const auto settings = lesson->initial_settings();
    EXPECT_EQ(settings.integer("n"), 1024);
    EXPECT_EQ(settings.text("n"), "2^10");
    EXPECT_EQ(settings.integer("block"), 64);
    EXPECT_EQ(settings.choice("finish"), "host");
}

struct BrokenCase {
    std::string folder;
    std::string sentence;
};

// gtest names a failing case by its folder.
void PrintTo(const BrokenCase& broken, std::ostream* stream)
{
    *stream << broken.folder;
}

class BrokenLessonFolder : public testing::TestWithParam<BrokenCase> { };

TEST_P(BrokenLessonFolder, IsRejectedWithItsMessage)
{
    const auto lesson = load_lesson(kFixtures / "broken" / GetParam().folder);
    ASSERT_FALSE(lesson.ok());
    EXPECT_EQ(lesson.error().message, GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(All, BrokenLessonFolder,
    testing::Values(BrokenCase { "no-toml", "no-toml/lesson.toml is missing: this file describes the lesson." },
        BrokenCase { "unknown-key", "unknown-key/lesson.toml:3: unknown key `titel`. Did you mean `title`?" },
        BrokenCase { "missing-key", "missing-key/lesson.toml: the key `title` is missing." },
        BrokenCase { "wrong-type", "wrong-type/lesson.toml:2: `number` must be a chapter number, 1 to 999." },
        BrokenCase {
            "unknown-group", "unknown-group/lesson.toml:3: `group` must be access, kernels, machine, correctness or today." },
        BrokenCase { "empty-text", "empty-text/lesson.toml:3: `title` must be a non-empty string." },
        BrokenCase {
            "bad-id", "bad-id/lesson.toml:1: `id` may contain only lower-case letters, digits, - and _: `The sum` is invalid." },
        BrokenCase { "unknown-problem", "unknown-problem/lesson.toml:5: unknown problem `reducton`. Did you mean `reduction`?" },
        BrokenCase { "unknown-default", "unknown-default/lesson.toml:8: Unknown parameter `blocks`. Did you mean `block`?" },
        BrokenCase { "bad-default", "bad-default/lesson.toml:8: Parameter n must be between 1 and 268435456, not 0." },
        BrokenCase { "no-variant", "no-variant/lesson.toml: a lesson needs at least one [[variant]]." },
        BrokenCase { "too-many-variants", "too-many-variants/lesson.toml:223: more than 24 variants: split the lesson." },
        BrokenCase { "same-variants", "same-variants/lesson.toml:16: two variants have the id `plain`." },
        BrokenCase { "unknown-variant-key", "unknown-variant-key/lesson.toml:9: unknown key `lable`. Did you mean `label`?" },
        BrokenCase { "unknown-setting",
            "unknown-setting/lesson.toml:7: Variant `plain` has an unknown setting `kernal`. Did you mean `kernel`?" },
        BrokenCase {
            "missing-setting", "missing-setting/lesson.toml:7: Variant `plain` requires the setting `grid`: cover or cascade." },
        BrokenCase {
            "wrong-setting", "wrong-setting/lesson.toml:7: Variant `plain` has grid = `all`, but it must be cover or cascade." },
        BrokenCase { "no-source", "no-source/kernels.cu is missing: this file contains the lesson's kernels." },
        BrokenCase { "empty-source", "empty-source/kernels.cu is empty." },
        BrokenCase { "no-notes", "no-notes/notes.md is missing: this file contains the speaker's notes; one line is enough." },
        BrokenCase { "no-ptx",
            "no-ptx/kernels.ptx is missing: build the project, or compile it with nvcc -ptx -arch=compute_75 -lineinfo -o "
            "kernels.ptx kernels.cu." },
        BrokenCase { "missing-build",
            "missing-build/lesson.toml:7: variant `plain` launches the kernel `sum` of kernels.sm_80.ptx, which is missing." },
        BrokenCase { "missing-kernel",
            "missing-kernel/lesson.toml:7: variant `plain` launches the kernel `total`, which kernels.ptx does not contain; it "
            "contains sum." },
        BrokenCase { "too-few-parameters",
            "too-few-parameters/lesson.toml:7: variant `plain`: the kernel `sum` takes 2 parameters, but the problem "
            "`reduction` passes 3." },
        BrokenCase { "wrong-parameter",
            "wrong-parameter/lesson.toml:7: variant `plain`: parameter 3 of the kernel `sum` has 8 bytes, but the problem "
            "`reduction` passes 4 bytes." },
        BrokenCase { "described-no-buffer",
            "described-no-buffer/lesson.toml: a lesson without `problem` requires at least one [[buffer]]." },
        BrokenCase { "described-wrong-type",
            "described-wrong-type/lesson.toml:16: `int` is not a type. Use s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32 "
            "or "
            "f64." },
        BrokenCase { "described-unknown-contents",
            "described-unknown-contents/lesson.toml:14: buffer `input`: `noise` is not a valid buffer content; use zero, ones, "
            "iota, out, unwritten, value:V, list:V,V,..., random:SEED, random:SEED:LOW:HIGH, each:EXPRESSION or file:PATH." },
        BrokenCase { "described-too-large",
            "described-too-large/lesson.toml:14: buffer `input` of s32 must have 1 to 268435456 elements, but `n` is "
            "1099511627776: limit the range of the parameters." },
        BrokenCase { "described-cyclic-repeat",
            "described-cyclic-repeat/lesson.toml:37: launch of `sum`: `repeat` returns to stride = 1 and never ends: "
            "change `3 - stride` so that `stride < n` becomes false." },
        BrokenCase { "described-endless-repeat",
            "described-endless-repeat/lesson.toml:37: launch of `sum`: `repeat` produces more than 1024 launches (the next one "
            "has stride = 1025): change `stride + 1` so that `stride > 0` becomes false earlier." },
        BrokenCase { "described-missing-kernel",
            "described-missing-kernel/lesson.toml:33: variant `plain` launches the kernel `total`, which kernels.ptx does not "
            "contain; it contains sum." },
        BrokenCase { "described-too-few-arguments",
            "described-too-few-arguments/lesson.toml:33: variant `plain`: the kernel `sum` takes 3 parameters, but lesson.toml "
            "passes 2." },
        BrokenCase { "described-unknown-buffer",
            "described-unknown-buffer/lesson.toml:41: unknown buffer `inputs`. Did you mean `input`?" },
        BrokenCase { "described-unknown-name",
            "described-unknown-name/lesson.toml:37: launch of `sum`: unknown name `m`. Known names: n.\n    m / 32\n    ^" },
        BrokenCase { "described-bad-expression",
            "described-bad-expression/lesson.toml:39: `grid`: a value is missing at the end.\n    n / \n        ^" },
        BrokenCase { "described-bad-argument",
            "described-bad-argument/lesson.toml:41: `uint` is not a type. Use s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, "
            "f32 "
            "or f64." },
        BrokenCase { "described-unknown-limit",
            "described-unknown-limit/lesson.toml:34: `limit` accepts copied_bytes, read_bytes, shared_bytes, fp32, fp64, rsqrt "
            "or "
            "issue, not `read_byte`." },
        BrokenCase { "described-bad-limit",
            "described-bad-limit/lesson.toml:34: the limit `read_bytes`: unknown name `m`. Known names: n.\n    4 * m\n        "
            "^" },
        BrokenCase { "described-tunable-without-choices",
            "described-tunable-without-choices/lesson.toml:13: parameter `n` is tunable and requires `choices`." },
        BrokenCase { "described-tunable-word", "described-tunable-word/lesson.toml:14: `tunable` must be true or false." },
        BrokenCase { "described-unknown-fault",
            "described-unknown-fault/lesson.toml:37: `expects` must be out of bounds, misaligned, divergent barrier, deadlock, "
            "uninitialized read, race, invalid mask, invalid barrier, budget exhausted, stack overflow, invalid call, invalid "
            "free, assertion failed, trap instruction, invalid texture or wrong result, not `racing`." },
        BrokenCase { "described-two-problems",
            "described-two-problems/lesson.toml:7: `parameter` is for lessons without `problem`: remove one of these two keys." },
        BrokenCase { "described-no-check",
            "described-no-check/lesson.toml:29: the expected result is undefined: [check] requires `result`, a buffer, and "
            "`expected`, `variant` or [[check.launch]]." },
        BrokenCase {
            "described-no-launch", "described-no-launch/lesson.toml:33: a variant needs at least one [[variant.launch]]." },
        BrokenCase { "described-compared-with-itself",
            "described-compared-with-itself/lesson.toml:33: variant `plain` would be compared with itself: add a [variant.check] "
            "to it." },
        BrokenCase { "described-bad-initial",
            "described-bad-initial/lesson.toml:11: Parameter n must be a multiple of 32, not 1000; the nearest is 992." },
        BrokenCase { "described-bad-check",
            "described-bad-check/lesson.toml:25: `expected` for i = 0: the index of `input` must be 0 to 31, not 32.\n    "
            "input[i + n]\n "
            "   ^" },
        BrokenCase { "described-choice-in-kernel",
            "described-choice-in-kernel/lesson.toml:38: `{n}` in a kernel name must be a parameter of kind choice." }),
    [](const auto& test) {
        auto name = test.param.folder;
        for (auto& c : name)
            c = c == '-' ? '_' : c;
        return name;
    });

TEST(Lesson, CanDescribeItsOwnProblem)
{
    const auto lesson = load_lesson(kFixtures / "described/01-double");
    ASSERT_TRUE(lesson.ok()) << lesson.error().message;
    ASSERT_EQ(lesson->problem->parameters().size(), 1U);
    const auto& n = lesson->problem->parameters().front();
    EXPECT_EQ(n.label, "elements");
    EXPECT_EQ(n.maximum, 1099511627776.0);
    EXPECT_EQ(n.multiple_of, 32);
    const auto plan = lesson->problem->plan(lesson->variants.front(), lesson->initial_settings());
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    const auto& launch = std::get<problem::KernelLaunch>(plan->step.front());
    EXPECT_EQ(launch.kernel, "sum");
    EXPECT_EQ(launch.grid.x, 32U);
    EXPECT_EQ(std::get<std::uint32_t>(launch.arguments.at(2)), 1024U);
}

// The messages come from the two parsers; the lesson adds file and line.
TEST(Lesson, SyntaxErrorNamesFileAndLine)
{
    const auto toml = load_lesson(kFixtures / "broken/syntax");
    ASSERT_FALSE(toml.ok());
    EXPECT_TRUE(toml.error().message.starts_with("syntax/lesson.toml:3: ")) << toml.error().message;

    const auto ptx = load_lesson(kFixtures / "broken/broken-ptx");
    ASSERT_FALSE(ptx.ok());
    EXPECT_TRUE(ptx.error().message.starts_with("broken-ptx/kernels.ptx:13: ")) << ptx.error().message;
}

TEST(Lesson, EveryBrokenFixtureIsTried)
{
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator { kFixtures / "broken" }) {
        EXPECT_FALSE(load_lesson(entry.path()).ok()) << entry.path();
        ++folders;
    }
    EXPECT_EQ(folders, 51U);
}

} // namespace
} // namespace warpstage::lesson

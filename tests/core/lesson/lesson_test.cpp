#include "core/lesson/lesson.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace warpstage::lesson {
namespace {

const std::filesystem::path kFixtures = std::filesystem::path { WARPSTAGE_FIXTURES } / "lessons";

TEST(Lesson, GoodOneHoldsWhatItsFilesSay)
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

TEST_P(BrokenLessonFolder, IsRefusedWithItsSentence)
{
    const auto lesson = load_lesson(kFixtures / "broken" / GetParam().folder);
    ASSERT_FALSE(lesson.ok());
    EXPECT_EQ(lesson.error().message, GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(All, BrokenLessonFolder,
    testing::Values(BrokenCase { "no-toml", "no-toml/lesson.toml is missing: a lesson says there what it is." },
        BrokenCase { "unknown-key", "unknown-key/lesson.toml:3: unknown key `titel`: did you mean `title`?" },
        BrokenCase { "missing-key", "missing-key/lesson.toml: the key `title` is missing." },
        BrokenCase { "wrong-type", "wrong-type/lesson.toml:2: `number` must be the number of the chapter, 1 to 999." },
        BrokenCase { "empty-text", "empty-text/lesson.toml:3: `title` must be a text in quotes that is not empty." },
        BrokenCase { "bad-id", "bad-id/lesson.toml:1: `id` may hold small letters, digits, - and _: `The sum` holds others." },
        BrokenCase {
            "unknown-problem", "unknown-problem/lesson.toml:5: there is no problem `reducton`: did you mean `reduction`?" },
        BrokenCase { "unknown-default", "unknown-default/lesson.toml:8: There is no parameter `blocks`: did you mean `block`?" },
        BrokenCase { "bad-default", "bad-default/lesson.toml:8: Parameter n must lie between 1 and 268435456: 0 does not." },
        BrokenCase { "no-variant", "no-variant/lesson.toml: a lesson needs at least one [[variant]]." },
        BrokenCase { "too-many-variants",
            "too-many-variants/lesson.toml:223: more than 24 variants: nobody finds one among so many; make two lessons of "
            "them." },
        BrokenCase { "same-variants", "same-variants/lesson.toml:16: two variants have the id `plain`." },
        BrokenCase { "unknown-variant-key", "unknown-variant-key/lesson.toml:9: unknown key `lable`: did you mean `label`?" },
        BrokenCase { "unknown-setting",
            "unknown-setting/lesson.toml:7: Variant `plain` has an unknown setting `kernal`: did you mean `kernel`?" },
        BrokenCase {
            "missing-setting", "missing-setting/lesson.toml:7: Variant `plain` lacks the setting `grid`: cover or cascade." },
        BrokenCase {
            "wrong-setting", "wrong-setting/lesson.toml:7: Variant `plain` has grid = `all`: it must be cover or cascade." },
        BrokenCase { "no-source", "no-source/kernels.cu is missing: a lesson's kernels stand there." },
        BrokenCase { "empty-source", "empty-source/kernels.cu is empty." },
        BrokenCase { "no-notes", "no-notes/notes.md is missing: write the speaker's notes there, one line is enough." },
        BrokenCase { "no-ptx",
            "no-ptx/kernels.ptx is missing: build the project, or compile it with nvcc -ptx -arch=compute_75 -lineinfo -o "
            "kernels.ptx kernels.cu." },
        BrokenCase { "missing-build",
            "missing-build/lesson.toml:7: variant `plain` launches the kernel `sum` of kernels.sm_80.ptx, which is missing." },
        BrokenCase { "missing-kernel",
            "missing-kernel/lesson.toml:7: variant `plain` launches the kernel `total`, which kernels.ptx does not hold; it "
            "holds sum." },
        BrokenCase { "too-few-parameters",
            "too-few-parameters/lesson.toml:7: variant `plain`: the kernel `sum` takes 2 parameters, but the problem "
            "`reduction` passes 3." },
        BrokenCase { "wrong-parameter",
            "wrong-parameter/lesson.toml:7: variant `plain`: parameter 3 of the kernel `sum` has 8 bytes, but the problem "
            "`reduction` passes 4." }),
    [](const auto& test) {
        auto name = test.param.folder;
        for (auto& c : name)
            c = c == '-' ? '_' : c;
        return name;
    });

// What the two parsers say is theirs; the lesson adds the file and the line.
TEST(Lesson, SyntaxErrorNamesFileAndLine)
{
    const auto toml = load_lesson(kFixtures / "broken/syntax");
    ASSERT_FALSE(toml.ok());
    EXPECT_TRUE(toml.error().message.starts_with("syntax/lesson.toml:3: ")) << toml.error().message;

    const auto ptx = load_lesson(kFixtures / "broken/broken-ptx");
    ASSERT_FALSE(ptx.ok());
    EXPECT_TRUE(ptx.error().message.starts_with("broken-ptx/kernels.ptx:11: ")) << ptx.error().message;
}

TEST(Lesson, EveryBrokenFixtureIsTried)
{
    std::size_t folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator { kFixtures / "broken" }) {
        EXPECT_FALSE(load_lesson(entry.path()).ok()) << entry.path();
        ++folders;
    }
    EXPECT_EQ(folders, 26U);
}

} // namespace
} // namespace warpstage::lesson

// Small files that describe something very deep, very large or very long: a sentence within two seconds of CPU time and 1 GiB.
#include "core/base/temporary_folder.h"
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zip.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using Files = std::vector<std::pair<std::string, std::string>>;

std::string many(std::string_view unit, std::size_t times)
{
    std::string text;
    for (std::size_t i = 0; i < times; ++i)
        text += unit;
    return text;
}

double cpu_seconds()
{
    rusage usage {};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

class Attack : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(run("new-lesson own --in " + m_folder.path().string()).status, 0); }

    static Ended quick(const std::string& words, double max_seconds = 2.0)
    {
        const double before = cpu_seconds();
        const auto ended = run(words);
        EXPECT_LT(cpu_seconds() - before, max_seconds) << words;
        EXPECT_LT(ended.status, 128) << words << " was ended by a signal\n" << ended.output.substr(0, 500);
        rusage usage {};
        getrusage(RUSAGE_CHILDREN, &usage);
        EXPECT_LT(usage.ru_maxrss, 1L << 20) << words << ": KiB of memory";
        return ended;
    }

    [[nodiscard]] fs::path write(const std::string& name, std::string_view content) const
    {
        const fs::path path = m_folder.path() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

    [[nodiscard]] fs::path lesson() const { return m_folder.path() / "own"; }
    [[nodiscard]] std::string text_of(const std::string& file) const
    {
        std::ifstream stream(lesson() / file);
        return { std::istreambuf_iterator<char>(stream), {} };
    }

    // A capture with the files of the lesson and these, which replace them.
    [[nodiscard]] fs::path capture(const Files& files) const
    {
        const fs::path path = m_folder.path() / "x.warpstage";
        zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
        Files all = files;
        for (const std::string name : { "lesson.toml", "kernels.cu", "kernels.ptx", "notes.md" })
            if (std::ranges::find(files, name, &Files::value_type::first) == files.end())
                all.emplace_back(name, text_of(name));
        for (const auto& [name, text] : all)
            EXPECT_GE(
                zip_file_add(archive, name.c_str(), zip_source_buffer(archive, text.data(), text.size(), 0), ZIP_FL_ENC_UTF_8),
                0);
        EXPECT_EQ(zip_close(archive), 0);
        return path;
    }

    TemporaryFolder m_folder;
};

// toml++ recurses for each level: the program crashed, and with it every command that reads all lessons.
TEST_F(Attack, DeepTablesStopNoOtherLesson)
{
    const std::vector<std::string> deep { "[" + many("a.", 87'500) + "a]\n", many("a.", 87'500) + "a = 1\n",
        "[[" + many("'a' . ", 30'000) + "a]]\n", "x = " + many("[", 100'000), "x = " + many("{ a = ", 100'000),
        "'é' = 1\n" + many("\"é\".", 50'000) + "a = 1\n" };
    fs::create_directories(m_folder.path() / "lessons");
    for (std::size_t i = 0; i < deep.size(); ++i) {
        fs::copy(lesson(), m_folder.path() / ("lessons/a" + std::to_string(i)), fs::copy_options::recursive);
        std::ofstream(m_folder.path() / ("lessons/a" + std::to_string(i)) / "lesson.toml", std::ios::app) << deep[i];
    }
    const std::string root = "--lessons " + (m_folder.path() / "lessons").string();
    const auto listed = quick("list " + root);
    EXPECT_THAT(listed.output, AllOf(HasSubstr("reduction"), HasSubstr("Nested deeper than 32 levels")));
    for (std::size_t i = 0; i < deep.size(); ++i)
        EXPECT_THAT(listed.output, HasSubstr("a" + std::to_string(i) + "/lesson.toml:"));
    EXPECT_EQ(quick("check transpose --engine vm " + root).status, 0);
    for (const auto& text : deep) {
        const auto ended = quick("check --engine vm " + capture({ { "lesson.toml", text } }).string());
        EXPECT_EQ(ended.status, 2);
        EXPECT_APPROVED(line_from(ended.output, "Nested deeper"));
    }
}

TEST_F(Attack, DeepTablesInEveryOtherFile)
{
    const std::string deep = "[" + many("a.", 87'500) + "a]\n";
    static_cast<void>(write("own/lesson.cs.toml", deep));
    const auto linted = quick("lint-lesson " + lesson().string());
    EXPECT_APPROVED(line_from(linted.output, "lesson.cs.toml:1: Nested"));
    EXPECT_EQ(quick("check own --engine vm --lessons " + m_folder.path().string()).status, 0);
    for (const std::string file : { "exercise.toml", "grading.toml" }) {
        fs::remove_all(m_folder.path() / "exercises");
        fs::create_directories(m_folder.path() / "exercises");
        fs::copy(fs::path { WARPSTAGE_ASSETS } / "exercises", m_folder.path() / "exercises", fs::copy_options::recursive);
        const auto first = *fs::directory_iterator(m_folder.path() / "exercises");
        std::ofstream(first.path() / file, std::ios::app) << deep;
        static_cast<void>(write("submissions/a.cu", "__global__ void k() { }\n"));
        const auto ended = quick("grade " + (m_folder.path() / "submissions").string() + " --exercise " + first.path().string()
            + " -o " + (m_folder.path() / "grades.csv").string());
        EXPECT_EQ(ended.status, 2) << ended.output;
        EXPECT_APPROVED(line_from(ended.output, "Nested deeper")) << file;
    }
}

// A capture of 5 KB: no window appeared within 100 s.
TEST_F(Attack, GeneratedContentsAreLimitedInSum)
{
    for (const std::string contents : { "random:1", "iota", "ones", "value:3", "each:i * i" }) {
        std::string toml = text_of("lesson.toml");
        for (int i = 0; i < 40; ++i)
            toml += "\n[[buffer]]\nname = \"g" + std::to_string(i) + "\"\ntype = \"f32\"\ncount = 26214400\ncontents = \""
                + contents + "\"\n";
        const auto file = capture({ { "lesson.toml", toml } }).string();
        for (const std::string& words :
            { "check --engine vm " + file, "--engine vm --offscreen 64x64 --frames 1 " + file, "trace " + file + " plain" }) {
            const auto ended = quick(words);
            EXPECT_EQ(ended.status, 2) << words;
            EXPECT_THAT(ended.output, HasSubstr("generated elements")) << words;
        }
    }
}

// One small file of the archive fills many buffers.
TEST_F(Attack, OneFileForManyBuffers)
{
    std::string toml = text_of("lesson.toml");
    for (int i = 0; i < 40; ++i)
        toml += "\n[[buffer]]\nname = \"g" + std::to_string(i)
            + "\"\ntype = \"u8\"\ncount = 67108864\ncontents = \"file:buffers/zeros.bin\"\n";
    const auto ended = quick(
        "check --engine vm " + capture({ { "lesson.toml", toml }, { "buffers/zeros.bin", std::string(1000, '\0') } }).string());
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.output, HasSubstr("MiB together"));
}

TEST_F(Attack, AVariableThatTheKernelsDoNotHave)
{
    for (const std::string name : { "nope", "saxpy", "_Z5saxpy", "%r1", "a b" }) {
        const std::string toml =
            text_of("lesson.toml") + "\n[[buffer]]\nname = \"g\"\ntype = \"f32\"\ncount = 4\nvariable = \"" + name + "\"\n";
        const auto ended = quick("check --engine vm " + capture({ { "lesson.toml", toml } }).string());
        EXPECT_EQ(ended.status, 2) << name;
        EXPECT_THAT(ended.output, HasSubstr("buffer `g`: the kernels have no variable `" + name + "`")) << name;
    }
}

// Nothing had been drawn yet.
TEST_F(Attack, ScriptsThatBeginWithAnyCommand)
{
    const std::string picture = (m_folder.path() / "a.png").string();
    EXPECT_EQ(
        quick("--engine vm --offscreen 320x200 --script " + write("a.txt", "screenshot " + picture + "\n").string()).status, 0);
    EXPECT_TRUE(fs::is_regular_file(picture));
    for (const std::string line :
        { "key F12", "key F9", "key C", "click 10 10", "resize 1x1", "resize 0x0", "drag 1 1 2 2", "type abc" }) {
        const auto ended = run_in("HOME=" + m_folder.path().string(),
            "--engine vm --offscreen 320x200 --frames 2 --script " + write("b.txt", line + "\n").string());
        EXPECT_EQ(ended.status, 0) << line << "\n" << ended.output;
    }
}

TEST_F(Attack, ASourceOfOneLine)
{
    const std::string text = R"({"warpstage_session": 1, "source": ")" + many("x", std::size_t { 50 } << 20) + "\"}";
    const auto ended = quick("--engine vm --offscreen 64x64 --frames 1 " + write("long.warpstage", text).string());
    EXPECT_EQ(ended.status, 2);
    EXPECT_APPROVED(line_from(ended.output, "long.warpstage is"));
}

TEST_F(Attack, MessagesNameTheOptionAndTheFile)
{
    for (const auto& [words, sentence] :
        std::vector<std::pair<std::string, std::string>> {
            { "trace reduction --block ?", "`--block` requires a number, not `?`." },
            { "check reduction --engine vm --engine vm", "`--engine` accepts at most 1 value, not 2." },
            { "compare " + write("a.json", "[]").string() + " " + write("b.json", "[]").string(),
                "is not a result of `warpstage bench --json`" },
            { "compare "
                    + write("c.json",
                        R"({"kind":"warpstage bench","version":1,"program":"","engine":"","engine_detail":"","emulated":false,"variants":[[1]]})")
                          .string()
                    + " " + write("d.json", "{}").string(),
                "is not an object" } }) {
        const auto ended = quick(words);
        EXPECT_EQ(ended.status, 2) << words;
        EXPECT_THAT(ended.output, AllOf(HasSubstr(sentence), Not(HasSubstr("cannot use")), Not(HasSubstr("convert")))) << words;
    }
}

} // namespace
} // namespace warpstage::cli

// Files from strangers, full disks, readers that leave: one sentence, no crash, no wait.
#include "app/cli/standard_streams.h"
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;

class HostileFiles : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("warpstage-hostile-" + std::to_string(::getpid()));
        fs::remove_all(m_folder);
        fs::create_directories(m_folder / "lessons");
        ASSERT_EQ(::mkfifo((m_folder / "pipe").c_str(), 0600), 0);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    // A lesson made by the program, then damaged.
    void add_lesson(const std::string& id, const std::function<void(const fs::path& lesson)>& damage)
    {
        const auto made = run("new-lesson " + id + " --in " + (m_folder / "lessons").string());
        ASSERT_EQ(made.status, 0) << made.output;
        damage(m_folder / "lessons" / id);
    }

    fs::path m_folder;
};

std::string text_of_file(const fs::path& path)
{
    std::ifstream stream(path);
    return { std::istreambuf_iterator<char>(stream), {} };
}

void replace_in(const fs::path& file, const std::string& words, const std::string& by)
{
    std::string text = text_of_file(file);
    const auto at = text.find(words);
    ASSERT_NE(at, std::string::npos) << words;
    text.replace(at, words.size(), by);
    std::ofstream { file } << text;
}

TEST_F(HostileFiles, FoldersAndPipesInPlaceOfFilesAreRefused)
{
    for (const std::string name : { "lessons", "pipe" }) {
        const std::string path = (m_folder / name).string();
        const std::string reason = name == "pipe" ? "Not a regular file" : "Is a directory";
        for (const std::string& words : { "compare " + path + " " + path, "run " + path, "ptx " + path,
                 "figure bars reduction --from " + path + " -o x.svg", "--offscreen 640x360 --frames 1 --script " + path }) {
            const auto ended = run(words);
            EXPECT_EQ(ended.status, 2) << words << "\n" << ended.output;
            EXPECT_NE(ended.output.find(reason), std::string::npos) << words << "\n" << ended.output;
        }
    }
}

TEST_F(HostileFiles, BrokenLessonsDoNotStopTheOthers)
{
    add_lesson("half", [](const fs::path& lesson) { replace_in(lesson / "lesson.toml", "minimum = 1", "minimum = 0.5"); });
    add_lesson(
        "giant", [](const fs::path& lesson) { replace_in(lesson / "lesson.toml", "count = \"n\"", "count = \"1 << 40\""); });
    add_lesson("device", [](const fs::path& lesson) {
        fs::remove(lesson / "notes.md");
        fs::create_symlink("/dev/zero", lesson / "notes.md");
    });
    add_lesson("leaving", [](const fs::path& lesson) {
        fs::remove(lesson / "kernels.cu");
        fs::create_symlink("/etc/passwd", lesson / "kernels.cu");
    });
    for (const std::string file : { "lesson.toml", "kernels.cu", "kernels.ptx" }) {
        add_lesson("folder-" + std::to_string(file.size()) + file.substr(file.size() - 2), [&](const fs::path& lesson) {
            fs::remove(lesson / file);
            fs::create_directory(lesson / file);
        });
        add_lesson("pipe-" + std::to_string(file.size()) + file.substr(file.size() - 2), [&](const fs::path& lesson) {
            fs::remove(lesson / file);
            EXPECT_EQ(::mkfifo((lesson / file).c_str(), 0600), 0);
        });
    }
    const auto listed = run("list --lessons " + (m_folder / "lessons").string());
    EXPECT_NE(listed.output.find("reduction"), std::string::npos) << "the lessons of the program are listed";
    EXPECT_NE(listed.output.find("2^53"), std::string::npos) << listed.output;
    EXPECT_NE(listed.output.find("must have 1 to"), std::string::npos) << listed.output;
    EXPECT_NE(listed.output.find("is a link that"), std::string::npos) << listed.output;
    EXPECT_EQ(listed.output.find("root:"), std::string::npos) << "no content of a foreign file is quoted";
    for (const auto& folder : fs::directory_iterator(m_folder / "lessons"))
        EXPECT_NE(listed.output.find(folder.path().filename().string()), std::string::npos) << folder.path();
}

// What is small as text and large in sum.
TEST_F(HostileFiles, LessonsWithLargeSumsAreBroken)
{
    add_lesson("buffers", [](const fs::path& lesson) {
        std::ofstream text { lesson / "lesson.toml", std::ios::app };
        for (int i = 0; i < 8; ++i)
            text << "\n[[buffer]]\nname = \"g" << i << "\"\ntype = \"f32\"\ncount = \"1 << 28\"\ncontents = \"random:1\"\n";
    });
    add_lesson("names", [](const fs::path& lesson) {
        replace_in(lesson / "lesson.toml", "kernel = \"saxpy\"", "kernel = \"saxpy<{a},{b},{c}>\"");
        std::ofstream text { lesson / "lesson.toml", std::ios::app };
        for (const std::string id : { "a", "b", "c" }) {
            text << "\n[[parameter]]\nid = \"" << id << "\"\nlabel = \"" << id << "\"\ninitial = 0\nchoices = [";
            for (int i = 0; i < 32; ++i)
                text << i << ",";
            text << "]\n";
        }
    });
    const auto buffers = run("lint-lesson " + (m_folder / "lessons" / "buffers").string());
    EXPECT_NE(buffers.output.find("need more than 8192 MiB together"), std::string::npos) << buffers.output;
    const auto names = run("lint-lesson " + (m_folder / "lessons" / "names").string());
    EXPECT_NE(names.output.find("names more than 1000 kernels"), std::string::npos) << names.output;
}

TEST_F(HostileFiles, ContentsOutsideTheLessonAreRefused)
{
    for (const std::string file : { "/dev/zero", "/etc/passwd", "../../pipe" }) {
        add_lesson("outside", [&](const fs::path& lesson) {
            replace_in(lesson / "lesson.toml", "contents = \"random:7:0:1\"", "contents = \"file:" + file + "\"");
        });
        const auto checked = run("lint-lesson " + (m_folder / "lessons" / "outside").string());
        EXPECT_EQ(checked.status, 1) << file;
        EXPECT_NE(checked.output.find("must name a file in the folder of the lesson"), std::string::npos) << checked.output;
        fs::remove_all(m_folder / "lessons" / "outside");
    }
}

TEST_F(HostileFiles, BytesThatAreNotUtf8AreEscapedInJson)
{
    const fs::path source = m_folder / "bytes.ptx";
    std::ofstream { source } << R"(.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 status) vprintf (.param .b64 format, .param .b64 values);
.global .align 1 .b8 text[4] = { 97, 255, 10, 0 };
.visible .entry k(.param .u64 unused)
{
    .reg .b64 %rd<3>;
    mov.u64 %rd1, text;
    cvta.global.u64 %rd1, %rd1;
    mov.u64 %rd2, 0;
    {
    .param .b64 format;
    st.param.b64 [format], %rd1;
    .param .b64 values;
    st.param.b64 [values], %rd2;
    .param .b32 status;
    call.uni (status), vprintf, (format, values);
    }
    ret;
}
)";
    const auto printed = run("run --engine vm --json --arg u64=0 " + source.string());
    EXPECT_EQ(printed.status, 0) << printed.output;
    EXPECT_NE(printed.output.find("a\xef\xbf\xbd\\n"), std::string::npos) << printed.output;
    const fs::path name = m_folder / "a\xff.ptx";
    fs::copy_file(source, name);
    const auto listed = run("ptx --json '" + name.string() + "'");
    EXPECT_EQ(listed.status, 0) << listed.output;
    EXPECT_NE(listed.output.find("a\xef\xbf\xbd.ptx"), std::string::npos) << listed.output;
}

TEST_F(HostileFiles, WithoutAHomeFolderTheCurrentFolderIsNotRead)
{
    add_lesson("planted", [](const fs::path&) {});
    fs::create_directories(m_folder / ".local" / "share" / "warpstage");
    fs::rename(m_folder / "lessons", m_folder / ".local" / "share" / "warpstage" / "lessons");
    const auto listed = run_in("cd " + m_folder.string() + " && env -u HOME -u XDG_DATA_HOME", "list");
    EXPECT_EQ(listed.status, 0) << listed.output;
    EXPECT_EQ(listed.output.find("planted"), std::string::npos);
}

TEST_F(HostileFiles, AFullDiskIsReported)
{
    for (const char* words : { "list", "gpus", "trace transpose naive", "bench --help" }) {
        const auto full = run(words, "2>&1 >/dev/full");
        EXPECT_EQ(full.status, 1) << words;
        EXPECT_APPROVED(full.output) << words;
        const auto closed = run(words, "2>&1 >&-");
        EXPECT_EQ(closed.status, 1) << words;
        EXPECT_APPROVED(closed.output) << words;
        EXPECT_EQ(run(words, "2>/dev/full >/dev/null").status, 0) << words << ": messages may be lost";
    }
}

TEST(Printable, OnlyControlCharactersAreReplaced)
{
    EXPECT_EQ(printable("a\tb\nµ é"), "a\tb\nµ é");
    EXPECT_EQ(printable("\x1b[31mred\a"), "\ufffd[31mred\ufffd");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m\x7f\r"),
        "\ufffd31m\ufffd\ufffd");
    EXPECT_EQ(printable("\xc2"), "\xc2");
}

// Texts of files in messages: control characters would act on the terminal.
TEST_F(HostileFiles, ControlCharactersDoNotReachTheTerminal)
{
    const std::string red = "\x1b[31mred\a";
    const fs::path script = m_folder / "script.txt";
    std::ofstream { script } << red << "\n";
    const fs::path source = m_folder / "red.cu";
    std::ofstream { source } << "extern \"C\" __global__ void k(float* x) { " << red << " }\n";
    fs::create_directories(m_folder / "lessons" / red);
    std::ofstream { m_folder / "lessons" / red / "lesson.toml" } << red << " = 1\n";
    for (const std::string& words : { "--offscreen 64x64 --frames 1 --script " + script.string(),
             "run --grid 1 --block 32 --arg 'f32[4]' " + source.string(), "list --lessons " + (m_folder / "lessons").string() }) {
        const auto ended = run(words);
        EXPECT_NE(ended.output.find("[31mred"), std::string::npos) << words << "\n" << ended.output;
        EXPECT_EQ(ended.output.find('\x1b'), std::string::npos) << words;
        EXPECT_EQ(ended.output.find('\a'), std::string::npos) << words;
    }
}

TEST_F(HostileFiles, TagsInALessonAreShownInAReport)
{
    add_lesson("tags", [](const fs::path& lesson) {
        replace_in(lesson / "lesson.toml", "title = \"", "title = \"<script>1</script> ");
        replace_in(lesson / "lesson.toml", "summary = \"", "summary = \"<img src=x> & ");
        std::ofstream { lesson / "kernels.cu", std::ios::app } << "// <script>2</script>\n";
    });
    const fs::path report = m_folder / "report.html";
    const auto written = run("report tags --lessons " + (m_folder / "lessons").string() + " -o " + report.string());
    ASSERT_EQ(written.status, 0) << written.output;
    const auto page = text_of_file(report);
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("<img src=x"), std::string::npos);
    EXPECT_NE(page.find("&lt;script&gt;1"), std::string::npos);
    EXPECT_NE(page.find("&lt;script&gt;2"), std::string::npos);
    EXPECT_NE(page.find("&lt;img src=x&gt; &amp; "), std::string::npos);
}

// The lessons of the program are listed, and each broken one with its reason.
TEST_F(HostileFiles, FiftyBrokenLessonsAreListed)
{
    for (int i = 0; i < 50; ++i) {
        const fs::path lesson = m_folder / "lessons" / ("broken" + std::to_string(i));
        fs::create_directories(lesson);
        std::ofstream { lesson / "lesson.toml" } << "title = \"open\n";
    }
    const auto listed = run("list --lessons " + (m_folder / "lessons").string());
    EXPECT_EQ(listed.status, 0);
    for (int i = 0; i < 50; ++i)
        EXPECT_NE(listed.output.find("broken" + std::to_string(i) + "\n"), std::string::npos) << i;
    EXPECT_NE(listed.output.find("reduction"), std::string::npos);
}

// Without home folder, locale and most descriptors; another decimal comma changes no number in a file.
TEST_F(HostileFiles, PoorEnvironments)
{
    const std::string figure = "figure banks reduction reduce2 -o " + (m_folder / "figure.svg").string();
    ASSERT_EQ(run(figure).status, 0);
    const auto usual = text_of_file(m_folder / "figure.svg");
    for (const char* environment :
        { "env LC_ALL=de_DE.UTF-8", "env LC_ALL=tr_TR.UTF-8", "env -u HOME -u XDG_DATA_HOME", "env -i", "ulimit -n 16;" }) {
        const auto drawn = run_in(environment, figure);
        EXPECT_EQ(drawn.status, 0) << environment << "\n" << drawn.output;
        EXPECT_EQ(text_of_file(m_folder / "figure.svg"), usual) << environment;
    }
}

// Mesa's software renderer ended the program with a fault.
TEST_F(HostileFiles, TooLittleMemoryForTheDriverIsSaid)
{
    for (const std::string limit : { "300", "400" }) {
        const auto ended = run_in("ulimit -v " + limit + "000;", "--engine vm --offscreen 320x180 --frames 1 --no-start-page");
        EXPECT_EQ(ended.status, 2) << limit;
        EXPECT_THAT(ended.output, HasSubstr("drawing needs 512 MiB. Raise the limit with `ulimit -v 524288`."));
    }
}

} // namespace
} // namespace warpstage::cli

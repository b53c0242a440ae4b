// Captures that are opened: valid ones, and those of strangers.
#include "app/shell/files/captures.h"
#include "app/shell/files/file_opener.h"
#include "core/base/temporary_folder.h"
#include "core/capture_file/archive.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <variant>

namespace warpstage::shell {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OpenedCapture : public testing::Test {
protected:
    TemporaryFolder folder;
    fs::path file = folder.path() / "x.warpstage";

    // The lesson of the fixtures as a capture, with changes to its lesson.toml.
    void pack(const std::string& from = {}, const std::string& to = {}) const
    {
        const fs::path lesson = folder.path() / "lesson";
        fs::remove_all(lesson);
        fs::copy(fs::path { WARPSTAGE_FIXTURES } / "lessons/described/01-double", lesson, fs::copy_options::recursive);
        name_source(lesson / "kernels.ptx");
        std::ifstream stream(lesson / "lesson.toml");
        std::string toml { std::istreambuf_iterator<char>(stream), {} };
        ASSERT_NE(toml.find(from), std::string::npos) << from;
        toml.replace(toml.find(from), from.size(), to);
        std::ofstream(lesson / "lesson.toml") << toml;
        const auto packed = capture_file::pack(lesson, file);
        ASSERT_TRUE(packed) << packed.error().message;
    }

    // Captured programs have sources with any name.
    static void name_source(const fs::path& ptx)
    {
        std::ifstream stream(ptx);
        std::string text { std::istreambuf_iterator<char>(stream), {} };
        const auto end = text.find("ret;");
        ASSERT_NE(end, std::string::npos);
        text.insert(end, ".loc 1 3 0\n");
        std::ofstream(ptx) << text << ".file 1 \"/home/ada/doubling.cu\"\n";
    }

    // Dropped onto the stage.
    [[nodiscard]] session::Command dropped() const
    {
        OutsideFiles files { folder.path() };
        return open_file({ file }, {}, files).commands.at(0);
    }

    [[nodiscard]] std::string refusal() const
    {
        const auto opened = open_capture(file);
        std::string message = opened ? "" : opened.error().message;
        const std::string parent = folder.path().string() + "/";
        for (auto found = message.find(parent); found != std::string::npos; found = message.find(parent))
            message.erase(found, parent.size());
        return message;
    }
};

TEST_F(OpenedCapture, IsALesson)
{
    pack();
    const auto lesson = open_capture(file);
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_EQ((*lesson)->id, "double");
    EXPECT_EQ((*lesson)->source_name(), "doubling.cu") << "as in the line table";
    EXPECT_TRUE(names_file(file.string()));
    EXPECT_FALSE(names_file("double"));
    EXPECT_TRUE(std::holds_alternative<session::ShowLesson>(dropped()));
}

TEST_F(OpenedCapture, OtherFilesAreRefused)
{
    EXPECT_APPROVED(refusal());
    std::ofstream(file) << "{\"warpstage_session\": 1}";
    EXPECT_APPROVED(refusal());
    pack();
    fs::resize_file(file, fs::file_size(file) / 2);
    EXPECT_THAT(refusal(), HasSubstr("is damaged"));
    EXPECT_THAT(std::get<session::AddNotice>(dropped()).text, HasSubstr("is damaged"));
}

TEST_F(OpenedCapture, TheLessonIsChecked)
{
    pack("[[variant]]", "[[variants]]");
    EXPECT_THAT(refusal(), HasSubstr("x.warpstage/lesson.toml"));
    pack("count = \"n\"", "count = \"n\"\naddress = 0x1000000\n[[buffer]]\nname = \"more\"\ntype = \"u8\"\ncount = 0");
    EXPECT_THAT(refusal(), HasSubstr("buffer `more` of u8 must have 1 to"));
    pack("count = \"n\"", "count = \"n\"\naddress = 0x1000002");
    EXPECT_APPROVED(refusal());
    pack("contents = \"iota\"", "contents = \"file:/etc/passwd\"");
    EXPECT_APPROVED(refusal());
    pack("contents = \"iota\"", "contents = \"file:buffers/7.bin\"");
    EXPECT_APPROVED(refusal()) << "not the temporary folder";
    std::string large;
    for (const std::string name : { "l1", "l2", "l3" })
        large += "[[buffer]]\nname = \"" + name + "\"\ntype = \"u8\"\ncount = 1073741824\n";
    pack("[check]", large + "[check]");
    EXPECT_APPROVED(refusal());
}

} // namespace
} // namespace warpstage::shell

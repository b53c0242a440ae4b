#include "core/base/temporary_folder.h"
#include "core/base/whole_file.h"
#include "core/exercise/submission.h"
#include "core/live/kernel_file.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>

namespace warpstage::exercise {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SubmissionsIn : public ::testing::Test {
protected:
    void put(const std::string& path, const std::string& text = "x") const
    {
        fs::create_directories((m_root.path() / path).parent_path());
        VERIFY(write_whole_file(m_root.path() / path, text).ok());
    }
    // What was found, by student: the path of the file below the folder, or "! " and the mistake.
    [[nodiscard]] std::map<std::string, std::string> found(bool only_exercise = true) const
    {
        const auto submissions = find_submissions(m_root.path(), "race", only_exercise);
        VERIFY(submissions.ok());
        std::map<std::string, std::string> all;
        for (const auto& one : submissions->found)
            all[one.student] = one.mistake.empty() ? one.file.lexically_relative(m_root.path()).string() : "! " + one.mistake;
        return all;
    }

    TemporaryFolder m_root;
};

TEST_F(SubmissionsIn, AreFilesAndFolders)
{
    put("ada.cu");
    put("bob/kernels.cu");
    put("bob/other.cu");
    put("cyd/solution of cyd.cu");
    put("dan/race/kernels.cu");
    put("eva/exercises/race/kernels.cu");
    put("fay.CU");
    put("gil/Mine.CU");
    put("two/a.cu");
    put("two/b.cu");
    put("none/readme.txt");
    put("list.txt");
    const std::map<std::string, std::string> expected { { "ada", "ada.cu" }, { "bob", "bob/kernels.cu" },
        { "cyd", "cyd/solution of cyd.cu" }, { "dan", "dan/race/kernels.cu" }, { "eva", "eva/exercises/race/kernels.cu" },
        { "fay", "fay.CU" }, { "gil", "gil/Mine.CU" },
        { "two", "! The folder has several .cu files and none with the name kernels.cu." },
        { "none", "! No file kernels.cu was handed in." } };
    EXPECT_EQ(found(), expected);
    EXPECT_THAT(find_submissions(m_root.path(), "race", true)->ignored, ElementsAre("list.txt"));
    EXPECT_APPROVED(found(false)["cyd"]);
    EXPECT_EQ(found(false)["dan"], "dan/race/kernels.cu");
}

TEST_F(SubmissionsIn, AreNeverLinksPipesOrDevices)
{
    put("secret/kernels.cu");
    fs::create_symlink("/etc/passwd", m_root.path() / "link.cu");
    fs::create_symlink(m_root.path() / "secret", m_root.path() / "folder-link");
    fs::create_directories(m_root.path() / "inner");
    fs::create_symlink("/dev/zero", m_root.path() / "inner/kernels.cu");
    fs::create_directories(m_root.path() / "deep");
    fs::create_symlink(m_root.path() / "secret", m_root.path() / "deep/race");
    ASSERT_EQ(mkfifo((m_root.path() / "pipe.cu").c_str(), 0600), 0);
    auto all = found();
    EXPECT_THAT(all["link"], HasSubstr("symbolic link"));
    EXPECT_THAT(all["folder-link"], HasSubstr("symbolic link"));
    EXPECT_THAT(all["inner"], HasSubstr("symbolic link"));
    EXPECT_THAT(all["deep"], HasSubstr("! "));
    EXPECT_THAT(all["pipe"], HasSubstr("a pipe"));
}

TEST_F(SubmissionsIn, AreReadWithLimits)
{
    put("large.cu", std::string(live::kMaxSourceBytes + 1, ' '));
    put("empty.cu", " \n");
    put("binary.cu",
        std::string { "\x7f"
                      "ELF\0\0",
            6 });
    fs::create_directories(m_root.path() / "folder.cu");
    for (const char* name : { "large.cu", "empty.cu", "binary.cu", "folder.cu", "absent.cu" })
        EXPECT_FALSE(read_submission(m_root.path() / name).ok()) << name;
    put("text.cu", "__global__ void k() {}");
    EXPECT_TRUE(read_submission(m_root.path() / "text.cu").ok());
}

} // namespace
} // namespace warpstage::exercise

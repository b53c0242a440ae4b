#include "core/base/temporary_folder.h"
#include "core/base/whole_file.h"
#include "core/exercise/submission_folder.h"
#include "core/live/kernel_file.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

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
        const auto folder = SubmissionFolder::read(m_root.path());
        VERIFY(folder.ok());
        std::map<std::string, std::string> all;
        for (const auto& one : folder->of("race", only_exercise).found)
            all[one.student] = one.mistake.empty() ? one.file.lexically_relative(m_root.path()).string() : "! " + one.mistake;
        return all;
    }

    TemporaryFolder m_root;
};

TEST_F(SubmissionsIn, AFileAndAFolderOfOneStudentAreReported)
{
    put("ada/kernels.cu");
    put("ada.cu");
    put("bob.cu");
    const std::map<std::string, std::string> expected { { "ada", "! The submission has both ada and ada.cu." },
        { "bob", "bob.cu" } };
    EXPECT_EQ(found(), expected);
}

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
    EXPECT_THAT(SubmissionFolder::read(m_root.path())->of("race", true).ignored, ElementsAre("list.txt"));
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

TEST_F(SubmissionsIn, AreFoundInTheLayoutsOfCourseSystems)
{
    put("Ada Byron_4711_assignsubmission_file/kernels.cu");
    put("Bob B_12_assignsubmission_file_kernels.cu");
    put("cydc_815_4712_kernels-1.cu");
    put("dand_LATE_816_4713_my race.cu");
    put("lab1-eva/solutions/part 2/race/kernels.cu");
    put("lab1-eva/.git/race/kernels.cu");
    put("fay/race.cu");
    put("fay/transpose.cu");
    put("gil/__MACOSX/race/kernels.cu");
    put("hal/new/race/kernels.cu");
    put("hal/old/race/kernels.cu");
    const std::map<std::string, std::string> expected { { "Ada Byron", "Ada Byron_4711_assignsubmission_file/kernels.cu" },
        { "Bob B", "Bob B_12_assignsubmission_file_kernels.cu" }, { "cydc", "cydc_815_4712_kernels-1.cu" },
        { "dand", "dand_LATE_816_4713_my race.cu" }, { "lab1-eva", "lab1-eva/solutions/part 2/race/kernels.cu" },
        { "fay", "fay/race.cu" }, { "gil", "! No file kernels.cu was handed in." },
        { "hal", "! The submission has both new/race/kernels.cu and old/race/kernels.cu." } };
    EXPECT_EQ(found(), expected);
    const auto all = SubmissionFolder::read(m_root.path())->of("race", true).found;
    EXPECT_EQ(std::ranges::find(all, "Ada Byron", &Submission::student)->id, "Participant 4711");
    EXPECT_EQ(std::ranges::find(all, "cydc", &Submission::student)->id, "815");
    EXPECT_TRUE(std::ranges::find(all, "gil", &Submission::student)->missing);
    EXPECT_EQ(found(false)["fay"], "fay/race.cu");
}

class Archives : public SubmissionsIn {
protected:
    // An archive of names and contents.
    void zip(const std::string& path, const std::vector<std::pair<std::string, std::string>>& files) const
    {
        int code = 0;
        zip_t* const archive = zip_open((m_root.path() / path).c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
        VERIFY(archive != nullptr);
        for (const auto& [name, text] : files)
            zip_file_add(archive, name.c_str(), zip_source_buffer(archive, text.data(), text.size(), 0), ZIP_FL_ENC_UTF_8);
        VERIFY(zip_close(archive) == 0);
    }
    // The text of the file that was found for a student, or "! " and the mistake.
    [[nodiscard]] std::string text(const std::string& student) const
    {
        const auto folder = SubmissionFolder::read(m_root.path());
        const auto all = folder->of("race", true).found;
        const auto one = std::ranges::find(all, student, &Submission::student);
        VERIFY(one != all.end());
        return one->mistake.empty() ? read_submission(one->file).value() : "! " + one->mistake;
    }
};

TEST_F(Archives, OfStudentsAreUnpacked)
{
    zip("ada.zip", { { "exercises/race/kernels.cu", "the kernel" }, { "__MACOSX/race/kernels.cu", "none" } });
    zip("bob.ZIP", { { "my folder/deeper/kernels.cu", "of bob" } });
    fs::create_directories(m_root.path() / "cyd");
    zip("cyd/solution.zip", { { "race\\kernels.cu", "by Windows" } });
    EXPECT_EQ(text("ada"), "the kernel");
    EXPECT_EQ(text("bob"), "of bob");
    EXPECT_EQ(text("cyd"), "by Windows");
}

TEST_F(Archives, DoNoHarm)
{
    zip("evil.zip", { { "../../evil.cu", "out" }, { "/tmp/evil.cu", "out" }, { "a/../../b.cu", "out" } });
    zip("large.zip", { { "kernels.cu", std::string(std::size_t { 2 } << 20U, 'x') } });
    put("torn.zip", "PK\x03\x04 and nothing");
    EXPECT_THAT(text("evil"), HasSubstr("No file"));
    EXPECT_FALSE(fs::exists(m_root.path().parent_path() / "evil.cu"));
    EXPECT_THAT(text("large"), HasSubstr("is too large"));
    EXPECT_THAT(text("torn"), HasSubstr("no ZIP archive"));
}

TEST_F(Archives, MayHaveAWholeClass)
{
    zip("inner.zip", { { "kernels.cu", "inner" } });
    const auto inner = read_whole_file(m_root.path() / "inner.zip", kMaxTextBytes);
    ASSERT_TRUE(inner.ok());
    zip("class.zip", { { "ada/kernels.cu", "a" }, { "Bob B_12_assignsubmission_file/work.zip", *inner } });
    const auto folder = SubmissionFolder::read(m_root.path() / "class.zip");
    ASSERT_TRUE(folder.ok()) << folder.error().message;
    const auto all = folder->of("race", true).found;
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].student, "Bob B");
    EXPECT_EQ(read_submission(all[0].file).value(), "inner");
    EXPECT_EQ(read_submission(all[1].file).value(), "a");
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

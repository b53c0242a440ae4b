#include "core/lesson/own_lesson.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace warpstage::lesson {
namespace {

namespace fs = std::filesystem;

class OwnLesson : public ::testing::Test {
protected:
    void SetUp() override
    {
        auto loaded = load_lesson(fs::path(WARPSTAGE_ASSETS) / "lessons" / "05-reduction");
        ASSERT_TRUE(loaded) << loaded.error().message;
        m_lesson = *std::move(loaded);
    }
    void TearDown() override { fs::remove_all(m_folder); }
    [[nodiscard]] std::string refusal(const std::string& name) const
    {
        const auto saved = save_own_lesson(m_lesson, "", name, m_folder);
        return saved ? "" : saved.error().message;
    }

    Lesson m_lesson;
    fs::path m_folder = fs::temp_directory_path() / ("warpstage-own-lesson-" + std::to_string(::getpid()));
};

TEST_F(OwnLesson, IsACopyThatCanBeLoadedBesideTheOriginal)
{
    const auto saved = save_own_lesson(m_lesson, "// mine\n" + m_lesson.source, "padded", m_folder);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(*saved, m_folder / "padded");
    const auto again = load_lesson(*saved);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->id, "padded");
    EXPECT_EQ(again->title, m_lesson.title + " (padded)");
    EXPECT_EQ(again->source, "// mine\n" + m_lesson.source);
    EXPECT_EQ(again->notes, m_lesson.notes);
    EXPECT_EQ(again->variants.size(), m_lesson.variants.size());
    EXPECT_EQ(again->builds.size(), m_lesson.builds.size());
}

TEST_F(OwnLesson, OfACaptureHasTheContentsOfItsBuffers)
{
    const fs::path original = m_folder / "original";
    fs::create_directories(m_folder);
    fs::copy(m_lesson.folder, original, fs::copy_options::recursive);
    fs::create_directory(original / "buffers");
    std::ofstream(original / "buffers" / "1.bin") << "1234";
    m_lesson.folder = original;
    const auto saved = save_own_lesson(m_lesson, m_lesson.source, "mine", m_folder);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(fs::file_size(*saved / "buffers" / "1.bin"), 4U);
}

TEST_F(OwnLesson, InvalidNamesAreRejected)
{
    EXPECT_APPROVED(refusal("No Name"));
    EXPECT_APPROVED(refusal("../up"));
    EXPECT_APPROVED(refusal("reduction"));
    fs::create_directories(m_folder / "there");
    EXPECT_EQ(refusal("there"), (m_folder / "there").string() + " already exists. Choose another name.");
}

TEST_F(OwnLesson, AnErrorLeavesNoFiles)
{
    fs::create_directories(m_folder);
    std::ofstream(m_folder / "file") << "no folder";
    const auto saved = save_own_lesson(m_lesson, "", "mine", m_folder / "file");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().message, "Folder " + (m_folder / "file" / "mine").string() + " cannot be created: Not a directory.");
}

} // namespace
} // namespace warpstage::lesson

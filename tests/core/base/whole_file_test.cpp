#include "core/base/whole_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstage {
namespace {

namespace fs = std::filesystem;

class WholeFile : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / "warpstage-whole-file-test";
        fs::remove_all(m_folder);
        fs::create_directories(m_folder);
        m_path = m_folder / "a.svg";
    }
    void TearDown() override { fs::remove_all(m_folder); }

    [[nodiscard]] std::string content() const
    {
        std::ifstream stream(m_path, std::ios::binary);
        return { std::istreambuf_iterator<char>(stream), {} };
    }
    [[nodiscard]] std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(m_folder), {}); }

    fs::path m_folder;
    fs::path m_path;
};

TEST_F(WholeFile, ReplacesAnExistingFile)
{
    const std::string bytes("new\0\n", 5);
    ASSERT_TRUE(write_whole_file(m_path, "old and longer"));
    ASSERT_TRUE(write_whole_file(m_path, bytes));
    EXPECT_EQ(content(), bytes);
    EXPECT_EQ(files(), 1) << "no partial file is left";
}

// The temporary file is a link to a device that is always full.
TEST_F(WholeFile, AFullDiskKeepsTheExistingFile)
{
    ASSERT_TRUE(write_whole_file(m_path, "old"));
    fs::create_symlink("/dev/full", m_path.string() + ".part");
    const auto written = write_whole_file(m_path, "new");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "No space left on device");
    EXPECT_EQ(content(), "old");
    EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, AFolderInTheWayStays)
{
    fs::create_directories(m_path);
    const auto written = write_whole_file(m_path, "new");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "Is a directory");
    EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, AMissingFolderIsTheReason)
{
    const auto written = write_whole_file(m_folder / "none" / "a.svg", "new");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "No such file or directory");
}

} // namespace
} // namespace warpstage

#include "app/stage/capture/picture_folder.h"
#include "app/stage/capture/png.h"
#include "tests/file_size_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace warpstage::stage {
namespace {

namespace fs = std::filesystem;

class Capture : public testing::Test {
protected:
    void SetUp() override { fs::create_directories(m_folder); }
    void TearDown() override { fs::remove_all(m_folder); }

    fs::path m_folder = fs::temp_directory_path() / ("warpstage-capture-" + std::to_string(::getpid()));
};

const Image kImage { 2, 2, { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255 } };

TEST_F(Capture, PngRoundTripIsLossless)
{
    const fs::path path = m_folder / "new" / "a.png";
    const auto written = write_png(kImage, path);
    ASSERT_TRUE(written) << written.error().message;
    const auto read = read_png(path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->width, 2U);
    EXPECT_EQ(read->rgba, kImage.rgba);
    EXPECT_EQ(std::distance(fs::directory_iterator(path.parent_path()), {}), 1) << "no partial file is left";
}

TEST_F(Capture, AnUnwritableFolderIsReported)
{
    std::ofstream(m_folder / "file") << "in the way";
    for (const fs::path& path : { m_folder / "file" / "a.png", fs::path("/proc/warpstage/a.png") }) {
        const auto written = write_png(kImage, path);
        ASSERT_FALSE(written);
        EXPECT_THAT(written.error().message, testing::HasSubstr("Cannot save the image `" + path.string()));
    }
}

TEST_F(Capture, AFullDiskIsReportedAndLeavesNoFile)
{
    const fs::path path = m_folder / "a.png";
    const warpstage::FileSizeLimit limit(10);
    const auto written = write_png(kImage, path);
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, testing::HasSubstr(warpstage::kFileTooLarge));
    EXPECT_TRUE(fs::is_empty(m_folder));
}

TEST_F(Capture, NamesDescribeTheContentAndNeverCollide)
{
    const auto now = std::chrono::system_clock::now();
    const auto path_of = [&](const std::string& lesson, const std::string& variant) {
        const std::array parts { lesson, variant };
        constexpr std::array<std::string_view, 1> kEnding { ".png" };
        return fs::path(new_figure_stem(m_folder, parts, kEnding, now) += ".png");
    };
    const fs::path first = path_of("nbody", "shared");
    EXPECT_THAT(first.filename().string(), testing::MatchesRegex("warpstage-nbody-shared-[0-9]{8}-[0-9]{6}\\.png"));
    ASSERT_TRUE(write_png(kImage, first));
    const fs::path second = path_of("nbody", "shared");
    EXPECT_EQ(second.string(), first.string().substr(0, first.string().size() - 4) + "-2.png");
    EXPECT_EQ(path_of("../..", "a/b").parent_path(), m_folder) << "an id cannot lead out of the folder";
}

TEST_F(Capture, PicturesFolderIsThatOfTheDesktop)
{
    std::ofstream(m_folder / "user-dirs.dirs") << "# comment\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n";
    ::setenv("HOME", "/home/lecturer", 1);
    ::setenv("XDG_CONFIG_HOME", m_folder.c_str(), 1);
    ::unsetenv("XDG_PICTURES_DIR");
    EXPECT_EQ(default_picture_folder(), "/home/lecturer/Bilder/warpstage");
    fs::remove(m_folder / "user-dirs.dirs");
    EXPECT_EQ(default_picture_folder(), "/home/lecturer/Pictures/warpstage");
    ::setenv("XDG_PICTURES_DIR", "/media/pictures", 1);
    EXPECT_EQ(default_picture_folder(), "/media/pictures/warpstage");
    EXPECT_EQ(short_path("/home/lecturer/Bilder/a.png"), "~/Bilder/a.png");
    EXPECT_EQ(short_path("/srv/a.png"), "/srv/a.png");
}

} // namespace
} // namespace warpstage::stage

// Packing and unpacking of valid captures. hostile_archive_test.cpp has the invalid ones.
#include "core/base/temporary_folder.h"
#include "core/capture_file/archive.h"

#include <gtest/gtest.h>

#include <fstream>

namespace warpstage::capture_file {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string read(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

TEST(Archive, UnpackingGivesThePackedFiles)
{
    const TemporaryFolder folder;
    write(folder.path() / "in/lesson.toml", "id = \"x\"\n");
    write(folder.path() / "in/buffers/1.bin", std::string(3 << 20, 'x'));
    write(folder.path() / "in/buffers/2.bin", "");
    const fs::path file = folder.path() / "x.warpstage";
    ASSERT_TRUE(pack(folder.path() / "in", file));
    EXPECT_TRUE(is_capture(file));
    EXPECT_LT(fs::file_size(file), 100'000U);
    fs::create_directory(folder.path() / "out");
    const auto unpacked = unpack(file, folder.path() / "out");
    ASSERT_TRUE(unpacked) << unpacked.error().message;
    EXPECT_EQ(read(folder.path() / "out/lesson.toml"), "id = \"x\"\n");
    EXPECT_EQ(fs::file_size(folder.path() / "out/buffers/1.bin"), 3U << 20);
    EXPECT_TRUE(fs::exists(folder.path() / "out/buffers/2.bin"));
}

TEST(Archive, EqualFoldersAreEqualFiles)
{
    const TemporaryFolder folder;
    write(folder.path() / "in/lesson.toml", "id = \"x\"\n");
    ASSERT_TRUE(pack(folder.path() / "in", folder.path() / "a.warpstage"));
    fs::last_write_time(folder.path() / "in/lesson.toml", fs::file_time_type::clock::now() - std::chrono::hours(100));
    ASSERT_TRUE(pack(folder.path() / "in", folder.path() / "b.warpstage"));
    EXPECT_EQ(read(folder.path() / "a.warpstage"), read(folder.path() / "b.warpstage"));
}

TEST(Archive, SessionFilesAndMissingFilesAreNoCaptures)
{
    const TemporaryFolder folder;
    write(folder.path() / "session.warpstage", "{\"warpstage_session\": 1}");
    EXPECT_FALSE(is_capture(folder.path() / "session.warpstage"));
    EXPECT_FALSE(is_capture(folder.path() / "missing.warpstage"));
}

TEST(Archive, AFileThatCannotBeWrittenIsAnError)
{
    const TemporaryFolder folder;
    write(folder.path() / "in/lesson.toml", "id = \"x\"\n");
    const auto packed = pack(folder.path() / "in", folder.path() / "missing/x.warpstage");
    ASSERT_FALSE(packed);
    EXPECT_NE(packed.error().message.find("Cannot write"), std::string::npos) << packed.error().message;
}

} // namespace
} // namespace warpstage::capture_file

// Captures may come from anyone: names that leave the folder, sizes that do not exist, damaged bytes.
#include "core/base/temporary_folder.h"
#include "core/capture_file/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zip.h>

#include <chrono>
#include <fstream>
#include <utility>
#include <vector>

namespace warpstage::capture_file {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Files = std::vector<std::pair<std::string, std::string>>;

void make_archive(const fs::path& file, const Files& files)
{
    zip_t* archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    ASSERT_NE(archive, nullptr);
    for (const auto& [name, text] : files) {
        zip_source_t* source = zip_source_buffer(archive, text.data(), text.size(), 0);
        ASSERT_GE(zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8), 0) << name;
    }
    ASSERT_EQ(zip_close(archive), 0);
}

std::string archive_bytes(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

// The paths of all files below the folder, without their contents.
std::vector<std::string> files_in(const fs::path& folder)
{
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

class HostileArchive : public testing::Test {
protected:
    TemporaryFolder folder;
    fs::path file = folder.path() / "x.warpstage";
    int attempts = 0;

    // The error of unpacking; empty: none. Nothing outside of the target may appear.
    std::string unpacked()
    {
        const fs::path target = folder.path() / ("out" + std::to_string(++attempts));
        fs::create_directory(target);
        const auto before = files_in(folder.path());
        const auto result = unpack(file, target);
        const std::string error = result ? "" : result.error().message;
        fs::remove_all(target);
        fs::create_directory(target);
        EXPECT_EQ(files_in(folder.path()), before);
        fs::remove_all(target);
        return error;
    }

    // Small valid contents, of which one is compressible.
    std::string valid_archive()
    {
        make_archive(file,
            { { "lesson.toml", "id = \"x\"\n" }, { "buffers/1.bin", std::string(5000, 'a') }, { "kernels.ptx", "// nothing" } });
        return archive_bytes(file);
    }

    void write(const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }
};

TEST_F(HostileArchive, NamesThatLeaveTheFolderAreRefused)
{
    for (const std::string name : { "../x", "/etc/x", "a/../../x", "buffers/../x", "a/b/c", ".hidden", "a/.hidden", "a\\b", "a b",
             "folder//", "\xc3\xa4.bin" }) {
        make_archive(file, { { name, "text" } });
        EXPECT_THAT(unpacked(), HasSubstr("whose name is not one of a capture")) << name;
    }
}

// `zip -r` writes entries for folders.
TEST_F(HostileArchive, FoldersAreAccepted)
{
    make_archive(file, { { "buffers/", "" }, { "buffers/1.bin", "a" }, { "lesson.toml", "id = \"x\"\n" } });
    EXPECT_EQ(unpacked(), "");
}

TEST_F(HostileArchive, AFileThatIsAlsoAFolderIsRefused)
{
    for (const Files& files : { Files { { "lesson.toml", "id" }, { "lesson.toml/x", "a" } },
             Files { { "lesson.toml/x", "a" }, { "lesson.toml", "id" } },
             Files { { "lesson.toml/", "" }, { "lesson.toml", "id" } } }) {
        make_archive(file, files);
        EXPECT_THAT(unpacked(), HasSubstr("is damaged: it contains `lesson.toml` as a file and as a folder."));
    }
}

// They took up to 78 seconds.
TEST_F(HostileArchive, ManyFoldersAreRefusedAtOnce)
{
    for (const char* name : { "/", "/x" }) {
        Files files { { "lesson.toml", "id" } };
        for (int i = 0; i < 20'000; ++i)
            files.emplace_back("f" + std::to_string(i) + name, "");
        make_archive(file, files);
        const auto began = std::chrono::steady_clock::now();
        EXPECT_THAT(unpacked(), HasSubstr("contains more than 64 folders"));
        EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
    }
}

// libzip replaces the file that has the name.
TEST_F(HostileArchive, PackingFollowsLinksAndKeepsDevices)
{
    std::ofstream(folder.path() / "lesson.toml") << "id";
    const std::vector<Packed> files { { folder.path() / "lesson.toml", "lesson.toml" } };
    const fs::path link = folder.path() / "link";
    for (const bool exists : { true, false }) {
        const fs::path target = folder.path() / (exists ? "target" : "absent");
        if (exists)
            std::ofstream(target) << "old";
        fs::remove(link);
        fs::create_symlink(target.filename(), link);
        ASSERT_TRUE(pack(files, link));
        EXPECT_TRUE(fs::is_symlink(link));
        EXPECT_TRUE(is_capture(target)) << exists;
    }
    fs::remove(link);
    fs::create_symlink("link", link);
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const fs::path& target : { link, pipe, folder.path(), fs::path { "/dev/null" } }) {
        const auto packed = pack(files, target);
        ASSERT_FALSE(packed) << target;
        EXPECT_THAT(packed.error().message, HasSubstr("Not a regular file")) << target;
    }
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(HostileArchive, ALargeFileIsRefusedBeforeItIsWritten)
{
    const std::string valid = valid_archive();
    // The uncompressed size in the central directory (PKWARE APPNOTE, 4.3.12), and in the local header.
    std::string large = valid;
    for (const auto& [signature, offset] :
        { std::pair { std::string { "PK\x01\x02" }, 24U }, { std::string { "PK\x03\x04" }, 22U } }) {
        std::size_t at = large.find(signature);
        at = large.find(signature, at + 1); // of buffers/1.bin
        large.replace(at + offset, 4, std::string { "\x00\x00\x00\x70", 4 });
    }
    write(large);
    EXPECT_THAT(unpacked(), HasSubstr("contains more than 1024 MiB"));
}

TEST_F(HostileArchive, EveryTruncationIsOneSentence)
{
    const std::string valid = valid_archive();
    EXPECT_EQ(unpacked(), "");
    for (std::size_t bytes = 0; bytes < valid.size(); ++bytes) {
        write(valid.substr(0, bytes));
        const std::string error = unpacked();
        ASSERT_THAT(error, HasSubstr("is damaged")) << bytes;
        ASSERT_EQ(error.find('\n'), std::string::npos);
    }
}

TEST_F(HostileArchive, NoFlippedBitWritesOutsideTheFolder)
{
    const std::string valid = valid_archive();
    std::size_t refused = 0;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        std::string damaged = valid;
        damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ (1U << (i * 5 % 8)));
        write(damaged);
        refused += unpacked().empty() ? 0U : 1U;
    }
    // Others change times and versions only.
    EXPECT_GT(refused, valid.size() / 2);
}

TEST_F(HostileArchive, OtherFilesAreRefused)
{
    write("{\"warpstage_session\": 1}");
    EXPECT_THAT(unpacked(), HasSubstr("is damaged"));
    write("");
    EXPECT_THAT(unpacked(), HasSubstr("is damaged"));
    fs::remove(file);
    EXPECT_THAT(unpacked(), HasSubstr("is damaged"));
}

} // namespace
} // namespace warpstage::capture_file

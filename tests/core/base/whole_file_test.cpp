#include "core/base/whole_file.h"
#include "tests/approved.h"
#include "tests/file_size_limit.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace warpstage {
namespace {

namespace fs = std::filesystem;

class WholeFile : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_folder = fs::temp_directory_path() / ("warpstage-whole-file-test-" + std::to_string(::getpid()));
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

constexpr std::uint64_t kLimit = 100;

std::string refusal(const fs::path& path)
{
    const auto text = read_whole_file(path, kLimit);
    return text ? "read: " + *text : text.error().message;
}

TEST_F(WholeFile, ReadsWhatIsWritten)
{
    const std::string bytes("new\0\n", 5);
    ASSERT_TRUE(write_whole_file(m_path, bytes));
    const auto text = read_whole_file(m_path, kLimit);
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, bytes);
}

TEST_F(WholeFile, ReadsFilesThatStateNoSize)
{
    const auto text = read_whole_file("/proc/self/status", 1 << 20);
    ASSERT_TRUE(text);
    EXPECT_TRUE(text->starts_with("Name:"));
    EXPECT_APPROVED(refusal("/proc/self/status"));
}

TEST_F(WholeFile, FoldersPipesDevicesAndMissingFilesAreRefused)
{
    EXPECT_APPROVED(refusal(m_path));
    EXPECT_EQ(refusal(m_folder), "Is a directory");
    EXPECT_EQ(refusal("/dev/zero"), "Not a regular file");
    ASSERT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
    EXPECT_EQ(refusal(m_path), "Not a regular file") << "a pipe without a writer is not waited for";
}

TEST_F(WholeFile, TheLimitIsExact)
{
    ASSERT_TRUE(write_whole_file(m_path, std::string(kLimit, 'x')));
    EXPECT_TRUE(read_whole_file(m_path, kLimit));
    EXPECT_FALSE(read_whole_file(m_path, kLimit - 1));
    EXPECT_APPROVED(read_whole_file("", kLimit).error().message);
}

TEST_F(WholeFile, LinksThatLeaveAFolderAreRecognized)
{
    fs::create_directories(m_folder / "lesson");
    fs::create_symlink("/etc/passwd", m_folder / "lesson" / "notes.md");
    fs::create_symlink(m_folder / "later.md", m_folder / "lesson" / "missing.md");
    fs::create_symlink("missing.md", m_folder / "lesson" / "chain.md");
    fs::create_symlink("circle.md", m_folder / "lesson" / "circle.md");
    fs::create_symlink("kernels.cu", m_folder / "lesson" / "other.cu");
    fs::create_symlink(m_folder / "lesson", m_folder / "link");
    const auto below = [&](const char* path) {
        return is_below(m_folder / path, m_folder / "lesson");
    };
    EXPECT_TRUE(below("lesson/kernels.cu")) << "does not exist yet";
    EXPECT_TRUE(below("lesson/other.cu"));
    EXPECT_TRUE(below("link/kernels.cu"));
    EXPECT_FALSE(below("lesson/notes.md"));
    EXPECT_FALSE(below("lesson/missing.md")) << "its target may exist later";
    EXPECT_FALSE(below("lesson/chain.md"));
    EXPECT_FALSE(below("lesson/circle.md"));
    EXPECT_FALSE(below("lesson/../a.svg"));
    EXPECT_FALSE(below("lessons.toml"));
}

TEST_F(WholeFile, ReplacesAnExistingFile)
{
    const std::string bytes("new\0\n", 5);
    ASSERT_TRUE(write_whole_file(m_path, "old and longer"));
    ASSERT_TRUE(write_whole_file(m_path, bytes));
    EXPECT_EQ(content(), bytes);
    EXPECT_EQ(files(), 1) << "no partial file is left";
}

TEST_F(WholeFile, KeepsModeAndLinks)
{
    ASSERT_TRUE(write_whole_file(m_path, "old"));
    fs::permissions(m_path, fs::perms::owner_read | fs::perms::owner_write);
    const auto link = m_folder / "link.svg";
    fs::create_symlink("a.svg", link);
    ASSERT_TRUE(write_whole_file(link, "new"));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content(), "new");
    EXPECT_EQ(fs::status(m_path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(WholeFile, ALinkToNothingLeadsToTheNewFile)
{
    const auto link = m_folder / "link.svg";
    fs::create_symlink("a.svg", link);
    ASSERT_TRUE(write_whole_file(link, "new"));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(content(), "new");
}

TEST_F(WholeFile, DevicesAreWrittenToAndStay)
{
    ASSERT_TRUE(write_whole_file("/dev/null", "new"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    const auto full = write_whole_file("/dev/full", "new");
    ASSERT_FALSE(full);
    EXPECT_APPROVED(full.error().message);
}

TEST_F(WholeFile, PipesAreWrittenToIfSomebodyReads)
{
    ASSERT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
    const auto unread = write_whole_file(m_path, "new");
    ASSERT_FALSE(unread);
    EXPECT_APPROVED(unread.error().message);
    std::string received;
    std::jthread reader([&] { received = content(); });
    Result<void> written { Error { "" } };
    for (int i = 0; i < 1000 && !written; ++i) { // until the reader has opened it
        written = write_whole_file(m_path, "new");
        std::this_thread::sleep_for(std::chrono::milliseconds { 5 });
    }
    reader.join();
    EXPECT_EQ(received, "new");
    EXPECT_TRUE(fs::is_fifo(m_path));
}

// A name that an attacker could plant as a link to a file of the user.
TEST_F(WholeFile, APlantedLinkIsNotFollowed)
{
    const auto precious = m_folder / "precious";
    std::ofstream { precious } << "kept";
    fs::create_symlink("precious", m_path.string() + ".part");
    ASSERT_TRUE(write_whole_file(m_path, "new"));
    EXPECT_EQ(content(), "new");
    std::ifstream stream(precious);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "kept");
}

TEST_F(WholeFile, ConcurrentWritersLeaveOneOfTheTexts)
{
    std::vector<std::string> texts;
    for (char letter = 'a'; letter < 'i'; ++letter)
        texts.emplace_back(100'000, letter);
    {
        std::vector<std::jthread> writers;
        for (const auto& text : texts)
            writers.emplace_back([&, this] {
                for (int i = 0; i < 20; ++i)
                    EXPECT_TRUE(write_whole_file(m_path, text));
            });
    }
    EXPECT_NE(std::find(texts.begin(), texts.end(), content()), texts.end());
    EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, AFullDiskKeepsTheExistingFile)
{
    ASSERT_TRUE(write_whole_file(m_path, "old"));
    const auto written = [&] {
        const warpstage::FileSizeLimit limit(10);
        return write_whole_file(m_path, "new and longer than the limit");
    }();
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, warpstage::kFileTooLarge);
    EXPECT_EQ(content(), "old");
    EXPECT_EQ(files(), 1);
}

// The events of a folder, in which nameless files have none.
class FolderWatch {
public:
    explicit FolderWatch(const fs::path& folder)
        : m_events(::inotify_init1(IN_NONBLOCK))
    {
        ::inotify_add_watch(m_events, folder.c_str(), IN_CREATE);
    }
    FolderWatch(const FolderWatch&) = delete;
    FolderWatch& operator=(const FolderWatch&) = delete;
    ~FolderWatch() { ::close(m_events); }

    [[nodiscard]] bool file_was_created() const
    {
        std::array<char, 4096> events {};
        return ::read(m_events, events.data(), events.size()) > 0;
    }

private:
    int m_events;
};

TEST_F(WholeFile, AFullDiskIsNotTriedAgain)
{
    const FolderWatch watch(m_folder);
    {
        const warpstage::FileSizeLimit limit(10);
        ASSERT_FALSE(write_whole_file(m_path, "longer than the limit"));
    }
    EXPECT_FALSE(watch.file_was_created()) << "a file with a name would fail for the same reason";
    ASSERT_TRUE(write_whole_file(m_path, "short"));
    EXPECT_TRUE(watch.file_was_created());
}

// From now on this process has no nameless files, as on a file system that cannot have them.
void refuse_nameless_files()
{
    constexpr unsigned int kNameless = O_TMPFILE & ~O_DIRECTORY;
    std::array<sock_filter, 7> filter { {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])), // the lower half on x86-64
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, kNameless),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kNameless, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    } };
    const sock_fprog program { static_cast<unsigned short>(filter.size()), filter.data() };
    ASSERT_EQ(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    ASSERT_EQ(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0), 0);
}

TEST_F(WholeFile, FileSystemsWithoutNamelessFiles)
{
    EXPECT_EXIT(
        {
            refuse_nameless_files();
            std::exit(!HasFailure() && write_whole_file(m_path, "new") ? 0 : 1);
        },
        testing::ExitedWithCode(0), "");
    EXPECT_EQ(content(), "new");
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
    EXPECT_APPROVED(written.error().message);
}

TEST_F(WholeFile, OnlyFilesOfProgramsThatEndedAreRemoved)
{
    const auto running = m_folder / (".a.svg." + std::to_string(::getpid()) + "-0000002a.part");
    const auto ended = m_folder / ".a.svg.999999999-0000002a.part"; // above the largest process number
    const auto others = m_folder / "notes.part";
    for (const auto& path : { running, ended, others })
        std::ofstream { path } << "x";
    remove_abandoned_files(m_folder);
    EXPECT_TRUE(fs::exists(running));
    EXPECT_FALSE(fs::exists(ended));
    EXPECT_TRUE(fs::exists(others));
}

} // namespace
} // namespace warpstage

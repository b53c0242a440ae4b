// A file saved by an external editor.
#include "core/live/kernel_file.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <fstream>

namespace warpstage::live {
namespace {

namespace fs = std::filesystem;
using std::chrono_literals::operator""s;
using Clock = std::chrono::steady_clock;

class KernelFileTest : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(m_path.parent_path());
        write("one");
    }
    void TearDown() override { fs::remove_all(m_path.parent_path()); }

    // Each text is one second newer, independent of the time resolution of the file system.
    void write(const std::string& text)
    {
        std::ofstream { m_path } << text;
        fs::last_write_time(m_path, m_start + std::chrono::seconds(++m_writes));
    }

    // The new text, an error message, or "(nothing)".
    static std::string change(KernelFile& file, Clock::time_point now)
    {
        const auto news = file.changed(now);
        if (!news)
            return "(nothing)";
        return *news ? **news : news->error().message;
    }

    const fs::path m_path = fs::temp_directory_path()
        / (std::string { "warpstage-" } + testing::UnitTest::GetInstance()->current_test_info()->name()) / "kernels.cu";
    const fs::file_time_type m_start = fs::file_time_type::clock::now();
    int m_writes = 0;
    Clock::time_point m_now {};
};

TEST_F(KernelFileTest, ANewTextIsReturnedOnce)
{
    KernelFile file { m_path, "one" };
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    write("two");
    EXPECT_EQ(change(file, m_now += 1s), "two");
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    write("two");
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)"); // saved again as it was
}

TEST_F(KernelFileTest, IsCheckedAtIntervals)
{
    KernelFile file { m_path, "one" };
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    write("two");
    EXPECT_EQ(change(file, m_now + std::chrono::milliseconds(100)), "(nothing)");
    EXPECT_EQ(change(file, m_now + 1s), "two");
}

TEST_F(KernelFileTest, AFileThatIsBeingRewrittenIsNotAnError)
{
    KernelFile file { m_path, "one" };
    fs::remove(m_path);
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    write("");
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    write("three");
    EXPECT_EQ(change(file, m_now += 1s), "three");
}

TEST_F(KernelFileTest, AMissingFileIsReportedOnce)
{
    KernelFile file { m_path, "one" };
    fs::remove(m_path);
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    EXPECT_EQ(change(file, m_now += 2s), m_path.string() + " no longer exists. Save it again to continue editing.");
    EXPECT_EQ(change(file, m_now += 2s), "(nothing)");
    write("");
    EXPECT_EQ(change(file, m_now += 2s), "(nothing)");
    write("two");
    EXPECT_EQ(change(file, m_now += 1s), "two");
    write("");
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
    EXPECT_EQ(change(file, m_now += 2s), "`" + m_path.string() + "` is empty. Save it again to continue editing.");
    fs::remove(m_path);
    fs::create_directory(m_path);
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
}

TEST_F(KernelFileTest, ABinaryFileIsReported)
{
    KernelFile file { m_path, "one" };
    write(std::string { "two\nthr\0ee", 10 });
    EXPECT_APPROVED(change(file, m_now += 1s));
    EXPECT_APPROVED(check_source("int a;\n// \xff\n").error().message);
    write(" \n\t\n");
    EXPECT_APPROVED(change(file, m_now += 1s));
    write(std::string(10'000'000, '/'));
    EXPECT_APPROVED(change(file, m_now += 1s));
    EXPECT_EQ(change(file, m_now += 1s), "(nothing)");
}

} // namespace
} // namespace warpstage::live

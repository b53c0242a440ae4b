// A file that another editor saves.
#include "core/live/kernel_file.h"

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

    // Each text is a second younger, whatever the clock of the file system can tell apart.
    void write(const std::string& text)
    {
        std::ofstream { m_path } << text;
        fs::last_write_time(m_path, m_start + std::chrono::seconds(++m_writes));
    }

    const fs::path m_path = fs::temp_directory_path()
        / (std::string { "warpstage-" } + testing::UnitTest::GetInstance()->current_test_info()->name()) / "kernels.cu";
    const fs::file_time_type m_start = fs::file_time_type::clock::now();
    int m_writes = 0;
    Clock::time_point m_now {};
};

TEST_F(KernelFileTest, ANewTextIsToldOnce)
{
    KernelFile file { m_path, "one" };
    EXPECT_EQ(file.changed(m_now += 1s), std::nullopt);
    write("two");
    EXPECT_EQ(file.changed(m_now += 1s), "two");
    EXPECT_EQ(file.changed(m_now += 1s), std::nullopt);
    write("two");
    EXPECT_EQ(file.changed(m_now += 1s), std::nullopt); // saved again as it was
}

TEST_F(KernelFileTest, IsLookedAtOnlyNowAndThen)
{
    KernelFile file { m_path, "one" };
    EXPECT_EQ(file.changed(m_now += 1s), std::nullopt);
    write("two");
    EXPECT_EQ(file.changed(m_now + std::chrono::milliseconds(100)), std::nullopt);
    EXPECT_EQ(file.changed(m_now + 1s), "two");
}

TEST_F(KernelFileTest, AFileThatIsBeingWrittenAnewSaysNothing)
{
    KernelFile file { m_path, "one" };
    fs::remove(m_path);
    EXPECT_EQ(file.changed(m_now += 1s), std::nullopt);
    write("");
    EXPECT_EQ(file.changed(m_now += 1s), std::nullopt);
    write("three");
    EXPECT_EQ(file.changed(m_now += 1s), "three");
}

} // namespace
} // namespace warpstage::live

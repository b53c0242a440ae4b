// What a crash says on the terminal, in a process that crashes.
#include "app/shell/crash_report.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstage::shell {
namespace {

namespace fs = std::filesystem;

class CrashReport : public ::testing::Test {
protected:
    void SetUp() override { fs::create_directories(m_folder); }
    void TearDown() override { fs::remove_all(m_folder); }

    void crash() const
    {
        report_crashes(m_folder / "state", "warpstage 1.2.3");
        name_saved_session(m_session);
        static_cast<void>(std::raise(SIGFPE));
    }

    fs::path m_folder = fs::temp_directory_path() / ("warpstage-crash-" + std::to_string(::getpid()));
    fs::path m_session = m_folder / "autosave.warpstage";
};

TEST_F(CrashReport, ASessionIsMentionedOnlyIfItWasSaved)
{
    EXPECT_EXIT(crash(), testing::KilledBySignal(SIGFPE), "^warpstage: The program crashed\\.\nPlease report it");
    std::ofstream { m_session } << "saved";
    EXPECT_EXIT(crash(), testing::KilledBySignal(SIGFPE), "crashed\\. The console offers the session that it saved last");
}

TEST_F(CrashReport, TheFileNamesTheVersionAndTheSignal)
{
    EXPECT_EXIT(crash(), testing::KilledBySignal(SIGFPE), "crash-[0-9]+\\.txt");
    const fs::directory_iterator reports(m_folder / "state");
    ASSERT_NE(reports, fs::directory_iterator {});
    std::ifstream stream(reports->path());
    const std::string text { std::istreambuf_iterator<char>(stream), {} };
    EXPECT_TRUE(text.starts_with("warpstage 1.2.3\nsignal: FPE\n")) << text;
    EXPECT_EQ(fs::status(reports->path()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

} // namespace
} // namespace warpstage::shell

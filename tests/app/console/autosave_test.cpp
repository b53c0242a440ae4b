#include "app/console/files/autosave.h"
#include "core/session_file/session_file.h"
#include "tests/app/console/qt_environment.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace warpstage::console {
namespace {

namespace fs = std::filesystem;

TEST(Autosave, WritesInTheBackgroundAndRemovesTheFileOnNormalExit)
{
    const auto session = testing::running_session("reduction", "reduce1", "1024");
    const fs::path folder = testing::own_folder() / "kept";
    fs::path path;
    {
        Autosave autosave(folder);
        path = autosave.path();
        autosave.offer({ session->snapshot(), "// edited\n", "", "2026-11-21 20:51 UTC", "warpstage" });
        autosave.wait_until_written();
        const auto document = session_file::load(path);
        ASSERT_TRUE(document) << document.error().message;
        EXPECT_EQ(document->edited, "// edited\n");
        EXPECT_TRUE(document->run.has_value());
        EXPECT_TRUE(Autosave::left_behind(folder).empty()) << "this program is still running";
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(Autosave, FindsFilesOfCrashedPrograms)
{
    const fs::path folder = testing::own_folder() / "left";
    fs::create_directories(folder);
    std::ofstream(folder / "autosave-999999999.warpstage") << "{}";
    std::ofstream(folder / "notes.warpstage") << "{}";
    const auto left = Autosave::left_behind(folder);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].filename(), "autosave-999999999.warpstage");
    EXPECT_TRUE(Autosave::left_behind(folder / "nowhere").empty());
}

TEST(Autosave, ReportsWriteErrors)
{
    const fs::path blocked = testing::own_folder() / "blocked";
    std::ofstream(blocked) << "a file, not a folder";
    const auto session = testing::running_session("reduction", "reduce1", "1024");
    Autosave autosave(blocked);
    autosave.offer({ session->snapshot(), "", "", "", "" });
    autosave.wait_until_written();
    const auto failure = autosave.take_failure();
    ASSERT_TRUE(failure);
    EXPECT_EQ(*failure, "Session not saved as " + autosave.path().string() + ": Not a directory.");
    EXPECT_FALSE(autosave.take_failure());
}

} // namespace
} // namespace warpstage::console

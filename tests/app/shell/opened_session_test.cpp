// Files dropped onto the stage.
#include "app/shell/files/file_opener.h"
#include "app/shell/files/recorded.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <fstream>
#include <variant>

namespace warpstage::shell {
namespace {

namespace fs = std::filesystem;

std::string told(const session::Command& command)
{
    const auto* const tell = std::get_if<session::AddNotice>(&command);
    return tell == nullptr ? "(no notice)" : tell->text;
}

class Dropped : public testing::Test {
protected:
    void TearDown() override { fs::remove(m_session); }

    [[nodiscard]] session::Command opened(const fs::path& file) const
    {
        OutsideFiles files { testing::TempDir() };
        return open_file({ file }, m_catalog, files).commands.at(0);
    }

    const fs::path m_session = fs::path { testing::TempDir() } / "warpstage-dropped.warpstage";
    const lesson::Catalog m_catalog = lesson::Catalog::load(std::vector<fs::path> { fs::path { WARPSTAGE_ASSETS } / "lessons" });
};

TEST_F(Dropped, OtherFilesAreRefused)
{
    EXPECT_APPROVED(told(opened("/slides/banks.pdf")));
}

TEST_F(Dropped, ADamagedSessionIsRefused)
{
    std::ofstream { m_session } << "{";
    const auto refusal = replay_of(m_session, m_catalog, m_session.string());
    ASSERT_FALSE(refusal);
    EXPECT_EQ(told(opened(m_session)), refusal.error().message);
}

} // namespace
} // namespace warpstage::shell

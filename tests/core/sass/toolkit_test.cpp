#include "core/sass/toolkit.h"
#include "tests/approved.h"
#include "tests/core/sass/support.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace warpstage::sass::test {
namespace {

TEST(SassToolkit, EachToolComesFromTheFirstFolderThatHasIt)
{
    const Folder a;
    const Folder b;
    a.put_script("ptxas", "");
    b.put_script("ptxas", "");
    b.put_script("nvdisasm", "");
    const auto toolkit = find_toolkit({ "/nowhere", a.path(), b.path() });
    ASSERT_TRUE(toolkit.ok());
    EXPECT_EQ(*toolkit, (Toolkit { a.path() / "ptxas", b.path() / "nvdisasm" }));
}

TEST(SassToolkit, MissingToolsAreReported)
{
    const Folder folder;
    EXPECT_APPROVED(find_toolkit({ folder.path() }).error().message);
    folder.put_script("ptxas", "");
    EXPECT_APPROVED(find_toolkit({ folder.path() }).error().message);
}

TEST(SassToolkit, AFileThatDoesNotRunIsIgnored)
{
    const Folder folder;
    folder.put_script("ptxas", "");
    folder.put_script("nvdisasm", "");
    std::filesystem::permissions(folder.path() / "nvdisasm", std::filesystem::perms::owner_read);
    std::filesystem::create_directory(folder.path() / "sub");
    EXPECT_FALSE(find_toolkit({ folder.path() }).ok());
}

} // namespace
} // namespace warpstage::sass::test

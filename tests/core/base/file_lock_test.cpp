#include "core/base/process/file_lock.h"
#include "core/base/temporary_folder.h"

#include <gtest/gtest.h>

#include <optional>

namespace warpstage {
namespace {

TEST(FileLock, HasOneOwnerAtATime)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "grades.csv";
    std::optional<FileLock> first(std::in_place, file);
    EXPECT_TRUE(first->held());
    EXPECT_FALSE(FileLock { file }.held());
    EXPECT_TRUE(FileLock { folder.path() / "other.csv" }.held());
    first.reset();
    EXPECT_TRUE(FileLock { file }.held());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FileLock, IsNotTakenWhereNoFileCanBeCreated)
{
    EXPECT_TRUE(FileLock { "/nowhere/at/all/grades.csv" }.held());
}

} // namespace
} // namespace warpstage

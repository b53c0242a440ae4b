#include "app/console/tables/tables.h"

#include <gtest/gtest.h>

namespace warpstage::console {
namespace {

session::Snapshot saying(const std::vector<session::Notice>& notices)
{
    session::Snapshot snapshot;
    snapshot.notices.edit() = notices;
    return snapshot;
}

TEST(LogBook, LogsANoticeOnceWhileItIsShown)
{
    LogBook log;
    EXPECT_TRUE(log.take(saying({ { session::Severity::fault, "Invalid read." } }), "20:51:00"));
    EXPECT_TRUE(log.take(
        saying({ { session::Severity::fault, "Invalid read." }, { session::Severity::attention, "Slow." } }), "20:51:01"));
    ASSERT_EQ(log.table().rows.size(), 2U);
    EXPECT_EQ(log.table().rows[0][0].text, "20:51:00");
    EXPECT_EQ(log.table().rows[0][1].text, "✖ fault");
    EXPECT_EQ(log.table().rows[0][2].text, "Invalid read.");
    EXPECT_EQ(log.table().rows[1][1].text, "⚠ warning");

    EXPECT_FALSE(log.take(saying({}), "20:51:02"));
    EXPECT_TRUE(log.take(saying({ { session::Severity::fault, "Invalid read." } }), "20:51:03"));
    EXPECT_EQ(log.table().rows.size(), 3U) << "shown again";
}

TEST(LogBook, RemovesTheOldestEntriesFirst)
{
    LogBook log;
    for (std::size_t i = 0; i <= LogBook::kMaxEntries; ++i)
        log.add(session::Severity::information, std::to_string(i), "");
    EXPECT_EQ(log.table().rows.size(), LogBook::kMaxEntries);
    EXPECT_EQ(log.table().rows.front()[2].text, "1");
}

} // namespace
} // namespace warpstage::console

#include "core/session/notices.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using namespace std::chrono_literals;

TEST(Notices, ExpireAndFaultsExpireLater)
{
    const Notices::Time start {};
    Notices notices;
    notices.advance(start);
    notices.add(Severity::attention, "n must be a multiple of 256.");
    notices.add(Severity::fault, "The kernel read past its buffer.");
    notices.advance(start + 7s);
    EXPECT_EQ(notices.section(nullptr).size(), 2U);
    notices.advance(start + 9s);
    ASSERT_EQ(notices.section(nullptr).size(), 1U);
    EXPECT_EQ(notices.section(nullptr)[0].severity, Severity::fault);
    notices.advance(start + 31s);
    EXPECT_TRUE(notices.section(nullptr).empty());
}

TEST(Notices, TheSameTextTwiceIsOneNoticeThatStaysLonger)
{
    const Notices::Time start {};
    Notices notices;
    notices.advance(start);
    notices.add(Severity::attention, "again");
    notices.advance(start + 5s);
    notices.add(Severity::attention, "again");
    EXPECT_EQ(notices.section(nullptr).size(), 1U);
    notices.advance(start + 10s);
    EXPECT_EQ(notices.section(nullptr).size(), 1U);
}

TEST(Notices, FaultsOfARunEndWithIt)
{
    Notices notices;
    notices.add(Severity::fault, "Barrier in divergent code.");
    notices.add(Severity::attention, "n must be a multiple of 256.");
    notices.add(Severity::fault, "kernels.cu does not compile.", Notices::Topic::other);
    notices.end_run();
    const auto left = notices.section(nullptr);
    ASSERT_EQ(left.size(), 2U);
    EXPECT_EQ(left[0].text, "n must be a multiple of 256.");
    EXPECT_APPROVED(left[1].text);
}

TEST(Notices, TheFaultOfTheRecordingComesFirstAndStays)
{
    Recording recording;
    Notices notices;
    notices.add(Severity::attention, "again");
    EXPECT_EQ(notices.section(&recording).size(), 1U);
    recording.trap.emplace().message = "The kernel read past its buffer.";
    notices.advance(Notices::Time { 1h });
    ASSERT_EQ(notices.section(&recording).size(), 1U);
    EXPECT_EQ(notices.section(&recording)[0].text, recording.trap->message);
    EXPECT_EQ(notices.section(&recording)[0].severity, Severity::fault);
}

} // namespace
} // namespace warpstage::session

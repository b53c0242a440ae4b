#include "core/session/notices.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using namespace std::chrono_literals;

TEST(Notices, GoByThemselvesFaultsLater)
{
    const Notices::Time start {};
    Notices notices;
    notices.add(Severity::attention, "n must be a multiple of 256.", start);
    notices.add(Severity::fault, "The kernel read past its buffer.", start);
    notices.expire(start + 7s);
    EXPECT_EQ(notices.current().size(), 2U);
    notices.expire(start + 9s);
    ASSERT_EQ(notices.current().size(), 1U);
    EXPECT_EQ(notices.current()[0].severity, Severity::fault);
    notices.expire(start + 31s);
    EXPECT_TRUE(notices.current().empty());
}

TEST(Notices, TheSameTextTwiceIsOneNoticeThatStaysLonger)
{
    const Notices::Time start {};
    Notices notices;
    notices.add(Severity::attention, "again", start);
    notices.add(Severity::attention, "again", start + 5s);
    EXPECT_EQ(notices.current().size(), 1U);
    notices.expire(start + 10s);
    EXPECT_EQ(notices.current().size(), 1U);
}

} // namespace
} // namespace warpstage::session

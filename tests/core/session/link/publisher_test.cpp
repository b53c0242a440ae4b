#include "core/session/link/follower.h"
#include "core/session/link/publisher.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using std::chrono::milliseconds;

class Publishing : public ::testing::Test {
protected:
    // The session after the commands, published at that time of the lecture.
    void publish(int at, const std::vector<Command>& commands = {})
    {
        for (const Command& command : commands)
            m_session->submit(command);
        if (!commands.empty())
            tick(*m_session, 2);
        m_publisher.follow(*m_session->snapshot(), LinkPublisher::Time { milliseconds(1000 + at) });
        m_publisher.wait();
    }
    [[nodiscard]] PublishedLink last() const { return *parse_published_link(m_written.back()); }

    std::unique_ptr<Session> m_session = session_for("transpose", "naive", "512");
    std::vector<std::string> m_written;
    std::string m_failure; // of the next writes; empty: they succeed
    LinkPublisher m_publisher { "p1", [this](const std::string& text) -> Result<void> {
                                   if (!m_failure.empty())
                                       return Error { m_failure };
                                   m_written.push_back(text);
                                   return {};
                               } };
};

TEST_F(Publishing, AChangeIsWrittenAtOnceAndLaterOnesAtMostTwiceASecond)
{
    tick(*m_session, 2);
    publish(0);
    ASSERT_EQ(m_written.size(), 1U);
    EXPECT_EQ(last().presenter, "p1");
    EXPECT_EQ(last().serial, 1U);
    EXPECT_EQ(last().link, link_of(*m_session->snapshot()));
    publish(100, { SelectVariant { 1 } });
    publish(200, { SelectVariant { 2 } });
    publish(499);
    EXPECT_EQ(m_written.size(), 1U);
    publish(500);
    ASSERT_EQ(m_written.size(), 2U);
    EXPECT_EQ(last().serial, 2U);
    EXPECT_EQ(last().link.variant, m_session->snapshot()->setup->variants[2].id);
    EXPECT_LT(m_written.back().size(), 300U);
}

TEST_F(Publishing, AnUnchangedStateIsNotWrittenAgain)
{
    tick(*m_session, 5);
    for (int at = 0; at < 60000; at += 1000)
        publish(at);
    EXPECT_EQ(m_written.size(), 1U);
}

TEST_F(Publishing, AFailureIsReportedOnceAndTriedAgain)
{
    m_failure = "disk full";
    for (int at = 0; at < 5000; at += 1000)
        publish(at);
    EXPECT_EQ(m_publisher.take_failure(), "disk full");
    EXPECT_EQ(m_publisher.take_failure(), "");
    publish(6000);
    publish(7000);
    EXPECT_EQ(m_publisher.take_failure(), "");
    m_failure.clear();
    publish(8000);
    EXPECT_EQ(m_written.size(), 1U);
    publish(9000);
    publish(10000);
    EXPECT_EQ(m_written.size(), 1U) << "written once";
    m_failure = "disk full";
    publish(11000, { SelectVariant { 1 } });
    publish(12000);
    EXPECT_EQ(m_publisher.take_failure(), "disk full") << "a new failure";
}

} // namespace
} // namespace warpstage::session

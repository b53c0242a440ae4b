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

    class Place final : public PublishedPlace {
    public:
        explicit Place(Publishing& test)
            : m_test(test)
        {
        }
        Result<void> put_state(const std::string& text, const std::stop_token& /*stop*/) override
        {
            if (!m_test.m_failure.empty())
                return Error { m_test.m_failure };
            m_test.m_written.push_back(text);
            return {};
        }
        Result<KernelsFile> put_kernels(const lesson::Lesson& edited, const std::stop_token& /*stop*/) override
        {
            if (!m_test.m_kernels_failure.empty())
                return Error { m_test.m_kernels_failure };
            m_test.m_kernels.push_back(edited.source);
            return KernelsFile { 0x123, edited.source.size() };
        }

    private:
        Publishing& m_test;
    };

    // The kernels of the shown lesson with this line behind them.
    void edit(const std::string& line)
    {
        auto edited = std::make_shared<lesson::Lesson>(*m_session->snapshot()->setup->lesson);
        edited->source += line;
        edited->origin.edited = true;
        m_session->submit(ReplaceKernels { std::move(edited) });
        tick(*m_session, 2);
    }

    std::unique_ptr<Session> m_session = session_for("transpose", "naive", "512");
    std::vector<std::string> m_written;
    std::vector<std::string> m_kernels; // sources of the published kernels
    std::string m_failure; // of the next writes; empty: they succeed
    std::string m_kernels_failure; // likewise
    LinkPublisher m_publisher { "p1", std::make_unique<Place>(*this) };
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
    for (int at = 5000; at < 30000; at += 1000)
        publish(at);
    EXPECT_EQ(m_publisher.take_failure(), "");
    EXPECT_FALSE(m_publisher.take_recovery());
    m_failure.clear();
    for (int at = 30000; at < 60000; at += 1000)
        publish(at);
    EXPECT_EQ(m_written.size(), 1U) << "written once";
    EXPECT_TRUE(m_publisher.take_recovery());
    EXPECT_FALSE(m_publisher.take_recovery());
    m_failure = "disk full";
    publish(61000, { SelectVariant { 1 } });
    publish(62000);
    EXPECT_EQ(m_publisher.take_failure(), "disk full") << "a new failure";
}

TEST_F(Publishing, AfterFailuresItIsTriedLessOftenAndAfterASuccessAtOnceAgain)
{
    m_failure = "no server";
    std::vector<std::uint64_t> serials;
    for (int at = 0; at < 60000; at += 100)
        publish(at);
    m_failure.clear();
    for (int at = 60000; at < 70000 && m_written.empty(); at += 100)
        publish(at);
    ASSERT_EQ(m_written.size(), 1U) << "after 10 seconds at most";
    EXPECT_GE(last().serial, 8U);
    EXPECT_LE(last().serial, 12U) << "each attempt has a number; the interval grows to 8 s";
    publish(71000);
    publish(71100, { SelectVariant { 1 } });
    publish(71600);
    EXPECT_EQ(m_written.size(), 2U);
}

TEST_F(Publishing, EditedKernelsAreWrittenOnceBeforeTheStateThatNamesThem)
{
    tick(*m_session, 2);
    publish(0);
    EXPECT_EQ(last().kernels, std::nullopt);
    edit("// one");
    publish(1000);
    ASSERT_EQ(m_kernels.size(), 1U);
    EXPECT_TRUE(m_kernels.back().ends_with("// one"));
    ASSERT_TRUE(last().kernels);
    EXPECT_EQ(last().kernels->bytes, m_kernels.back().size());
    EXPECT_TRUE(last().link.edited);
    EXPECT_EQ(file_name(*last().kernels), "kernels-0000000000000123");
    publish(2000, { SelectVariant { 1 } });
    EXPECT_EQ(m_kernels.size(), 1U) << "the same kernels";
    EXPECT_TRUE(last().kernels);
    EXPECT_LT(m_written.back().size(), kMaxLinkBytes);
    edit("// two");
    publish(3000);
    EXPECT_EQ(m_kernels.size(), 2U);
}

TEST_F(Publishing, KernelsThatCannotBeWrittenLeaveAStateThatSaysThatTheyDiffer)
{
    tick(*m_session, 2);
    edit("// one");
    m_kernels_failure = "too large";
    publish(0);
    publish(1000);
    EXPECT_EQ(m_publisher.take_failure(), "too large");
    EXPECT_TRUE(last().link.edited);
    EXPECT_EQ(last().kernels, std::nullopt);
}

} // namespace
} // namespace warpstage::session

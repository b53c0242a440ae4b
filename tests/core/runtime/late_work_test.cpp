#include "core/runtime/late/used_memory.h"
#include "core/runtime/streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace warpstage::runtime {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(LateWork, RunsInTheLatestOrderThatTheStreamsPermit)
{
    std::string order;
    const auto note = [&](char letter) {
        return [&order, letter] {
            order += letter;
            return Status::success;
        };
    };
    std::vector<std::string> reports;
    Streams streams;
    streams.begin_late(
        0, [&](const std::string& sentence) { reports.push_back(sentence); }, nullptr);
    Stream* const first = streams.create(1, 0);
    Stream* const second = streams.create(1, 0);
    Event* const event = streams.create_event();
    EXPECT_EQ(streams.submit(first, NodeType::kernel, note('a')), Status::success);
    EXPECT_EQ(streams.submit(second, NodeType::kernel, note('b')), Status::success);
    EXPECT_EQ(streams.submit(first, NodeType::kernel, note('c')), Status::success);
    EXPECT_EQ(order, "");
    EXPECT_EQ(streams.query(second), Status::not_ready);
    EXPECT_EQ(streams.synchronize_all(), Status::success);
    EXPECT_EQ(order, "acb") << "the last operation first, after those of its stream";
    order.clear();
    EXPECT_EQ(streams.submit(first, NodeType::kernel, note('a')), Status::success);
    EXPECT_EQ(streams.record(event, first), Status::success);
    EXPECT_EQ(streams.submit(first, NodeType::kernel, note('b')), Status::success);
    EXPECT_EQ(streams.wait(second, event), Status::success);
    EXPECT_EQ(streams.submit(second, NodeType::kernel, note('c')), Status::success);
    EXPECT_EQ(streams.synchronize(second), Status::success);
    EXPECT_EQ(order, "ac");
    EXPECT_EQ(streams.submit(nullptr, NodeType::kernel, note('d')), Status::success);
    EXPECT_EQ(streams.synchronize(static_cast<Stream*>(nullptr)), Status::success);
    EXPECT_EQ(order, "acd") << "streams with cudaStreamNonBlocking do not wait for the default stream";
    EXPECT_EQ(
        streams.submit(second, NodeType::kernel, note('e'), { .what = "a launch of kernel `e`", .host = {} }), Status::success);
    streams.report_unfinished();
    EXPECT_EQ(reports.size(), 1U);
    EXPECT_EQ(order, "acd") << "unfinished work is lost at the end";
}

TEST(LateWork, WithoutASeedRunsInTheOrderOfSubmissionWhenTheProgramWaits)
{
    std::string order;
    Streams streams;
    streams.begin_waiting();
    Stream* const first = streams.create(1, 0);
    for (const auto& [stream, letter] : { std::pair { first, 'a' }, { static_cast<Stream*>(nullptr), 'b' }, { first, 'c' } }) {
        const auto add = [&order, letter] {
            order += letter;
            return Status::success;
        };
        EXPECT_EQ(streams.submit(stream, NodeType::kernel, add, { .what = "a launch", .host = {} }), Status::success);
    }
    EXPECT_EQ(order, "");
    EXPECT_EQ(streams.synchronize_all(), Status::success);
    EXPECT_EQ(order, "abc");
    streams.report_unfinished();
}

// A kernel that waits for an answer; others may have the lock meanwhile.
class BesideTheProgram : public ::testing::Test {
protected:
    BesideTheProgram()
    {
        const std::scoped_lock lock(mutex);
        streams.begin_waiting(&mutex);
        first = streams.create(1, 0);
        second = streams.create(1, 0);
    }
    ~BesideTheProgram() override { answer = true; }

    void launch()
    {
        WorkNote note;
        note.runs = Runs::beside;
        const std::scoped_lock lock(mutex);
        EXPECT_EQ(streams.submit(
                      first, NodeType::kernel,
                      [this] {
                          asked = true;
                          const unsigned locks = mutex.release();
                          while (!answer)
                              std::this_thread::yield();
                          mutex.acquire(locks);
                          ended = true;
                          return Status::success;
                      },
                      std::move(note)),
            Status::success);
    }

    DeviceMutex mutex;
    std::atomic<bool> asked = false;
    std::atomic<bool> answer = false;
    std::atomic<bool> ended = false;
    Streams streams;
    Stream* first = nullptr;
    Stream* second = nullptr;
};

TEST_F(BesideTheProgram, AKernelStartsWhenTheProgramCallsNoFunction)
{
    launch();
    EXPECT_FALSE(ended);
    while (!asked)
        std::this_thread::yield();
    answer = true;
    const std::scoped_lock lock(mutex);
    EXPECT_EQ(streams.synchronize_all(), Status::success);
    EXPECT_TRUE(ended);
}

TEST_F(BesideTheProgram, AKernelStartsAlthoughTheProgramCallsFunctions)
{
    launch();
    while (!asked) {
        const std::scoped_lock lock(mutex);
        EXPECT_NE(streams.create_event(), nullptr);
    }
    answer = true;
}

TEST_F(BesideTheProgram, AnotherStreamAnswersAKernelForWhichTheProgramWaits)
{
    launch();
    const std::scoped_lock lock(mutex);
    const auto copy = [this] {
        answer = true;
        return Status::success;
    };
    EXPECT_EQ(streams.submit(second, NodeType::copy, copy), Status::success);
    EXPECT_EQ(streams.synchronize(first), Status::success);
    EXPECT_TRUE(ended);
}

TEST_F(BesideTheProgram, AQueryDoesNotWait)
{
    launch();
    const auto query = [this] {
        const std::scoped_lock lock(mutex);
        return streams.query(first);
    };
    while (!asked)
        EXPECT_EQ(query(), Status::not_ready);
    answer = true;
    while (query() == Status::not_ready)
        std::this_thread::yield();
    EXPECT_TRUE(ended);
}

TEST_F(BesideTheProgram, AnInnerLockIsReleasedToo)
{
    launch();
    std::thread other([this] {
        while (!asked)
            std::this_thread::yield();
        const std::scoped_lock lock(mutex);
        answer = true;
    });
    {
        const std::scoped_lock lock(mutex);
        const std::scoped_lock inner(mutex);
        EXPECT_EQ(streams.synchronize(first), Status::success);
    }
    other.join();
    EXPECT_TRUE(ended);
}

// Two streams whose operations use memory.
class UnorderedStreams : public ::testing::Test {
protected:
    void SetUp() override
    {
        m_streams.begin_late(
            0, [&](const std::string& sentence) { m_reports.push_back(sentence); },
            [](std::uint64_t address) { return "word " + std::to_string(address); });
        m_first = m_streams.create(1, 0);
        m_second = m_streams.create(1, 0);
    }

    // A copy, whose accesses are known before.
    void submit(Stream* stream, const std::string& what, std::uint64_t address, std::uint64_t bytes, Use use)
    {
        auto used = std::make_shared<UsedMemory>();
        used->add_rows({ .address = address, .bytes = bytes, .use = use });
        EXPECT_EQ(
            m_streams.submit(stream, NodeType::copy, [] { return Status::success; }, { .what = what, .host = {}, .used = used }),
            Status::success);
    }

    // A kernel, which records its accesses if that is wanted.
    void launch(Stream* stream, const std::string& what, std::uint64_t address, Use use)
    {
        auto used = std::make_shared<UsedMemory>();
        const auto run = [used, address, use] {
            if (used->is_wanted())
                used->add(address, 4, use);
            return Status::success;
        };
        EXPECT_EQ(m_streams.submit(stream, NodeType::kernel, run, { .what = what, .host = {}, .used = used }), Status::success);
    }

    Streams m_streams;
    Stream* m_first = nullptr;
    Stream* m_second = nullptr;
    std::vector<std::string> m_reports;
};

TEST_F(UnorderedStreams, AreReportedIfOneWrites)
{
    submit(m_first, "a fill of 64 bytes", 4096, 64, Use::write);
    launch(m_second, "a launch of kernel `k`", 4096 + 60, Use::read);
    EXPECT_EQ(m_streams.synchronize_all(), Status::success);
    EXPECT_THAT(m_reports,
        ElementsAre(
            HasSubstr("A fill of 64 bytes and a launch of kernel `k`, in another stream, both access word 4156, one of them "
                      "writes, and nothing orders them. Call `cudaEventRecord()`")));
}

TEST_F(UnorderedStreams, AreNoFindingForNeighborsReadsAndAtomicOperations)
{
    submit(m_first, "a fill", 4096, 64, Use::write);
    launch(m_second, "a launch", 4096 + 64, Use::write);
    launch(m_first, "a launch", 8192, Use::read);
    launch(m_second, "a launch", 8192, Use::read);
    launch(m_first, "a launch", 12288, Use::atomic);
    launch(m_second, "a launch", 12288, Use::atomic);
    EXPECT_EQ(m_streams.synchronize_all(), Status::success);
    EXPECT_THAT(m_reports, IsEmpty());
}

TEST_F(UnorderedStreams, AreOrderedByAnEventByTheHostAndByTheDefaultStream)
{
    Event* const event = m_streams.create_event();
    launch(m_first, "a launch", 4096, Use::write);
    EXPECT_EQ(m_streams.record(event, m_first), Status::success);
    EXPECT_EQ(m_streams.wait(m_second, event), Status::success);
    launch(m_second, "a launch", 4096, Use::read);
    EXPECT_EQ(m_streams.synchronize(m_second), Status::success);
    launch(m_first, "a launch", 4096, Use::write);
    EXPECT_EQ(m_streams.synchronize_all(), Status::success);
    EXPECT_THAT(m_reports, IsEmpty());
    Stream* const blocking = m_streams.create(0, 0);
    launch(blocking, "a launch", 4096, Use::write);
    launch(nullptr, "a launch", 4096, Use::write);
    EXPECT_EQ(m_streams.synchronize_all(), Status::success);
    EXPECT_THAT(m_reports, IsEmpty());
    launch(blocking, "a launch", 4096, Use::atomic);
    launch(m_second, "a launch of kernel `other`", 4096, Use::read);
    EXPECT_EQ(m_streams.synchronize(blocking), Status::success);
    EXPECT_EQ(m_streams.synchronize_all(), Status::success);
    EXPECT_EQ(m_reports.size(), 1U) << "both have run, but the program did not wait between them";
}

TEST_F(UnorderedStreams, OfRowsDoNotUseTheGapsBetweenThem)
{
    auto used = std::make_shared<UsedMemory>();
    used->add_rows({ .address = 4096, .bytes = 8, .pitch = 512, .rows = 20, .use = Use::write });
    EXPECT_EQ(
        m_streams.submit(m_first, NodeType::copy, [] { return Status::success; }, { .what = "a copy", .host = {}, .used = used }),
        Status::success);
    launch(m_second, "a launch", 4096 + 16, Use::write);
    EXPECT_EQ(m_streams.synchronize_all(), Status::success);
    EXPECT_THAT(m_reports, IsEmpty());
    EXPECT_TRUE(used->has(4096 + 19 * 512 + 4, Use::write));
    EXPECT_FALSE(used->has(4096 + 19 * 512 + 8, Use::write));
}

} // namespace

} // namespace warpstage::runtime

#include "core/analysis/recording/word_history.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using simt::AccessKind;
using ::testing::StartsWith;

class WordHistoryOf : public ::testing::Test {
protected:
    // Each lane of `lanes` accesses `bytes` bytes at `first` + its number times `stride`.
    void access(std::uint32_t warp, LaneMask lanes, AccessKind kind, std::uint64_t first, std::uint64_t stride = 0,
        std::uint32_t bytes = 4, ptx::StateSpace space = ptx::StateSpace::shared)
    {
        simt::Access access;
        access.space = space;
        access.kind = kind;
        access.bytes = bytes;
        access.lanes = lanes;
        for_each_lane(lanes, [&](unsigned lane) { access.addresses.at(lane) = first + lane * stride; });
        m_recording.trace.accesses.push_back(access);
        trace::StepRecord step;
        step.warp = warp;
        step.active = step.executed = lanes;
        step.access = static_cast<std::uint32_t>(m_recording.trace.accesses.size());
        step.event = trace::Event::access;
        step.epoch = m_epoch;
        m_recording.trace.steps.push_back(step);
    }
    // __syncthreads() of two warps.
    void barrier()
    {
        for (const std::uint32_t warp : { 0U, 1U }) {
            trace::StepRecord step;
            step.warp = warp;
            step.event = trace::Event::barrier;
            step.epoch = m_epoch;
            m_recording.trace.steps.push_back(step);
        }
        ++m_epoch;
    }
    [[nodiscard]] WordHistory history(std::uint64_t address = 0, std::uint32_t bytes = 4)
    {
        m_recording.trace.gapless = m_recording.trace.steps.size();
        return word_history(m_recording, { ptx::StateSpace::shared, address, bytes });
    }

    Recording m_recording;
    std::uint32_t m_epoch = 0;
};

TEST_F(WordHistoryOf, ListsWhoAccessesTheWord)
{
    access(0, 0b1, AccessKind::store, 0);
    access(0, 0b11, AccessKind::load, 4, 4); // the words beside it
    access(1, 0xffffffff, AccessKind::load, 0, 4); // lane 0 reads it
    access(1, 0b100, AccessKind::load, 0, 0, 16); // a vector that contains it
    access(1, 0b1, AccessKind::load, 0, 0, 4, ptx::StateSpace::global); // the same address in another space
    const auto found = history();
    ASSERT_EQ(found.accesses.size(), 3U);
    EXPECT_EQ(found.all, 3U);
    EXPECT_EQ(found.accesses[0].kind, AccessKind::store);
    EXPECT_EQ(found.accesses[1].lanes, LaneMask { 1 });
    EXPECT_EQ(found.accesses[2].lanes, LaneMask { 0b100 });
    EXPECT_EQ(found.accesses[2].step, 3U);
}

TEST_F(WordHistoryOf, ABarrierOrdersWarps)
{
    access(0, 0b1, AccessKind::store, 0);
    barrier();
    access(1, 0b1000, AccessKind::load, 0);
    access(1, 0b10000, AccessKind::load, 0);
    const auto found = history().accesses;
    ASSERT_EQ(found.size(), 3U);
    EXPECT_FALSE(found[0].order) << "nothing is before it";
    for (const std::size_t reader : { 1U, 2U }) {
        ASSERT_TRUE(found[reader].order);
        EXPECT_EQ(found[reader].order->after, 0U) << "two loads need no order";
        EXPECT_THAT(found[reader].order->by, StartsWith("__syncthreads()"));
    }
}

TEST_F(WordHistoryOf, WithoutABarrierNothingOrdersWarpsOrLanes)
{
    access(0, 0b1, AccessKind::store, 0);
    access(1, 0b1, AccessKind::load, 0); // another warp
    access(0, 0b10, AccessKind::store, 0); // another lane of the first warp
    const auto found = history().accesses;
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(*found[1].order, (WordOrder { 0, "" }));
    EXPECT_EQ(*found[2].order, (WordOrder { 1, "" }));
}

TEST_F(WordHistoryOf, AThreadIsOrderedWithItself)
{
    access(0, 0b100, AccessKind::store, 0);
    access(0, 0b100, AccessKind::load, 0);
    access(0, 0b110, AccessKind::store, 0); // one more lane
    const auto found = history().accesses;
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[1].order->by, "program order");
    EXPECT_EQ(*found[2].order, (WordOrder { 1, "" })) << "lane 1 is not ordered after the read of lane 2";
}

TEST_F(WordHistoryOf, AtomicOperationsAreSerialized)
{
    access(0, 0b1, AccessKind::atomic, 0);
    access(1, 0b1, AccessKind::atomic, 0);
    access(0, 0b10, AccessKind::load, 0);
    const auto found = history().accesses;
    ASSERT_EQ(found.size(), 3U);
    EXPECT_APPROVED(found[1].order->by);
    EXPECT_EQ(found[2].order->by, "") << "a plain load beside an atomic operation";
}

TEST_F(WordHistoryOf, ALongHistoryIsBounded)
{
    for (std::size_t i = 0; i < kMaxWordAccesses + 7; ++i)
        access(0, 0b1, AccessKind::load, 0);
    const auto found = history();
    EXPECT_EQ(found.accesses.size(), kMaxWordAccesses);
    EXPECT_EQ(found.all, kMaxWordAccesses + 7);
    m_recording.trace.gapless = 3; // later entries cannot be played back
    EXPECT_EQ(word_history(m_recording, {}).all, 3U);
}

} // namespace
} // namespace warpstage::analysis

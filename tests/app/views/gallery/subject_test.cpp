#include "app/views/gallery/subject.h"
#include "core/analysis/recording/access_view.h"
#include "tests/app/views/gallery/subjects.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

std::uint32_t excess_of(const ChosenRequest& request)
{
    const auto count = arch::count_shared(arch::traits_of({ 9, 0 }), analysis::shared_request_of(*request.access));
    return count.wavefronts - count.ideal;
}

// Kernel reduce2: one line fills shared memory, one loads twice and stores, one loads the sum.
class Choice : public ::testing::Test {
protected:
    [[nodiscard]] std::string refusal() const
    {
        const auto chosen = choose_request(m_subject, Memory::shared);
        return chosen ? "chosen" : chosen.error().message;
    }

    Subject m_subject = testing::recorded_subject("reduction", "reduce2");
    std::uint32_t m_fill = testing::line_of(m_subject, "sdata[tid] =");
    std::uint32_t m_add = testing::line_of(m_subject, "sdata[index] +=");
    std::uint32_t m_write = testing::line_of(m_subject, "sums[blockIdx.x] =");
};

TEST_F(Choice, TheLargestExcessComesFirst)
{
    const auto chosen = choose_request(m_subject, Memory::shared);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->line, m_add);
    EXPECT_EQ(excess_of(*chosen), 7U);
}

// Every body reads all others: these accesses are more frequent than those that fill the tile.
TEST_F(Choice, AmongEqualsTheMostFrequentComesFirst)
{
    const auto subject = testing::recorded_subject("nbody", "shared");
    const auto chosen = choose_request(subject, Memory::shared);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(excess_of(*chosen), 0U);
    EXPECT_EQ(chosen->access->kind, simt::AccessKind::load);
}

TEST_F(Choice, LineAccessAndWarpNarrowIt)
{
    m_subject.line = m_fill;
    m_subject.warp = 3;
    auto chosen = choose_request(m_subject, Memory::shared);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->line, m_fill);
    EXPECT_EQ(chosen->warp, 3U);
    EXPECT_EQ(excess_of(*chosen), 0U);

    m_subject.line.reset();
    m_subject.warp.reset();
    m_subject.access = 1;
    chosen = choose_request(m_subject, Memory::shared);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->line, m_fill);
    EXPECT_EQ(chosen->access->kind, simt::AccessKind::store);
}

TEST_F(Choice, AMissingItemIsReportedWithTheAvailableOnes)
{
    m_subject.line = m_fill + 1;
    EXPECT_APPROVED(refusal());
    m_subject.line = 9999;
    EXPECT_APPROVED(refusal());
    m_subject.line = 0;
    EXPECT_APPROVED(refusal());
    m_subject.line = m_add;
    m_subject.access = 1;
    EXPECT_APPROVED(refusal());
    m_subject.line.reset();
    m_subject.access = 6;
    EXPECT_APPROVED(refusal());
    m_subject.access = 0;
    EXPECT_APPROVED(refusal());
    m_subject.access.reset();
    m_subject.warp = 8;
    EXPECT_APPROVED(refusal());
    m_subject.warp = 5;
    m_subject.line = m_write;
    EXPECT_APPROVED(refusal());
}

TEST_F(Choice, AKernelWithoutSharedMemoryIsNamed)
{
    m_subject = testing::recorded_subject("nbody", "global");
    EXPECT_APPROVED(refusal());
}

TEST_F(Choice, GlobalMemoryIsChosenInTheSameWay)
{
    const auto chosen = choose_request(m_subject, Memory::global);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->access->space, ptx::StateSpace::global);
    m_subject.line = m_add;
    EXPECT_APPROVED(choose_request(m_subject, Memory::global).error().message);
}

TEST_F(Choice, TheDefaultIsWarpZeroAndNoLine)
{
    EXPECT_EQ(*choose_warp(m_subject), 0U);
    EXPECT_EQ(*choose_line(m_subject), 0U);
    m_subject.warp = 7;
    EXPECT_EQ(*choose_warp(m_subject), 7U);
}

} // namespace
} // namespace warpstage::views

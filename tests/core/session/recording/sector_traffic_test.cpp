#include "core/session/recording/sector_traffic.h"
#include "tests/core/session/recording/recorded_run.h"

#include <gtest/gtest.h>

namespace warpstage::session {
namespace {

using examples::kBuffer;
using examples::RecordedRun;
using examples::strided;

TEST(SectorTraffic, CountsTransferredAndRequestedBytes)
{
    const auto steps = strided();
    SectorTraffic traffic;
    traffic.follow(steps[0]);
    ASSERT_EQ(traffic.buffers().size(), 1U);
    const BufferTraffic& in = traffic.buffers().front();
    EXPECT_EQ(in.sectors.size(), 8U) << "all sectors that the run transfers";
    EXPECT_EQ(in.moved, 256U);
    EXPECT_EQ(in.used, 128U);
    EXPECT_EQ(in.sectors[0].used, 0x0F0F0F0FU);
    EXPECT_TRUE(in.sectors[7].moved_now);
    EXPECT_EQ(in.fetched, 256U);
    EXPECT_EQ(in.fetched_requested, 128U + 64U) << "the second request reads the rest of the first four sectors";

    traffic.follow(steps[1]);
    EXPECT_EQ(in.moved, 256U + 128U);
    EXPECT_EQ(in.used, 128U + 128U);
    EXPECT_EQ(in.fetched, 256U) << "no sector is new";
    EXPECT_EQ(in.fetched_requested, 192U);
    EXPECT_EQ(in.sectors[0].moved, 2U);
    EXPECT_EQ(in.sectors[0].used, ~0U);
    EXPECT_TRUE(in.sectors[3].moved_now);
    EXPECT_FALSE(in.sectors[4].moved_now);
}

TEST(SectorTraffic, BackwardEqualsForward)
{
    const auto steps = strided();
    SectorTraffic there;
    there.follow(steps[0]);
    SectorTraffic back;
    back.follow(steps[1]);
    back.follow(steps[0]);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(back.buffers()[0].sectors[i].used, there.buffers()[0].sectors[i].used);
        EXPECT_EQ(back.buffers()[0].sectors[i].moved_now, there.buffers()[0].sectors[i].moved_now);
    }
    EXPECT_EQ(back.buffers()[0].moved, there.buffers()[0].moved);
}

TEST(SectorTraffic, AnotherArchitectureTransfersOtherSectors)
{
    RecordedRun run;
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 4 * lane + 4; });
    auto snapshot = run.snapshots().front();
    SectorTraffic traffic;
    traffic.follow(snapshot);
    EXPECT_EQ(traffic.buffers()[0].moved, 160U) << "five sectors";
    snapshot.run.edit().traits = &arch::traits_of({ 1, 0 });
    traffic.follow(snapshot);
    EXPECT_EQ(traffic.buffers()[0].moved, 1024U) << "one transaction of 32 bytes per lane";
}

} // namespace
} // namespace warpstage::session

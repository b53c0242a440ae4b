// Which executions of a barrier are needed: by what is accessed before and after them.
#include "core/timing/what_if/causes/lines.h"
#include "core/timing/what_if/causes/separated.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

namespace warpstage::timing {
namespace {

constexpr std::uint32_t kWritten = 0;
constexpr std::uint32_t kBarrier = 1;
constexpr std::uint32_t kRead = 2;
constexpr std::uint32_t kOther = 3; // barrier

// Share of the executions of kBarrier that separate nothing if each warp takes this path.
double unneeded(const Path& path)
{
    const Kernel kernel("st.shared.f32 [s], %f1;\nbar.sync 0;\nld.shared.f32 %f2, [s];\nbar.sync 0;\nret;");
    Play play;
    play.warps = 2;
    play.path = [&path](std::uint32_t /*warp*/) {
        return path;
    };
    for (const std::uint32_t access : { kWritten, kRead })
        play.addresses.emplace(access, words_from(0));
    Scenario scenario;
    scenario.listing = &kernel.listing();
    scenario.code = std::make_shared<const MachineCode>(kernel.code());
    scenario.streams = std::make_shared<const std::vector<BlockStream>>(std::vector<BlockStream> { stream_of(kernel, play) });
    return separate_nothing(cause_at(scenario, kBarrier), scenario);
}

TEST(SeparateNothing, AWriteAndALaterReadAreApart)
{
    EXPECT_EQ(unneeded({ kWritten, kBarrier, kRead }), 0.0);
    EXPECT_EQ(unneeded({ kRead, kBarrier, kWritten }), 0.0);
    EXPECT_EQ(unneeded({ kWritten, kBarrier, kWritten }), 0.0);
    EXPECT_EQ(unneeded({ kRead, kBarrier, kRead }), 1.0);
}

TEST(SeparateNothing, OneOfSeveralExecutionsIsNeeded)
{
    EXPECT_EQ(unneeded({ kWritten, kBarrier, kBarrier, kBarrier, kBarrier, kRead }), 0.75);
    EXPECT_EQ(unneeded({ kWritten, kBarrier, kBarrier, kRead, kBarrier, kWritten }), 1.0 / 3.0);
}

TEST(SeparateNothing, AnotherBarrierIsEnough)
{
    EXPECT_EQ(unneeded({ kWritten, kBarrier, kOther, kRead }), 1.0);
    EXPECT_EQ(unneeded({ kWritten, kOther, kBarrier, kRead }), 1.0);
}

} // namespace
} // namespace warpstage::timing

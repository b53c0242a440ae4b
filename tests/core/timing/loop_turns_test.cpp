// Lanes with different numbers of iterations in an unrolled loop.
#include "core/timing/machine_code/loop_turns.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

namespace warpstage::timing {
namespace {

constexpr std::uint32_t kLoad = 1;
constexpr std::uint32_t kBranch = 6;

std::string summing_loop(const std::string& pragma)
{
    return "mov.u32 %r1, 0;\n$L_loop:\n" + pragma
        + "ld.global.f32 %f1, [%rd1+4];\nadd.f32 %f2, %f2, %f1;\nadd.s64 %rd1, %rd1, 4;\nadd.s32 %r1, %r1, 1;\n"
          "setp.lt.s32 %p1, %r1, 8;\n@%p1 bra $L_loop;\nret;";
}

using Iterations = std::function<std::uint32_t(unsigned lane)>;
using Address = std::function<std::uint64_t(std::uint32_t iteration, unsigned lane)>;

// A warp that runs the loop. Requests of all lanes come as address rows.
void run_warp(LoopTurns& turns, const Iterations& iterations, const Address& address)
{
    const auto lanes_from = [&](std::uint32_t iteration) {
        LaneMask lanes = 0;
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            lanes |= iterations(lane) > iteration ? LaneMask { 1 } << lane : 0;
        return lanes;
    };
    const auto step = [&](std::uint32_t pc, LaneMask active) {
        const simt::Step done { .pc = pc, .active = active, .executed = active };
        turns.on_step(done);
        return done;
    };
    step(0, ~LaneMask { 0 });
    LaneMask active = lanes_from(0);
    for (std::uint32_t iteration = 0; active != 0; ++iteration) {
        simt::Access access { .bytes = 4, .lanes = active };
        std::array<std::uint64_t, kMaxLanes> registers {};
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            access.addresses[lane] = address(iteration, lane);
            registers[lane] = access.addresses[lane] - 4;
        }
        const simt::Step load = step(kLoad, active);
        if (active == ~LaneMask { 0 })
            turns.on_addresses(load,
                { .values = std::as_bytes(std::span(registers)).data(), .lanes = active, .access_bytes = 4, .displacement = 4 });
        else
            turns.on_access(load, access);
        for (std::uint32_t pc = kLoad + 1; pc < kBranch; ++pc)
            step(pc, active);
        const LaneMask next = lanes_from(iteration + 1);
        turns.on_branch(step(kBranch, active), next, active & ~next);
        active = next;
    }
    step(kBranch + 1, ~LaneMask { 0 });
}

// Four lanes have four iterations, the others three: a body of four for the former, then bodies of two and of one for the latter.
TEST(LoopTurns, LanesWithFewerIterationsTakeTheRestByThemselves)
{
    const Kernel kernel(summing_loop(""));
    ASSERT_TRUE(LoopTurns::concern(kernel.code(), kernel.traits()));
    LoopTurns turns(kernel.listing(), kernel.code(), kernel.traits());
    run_warp(
        turns, [](unsigned lane) { return lane < 4 ? 4 : 3; },
        [](std::uint32_t iteration, unsigned lane) { return 0x10000 + 128 * iteration + 4 * lane; });
    turns.finish();
    EXPECT_EQ(turns.divergent(kBranch), 2 - 1) << "the body of one iteration is predicated";
    EXPECT_EQ(turns.sectors(kLoad), (4 * 1 + 3 * 4) - (3 * 4 + 1));
    turns += turns;
    EXPECT_EQ(turns.divergent(kBranch), 2);
}

TEST(LoopTurns, LanesWithTheSameRestLoadTogether)
{
    const Kernel kernel(summing_loop(""));
    LoopTurns turns(kernel.listing(), kernel.code(), kernel.traits());
    run_warp(
        turns, [](unsigned lane) { return lane < 16 ? 2 : 6; },
        [](std::uint32_t /*iteration*/, unsigned lane) { return 0x10000 + lane % 8 * 4; });
    turns.finish();
    EXPECT_EQ(turns.divergent(kBranch), 0) << "once, as in the PTX";
    EXPECT_EQ(turns.sectors(kLoad), 0) << "one per iteration";
}

TEST(LoopTurns, LanesWithEquallyManyIterationsDoAsInThePtx)
{
    const Kernel kernel(summing_loop(""));
    LoopTurns turns(kernel.listing(), kernel.code(), kernel.traits());
    for (const std::uint32_t iterations : { 1U, 7U, 1000U })
        run_warp(
            turns, [&](unsigned) { return iterations; },
            [](std::uint32_t iteration, unsigned lane) { return 0x10000 + 128 * lane + 4 * iteration; });
    turns.finish();
    EXPECT_EQ(turns.divergent(kBranch), 0);
    EXPECT_EQ(turns.sectors(kLoad), 0);
}

TEST(LoopTurns, ARolledLoopIsNotCounted)
{
    const Kernel kernel(summing_loop(".pragma \"nounroll\";\n"));
    EXPECT_FALSE(LoopTurns::concern(kernel.code(), kernel.traits()));
    const Kernel old(summing_loop(""), { 3, 5 });
    EXPECT_FALSE(LoopTurns::concern(old.code(), old.traits()));
}

} // namespace
} // namespace warpstage::timing

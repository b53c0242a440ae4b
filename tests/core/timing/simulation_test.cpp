// Cycle counts of one multiprocessor that can be verified by hand.
#include "core/timing/simulation.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stop_token>
#include <vector>

namespace warpstage::timing {
namespace {

const std::string kChain = "add.f32 %f#, %f@, %f@;";
const std::string kIndependent = "add.f32 %f#, %f0, %f0;";

Kernel adds(std::uint32_t count, const std::string& format, arch::ComputeCapability capability = { 9, 0 })
{
    return Kernel(lines(count, format) + "ret;", capability);
}

Simulation simulated(const Kernel& kernel, const arch::Timing& timing, std::uint32_t warps = 1, std::uint32_t resident = 1,
    std::uint64_t blocks = 0)
{
    const BlockStream stream = stream_of(kernel, { .warps = warps, .path = {}, .addresses = {} });
    SimulationRequest request = request_of(kernel, stream, timing);
    request.resident_blocks = resident;
    request.blocks = blocks == 0 ? resident : blocks;
    return simulate(request);
}

TEST(Simulation, ADependentChainTakesItsLatency)
{
    const auto timing = round_timing();
    for (const std::uint32_t n : { 1U, 10U, 100U })
        EXPECT_EQ(simulated(adds(n, kChain), timing).run.cycles, (n - 1) * 4 + 2) << n; // the last addition, ret
}

TEST(Simulation, IndependentInstructionsIssueEachCycle)
{
    const auto timing = round_timing();
    for (const std::uint32_t n : { 1U, 10U, 100U })
        EXPECT_EQ(simulated(adds(n, kIndependent), timing).run.cycles, n + 1) << n;
}

TEST(Simulation, APipeOfHalfTheWidthHalvesTheRate)
{
    auto timing = round_timing();
    timing.pipes[static_cast<std::size_t>(arch::Pipe::float32)].lanes.value = 16;
    const Simulation simulation = simulated(adds(100, kIndependent), timing);
    EXPECT_EQ(simulation.run.cycles, 99 * 2 + 2);
    EXPECT_DOUBLE_EQ(simulation.pipe_busy[static_cast<std::size_t>(arch::Pipe::float32)], 200.0);
    EXPECT_GT(simulation.run.state_cycles[static_cast<std::size_t>(WarpState::math_pipe_throttle)], 90);
}

TEST(Simulation, WarpsHideEachOthersLatency)
{
    const auto timing = round_timing();
    const Kernel kernel = adds(100, kChain);
    const std::uint32_t alone = simulated(kernel, timing).run.cycles;
    for (const std::uint32_t warps : { 2U, 4U })
        EXPECT_LE(simulated(kernel, timing, warps).run.cycles, alone + 2 * warps) << warps;
    // Four fill the pipe; eight take twice as long.
    EXPECT_NEAR(simulated(kernel, timing, 8).run.cycles, 2.0 * alone, 16.0);
}

TEST(Simulation, SchedulersIssueInParallel)
{
    auto timing = round_timing();
    const Kernel kernel = adds(100, kIndependent);
    timing.schedulers.value = timing.scheduler_count.value = 4;
    for (arch::PipeTiming& pipe : timing.pipes)
        pipe.lanes.value = 128;
    EXPECT_EQ(simulated(kernel, timing, 4).run.cycles, 101);
    EXPECT_NEAR(simulated(kernel, timing, 8).run.cycles, 202, 2);
}

TEST(Simulation, AComparisonReachesItsBranchLater)
{
    auto timing = round_timing();
    const Kernel kernel("setp.lt.s32 %p1, %r1, 5;\n@%p1 bra $L_end;\n" + lines(20, kIndependent) + "$L_end:\nret;");
    const BlockStream stream = stream_of(kernel, { .path = [](std::uint32_t) {
        return Path { 0, 1, 22 };
    } });
    timing.branch_condition.value = 17;
    EXPECT_EQ(simulate(request_of(kernel, stream, timing)).run.cycles, 17 + 7 + 1);
}

TEST(Simulation, ALoadIsWaitedForOnlyWhereItIsUsed)
{
    const auto timing = round_timing();
    const Kernel used("ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f1, %f1;\nret;");
    const Kernel unused("ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f3, %f3;\nret;");
    const auto cycles = [&](const Kernel& kernel) {
        const BlockStream stream = stream_of(kernel, { .warps = 1, .path = {}, .addresses = { { 0, words_from(4096) } } });
        const Simulation simulation = simulate(request_of(kernel, stream, timing));
        EXPECT_DOUBLE_EQ(simulation.dram_bytes, 128.0);
        return simulation.run.cycles;
    };
    EXPECT_EQ(cycles(used), 508 + 2);
    EXPECT_EQ(cycles(unused), 3);
}

TEST(Simulation, WarpsWaitAtABarrierForTheSlowest)
{
    const auto timing = round_timing();
    const Kernel kernel(lines(100, kChain) + "bar.sync 0;\nadd.f32 %f200, %f0, %f0;\nret;");
    const BlockStream stream = stream_of(kernel, { .warps = 3, .path = [](std::uint32_t warp) {
                                                      Path path(warp == 1 ? 100 : 1);
                                                      std::iota(path.begin(), path.end(), 0U);
                                                      path.insert(path.end(), { 100, 101, 102 });
                                                      return path;
                                                  } });
    const Simulation simulation = simulate(request_of(kernel, stream, timing));
    // The slowest arrives one cycle after its last addition; then turn and latency of the barrier, an addition, ret, and the
    // other two warps.
    const double arrival = 99 * 4 + 1;
    EXPECT_NEAR(simulation.run.cycles, arrival + 2 + 10 + 4, 4);
    EXPECT_GT(simulation.run.state_cycles[static_cast<std::size_t>(WarpState::barrier)], 2 * (arrival - 10));
    for (const WarpRow& row : simulation.run.warps)
        for (const WarpSpan& span : row.spans)
            if (span.pc == 101 && span.state == WarpState::selected) {
                EXPECT_GE(span.begin, arrival + 10);
            }
}

TEST(Simulation, ExitedWarpsAreNotWaitedFor)
{
    const auto timing = round_timing();
    const Kernel kernel("add.f32 %f1, %f0, %f0;\nbar.sync 0;\nret;");
    const BlockStream stream = stream_of(kernel, { .warps = 2, .path = [](std::uint32_t warp) {
                                                      return warp == 0 ? Path { 2 } : Path { 0, 1, 2 };
                                                  } });
    const Simulation simulation = simulate(request_of(kernel, stream, timing));
    EXPECT_TRUE(simulation.run.complete);
    EXPECT_EQ(simulation.blocks_ended, 1);
}

TEST(Simulation, AnArrivalAloneDoesNotWait)
{
    const auto timing = round_timing();
    const Kernel waits("barrier.sync 1, 64;\nadd.f32 %f1, %f0, %f0;\nret;");
    const Kernel arrives("barrier.arrive 1, 64;\nadd.f32 %f1, %f0, %f0;\nret;");
    EXPECT_EQ(simulated(arrives, timing).run.cycles, 3);
    EXPECT_GT(simulated(waits, timing).run.cycles, 10);
}

TEST(Simulation, AFenceWaitsForTheWarpsOwnAccesses)
{
    const auto timing = round_timing();
    const auto cycles = [&](const std::string& between) {
        const Kernel kernel("ld.global.f32 %f1, [%rd1];\n" + between + "\nadd.f32 %f2, %f0, %f0;\nret;");
        const BlockStream stream = stream_of(kernel, { .addresses = { { 0, words_from(4096) } } });
        return simulate(request_of(kernel, stream, timing)).run.cycles;
    };
    EXPECT_GE(cycles("membar.gl;"), 508);
    EXPECT_LT(cycles("add.f32 %f3, %f0, %f0;"), 10);
}

TEST(Simulation, ABlockTakesTheNextOfSeveralStreams)
{
    const auto timing = round_timing();
    const Kernel kernel = adds(100, kIndependent);
    const BlockStream longer = stream_of(kernel, {});
    const BlockStream shorter = stream_of(kernel, { .path = [](std::uint32_t) {
        return Path { 0, 100 };
    } });
    SimulationRequest request = request_of(kernel, longer, timing);
    request.streams = { &longer, &shorter };
    request.blocks = 4;
    EXPECT_EQ(simulate(request).run.instructions, 2 * 101 + 2 * 2);
}

// A load at the beginning, behind it additions, then a store that is recorded or not: four blocks, of which two run at a time.
TEST(Simulation, RequestsThatItDoesNotReachAreCounted)
{
    const auto timing = round_timing();
    const Kernel kernel("ld.global.f32 %f1, [%rd1];\n" + lines(50, kChain) + "st.global.f32 [%rd1], %f50;\nret;");
    const std::map<std::uint32_t, Address> addresses { { 0, words_from(1 << 20) }, { 51, words_from(1 << 21) } };
    const auto bytes = [&](std::size_t recorded, std::uint64_t instructions, bool counts) {
        StreamObserver observer(kernel.code(), kernel.traits(), recorded);
        tell(kernel, { .warps = 1, .path = {}, .addresses = addresses }, observer);
        const BlockStream stream = observer.take();
        SimulationRequest request = request_of(kernel, stream, timing);
        request.resident_blocks = 2;
        request.blocks = 4;
        request.instructions = instructions;
        request.counts_requests = counts;
        return simulate(request).asked_bytes;
    };
    constexpr std::uint64_t kEnough = 1000;
    EXPECT_EQ(bytes(100, kEnough, false), 4 * 256);
    EXPECT_EQ(bytes(40, kEnough, false), 4 * 128) << "the stores are behind the recorded steps";
    EXPECT_EQ(bytes(40, kEnough, true), 4 * 256);
    EXPECT_EQ(bytes(100, 20, false), 2 * 128) << "the simulation ends before the stores";
    EXPECT_EQ(bytes(100, 20, true), 2 * 256);
    EXPECT_EQ(bytes(40, 20, true), 2 * 256);
}

TEST(Simulation, ABlockTakesThePlaceOfOneThatHasEnded)
{
    const auto timing = round_timing();
    const Kernel kernel = adds(50, kIndependent);
    const Simulation simulation = simulated(kernel, timing, 1, 1, 3);
    EXPECT_EQ(simulation.blocks_started, 3);
    EXPECT_EQ(simulation.blocks_ended, 3);
    EXPECT_TRUE(simulation.run.complete);
    EXPECT_EQ(simulation.run.cycles, 3 * 51 + 2 * 99); // a block starts 100 cycles after the last instruction
    EXPECT_EQ(simulation.run.instructions, 3 * 51);
}

TEST(Simulation, BlocksOfAFullGpuStartInSequence)
{
    auto timing = round_timing();
    timing.block_turn.value = 500;
    EXPECT_EQ(simulated(adds(10, kIndependent), timing, 1, 4).run.cycles, 3 * 500 + 11);
}

TEST(Simulation, KeplerIssuesTwoInstructionsOfAWarp)
{
    const arch::Timing& kepler = arch::timing_of({ 3, 5 });
    arch::Timing single = kepler;
    single.issues.value = 1;
    const Kernel independent = adds(200, kIndependent, { 3, 5 });
    const std::uint32_t dual = simulated(independent, kepler).run.cycles;
    EXPECT_LT(dual, 150); // 192 lanes: three instructions in two scheduler cycles
    EXPECT_GT(dual, 120);
    EXPECT_GE(simulated(independent, single).run.cycles, 200);
    const Kernel chain = adds(200, kChain, { 3, 5 });
    EXPECT_EQ(simulated(chain, single).run.cycles, 199 * 9 + 2);
    EXPECT_EQ(simulated(chain, kepler).run.cycles, 199 * 9 + 1); // only ret issues together with an addition
}

TEST(Simulation, CC1IssuesEachFourCycles)
{
    const arch::Timing& gt200 = arch::timing_of({ 1, 3 });
    const Kernel independent = adds(100, kIndependent, { 1, 3 });
    EXPECT_EQ(simulated(independent, gt200).run.cycles, 100 * 4 + 1);
    const Kernel chain = adds(100, kChain, { 1, 3 });
    EXPECT_EQ(simulated(chain, gt200).run.cycles, 99 * 24 + 5);
    EXPECT_NEAR(simulated(chain, gt200, 6).run.cycles, 100 * 24, 30); // six warps hide it
}

// Every cycle of every slot is reported once.
void expect_gapless(const SmRun& run)
{
    std::uint64_t told = 0;
    std::array<std::uint64_t, kWarpStates> cycles {};
    for (const WarpRow& row : run.warps) {
        std::uint32_t at = 0;
        for (const WarpSpan& span : row.spans) {
            EXPECT_EQ(span.begin, at);
            EXPECT_GT(span.end, span.begin);
            if (span.state == WarpState::selected) {
                EXPECT_EQ(span.end, span.begin + 1);
            }
            cycles[static_cast<std::size_t>(span.state)] += span.end - span.begin;
            at = span.end;
        }
        EXPECT_EQ(at, run.cycles);
        told += at;
    }
    EXPECT_EQ(told, std::uint64_t { run.cycles } * run.warps.size());
    EXPECT_EQ(std::accumulate(run.state_cycles.begin(), run.state_cycles.end(), std::uint64_t { 0 }),
        std::uint64_t { run.cycles } * run.warps.size());
    for (std::size_t s = 0; s < kWarpStates; ++s)
        EXPECT_EQ(cycles[s], run.state_cycles[s]) << name_of(static_cast<WarpState>(s));
}

Simulation mixed(const arch::Timing& timing, std::uint64_t instructions, Spans spans = Spans::kept)
{
    const Kernel kernel("ld.global.f32 %f1, [%rd1];\nst.shared.f32 [%r1], %f1;\nbar.sync 0;\nld.shared.f32 %f2, [%r2];\n"
            + lines(10, "fma.rn.f32 %f2, %f2, %f2, %f2;") + "div.rn.f32 %f3, %f2, %f1;\nst.global.f32 [%rd1], %f3;\nret;",
        timing.capability);
    const BlockStream stream = stream_of(kernel,
        { .warps = 4,
            .path = {},
            .addresses = { { 0, words_from(4096) }, { 1, words_from(0) }, { 3, words_from(0, 8) }, { 15, words_from(4096) } } });
    SimulationRequest request = request_of(kernel, stream, timing);
    request.resident_blocks = 3;
    request.blocks = 7;
    request.instructions = instructions;
    request.spans = spans;
    return simulate(request);
}

TEST(Simulation, StatesCoverEveryCycleOfEverySlot)
{
    for (const arch::Timing& timing : arch::all_timings()) {
        SCOPED_TRACE(timing.capability.major * 10 + timing.capability.minor);
        const Simulation simulation = mixed(timing, 1'000'000);
        EXPECT_TRUE(simulation.run.complete);
        EXPECT_EQ(simulation.blocks_ended, 7);
        expect_gapless(simulation.run);
    }
}

TEST(Simulation, StatesCoverEveryCycleIfTheSimulationEndsEarly)
{
    const Simulation simulation = mixed(round_timing(), 60);
    EXPECT_FALSE(simulation.run.complete);
    expect_gapless(simulation.run);
    // A slot is empty only before its block starts and after its end: a warp that waits at the end waits for something.
    const Simulation begun = mixed(round_timing(), 12); // all loads have been requested
    EXPECT_EQ(begun.run.state_cycles[static_cast<std::size_t>(WarpState::empty)], 0);
}

TEST(Simulation, StatesAreTheSameWithoutSpans)
{
    const auto timing = round_timing();
    const Simulation kept = mixed(timing, 1'000'000);
    const Simulation dropped = mixed(timing, 1'000'000, Spans::dropped);
    EXPECT_EQ(kept.run.state_cycles, dropped.run.state_cycles);
    EXPECT_EQ(kept.run.cycles, dropped.run.cycles);
    EXPECT_TRUE(dropped.run.warps.front().spans.empty());
}

TEST(Simulation, CurvesAreFractionsOfTheMaximum)
{
    const Simulation simulation = mixed(round_timing(), 1'000'000);
    ASSERT_FALSE(simulation.run.issue_slots.empty());
    double issued = 0.0;
    for (const float share : simulation.run.issue_slots) {
        EXPECT_GE(share, 0.0F);
        EXPECT_LE(share, 1.0001F);
        issued += static_cast<double>(share) * simulation.run.bucket;
    }
    EXPECT_NEAR(issued, static_cast<double>(simulation.run.instructions), 1.0);
    EXPECT_GT(*std::ranges::max_element(simulation.run.bytes_in_flight), 100.0F);
}

// Four equal warps, one per scheduler, whose uncoalesced loads wait for the same queue.
TEST(Simulation, NoSchedulerWaitsForAllOthers)
{
    auto timing = round_timing();
    timing.scheduler_count.value = 4;
    timing.schedulers.value = 4;
    constexpr std::uint32_t kLoads = 200;
    const Kernel kernel(lines(kLoads, "ld.global.f32 %f#, [%rd1];") + "ret;");
    Play play { .warps = 4, .path = {}, .addresses = {} };
    for (std::uint32_t k = 0; k < kLoads; ++k)
        play.addresses[k] = words_from(std::uint64_t { 1 } << 20, 128);
    const BlockStream stream = stream_of(kernel, play);
    const Simulation simulation = simulate(request_of(kernel, stream, timing));
    std::vector<double> ends;
    for (const WarpRow& row : simulation.run.warps)
        for (const WarpSpan& span : row.spans)
            if (span.state == WarpState::selected) {
                ends.resize(std::max<std::size_t>(ends.size(), row.scheduler + 1));
                ends[row.scheduler] = std::max<double>(ends[row.scheduler], span.end);
            }
    ASSERT_EQ(ends.size(), 4U);
    EXPECT_GT(*std::ranges::min_element(ends), 0.95 * *std::ranges::max_element(ends));
}

TEST(Simulation, StepsOfTheRecordedBlockAreNamed)
{
    const auto timing = round_timing();
    const Simulation simulation = simulated(adds(10, kChain), timing, 1, 2);
    for (const WarpRow& row : simulation.run.warps)
        for (const WarpSpan& span : row.spans)
            EXPECT_TRUE(row.block == 0 || span.step == kNoStep);
}

TEST(Simulation, ARequestToStopEndsItEarly)
{
    const Kernel kernel = adds(200, kChain);
    const BlockStream stream = stream_of(kernel, {});
    const auto timing = round_timing();
    SimulationRequest request = request_of(kernel, stream, timing);
    request.blocks = 1'000'000;
    request.instructions = 100'000'000;
    request.spans = Spans::dropped;
    std::stop_source stop;
    stop.request_stop();
    const Simulation simulation = simulate(request, stop.get_token());
    EXPECT_FALSE(simulation.run.complete);
    EXPECT_LT(simulation.run.instructions, 5000);
}

} // namespace
} // namespace warpstage::timing

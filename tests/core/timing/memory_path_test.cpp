// Latencies of requests, and when they wait for each other.
#include "core/timing/memory_path.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpstage::timing {
namespace {

TEST(LineCaches, AFetchedSectorIsAHit)
{
    LineCache cache(64 * 1024);
    EXPECT_EQ(cache.look_up(7, 0b0011).missing, 0b0011);
    EXPECT_EQ(cache.look_up(7, 0b0011).missing, 0);
    EXPECT_EQ(cache.look_up(7, 0b0110).missing, 0b0100); // the neighbor is not
    EXPECT_EQ(cache.look_up(7, 0b0111).missing, 0);
    EXPECT_EQ(cache.look_up(8, 0b0001).missing, 0b0001);
}

TEST(LineCaches, TheLeastRecentlyUsedLineIsEvicted)
{
    LineCache cache(8 * 128); // one set
    for (std::uint64_t line = 0; line < 8; ++line)
        EXPECT_EQ(cache.look_up(line, 1).missing, 1);
    EXPECT_EQ(cache.look_up(0, 1).missing, 0); // used again
    EXPECT_EQ(cache.look_up(100, 1).missing, 1); // line 1 is evicted
    EXPECT_EQ(cache.look_up(0, 1).missing, 0);
    EXPECT_EQ(cache.look_up(1, 1).missing, 1);
}

TEST(LineCaches, AnEmptyCacheAlwaysMisses)
{
    LineCache cache(0);
    EXPECT_EQ(cache.look_up(1, 3).missing, 3);
    EXPECT_EQ(cache.look_up(1, 3).missing, 3);
    EXPECT_EQ(cache.look_up(1, 3).filled, nullptr);
}

TEST(LineCaches, NeighboringLinesFillTheWholeCache)
{
    const auto missing_again = [](std::uint64_t first) {
        LineCache cache(64 * 1024); // 512 lines
        for (std::uint64_t line = first; line < first + 512; ++line)
            (void)cache.look_up(line, 15);
        int missing = 0;
        for (std::uint64_t line = first; line < first + 512; ++line)
            missing += cache.look_up(line, 15).missing != 0 ? 1 : 0;
        return missing;
    };
    EXPECT_EQ(missing_again(1024), 0);
    EXPECT_LT(missing_again(1000), 128); // a hash: some sets get more
}

struct PathOfRequests {
    explicit PathOfRequests(MemoryRates rates = ample_rates(), const arch::Timing& figures = round_timing())
        : timing(figures)
        , path(timing, std::move(rates))
    {
    }

    double global(
        double cycle, std::vector<LineUse> lines, simt::AccessKind kind = simt::AccessKind::load, std::uint64_t block = 0)
    {
        MemoryUse use;
        use.kind = kind;
        use.lines = static_cast<std::uint32_t>(lines.size());
        use.bytes = 128;
        use.wavefronts = 1;
        if (kind == simt::AccessKind::atomic) {
            use.same_word = same_word;
            use.words = 32 / same_word;
            use.wavefronts = 0;
        }
        return path.global(cycle, use, lines, block, block, false);
    }

    double shared(double cycle, std::uint32_t wavefronts, simt::AccessKind kind = simt::AccessKind::load)
    {
        MemoryUse use;
        use.kind = kind;
        use.wavefronts = wavefronts;
        use.same_word = same_word;
        return path.shared(cycle, use);
    }

    arch::Timing timing; // must outlive the path
    MemoryPath path;
    std::uint32_t same_word = 1;
};

TEST(MemoryPaths, SharedMemoryTakesItsLatencyAndACycleForEachFurtherWavefront)
{
    EXPECT_DOUBLE_EQ(PathOfRequests().shared(0.0, 1), 20.0);
    EXPECT_DOUBLE_EQ(PathOfRequests().shared(0.0, 32), 51.0);
    PathOfRequests two;
    EXPECT_DOUBLE_EQ(two.shared(0.0, 8), 27.0);
    EXPECT_DOUBLE_EQ(two.shared(1.0, 1), 28.0); // after the eight
    EXPECT_DOUBLE_EQ(two.shared(100.0, 1), 120.0);
}

TEST(MemoryPaths, LanesOfASharedAtomicOperationAreSerialized)
{
    PathOfRequests path;
    path.same_word = 32;
    EXPECT_DOUBLE_EQ(path.shared(0.0, 1, simt::AccessKind::atomic), 20.0 + 31.0 + 3.0);
}

// One line of 128 bytes every 8 cycles, at a bandwidth of 32 bytes per cycle.
TEST(MemoryPaths, AtHalfTheBandwidthLoadsQueueInDram)
{
    auto timing = round_timing();
    timing.device.dram_meeting.value = 0.2;
    PathOfRequests path(ample_rates(), timing);
    double issued = 0.0;
    double first = path.global(issued, { { 10, 15 } });
    double last = first;
    for (std::uint64_t line = 11; line < 10'000; ++line) {
        issued += 8.0;
        last = path.global(issued, { { line, 15 } }) - issued;
    }
    EXPECT_NEAR(first, 508.0, 1.0);
    EXPECT_NEAR(last, 508.0 + 0.2 * 500.0, 3.0);
}

TEST(MemoryPaths, AMissHasTheLatencyOfDramAndAHitThatOfL1)
{
    PathOfRequests path;
    const double miss = path.global(0.0, { { 10, 15 } });
    // A slot of the load-store unit, one of L1, 128 bytes at 64 per cycle, 128 bytes at 32 per cycle, 500 cycles of DRAM.
    EXPECT_DOUBLE_EQ(miss, 1.0 + 1.0 + 2.0 + 4.0 + 500.0);
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 128.0);
    EXPECT_DOUBLE_EQ(path.global(1000.0, { { 10, 15 } }), 1000.0 + 1.0 + 1.0 + 30.0);
    EXPECT_DOUBLE_EQ(path.path.missed_bytes(), 128.0);
}

TEST(MemoryPaths, AHitOnAPendingLineWaitsForIt)
{
    PathOfRequests path;
    const double miss = path.global(0.0, { { 10, 15 } });
    EXPECT_DOUBLE_EQ(path.global(5.0, { { 10, 15 } }), miss);
    EXPECT_DOUBLE_EQ(path.path.missed_bytes(), 128.0); // asked once
}

TEST(MemoryPaths, LoadsWaitInL2ForDataOnTheirWay)
{
    MemoryRates rates = ample_rates();
    rates.regions = { { 0, 100, 0.0 }, { 100, 200, 0.0 } };
    rates.regions.front().wait = 70.0;
    PathOfRequests path(rates);
    const double other = path.global(0.0, { { 110, 15 } });
    EXPECT_DOUBLE_EQ(path.global(1000.0, { { 10, 15 } }), 1000.0 + other + 70.0);
}

// A copy, and half of it alone: 1,000 lines are read, and as many written.
TEST(MemoryPaths, DramIsFasterInOneDirection)
{
    auto timing = round_timing();
    timing.device.dram_one_way.value = 1.25;
    const auto busy = [&](bool reads, bool writes) {
        PathOfRequests path(ample_rates(), timing);
        for (std::uint64_t line = 0; line < 1000; ++line) {
            if (reads)
                (void)path.global(0.0, { { line, 15 } });
            if (writes)
                (void)path.global(0.0, { { 5000 + line, 15 } }, simt::AccessKind::store);
        }
        return path.path.busy(Queue::dram);
    };
    const double cycles = 1000.0 * 128.0 / 32.0;
    EXPECT_NEAR(busy(true, false), cycles / 1.25, 1.0);
    EXPECT_NEAR(busy(false, true), cycles / 1.25, 1.0);
    EXPECT_NEAR(busy(true, true), 2.0 * cycles, 1.0);
}

TEST(MemoryPaths, DataOfOtherBlocksComeFromL2)
{
    MemoryRates rates = ample_rates();
    rates.regions = { { 0, 100, 0.0 }, { 100, 200, 0.5 } };
    PathOfRequests path(rates);
    EXPECT_DOUBLE_EQ(path.global(0.0, { { 10, 15 } }), 1.0 + 1.0 + 2.0 + 200.0);
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 0.0);
    for (std::uint64_t line = 100; line < 200; ++line)
        (void)path.global(1000.0, { { line, 15 } });
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 100.0 * 128.0 / 2.0);
    (void)path.global(1000.0, { { 500, 15 } }); // of no buffer
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 100.0 * 128.0 / 2.0 + 128.0);
}

TEST(MemoryPaths, DramFetchesPairsOfSectors)
{
    arch::Timing timing = round_timing();
    timing.device.dram_bytes.value = 64;
    MemoryRates rates = ample_rates();
    rates.l1_bytes = 0;
    PathOfRequests path(rates, timing);
    (void)path.global(0.0, { { 10, 0b0001 } });
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 64.0);
    (void)path.global(0.0, { { 10, 0b0010 } });
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 64.0);
    (void)path.global(0.0, { { 10, 0b1000 } });
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 128.0);
    (void)path.global(0.0, { { 11, 0b0001 } }, simt::AccessKind::store); // writes what it has
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 160.0);
}

// Requests of one line each, far apart: cycles of DRAM for a line. `run`: neighboring bytes that other blocks access at the time.
double cycles_of_lines(double run, simt::AccessKind kind, std::uint64_t distance)
{
    arch::Timing timing = round_timing();
    timing.device.dram_read_pieces.run.value = 8192;
    timing.device.dram_written_pieces.run.value = 65536;
    MemoryRates rates = ample_rates();
    rates.read_pieces = { .added = 1.0, .least = 6.0 };
    rates.written_pieces = { .added = 3.0, .least = 6.0 };
    rates.regions = { { 0, 100000, 1.0, run, run } };
    PathOfRequests path(rates, timing);
    constexpr std::uint64_t kRequests = 10;
    for (std::uint64_t i = 0; i < kRequests; ++i)
        (void)path.global(0.0, { { 10 + i * distance, 15 } }, kind);
    return path.path.busy(Queue::dram) / kRequests;
}

TEST(MemoryPaths, PiecesOfDramThatAreApartTakeLonger)
{
    // 128 bytes take 4 cycles.
    EXPECT_DOUBLE_EQ(cycles_of_lines(128, simt::AccessKind::load, 64), 6.0);
    EXPECT_DOUBLE_EQ(cycles_of_lines(128, simt::AccessKind::store, 64), 7.0);
    EXPECT_DOUBLE_EQ(cycles_of_lines(256, simt::AccessKind::load, 1), 5.0); // two lines are a piece: 4, and 6 in all
    EXPECT_DOUBLE_EQ(cycles_of_lines(8192, simt::AccessKind::load, 64), 4.0);
    EXPECT_DOUBLE_EQ(cycles_of_lines(8192, simt::AccessKind::store, 64), 7.0);
    EXPECT_DOUBLE_EQ(cycles_of_lines(65536, simt::AccessKind::store, 64), 4.0);
}

TEST(MemoryPaths, ALineThatTwoBlocksHaveWrittenIsOnePiece)
{
    arch::Timing timing = round_timing();
    timing.device.dram_written_pieces.run.value = 65536;
    MemoryRates rates = ample_rates();
    rates.written_pieces = { .added = 3.0, .least = 6.0 };
    rates.regions = { { 0, 100000, 1.0, 256, 256 } };
    PathOfRequests path(rates, timing);
    (void)path.global(0.0, { { 10, 0b0011 } }, simt::AccessKind::store);
    EXPECT_DOUBLE_EQ(path.path.busy(Queue::dram), 2.0 + 3.0 / 2.0);
}

TEST(MemoryPaths, ChangedDataGoBackToDram)
{
    PathOfRequests path;
    (void)path.global(0.0, { { 10, 15 } });
    (void)path.global(1000.0, { { 10, 15 } }, simt::AccessKind::store);
    EXPECT_DOUBLE_EQ(path.path.dram_bytes(), 256.0);
    EXPECT_DOUBLE_EQ(path.path.written_bytes(), 128.0);
    (void)path.global(2000.0, { { 10, 15 } }, simt::AccessKind::store); // replaces them in L2
    EXPECT_DOUBLE_EQ(path.path.written_bytes(), 128.0);
}

TEST(MemoryPaths, WhatABlockHasJustWrittenIsInL2)
{
    MemoryRates rates = ample_rates();
    rates.l1_bytes = 0;
    rates.l2_bytes = 64 * 128;
    PathOfRequests path(rates);
    for (std::uint64_t line = 1000; line < 2000; ++line) // many times the size of L2
        (void)path.global(0.0, { { line, 15 } });
    const double before = path.path.dram_bytes();
    (void)path.global(1000.0, { { 10, 15 } }, simt::AccessKind::store);
    (void)path.global(2000.0, { { 10, 15 } });
    EXPECT_DOUBLE_EQ(path.path.dram_bytes() - before, 128.0); // written back once
}

TEST(MemoryPaths, AStoreHitsL1IfALoadHasBroughtItsSectors)
{
    PathOfRequests path;
    (void)path.global(0.0, { { 10, 0b0011 } });
    (void)path.global(1000.0, { { 10, 15 } }, simt::AccessKind::store);
    EXPECT_DOUBLE_EQ(path.path.stored_hits(), 64.0);
    EXPECT_DOUBLE_EQ(path.path.missed_bytes(), 64.0 + 128.0); // the store goes to L2 nevertheless
}

TEST(MemoryPaths, RequestsAreServedInTheirOrder)
{
    PathOfRequests path;
    double last = 0.0;
    for (std::uint64_t i = 0; i < 50; ++i) {
        const double done = path.global(0.0, { { 10 + i, 15 } });
        EXPECT_GT(done, last);
        last = done;
    }
    // DRAM is the slowest: 128 bytes in 4 cycles.
    EXPECT_DOUBLE_EQ(last, 8.0 + 49 * 4.0 + 500.0);
    EXPECT_DOUBLE_EQ(path.path.busy(Queue::dram), 200.0);
    EXPECT_DOUBLE_EQ(path.path.drained(), 4.0 + 200.0);
}

TEST(MemoryPaths, PartialStoresCostMoreThanWholeOnes)
{
    PathOfRequests whole;
    PathOfRequests partial;
    for (std::uint64_t i = 0; i < 10; ++i) {
        (void)whole.global(0.0, { { i, 15, false } }, simt::AccessKind::store);
        (void)partial.global(0.0, { { i, 15, true } }, simt::AccessKind::store);
    }
    EXPECT_DOUBLE_EQ(partial.path.busy(Queue::l2), 2 * whole.path.busy(Queue::l2));
    EXPECT_DOUBLE_EQ(partial.path.busy(Queue::dram), whole.path.busy(Queue::dram));
}

TEST(MemoryPaths, WithAUnifiedL1PartialSectorsOfALineCostMoreOnce)
{
    arch::Timing timing = round_timing(); // a partially written sector costs two whole ones
    timing.memory.l1_unified.value = 1;
    PathOfRequests whole(ample_rates(), timing);
    PathOfRequests partial(ample_rates(), timing);
    (void)whole.global(0.0, { { 0, 15, false } }, simt::AccessKind::store);
    (void)partial.global(0.0, { { 0, 15, true } }, simt::AccessKind::store);
    EXPECT_DOUBLE_EQ(partial.path.busy(Queue::l2), 1.25 * whole.path.busy(Queue::l2));
}

TEST(MemoryPaths, WithAUnifiedL1AllWavefrontsShareTheBanks)
{
    const auto shared_waits = [](double unified) {
        arch::Timing timing = round_timing();
        timing.memory.l1_unified.value = unified;
        MemoryPath path(timing, ample_rates());
        const std::vector<LineUse> lines { { 0, 15, false } };
        MemoryUse load;
        load.lines = 1;
        load.bytes = 128;
        load.wavefronts = 8;
        (void)path.global(0.0, load, lines, 0, 0, false);
        MemoryUse use;
        use.wavefronts = 1;
        return path.shared(0.0, use);
    };
    EXPECT_DOUBLE_EQ(shared_waits(1) - shared_waits(0), 7.0);
}

TEST(MemoryPaths, AtomicOperationsOnOneWordAreSerialized)
{
    PathOfRequests one_word;
    one_word.same_word = 32;
    PathOfRequests many_words;
    (void)one_word.global(0.0, { { 10, 1 } }, simt::AccessKind::atomic);
    (void)many_words.global(0.0, { { 10, 15 } }, simt::AccessKind::atomic);
    EXPECT_DOUBLE_EQ(one_word.path.busy(Queue::atomics), 32.0);
    EXPECT_DOUBLE_EQ(many_words.path.busy(Queue::atomics), 8.0);
}

TEST(MemoryPaths, ConstantAccessesAreSerializedByAddress)
{
    PathOfRequests path;
    MemoryUse use;
    use.wavefronts = 1;
    EXPECT_DOUBLE_EQ(path.path.constant(0.0, use), 28.0);
    use.wavefronts = 4;
    EXPECT_DOUBLE_EQ(path.path.constant(100.0, use), 100.0 + 3 * 10.0 + 28.0);
    use.wavefronts = 1;
    EXPECT_DOUBLE_EQ(path.path.constant(101.0, use), 150.0); // after the four
}

TEST(MemoryPaths, ConstantsOfEightBytesTakeTwiceAsLong)
{
    MemoryRates rates = ample_rates();
    rates.constant_interval = 2.0;
    PathOfRequests path(rates);
    MemoryUse use;
    use.wavefronts = 1;
    use.words = 2;
    for (int i = 0; i < 100; ++i)
        (void)path.path.constant(0.0, use);
    EXPECT_DOUBLE_EQ(path.path.busy(Queue::constants), 100 * 2 * 2.0);
}

TEST(MemoryPaths, TheBytesInFlightAreLimited)
{
    arch::Timing timing = round_timing();
    timing.device.bytes_in_flight.value = 256;
    PathOfRequests path(ample_rates(), timing);
    const double first = path.global(0.0, { { 1, 15 } });
    EXPECT_DOUBLE_EQ(path.path.accepts_global(1.0), 1.0);
    (void)path.global(1.0, { { 2, 15 } });
    EXPECT_DOUBLE_EQ(path.path.accepts_global(2.0), first);
    EXPECT_DOUBLE_EQ(path.path.accepts_shared(2.0), 2.0);
    EXPECT_DOUBLE_EQ(path.path.accepts_global(first), first);
}

TEST(MemoryPaths, TheQueueOfTheLoadStoreUnitIsFinite)
{
    PathOfRequests path;
    double accepted = 0.0;
    int requests = 0;
    while (accepted == 0.0 && requests < 1000) {
        (void)path.shared(0.0, 32);
        ++requests;
        accepted = path.path.accepts_shared(0.0);
    }
    EXPECT_LT(requests, 100);
    EXPECT_DOUBLE_EQ(accepted, 32.0); // when the first one is complete
}

} // namespace
} // namespace warpstage::timing

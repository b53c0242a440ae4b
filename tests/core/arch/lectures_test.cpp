// The worked examples of the lectures, under the number of the lecture and the name of its slide.
//   000 Filipovič, "Optimalizace pro GPU hardware", 2013 (CC 1.x and 2.x)
//   001 Stefanidakis, reduction on a GPU            002 Cozzi, "CUDA Performance"
//   003 "CUDA: Performance Optimization Example"    004 shared memory on Kepler (CC 3.x, K40c)
#include "core/arch/architecture.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace warpstage::arch {
namespace {

const Traits& traits(const char* architecture)
{
    return *parse_architecture(architecture)->traits;
}

template <typename Index>
SharedService shared(const char* architecture, std::uint32_t bytes, Index&& index, LaneMask lanes = kFullWarp)
{
    const auto addresses = addresses_of([&](std::uint64_t tid) { return bytes * std::uint64_t { index(tid) }; });
    return serve_shared(traits(architecture), { .bytes = bytes, .lanes = lanes, .addresses = addresses });
}

template <typename Index> GlobalService global(const char* architecture, std::uint32_t bytes, Index&& index)
{
    const auto addresses = addresses_of([&](std::uint64_t tid) { return bytes * std::uint64_t { index(tid) }; });
    return serve_global(traits(architecture), { .bytes = bytes, .lanes = kFullWarp, .addresses = addresses });
}

// The degree of the conflict in the worst phase: 2 for "2-way", 16 for "16-way".
std::uint32_t ways(const SharedService& service)
{
    std::uint32_t most = 0;
    for (const BankPhase& phase : service.phases)
        most = std::max(most, phase.wavefronts);
    return most;
}

std::vector<std::uint32_t> sizes(const GlobalService& service, std::uint32_t request)
{
    std::vector<std::uint32_t> all;
    for (const Transaction& transaction : service.transactions) {
        if (transaction.request == request)
            all.push_back(transaction.bytes);
    }
    return all;
}

using Sizes = std::vector<std::uint32_t>;

TEST(Lecture000, VzoryPristupuOffsetNeedsNoAlignment)
{
    for (std::uint64_t offset = 0; offset < 64; ++offset) {
        EXPECT_EQ(ways(shared("1.3", 4, [&](std::uint64_t tid) { return tid + offset; })), 1U) << offset;
        EXPECT_EQ(ways(shared("2.0", 4, [&](std::uint64_t tid) { return tid + offset; })), 1U) << offset;
    }
}

TEST(Lecture000, VzoryPristupuStrideIsFreeWhereItIsOdd)
{
    for (std::uint64_t c = 1; c <= 64; ++c) {
        const auto first = shared("1.3", 4, [&](std::uint64_t tid) { return tid * c; });
        const auto second = shared("2.0", 4, [&](std::uint64_t tid) { return tid * c; });
        EXPECT_EQ(ways(first), std::gcd(c, 16ULL)) << c;
        EXPECT_EQ(ways(second), std::gcd(c, 32ULL)) << c;
        EXPECT_EQ(first.excess() == 0, c % 2 == 1) << c;
        EXPECT_EQ(second.excess() == 0, c % 2 == 1) << c;
    }
}

// "On CC 2.x never a conflict; on 1.x none where the number c of threads that read one word is a multiple of 16."
TEST(Lecture000, VzoryPristupuQuotient)
{
    for (std::uint64_t c = 2; c <= 64; ++c) {
        EXPECT_EQ(shared("2.0", 4, [&](std::uint64_t tid) { return tid / c; }).excess(), 0U) << c;
        if (c > 16 && c % 16 != 0)
            continue; // rarely splits a half-warp
        EXPECT_EQ(shared("1.3", 4, [&](std::uint64_t tid) { return tid / c; }).excess() == 0, c % 16 == 0) << c;
    }
}

TEST(Lecture000, BroadcastOfOneWordIsOneStepForEachHalfWarp)
{
    const auto service = shared("1.0", 4, [](std::uint64_t) { return 5U; });
    EXPECT_EQ(service.wavefronts, 2U);
    EXPECT_EQ(service.excess(), 0U);
    EXPECT_EQ(service.phases[1].words[0].lanes, 0xffff0000U);
}

TEST(Lecture000, SdilenaPametAColumnOfTheTileIsA16WayConflictAndPaddingFreesIt)
{
    const auto column = shared("1.3", 4, [](std::uint64_t tid) { return tid * 32; });
    EXPECT_EQ(ways(column), 16U);
    EXPECT_EQ(column.phases[0].words[0].bank, column.phases[0].words[15].bank) << "the whole column is in bank 0";
    EXPECT_EQ(shared("1.3", 4, [](std::uint64_t tid) { return tid * 33; }).excess(), 0U);
    EXPECT_EQ(ways(shared("2.0", 4, [](std::uint64_t tid) { return tid * 32; })), 32U);
    EXPECT_EQ(shared("2.0", 4, [](std::uint64_t tid) { return tid * 33; }).excess(), 0U);
}

TEST(Lecture000, SpojitePristupyAlignedThreadsAreCoalescedOnAllGpus)
{
    for (const char* architecture : { "1.0", "1.1", "1.2", "1.3" }) {
        const auto service = global(architecture, 4, [](std::uint64_t tid) { return tid; });
        EXPECT_EQ(sizes(service, 0), (Sizes { 64 })) << architecture;
        EXPECT_EQ(sizes(service, 1), (Sizes { 64 })) << architecture;
        EXPECT_EQ(service.transactions[1].address, 64U);
        EXPECT_EQ(service.transactions[1].lanes, 0xffff0000U);
        EXPECT_EQ(service.count.sectors, service.count.ideal);
    }
    // "One transaction, or one to two for words of 128 bits."
    EXPECT_EQ(sizes(global("1.0", 8, [](std::uint64_t tid) { return tid; }), 0), (Sizes { 128 }));
    EXPECT_EQ(sizes(global("1.0", 16, [](std::uint64_t tid) { return tid; }), 0), (Sizes { 128, 128 }));
}

TEST(Lecture000, SpojitePristupySomeThreadsNeedNotTakePart)
{
    const auto addresses = addresses_of([](std::uint64_t tid) { return 4 * tid; });
    const auto service = serve_global(traits("1.0"), { .lanes = 0x00005555, .addresses = addresses });
    EXPECT_EQ(sizes(service, 0), (Sizes { 64 }));
    EXPECT_EQ(service.count.requests, 1U);
}

// "Threads are not aligned: one transaction on CC 1.2 and later", "a similar case may lead to two".
TEST(Lecture000, NezarovnanyPristupMovedByOneElement)
{
    const auto later = global("1.2", 4, [](std::uint64_t tid) { return tid + 1; });
    EXPECT_EQ(sizes(later, 0), (Sizes { 128 }));
    EXPECT_EQ(sizes(later, 1), (Sizes { 64, 32 }));
    const auto older = global("1.0", 4, [](std::uint64_t tid) { return tid + 1; });
    EXPECT_EQ(sizes(older, 0), Sizes(16, 32));
    EXPECT_EQ(sizes(older, 1), Sizes(16, 32));
}

// "Older GPUs make the smallest transfer for every element, 32 bytes, which reduces the bandwidth to 1/8."
TEST(Lecture000, VykonPriNezarovnanemPristupuIsAnEighth)
{
    const auto service = global("1.1", 4, [](std::uint64_t tid) { return tid + 1; });
    EXPECT_EQ(service.count.sectors, 32U);
    EXPECT_EQ(8 * service.count.ideal, service.count.sectors);
}

TEST(Lecture000, PermutedThreadsAreCoalescedSinceOneTwo)
{
    const auto permuted = [](std::uint64_t tid) {
        return tid ^ 1;
    };
    EXPECT_EQ(sizes(global("1.1", 4, permuted), 0), Sizes(16, 32));
    EXPECT_EQ(sizes(global("1.2", 4, permuted), 0), (Sizes { 64 }));
}

// "CC 1.2 and later transfer with smaller losses where the gaps are smaller; with growing gaps performance falls drastically."
TEST(Lecture000, VykonPriProkladanemPristupuFallsWithTheStride)
{
    for (std::uint64_t stride = 1; stride <= 64; stride *= 2) {
        const auto service = global("1.3", 4, [&](std::uint64_t tid) { return tid * stride; });
        EXPECT_EQ(service.count.transactions, std::min(std::max(stride, 2UL), 32UL)) << stride;
        EXPECT_EQ(service.count.ideal, 4U) << stride;
    }
    EXPECT_EQ(global("1.3", 4, [](std::uint64_t tid) { return tid * 2; }).count.sectors, 8U) << "two of 128 bytes";
    EXPECT_EQ(global("1.3", 4, [](std::uint64_t tid) { return tid * 32; }).count.sectors, 32U) << "one of 32 bytes per thread";
    EXPECT_EQ(global("1.0", 4, [](std::uint64_t tid) { return tid * 2; }).count.sectors, 32U) << "at once on CC 1.0";
}

TEST(Lecture000, FermiHidesAMisalignedAccessBehindItsLines)
{
    EXPECT_EQ(sizes(global("2.0", 4, [](std::uint64_t tid) { return tid; }), 0), (Sizes { 128 }));
    EXPECT_EQ(sizes(global("2.0", 4, [](std::uint64_t tid) { return tid + 1; }), 0), (Sizes { 128, 128 }));
    EXPECT_EQ(sizes(global("2.0:l2", 4, [](std::uint64_t tid) { return tid + 1; }), 0), Sizes(5, 32))
        << "L1 disabled to avoid overfetching";
    EXPECT_EQ(global("2.0", 4, [](std::uint64_t tid) { return tid * 32; }).count.sectors, 128U);
    EXPECT_EQ(global("2.0:l2", 4, [](std::uint64_t tid) { return tid * 32; }).count.sectors, 32U);
}

// "Number of the bank = address % 32; 32 reads of neighboring addresses at once."
TEST(Lecture001, SygkrouseisProspelasis)
{
    const auto service = shared("9.0", 4, [](std::uint64_t tid) { return tid + 7; });
    EXPECT_EQ(service.wavefronts, 1U);
    for (const BankWord& word : service.phases[0].words)
        EXPECT_EQ(word.bank, word.word % 32);
    EXPECT_EQ(service.phases[0].words.size(), 32U);
}

// "a) column after column: a thread reads increasing addresses; b) row after row: neighboring threads do."
TEST(Lecture002, MemoryCoalescingRowAfterRow)
{
    constexpr std::uint64_t kWidth = 1024;
    EXPECT_EQ(global("9.0", 4, [](std::uint64_t tid) { return tid; }).count.sectors, 4U);
    EXPECT_EQ(global("9.0", 4, [](std::uint64_t tid) { return tid * kWidth; }).count.sectors, 32U);
}

// Step 2 of the reduction, "bank collision": index 2 * s * tid. Step 3 has none.
TEST(Lecture003, InterleavedAddressingCollidesAndSequentialDoesNot)
{
    for (std::uint64_t s = 1; s <= 8; s *= 2) {
        EXPECT_EQ(ways(shared("1.3", 4, [&](std::uint64_t tid) { return 2 * s * tid; })), 2 * s) << s;
        EXPECT_EQ(ways(shared("9.0", 4, [&](std::uint64_t tid) { return 2 * s * tid; })), 2 * s) << s;
    }
    EXPECT_EQ(ways(shared("1.3", 4, [](std::uint64_t tid) { return 32 * tid; })), 16U) << "no more than banks";
    for (std::uint64_t s = 128; s > 0; s /= 2)
        EXPECT_EQ(shared("1.3", 4, [&](std::uint64_t tid) { return tid + s; }).excess(), 0U) << s;
}

TEST(Lecture004, BankiFloatsAreFreeInBothModes)
{
    for (const char* mode : { "K40c:4byte", "K40c:8byte" }) {
        EXPECT_EQ(shared(mode, 4, [](std::uint64_t tid) { return tid; }).wavefronts, 1U) << mode;
        EXPECT_EQ(shared(mode, 8, [](std::uint64_t tid) { return tid; }).wavefronts, 1U) << mode << ": 256 bytes a clock";
    }
    EXPECT_EQ(shared("3.5:8byte", 4, [](std::uint64_t tid) { return tid; }).phases[0].words.size(), 16U)
        << "two threads for each word of 8 bytes";
}

// "Different threads of a warp want one word, or different bytes of one word: no conflict."
TEST(Lecture004, NetBankKonfliktov)
{
    for (const char* mode : { "3.5:4byte", "3.5:8byte" }) {
        EXPECT_EQ(shared(mode, 4, [](std::uint64_t) { return 3U; }).wavefronts, 1U) << mode;
        EXPECT_EQ(shared(mode, 1, [](std::uint64_t tid) { return tid; }).wavefronts, 1U) << mode;
        EXPECT_EQ(shared(mode, 4, [](std::uint64_t tid) { return 31 - tid; }).wavefronts, 1U) << mode;
        EXPECT_EQ(shared(mode, 4, [](std::uint64_t tid) { return 2 * tid; }).wavefronts, 1U) << mode << ": stride 2";
    }
}

// "A conflict of order N: N threads want different 8-byte words of one bank." Floats 64 apart are in the same bank in both modes.
TEST(Lecture004, BankKonfliktVtorogoITretegoPoryadka)
{
    for (const char* mode : { "3.5:4byte", "3.5:8byte" }) {
        for (const std::uint64_t order : { 2ULL, 3ULL }) {
            const auto service = shared(mode, 4, [&](std::uint64_t tid) { return tid < order ? 64 * tid : tid; });
            EXPECT_EQ(ways(service), order) << mode;
            EXPECT_EQ(service.phases[0].words[order - 1].wavefront, order - 1) << mode;
            EXPECT_EQ(service.phases[0].words[order - 1].bank, 0U) << mode;
        }
    }
}

// Where the modes differ: which 4-byte words share the 8 bytes of a bank's row.
TEST(Lecture004, TheModesPutDifferentWordsSideBySide)
{
    const auto two = [](const char* mode, std::uint64_t a, std::uint64_t b) {
        return shared(
            mode, 4, [&](std::uint64_t tid) { return tid == 0 ? a : b; }, 0b11)
            .wavefronts;
    };
    EXPECT_EQ(two("3.5:4byte", 0, 32), 1U) << "words i and i + 32 of one row";
    EXPECT_EQ(two("3.5:8byte", 0, 32), 1U) << "in banks 0 and 16";
    EXPECT_EQ(two("3.5:4byte", 0, 65), 1U) << "in banks 0 and 1";
    EXPECT_EQ(two("3.5:8byte", 0, 65), 2U) << "both in bank 0";
    EXPECT_EQ(two("3.5:4byte", 0, 96), 2U) << "both in bank 0, in two rows";
    EXPECT_EQ(two("3.5:8byte", 0, 96), 1U) << "in banks 0 and 16";
}

// "double B[32][32]: access by columns gives a bank conflict of order 32", and with a column more none: in the 8-byte mode. In
// the 4-byte mode it stays 2-way, which is why SMEM-2 took 87 ms there and 62 ms here.
TEST(Lecture004, BankKonfliktyAColumnOfDoubles)
{
    for (const char* mode : { "3.5:4byte", "3.5:8byte" }) {
        EXPECT_EQ(ways(shared(mode, 8, [](std::uint64_t tid) { return 32 * tid; })), 32U) << mode;
        EXPECT_EQ(ways(shared(mode, 8, [](std::uint64_t tid) { return tid; })), 1U) << mode << ": by rows";
    }
    EXPECT_EQ(shared("3.5:8byte", 8, [](std::uint64_t tid) { return 33 * tid; }).wavefronts, 1U);
    EXPECT_EQ(shared("3.5:4byte", 8, [](std::uint64_t tid) { return 33 * tid; }).wavefronts, 2U);
    EXPECT_EQ(ways(shared("3.5:4byte", 4, [](std::uint64_t tid) { return 32 * tid; })), 16U)
        << "float[32][32]: i and i + 32 in a row";
    EXPECT_EQ(shared("3.5:4byte", 4, [](std::uint64_t tid) { return 33 * tid; }).wavefronts, 1U);
}

} // namespace
} // namespace warpstage::arch

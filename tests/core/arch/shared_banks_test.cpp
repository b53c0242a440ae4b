// Hand-written cases from the lectures and NVIDIA's guides.
#include "core/arch/shared/shared_banks.h"
#include "tests/core/arch/allocation_counter.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

namespace warpstage::arch {
namespace {

SharedService serve(SharedOperation operation, std::uint32_t bytes, const Addresses& addresses, LaneMask lanes = kFullWarp)
{
    return serve_shared(traits_of({ 9, 0 }), { .operation = operation, .bytes = bytes, .lanes = lanes, .addresses = addresses });
}

SharedService load(std::uint32_t bytes, const Addresses& addresses, LaneMask lanes = kFullWarp)
{
    return serve(SharedOperation::load, bytes, addresses, lanes);
}

TEST(SharedBanks, TheConflictOfAStrideIsItsPowerOfTwo)
{
    struct Case {
        std::uint64_t stride;
        std::uint32_t wavefronts;
    };
    for (const Case& c : { Case { 1, 1 }, { 2, 2 }, { 3, 1 }, { 4, 4 }, { 8, 8 }, { 16, 16 }, { 32, 32 }, { 33, 1 } }) {
        const auto service = load(4, addresses_of([&](std::uint64_t lane) { return 4 * c.stride * lane; }));
        EXPECT_EQ(service.wavefronts, c.wavefronts) << "stride " << c.stride;
        EXPECT_EQ(service.ideal, 1U) << "stride " << c.stride;
    }
}

TEST(SharedBanks, OneWordForAllLanesIsOneWavefront)
{
    const auto service = load(4, addresses_of([](unsigned) { return 20; }));
    ASSERT_EQ(service.phases.size(), 1U);
    ASSERT_EQ(service.phases[0].words.size(), 1U);
    const BankWord& word = service.phases[0].words[0];
    EXPECT_EQ(word.bank, 5U);
    EXPECT_EQ(word.word, 5U);
    EXPECT_EQ(word.lanes, kFullWarp);
    EXPECT_EQ(word.wavefront, 0U);
    EXPECT_EQ(service.wavefronts, 1U);
}

TEST(SharedBanks, TwoWordsOfABankAreSerialized)
{
    // Lanes 0 and 2 access word 1, lane 1 accesses word 33 of the same bank, lane 3 a word of another bank.
    Addresses addresses {};
    addresses[0] = 4;
    addresses[1] = 132;
    addresses[2] = 4;
    addresses[3] = 8;
    const auto service = load(4, addresses, 0b1111);
    ASSERT_EQ(service.phases.size(), 1U);
    EXPECT_EQ(service.phases[0].wavefronts, 2U);
    const auto& words = service.phases[0].words;
    ASSERT_EQ(words.size(), 3U);
    EXPECT_EQ(words[0].word, 1U);
    EXPECT_EQ(words[0].lanes, 0b0101U);
    EXPECT_EQ(words[0].wavefront, 0U);
    EXPECT_EQ(words[1].word, 33U);
    EXPECT_EQ(words[1].lanes, 0b0010U);
    EXPECT_EQ(words[1].wavefront, 1U);
    EXPECT_EQ(words[2].bank, 2U);
    EXPECT_EQ(words[2].wavefront, 0U);
    EXPECT_EQ(service.excess(), 1U);
}

TEST(SharedBanks, BytesOfOneWordAreOneWord)
{
    EXPECT_EQ(load(1, addresses_of([](std::uint64_t lane) { return lane; })).wavefronts, 1U);
    EXPECT_EQ(load(2, addresses_of([](std::uint64_t lane) { return 2 * lane; })).phases[0].words.size(), 16U);
}

TEST(SharedBanks, WideAccessesAreServedByHalvesAndQuarters)
{
    const auto doubles = load(8, addresses_of([](std::uint64_t lane) { return 8 * lane; }));
    ASSERT_EQ(doubles.phases.size(), 2U);
    EXPECT_EQ(doubles.phases[1].lanes, 0xffff0000U);
    EXPECT_EQ(doubles.excess(), 0U);
    const auto vectors = load(16, addresses_of([](std::uint64_t lane) { return 16 * lane; }));
    ASSERT_EQ(vectors.phases.size(), 4U);
    EXPECT_EQ(vectors.phases[2].lanes, 0x00ff0000U);
    EXPECT_EQ(vectors.wavefronts, 4U);
    EXPECT_EQ(load(16, addresses_of([](std::uint64_t lane) { return 128 * lane; })).wavefronts, 32U);
}

TEST(SharedBanks, NeighborsWithOneAddressMergePhasesOfALoadButNotOfAStore)
{
    const auto pairs = addresses_of([](std::uint64_t lane) { return 8 * (lane / 2); });
    EXPECT_EQ(load(8, pairs).ideal, 1U);
    EXPECT_EQ(serve(SharedOperation::store, 8, pairs).ideal, 2U);
    const auto one = addresses_of([](unsigned) { return 0; });
    EXPECT_EQ(load(16, one).wavefronts, 2U) << "the halves never merge";
    EXPECT_EQ(serve(SharedOperation::store, 16, one).wavefronts, 4U);
    const auto every_second = addresses_of([](std::uint64_t lane) { return 8 * (lane & ~std::uint64_t { 2 }); });
    EXPECT_EQ(load(8, every_second).ideal, 1U);
}

TEST(SharedBanks, HalfTheWarpInPairsAndHalfInSecondNeighborsDoesNotMerge)
{
    const auto mixed = addresses_of([](std::uint64_t lane) { return 8 * (lane < 16 ? lane & ~1ULL : lane & ~2ULL); });
    EXPECT_EQ(load(8, mixed).ideal, 2U);
}

TEST(SharedBanks, AnInactivePartnerDoesNotPreventMerging)
{
    const auto distinct = addresses_of([](std::uint64_t lane) { return 16 * lane; });
    EXPECT_EQ(load(16, distinct, (1U << 0) | (1U << 15)).ideal, 1U);
    EXPECT_EQ(load(16, distinct, (1U << 15) | (1U << 16)).ideal, 2U) << "they are in different halves";
    EXPECT_EQ(load(16, distinct, (1U << 0) | (1U << 3) | (1U << 15)).ideal, 1U);
}

TEST(SharedBanks, WithoutActiveLanesTheCostIsZero)
{
    const auto service = load(4, Addresses {}, 0);
    EXPECT_EQ(service.wavefronts, 0U);
    EXPECT_EQ(service.ideal, 0U);
    EXPECT_TRUE(service.phases.empty());
}

TEST(SharedBanks, PaddingATileByOneWordFreesItsColumn)
{
    EXPECT_EQ(load(4, addresses_of([](std::uint64_t lane) { return 128 * lane; })).wavefronts, 32U);
    EXPECT_EQ(load(4, addresses_of([](std::uint64_t lane) { return 132 * lane; })).wavefronts, 1U);
    // A 16 x 17 tile read by columns: two columns of 16 lanes. NVIDIA's own sample had this until 2025.
    EXPECT_EQ(load(4, addresses_of([](std::uint64_t lane) { return 4 * (17 * (lane % 16) + lane / 16); })).wavefronts, 2U);
}

TEST(SharedBanks, CountingAllocatesNothing)
{
    const Traits& traits = traits_of({ 9, 0 });
    const auto worst = addresses_of([](std::uint64_t lane) { return 128 * lane; });
    const std::size_t before = allocations();
    std::uint32_t wavefronts = 0;
    for (const std::uint32_t bytes : { 4U, 8U, 16U })
        wavefronts += count_shared(traits, { .bytes = bytes, .lanes = kFullWarp, .addresses = worst }).wavefronts;
    EXPECT_EQ(allocations(), before);
    EXPECT_EQ(wavefronts, 96U);
    EXPECT_FALSE(serve_shared(traits, { .lanes = kFullWarp, .addresses = worst }).phases.empty());
    EXPECT_GT(allocations(), before) << "the counter does not count";
}

} // namespace
} // namespace warpstage::arch

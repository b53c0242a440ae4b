// Random patterns on CC 1.x, 2.x and 3.x: conditions on the list of transactions, and the rule checked byte by byte.
#include "core/arch/architecture.h"
#include "core/arch/global/coalescing.h"
#include "tests/core/arch/allocation_counter.h"
#include "tests/core/arch/patterns.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::arch {
namespace {

constexpr int kTransactionPatterns = 3000;
std::string describe(const Traits& traits, const GlobalRequest& request)
{
    std::string text = fmt::format("{}: {} bytes, lanes {:08x}:", traits.name, request.bytes, request.lanes);
    for_each_lane(request.lanes, [&](unsigned lane) { text += fmt::format(" {}", request.addresses[lane]); });
    return text;
}

template <typename Check> void for_random_global_requests(unsigned seed, Check&& check)
{
    std::mt19937 random(seed);
    for (int i = 0; i < kTransactionPatterns; ++i) {
        RandomPattern pattern = random_pattern(random);
        if (i % 3 == 0) { // words in order, which random shapes rarely produce: lane k accesses word k, or nearly
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                pattern.addresses[lane] = (16 * (random() % 3 == 0 ? 1U : 0U) * (i % 2 == 0 ? 0U : 1U) + lane) * pattern.bytes;
        }
        check(GlobalRequest { .bytes = pattern.bytes,
            .lanes = pattern.lanes,
            .addresses = pattern.addresses,
            .operation = i % 2 == 0 ? GlobalOperation::load : GlobalOperation::store });
        if (testing::Test::HasFailure())
            return;
    }
}

bool inside(const GlobalRequest& request, unsigned lane, std::uint64_t address, std::uint64_t bytes)
{
    return request.addresses[lane] >= address && request.addresses[lane] + request.bytes <= address + bytes;
}

// Conditions on every list: aligned segments, each lane's bytes are transferred, the counts match the list.
void expect_sound(const Traits& traits, const GlobalRequest& request, const GlobalService& service)
{
    const GlobalCount count = count_global(traits, request);
    EXPECT_EQ(count.transactions, service.transactions.size()) << describe(traits, request);
    EXPECT_EQ(service.count.sectors, count.sectors) << describe(traits, request);
    std::uint64_t moved = 0;
    std::set<std::uint32_t> requests;
    std::map<unsigned, std::set<std::uint64_t>> carried; // lane -> bytes
    for (const Transaction& transaction : service.transactions) {
        EXPECT_TRUE(transaction.bytes == 32 || transaction.bytes == 64 || transaction.bytes == 128);
        EXPECT_EQ(transaction.address % transaction.bytes, 0U) << describe(traits, request);
        moved += transaction.bytes;
        requests.insert(transaction.request);
        for_each_lane(transaction.lanes, [&](unsigned lane) {
            for (std::uint64_t i = 0; i < request.bytes; ++i) {
                const std::uint64_t byte = request.addresses[lane] + i;
                const bool here = byte >= transaction.address && byte < transaction.address + transaction.bytes;
                EXPECT_TRUE(!here || carried[lane].insert(byte).second) << "transferred twice: " << describe(traits, request);
            }
        });
    }
    for_each_lane(
        request.lanes, [&](unsigned lane) { EXPECT_EQ(carried[lane].size(), request.bytes) << describe(traits, request); });
    EXPECT_EQ(count.sectors, moved / 32) << describe(traits, request);
    EXPECT_EQ(count.requests, requests.size()) << describe(traits, request);
    EXPECT_EQ(requests.empty(), request.lanes == 0);
    EXPECT_TRUE(requests.empty() || *requests.rbegin() + 1 == requests.size()) << "numbered from 0";
    EXPECT_LE(count.ideal, count.sectors) << describe(traits, request);
}

TEST(OlderTransactions, TransferEveryByteOnceOnEveryArchitecture)
{
    for (const Traits& traits : all_traits())
        for_random_global_requests(5, [&](const GlobalRequest& r) { expect_sound(traits, r, serve_global(traits, r)); });
}

TEST(OlderTransactions, OfOneZeroAreOneOrTwoForWordsInOrderAndOnePerLaneOtherwise)
{
    int in_order = 0;
    int by_lane = 0;
    for_random_global_requests(10, [&](const GlobalRequest& request) {
        std::uint32_t index = 0;
        const auto service = serve_global(traits_of({ 1, 0 }), request);
        for (unsigned half = 0; half < 32; half += 16) {
            const LaneMask lanes = request.lanes & (0xffffU << half);
            if (lanes == 0)
                continue;
            std::vector<Transaction> own;
            for (const Transaction& transaction : service.transactions) {
                if (transaction.request == index)
                    own.push_back(transaction);
            }
            ++index;
            // Words in order: in an aligned segment of 16 words, every active lane k accesses word k.
            bool ordered = request.bytes >= 4;
            std::set<std::uint64_t> segments;
            for_each_lane(lanes, [&](unsigned lane) {
                const std::uint64_t word = request.addresses[lane] / request.bytes;
                ordered = ordered && word % 16 == lane - half;
                segments.insert(word / 16);
            });
            if (ordered && segments.size() == 1) {
                ++in_order;
                ASSERT_EQ(own.size(), request.bytes == 16 ? 2U : 1U) << describe(traits_of({ 1, 0 }), request);
                EXPECT_EQ(own[0].address, *segments.begin() * 16 * request.bytes);
                EXPECT_EQ(own[0].bytes, request.bytes == 4 ? 64U : 128U);
            } else {
                ++by_lane;
                ASSERT_EQ(own.size(), lane_count(lanes)) << describe(traits_of({ 1, 0 }), request);
                for (const Transaction& transaction : own) {
                    EXPECT_EQ(transaction.bytes, 32U);
                    EXPECT_EQ(lane_count(transaction.lanes), 1U);
                }
            }
        }
    });
    EXPECT_GT(in_order, 300) << "the patterns must reach both cases";
    EXPECT_GT(by_lane, 300);
}

TEST(OlderTransactions, OfOneTwoServeTheLowestLaneFirstTakeAllOfItsSegmentAndCannotBeSmaller)
{
    const Traits& traits = traits_of({ 1, 2 });
    std::map<std::uint32_t, int> sizes;
    for_random_global_requests(12, [&](const GlobalRequest& request) {
        const std::uint64_t segment = request.bytes == 1 ? 32 : request.bytes == 2 ? 64 : 128;
        LaneMask waiting = 0;
        std::uint32_t index = ~0U;
        for (const Transaction& transaction : serve_global(traits, request).transactions) {
            if (transaction.request != index) {
                EXPECT_EQ(waiting, 0U) << describe(traits, request);
                index = transaction.request;
                waiting = request.lanes & ((request.lanes & 0xffffU) != 0 && index == 0 ? 0xffffU : 0xffff0000U);
            }
            ++sizes[transaction.bytes];
            ASSERT_NE(waiting, 0U);
            EXPECT_TRUE(has_lane(transaction.lanes, lowest_lane(waiting))) << describe(traits, request);
            const std::uint64_t start = request.addresses[lowest_lane(waiting)] / segment * segment;
            LaneMask lower = 0;
            LaneMask upper = 0;
            for_each_lane(waiting, [&](unsigned lane) {
                EXPECT_EQ(has_lane(transaction.lanes, lane), inside(request, lane, start, segment)) << describe(traits, request);
            });
            for_each_lane(transaction.lanes, [&](unsigned lane) {
                EXPECT_TRUE(inside(request, lane, transaction.address, transaction.bytes)) << describe(traits, request);
                const bool low = request.addresses[lane] < transaction.address + transaction.bytes / 2;
                (low ? lower : upper) |= LaneMask { 1 } << lane;
            });
            EXPECT_TRUE(transaction.bytes == 32 || (lower != 0 && upper != 0)) << "half is unused: " << describe(traits, request);
            waiting &= ~transaction.lanes;
        }
    });
    for (const std::uint32_t size : { 32U, 64U, 128U })
        EXPECT_GT(sizes[size], 300) << size;
}

TEST(OlderTransactions, OfTwoAndThreeAreTheLinesOfEachPartOfTheWarp)
{
    for (const Traits* traits : { &traits_of({ 2, 0 }), parse_architecture("2.1:l2")->traits, &traits_of({ 3, 5 }) }) {
        for_random_global_requests(20, [&](const GlobalRequest& request) {
            const unsigned together = request.bytes == 16 ? 8 : request.bytes == 8 ? 16 : 32;
            const bool lines = traits->usual && traits->capability.major == 2 && request.operation == GlobalOperation::load;
            const std::uint64_t piece = lines ? 128 : 32;
            std::set<std::pair<unsigned, std::uint64_t>> pieces; // (part, index)
            std::set<unsigned> parts;
            for_each_lane(request.lanes, [&](unsigned lane) {
                parts.insert(lane / together);
                for (std::uint64_t i = 0; i < request.bytes; ++i)
                    pieces.insert({ lane / together, (request.addresses[lane] + i) / piece });
            });
            const GlobalCount count = count_global(*traits, request);
            EXPECT_EQ(count.transactions, pieces.size()) << describe(*traits, request);
            EXPECT_EQ(count.requests, parts.size()) << describe(*traits, request);
            EXPECT_EQ(count.sectors, pieces.size() * piece / 32) << describe(*traits, request);
        });
    }
}

TEST(OlderTransactions, CountingAllocatesNothing)
{
    const auto scattered = addresses_of([](std::uint64_t lane) { return 512 * (31 - lane); });
    const std::size_t before = allocations();
    std::uint32_t transactions = 0;
    for (const Traits& traits : all_traits())
        transactions += count_global(traits, { .bytes = 8, .lanes = kFullWarp, .addresses = scattered }).transactions;
    EXPECT_EQ(allocations(), before);
    EXPECT_EQ(transactions, 32 * all_traits().size());
}

// The virtual machine may request accesses that no hardware executes.
TEST(OlderTransactions, EndEvenForMisalignedAccesses)
{
    const auto odd = addresses_of([](std::uint64_t lane) { return 121 + 17 * lane; });
    for (const Traits& traits : all_traits()) {
        for (const std::uint32_t bytes : { 2U, 4U, 8U, 16U }) {
            const auto service = serve_global(traits, { .bytes = bytes, .lanes = kFullWarp, .addresses = odd });
            EXPECT_EQ(service.transactions.size(), service.count.transactions) << traits.name;
            EXPECT_GT(service.count.transactions, 0U) << traits.name;
        }
    }
}

} // namespace
} // namespace warpstage::arch

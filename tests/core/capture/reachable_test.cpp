// Which memory a launch can reach: by parameters, and by addresses in memory.
#include "core/capture/reachable.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace warpstage::capture {
namespace {

std::vector<std::byte> words(const std::vector<std::uint64_t>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(std::uint64_t));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

class Reachable : public testing::Test {
protected:
    const std::vector<MemoryRange> ranges { { "a", 0x1000, 32, {} }, { "b", 0x2000, 16, {} }, { "c", 0x3000, 8, {} },
        { "d", 0x4000, 8, {} } };
    std::map<std::size_t, std::vector<std::byte>> contents;
    std::vector<std::size_t> visited;

    ReachableMemory search()
    {
        return ReachableMemory(
            ranges,
            [this](std::size_t range) -> std::span<const std::byte> {
                visited.push_back(range);
                return contents[range];
            },
            [](std::uint64_t word) { return word == 77 ? std::uint64_t { 0x4000 } : std::uint64_t { 0 }; });
    }
};

TEST_F(Reachable, AnAddressIsInTheRangeThatContainsIt)
{
    EXPECT_EQ(range_of(ranges, 0x1000), 0U);
    EXPECT_EQ(range_of(ranges, 0x101f), 0U);
    EXPECT_EQ(range_of(ranges, 0x1020), ranges.size());
    EXPECT_EQ(range_of(ranges, 0xfff), ranges.size());
    EXPECT_EQ(range_of(ranges, ~std::uint64_t { 0 }), ranges.size());
}

TEST_F(Reachable, FollowsAddressesInMemoryOnce)
{
    contents[0] = words({ 5, 0x2008, 0x1000 });
    contents[1] = words({ 0x1010, 0x2000 });
    auto reached = search();
    reached.add(words({ 1, 0x1018 }));
    EXPECT_EQ(visited, (std::vector<std::size_t> { 0, 1 }));
    reached.add(words({ 0x2000 }));
    EXPECT_EQ(visited.size(), 2U);
}

TEST_F(Reachable, AWordMayStandForAnAddress)
{
    auto reached = search();
    reached.add(words({ 77 }));
    reached.add_range(2);
    reached.add_range(2);
    EXPECT_EQ(visited, (std::vector<std::size_t> { 3, 2 }));
}

TEST_F(Reachable, IgnoresAnIncompleteWord)
{
    auto root = words({ 0x1000 });
    root.pop_back();
    search().add(root);
    EXPECT_TRUE(visited.empty());
}

} // namespace
} // namespace warpstage::capture

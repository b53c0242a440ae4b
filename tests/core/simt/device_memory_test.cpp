#include "core/simt/device_memory.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <new>
#include <utility>
#include <vector>

namespace warpstage::simt {

namespace {

TEST(DeviceMemory, BuffersAreZeroedAlignedAndApart)
{
    DeviceMemory memory;
    const DeviceAddress first = memory.allocate("first", 5);
    const DeviceAddress second = memory.allocate("second", 300);
    EXPECT_EQ(first % 256, 0U);
    EXPECT_EQ(second % 256, 0U);
    EXPECT_GE(second, first + 5 + 4096);
    EXPECT_EQ(memory.bytes(first).size(), 5U);
    EXPECT_TRUE(std::ranges::all_of(memory.bytes(second), [](std::byte value) { return value == std::byte { 0 }; }));
    ASSERT_EQ(memory.regions().size(), 2U);
    EXPECT_EQ(memory.regions()[1].name, "second");
}

TEST(DeviceMemory, NearestIsTheBufferAtOrBefore)
{
    DeviceMemory memory;
    EXPECT_EQ(memory.nearest(1), nullptr);
    const DeviceAddress first = memory.allocate("first", 16);
    const DeviceAddress second = memory.allocate("second", 16);
    EXPECT_EQ(memory.nearest(first - 1), nullptr);
    EXPECT_EQ(memory.nearest(first)->name, "first");
    EXPECT_EQ(memory.nearest(second - 1)->name, "first");
    EXPECT_EQ(memory.nearest(second + 1000)->name, "second");
}

TEST(DeviceMemory, ABufferCanHaveAGivenAddress)
{
    constexpr DeviceAddress kGiven = 0x7f12'3456'7804;
    DeviceMemory memory;
    ASSERT_TRUE(memory.allocate_at(kGiven, "given", 40));
    EXPECT_EQ(memory.nearest(kGiven + 39)->base, kGiven);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(memory.bytes(kGiven).data()) % 256, kGiven % 256);
    EXPECT_APPROVED(memory.allocate_at(kGiven + 39, "other", 1).error().message);
    EXPECT_FALSE(memory.allocate_at(kGiven - 1, "other", 2));
    EXPECT_TRUE(memory.allocate_at(kGiven - 1, "other", 1));
    memory.release(kGiven);
    EXPECT_TRUE(memory.allocate_at(kGiven, "given", 40));
}

TEST(DeviceMemory, OtherBuffersDoNotOverlapGivenAddresses)
{
    DeviceMemory memory;
    const DeviceAddress first = memory.allocate("first", 16);
    ASSERT_TRUE(memory.allocate_at(first + (64 << 20), "given", 16));
    EXPECT_GT(memory.allocate("second", 16), first + (64 << 20) + 16);
}

TEST(DeviceMemory, AddressesThatNoGpuHasAreRefused)
{
    DeviceMemory memory;
    EXPECT_FALSE(memory.allocate_at(0, "null", 8));
    EXPECT_FALSE(memory.allocate_at(0x10000, "empty", 0));
    EXPECT_FALSE(memory.allocate_at(~DeviceAddress { 0 }, "end", 1));
    EXPECT_FALSE(memory.allocate_at(0x10000, "large", ~std::size_t { 0 }));
    EXPECT_FALSE(memory.allocate_at((DeviceAddress { 1 } << 49) - 4, "large", 8));
    EXPECT_TRUE(memory.regions().empty());
}

TEST(DeviceMemory, MappedHostMemoryHasItsOwnAddress)
{
    DeviceMemory memory;
    const DeviceAddress before = memory.allocate("before", 16);
    std::vector<std::byte> host(32, std::byte { 7 });
    const DeviceAddress mapped = memory.map("mapped", host);
    const DeviceAddress behind = memory.allocate("behind", 16);
    EXPECT_EQ(mapped, std::bit_cast<DeviceAddress>(host.data()));
    EXPECT_EQ(memory.bytes(mapped).data(), host.data());
    EXPECT_EQ(memory.nearest(mapped + 31)->name, "mapped");
    EXPECT_TRUE(std::ranges::is_sorted(memory.regions(), {}, &DeviceMemory::Region::base));
    EXPECT_EQ(memory.bytes(behind).size(), 16U);
    memory.release(mapped);
    EXPECT_EQ(memory.nearest(before)->name, "before");
    EXPECT_EQ(host[0], std::byte { 7 });
}

TEST(DeviceMemory, ReleaseKeepsTheOthers)
{
    DeviceMemory memory;
    const DeviceAddress first = memory.allocate("first", 16);
    const DeviceAddress second = memory.allocate("second", 16);
    memory.bytes(second)[3] = std::byte { 7 };
    memory.release(first);
    ASSERT_EQ(memory.regions().size(), 1U);
    EXPECT_EQ(memory.bytes(second)[3], std::byte { 7 });
    EXPECT_NE(memory.allocate("third", 16), first) << "a stale pointer must not find a new buffer";
}

TEST(DeviceMemory, ManyBuffersAreAllocatedAndReleasedInAnyOrder)
{
    constexpr std::size_t kBuffers = 200'000; // quadratic work would take minutes
    DeviceMemory memory;
    std::vector<DeviceAddress> buffers;
    for (std::size_t i = 0; i < kBuffers; ++i)
        buffers.push_back(memory.allocate("x", 4));
    for (std::size_t i = 0; i < kBuffers; ++i)
        memory.release(buffers[(i * 7919) % kBuffers]);
    EXPECT_TRUE(memory.regions().empty());
}

TEST(DeviceMemory, MemoryThatIsNotWrittenCostsNothing)
{
    DeviceMemory memory;
    const DeviceAddress large = memory.allocate_uninitialized("large", std::size_t { 1 } << 40);
    EXPECT_EQ(memory.bytes(large)[std::size_t { 1 } << 39], std::byte { 0 });
    EXPECT_THROW(static_cast<void>(memory.allocate("too large", ~std::size_t { 0 } / 2)), std::bad_alloc);
}

TEST(DeviceMemory, DescribesFreedAndForeignAddresses)
{
    DeviceMemory memory;
    const DeviceAddress first = memory.allocate("first", 16);
    memory.release(first);
    EXPECT_APPROVED(memory.describe_outside(first + 3));
    EXPECT_EQ(memory.describe_outside(first + 16), "");
    memory.set_foreign([](DeviceAddress address) { return address == 42 ? "the answer" : ""; });
    EXPECT_EQ(memory.describe_outside(42), "the answer");
}

TEST(DeviceMemory, EmptyBufferHasAnAddress)
{
    DeviceMemory memory;
    const DeviceAddress empty = memory.allocate("empty", 0);
    EXPECT_NE(empty, 0U);
    EXPECT_TRUE(memory.bytes(empty).empty());
}

TEST(DeviceMemory, MovesWithItsContent)
{
    DeviceMemory memory;
    const DeviceAddress address = memory.allocate("x", 4);
    memory.bytes(address)[0] = std::byte { 9 };
    const DeviceMemory moved = std::move(memory);
    EXPECT_EQ(moved.bytes(address)[0], std::byte { 9 });
}

} // namespace

} // namespace warpstage::simt

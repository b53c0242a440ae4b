#include "core/runtime/memory.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace warpstage::runtime {

namespace {

constexpr std::uint64_t kLimit = 1 << 20;

void* allocated(Memory& memory, std::size_t bytes, MemoryKind kind = MemoryKind::device)
{
    void* result = nullptr;
    EXPECT_EQ(memory.allocate(&result, bytes, kind), Status::success);
    return result;
}

TEST(RuntimeMemory, CopiesInTheDirectionsThatTheMemoryAllows)
{
    Memory memory(false, kLimit);
    void* const device = allocated(memory, 64);
    std::array<std::byte, 64> host {};
    host[5] = std::byte { 42 };
    EXPECT_EQ(memory.copy(device, host.data(), 64, CopyKind::host_to_device), Status::success);
    host.fill({});
    EXPECT_EQ(memory.copy(host.data(), device, 64, CopyKind::by_address), Status::success);
    EXPECT_EQ(host[5], std::byte { 42 });
    EXPECT_EQ(memory.copy(host.data(), device, 64, CopyKind::host_to_device), Status::invalid_value);
    EXPECT_EQ(memory.copy(host.data(), device, 65, CopyKind::device_to_host), Status::invalid_value);
    EXPECT_EQ(memory.copy(host.data(), device, 64, static_cast<CopyKind>(9)), Status::invalid_direction);
    // Neither memory of the host nor an arbitrary address is on the device.
    auto* const nowhere = std::bit_cast<void*>(std::uintptr_t { 0x5555'1234'5678 });
    for (void* const other : { static_cast<void*>(host.data()), nowhere }) {
        EXPECT_EQ(memory.copy(other, device, 64, CopyKind::device_to_device), Status::invalid_value);
        EXPECT_EQ(memory.copy(device, other, 64, CopyKind::device_to_device), Status::invalid_value);
    }
}

TEST(RuntimeMemory, KernelsAndHostShareMappedMemory)
{
    Memory memory(false, kLimit);
    for (const MemoryKind kind : { MemoryKind::pinned, MemoryKind::managed }) {
        auto* const host = static_cast<std::byte*>(allocated(memory, 100, kind));
        host[99] = std::byte { 7 };
        EXPECT_EQ(memory.place(host + 99, 1), host + 99);
        EXPECT_EQ(*memory.vm().nearest(std::bit_cast<std::uint64_t>(host))->data, std::byte { 0 });
        EXPECT_EQ(memory.place(host + 99, 2), nullptr);
        EXPECT_EQ(memory.release(host, kind), Status::success);
    }
}

TEST(RuntimeMemory, FreesOnlyWhatItHasAllocated)
{
    Memory memory(false, kLimit);
    void* const device = allocated(memory, 16);
    EXPECT_EQ(memory.free_bytes(), kLimit - 16);
    EXPECT_EQ(memory.release(static_cast<std::byte*>(device) + 1, MemoryKind::device), Status::invalid_value);
    EXPECT_EQ(memory.release(device, MemoryKind::pinned), Status::invalid_value);
    EXPECT_EQ(memory.release(device, MemoryKind::device), Status::success);
    EXPECT_EQ(memory.release(device, MemoryKind::device), Status::invalid_value);
    EXPECT_EQ(memory.release(nullptr, MemoryKind::device), Status::success);
    EXPECT_EQ(memory.free_bytes(), kLimit);
    void* too_large = nullptr;
    EXPECT_EQ(memory.allocate(&too_large, kLimit + 1, MemoryKind::device), Status::memory_allocation);
}

TEST(RuntimeMemory, RegistersMemoryOfTheProgramOnce)
{
    Memory memory(false, kLimit);
    std::array<int, 8> own {};
    EXPECT_EQ(memory.register_host(own.data(), sizeof(own), 0), Status::success);
    EXPECT_EQ(memory.register_host(own.data() + 1, 4, 0), Status::already_registered);
    EXPECT_EQ(memory.unregister_host(own.data()), Status::success);
    EXPECT_EQ(memory.unregister_host(own.data()), Status::not_registered);
}

TEST(RuntimeMemory, CopiesPartsOfArrays)
{
    Memory memory(false, kLimit);
    Array* array = nullptr;
    ASSERT_EQ(memory.allocate_array(&array, { 32, 0, 0, 0, ChannelFormat::kFloat }, { 4, 3, 0 }, 0), Status::success);
    std::array<float, 12> in {};
    std::iota(in.begin(), in.end(), 0.0F);
    Copy3D copy;
    copy.source = { in.data(), 16, 16, 3 };
    copy.target_array = array;
    copy.extent = { 4, 3, 1 };
    EXPECT_EQ(memory.copy_3d(copy), Status::success);
    std::array<float, 2> out {};
    Copy3D back;
    back.source_array = array;
    back.source_position = { 2, 1, 0 };
    back.target = { out.data(), 8, 8, 1 };
    back.extent = { 2, 1, 1 };
    EXPECT_EQ(memory.copy_3d(back), Status::success);
    EXPECT_EQ(out[0], 6.0F);
    EXPECT_EQ(out[1], 7.0F);
    EXPECT_EQ(memory.release_array(array), Status::success);
    EXPECT_EQ(memory.release_array(array), Status::invalid_handle);
}

TEST(RuntimeMemory, FillsElementsAndRows)
{
    Memory memory(false, kLimit);
    auto* const bytes = static_cast<std::byte*>(allocated(memory, 32, MemoryKind::managed));
    EXPECT_EQ(memory.set_rows({ bytes, 16, 0 }, 0x01020304, 4, { 2, 2, 1 }), Status::success);
    EXPECT_EQ(bytes[0], std::byte { 4 });
    EXPECT_EQ(bytes[16 + 7], std::byte { 1 });
    EXPECT_EQ(bytes[8], std::byte { 0 });
    EXPECT_EQ(memory.set_rows({ bytes, 16, 0 }, 0, 1, { 33, 1, 1 }), Status::invalid_value);
}

TEST(RuntimeMemory, RefusesSizesThatDoNotFit)
{
    Memory memory(false, std::uint64_t { 1 } << 60);
    auto* const device = static_cast<std::byte*>(allocated(memory, 400));
    const std::size_t most = ~std::size_t { 0 };
    EXPECT_EQ(memory.set_rows({ device, std::size_t { 1 } << 63, 0 }, 0, 1, { 4, 2, 1 }), Status::invalid_value);
    EXPECT_EQ(memory.set_rows({ device, 4, 4 }, 0, 4, { std::size_t { 1 } << 62, 1, 1 }), Status::invalid_value);
    EXPECT_EQ(memory.set_rows({ device, 100, most }, 0, 1, { 4, 1, 3 }), Status::invalid_value);
    EXPECT_EQ(memory.set_rows({ device, 100, 0 }, 7, 1, { 100, 4, 1 }), Status::success);
    Array* array = nullptr;
    const ChannelFormat format { 32, 32, 32, 32, ChannelFormat::kFloat };
    EXPECT_EQ(memory.allocate_array(&array, format, { std::size_t { 1 } << 60, 2, 2 }, 0), Status::memory_allocation);
    EXPECT_EQ(memory.allocate_array(&array, format, { std::size_t { 1 } << 32, std::size_t { 1 } << 32, 0 }, 0),
        Status::memory_allocation);
    Copy3D copy;
    std::array<std::byte, 400> host {};
    copy.source = { host.data(), 20, 20, 20 };
    copy.target = { device, 20, 20, 20 };
    copy.extent = { 20, 20, 1 };
    EXPECT_EQ(memory.copy_3d(copy), Status::success);
    copy.target_position = { most, most, most };
    EXPECT_EQ(memory.copy_3d(copy), Status::invalid_value);
    copy.target_position = { 0, 0, 0 };
    copy.extent = { 20, 20, most };
    EXPECT_EQ(memory.copy_3d(copy), Status::invalid_value);
}

TEST(RuntimeMemory, TheComputerLimitsWhatTheDeviceHas)
{
    Memory memory(false, kLimit, kLimit / 2);
    void* result = nullptr;
    EXPECT_EQ(memory.free_bytes(), kLimit / 2);
    EXPECT_EQ(memory.allocate(&result, kLimit / 2 + 1, MemoryKind::device), Status::memory_allocation);
    EXPECT_TRUE(memory.is_too_large_for_host(kLimit / 2 + 1));
    EXPECT_FALSE(memory.is_too_large_for_host(kLimit + 1));
    EXPECT_EQ(memory.allocate(&result, kLimit / 2, MemoryKind::managed), Status::success);
    EXPECT_EQ(memory.free_bytes(), 0U);
}

} // namespace

} // namespace warpstage::runtime

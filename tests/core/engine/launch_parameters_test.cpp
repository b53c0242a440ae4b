#include "core/engine/launch_parameters.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warpstage::engine {
namespace {

ptx::Function kernel_with(std::vector<ptx::Parameter> parameters, std::uint32_t bytes)
{
    ptx::Function function;
    function.display_name = "k";
    function.parameters = std::move(parameters);
    function.parameter_bytes = bytes;
    return function;
}

template <typename T> T at(const std::vector<std::byte>& block, std::size_t offset)
{
    T value {};
    std::memcpy(&value, block.data() + offset, sizeof(T));
    return value;
}

TEST(LaunchParameters, EachArgumentIsAtTheOffsetOfItsParameter)
{
    const auto kernel = kernel_with(
        { { "n", ptx::Type::u32, 4, 4, 0 }, { "x", ptx::Type::u64, 8, 8, 8 }, { "tau", ptx::Type::f32, 4, 4, 16 } }, 20);
    problem::KernelLaunch launch;
    launch.kernel = "k";
    launch.arguments = { std::uint32_t { 7 }, problem::BufferArgument { 1 }, 0.5F };
    const std::vector<std::uint64_t> addresses { 0x1000, 0x2000 };
    const auto block = parameter_block(kernel, launch, addresses);
    ASSERT_TRUE(block) << block.error().message;
    ASSERT_EQ(block->size(), 20U);
    EXPECT_EQ(at<std::uint32_t>(*block, 0), 7U);
    EXPECT_EQ(at<std::uint64_t>(*block, 8), 0x2000U);
    EXPECT_EQ(at<float>(*block, 16), 0.5F);
}

TEST(LaunchParameters, AWrongNumberOfParametersIsReported)
{
    const auto kernel = kernel_with({ { "n", ptx::Type::u32, 4, 4, 0 } }, 4);
    problem::KernelLaunch launch;
    launch.kernel = "k";
    const auto block = parameter_block(kernel, launch, {});
    ASSERT_FALSE(block);
    EXPECT_APPROVED(block.error().message) << block.error().message;
}

TEST(LaunchParameters, AWrongSizeIsReported)
{
    const auto kernel = kernel_with({ { "n", ptx::Type::u64, 8, 8, 0 } }, 8);
    problem::KernelLaunch launch;
    launch.kernel = "k";
    launch.arguments = { std::int32_t { 7 } };
    const auto block = parameter_block(kernel, launch, {});
    ASSERT_FALSE(block);
    EXPECT_NE(block.error().message.find("Parameter 1 of kernel `k` has 8 bytes"), std::string::npos) << block.error().message;
}

TEST(LaunchParameters, StoredAddressesAreWrittenOverTheInitialBytes)
{
    problem::Buffer buffer;
    buffer.bytes = 24;
    buffer.addresses = { { 8, 1, 16 } };
    const std::vector<std::uint64_t> addresses { 0x1000, 0x2000 };
    const auto bytes = initial_bytes(buffer, addresses);
    ASSERT_EQ(bytes.size(), 24U);
    std::uint64_t stored = 0;
    std::memcpy(&stored, bytes.data() + 8, sizeof stored);
    EXPECT_EQ(stored, 0x2010U);
    EXPECT_EQ(bytes[0], std::byte { 0 });
    EXPECT_TRUE(initial_bytes({}, addresses).empty());
}

} // namespace
} // namespace warpstage::engine

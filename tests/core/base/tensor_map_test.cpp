#include "core/base/objects/tensor_map.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage {
namespace {

TensorMapDescription plane(std::uint32_t width, std::uint32_t height)
{
    constexpr std::array<std::uint16_t, 2> kBox { 8, 4 };
    return dense_tensor(TensorElement::f32, std::array { width, height }, kBox);
}

std::string problem_of(const TensorMapDescription& map, std::uint64_t address = 256, std::uint64_t bytes = 1 << 20)
{
    const auto checked = check_tensor_map(map, address, bytes, "tensor map of `a`");
    return checked.ok() ? std::string {} : checked.error().message;
}

TEST(TensorMap, ComputesSizes)
{
    TensorMapDescription map = plane(64, 16);
    EXPECT_EQ(map.strides[1], 256U);
    EXPECT_EQ(map.bytes(), 64U * 16 * 4);
    EXPECT_EQ(map.box_bytes(), 8U * 4 * 4);
    map.steps = { 2, 3, 1, 1, 1 };
    EXPECT_EQ(map.copied(0), 8U) << "ignored in the innermost dimension";
    EXPECT_EQ(map.copied(1), 2U);
}

TEST(TensorMap, IsReadFromItsBits)
{
    const TensorMap map { plane(64, 16), 4096 };
    const auto read = decoded_tensor_map(encoded(map));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->description, map.description);
    EXPECT_EQ(read->address, map.address);
    EXPECT_FALSE(decoded_tensor_map({}).has_value());
    TensorMapBits spoiled = encoded(map);
    spoiled[9] = std::byte { 0x7f };
    spoiled[8] = std::byte { 0x7f };
    EXPECT_FALSE(decoded_tensor_map(spoiled).has_value()) << "an unknown element type, 127 dimensions";
}

TEST(TensorMap, HasTheLimitsOfTheDriver)
{
    EXPECT_EQ(problem_of(plane(64, 16)), "");
    EXPECT_APPROVED(problem_of(plane(64, 16), 8));
    EXPECT_APPROVED(problem_of(plane(63, 16)));
    EXPECT_APPROVED(problem_of(plane(64, 16), 256, 4095));
    TensorMapDescription map = plane(64, 16);
    map.box[1] = 257;
    EXPECT_APPROVED(problem_of(map));
    map = plane(64, 16);
    map.box[0] = 6;
    EXPECT_APPROVED(problem_of(map));
    map.box[0] = 8;
    map.swizzle = 64;
    EXPECT_APPROVED(problem_of(map));
    map.swizzle = 0;
    map.element = TensorElement::u32;
    map.fills_with_nan = true;
    EXPECT_APPROVED(problem_of(map));
    map.fills_with_nan = false;
    map.sizes[1] = 0xffff'ffff;
    EXPECT_APPROVED(problem_of(map));
}

} // namespace
} // namespace warpstage

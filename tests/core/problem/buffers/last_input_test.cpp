#include "core/problem/buffers/last_input.h"

#include <gtest/gtest.h>

#include <memory>

namespace warpstage::problem {
namespace {

using Numbers = LastInput<int, std::shared_ptr<int>>;

std::shared_ptr<int> input(Numbers& numbers, int key)
{
    return numbers.get(key, [&] { return std::make_shared<int>(key); });
}

TEST(LastInput, KeepsTheTwoThatWereUsedLast)
{
    Numbers numbers;
    const std::weak_ptr<int> one = input(numbers, 1);
    const std::weak_ptr<int> two = input(numbers, 2);
    EXPECT_EQ(input(numbers, 1), one.lock());
    EXPECT_EQ(*input(numbers, 3), 3);
    EXPECT_FALSE(one.expired());
    EXPECT_TRUE(two.expired());
}

TEST(LastInput, FreesBothWhenAsked)
{
    Numbers numbers;
    const auto in_use = input(numbers, 1);
    const std::weak_ptr<int> kept = input(numbers, 2);
    numbers.keep(KeptInputs::none);
    EXPECT_TRUE(kept.expired());
    EXPECT_EQ(*in_use, 1);
    const std::weak_ptr<int> again = input(numbers, 1);
    EXPECT_TRUE(again.expired());
    numbers.keep(KeptInputs::last);
    EXPECT_EQ(input(numbers, 1), input(numbers, 1));
}

} // namespace
} // namespace warpstage::problem

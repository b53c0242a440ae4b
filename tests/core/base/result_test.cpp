#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace warpstage {
namespace {

Result<std::unique_ptr<int>> made(bool well)
{
    if (!well)
        return Error { "It failed. Try again." };
    return std::make_unique<int>(42);
}

TEST(Result, HoldsAValueOrASentence)
{
    auto good = made(true);
    ASSERT_TRUE(good);
    EXPECT_EQ(**good, 42);
    const std::unique_ptr<int> taken = *std::move(good);
    EXPECT_EQ(*taken, 42);

    const auto bad = made(false);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().message, "It failed. Try again.");
}

TEST(Result, VoidResultIsGoodByDefault)
{
    const Result<void> good;
    EXPECT_TRUE(good.ok());
    const Result<void> bad { Error { "No." } };
    EXPECT_FALSE(bad.ok());
}

TEST(ResultDeath, TakingTheValueOfAnErrorAborts)
{
    EXPECT_DEATH(static_cast<void>(made(false).value()), "Internal error of warpstage at");
}

} // namespace
} // namespace warpstage

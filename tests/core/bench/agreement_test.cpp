#include "core/bench/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace warpstage::bench {
namespace {

TEST(Agreement, ExactEstimatesAgree)
{
    const std::vector<TimePair> pairs { { "a", 1.0, 1.0 }, { "a", 2.0, 2.0 }, { "a", 4.0, 4.0 } };
    const auto agreement = agreement_of(pairs);
    EXPECT_EQ(agreement.pairs, 3U);
    EXPECT_EQ(agreement.median_error, 0.0);
    EXPECT_EQ(agreement.within_factor, 1.0);
    EXPECT_EQ(agreement.orders, (std::vector<GroupOrder> { { "a", 3, 1.0, 1.0 } }));
    EXPECT_EQ(agreement.mean_tau, 1.0);
}

TEST(Agreement, MedianErrorAndFactorCountBothDirections)
{
    // Errors 60 %, 37.5 % (a factor of 1.6 too short), 100 %, 10 %.
    const std::vector<TimePair> pairs { { "a", 10.0, 16.0 }, { "a", 16.0, 10.0 }, { "b", 1.0, 2.0 }, { "b", 1.0, 1.1 } };
    const auto agreement = agreement_of(pairs);
    EXPECT_NEAR(agreement.median_error, (0.6 + 0.375) / 2.0, 1e-12);
    EXPECT_DOUBLE_EQ(agreement.within_factor, 0.75);
    EXPECT_NEAR(relative_error(pairs[1]), -0.375, 1e-12);
}

TEST(Agreement, TauIsOfTheOrderWithinEachGroup)
{
    // One of six pairs is swapped: (5 - 1) / 6. The other group is reversed.
    const std::vector<TimePair> pairs { { "a", 1.0, 1.0 }, { "b", 1.0, 9.0 }, { "a", 2.0, 3.0 }, { "a", 3.0, 2.0 },
        { "b", 2.0, 8.0 }, { "a", 4.0, 4.0 } };
    const auto agreement = agreement_of(pairs);
    ASSERT_EQ(agreement.orders.size(), 2U);
    EXPECT_EQ(agreement.orders[0].group, "a");
    EXPECT_NEAR(agreement.orders[0].tau, 4.0 / 6.0, 1e-12);
    EXPECT_NEAR(agreement.orders[1].tau, -1.0, 1e-12);
    EXPECT_NEAR(agreement.mean_tau, (4.0 / 6.0 - 1.0) / 2.0, 1e-12);
}

TEST(Agreement, TiesHaveNoOrder)
{
    // tau-b: 2 concordant pairs of 3 measured and 2 estimated orders.
    const std::vector<TimePair> tied { { "a", 1.0, 5.0 }, { "a", 2.0, 5.0 }, { "a", 3.0, 6.0 } };
    EXPECT_NEAR(agreement_of(tied).orders.at(0).tau, 2.0 / std::sqrt(6.0), 1e-12);
    const std::vector<TimePair> equal { { "a", 1.0, 5.0 }, { "a", 2.0, 5.0 } };
    EXPECT_EQ(agreement_of(equal).orders.at(0).tau, 0.0);
    const std::vector<TimePair> same { { "a", 1.0, 5.0 }, { "a", 1.0, 6.0 }, { "b", 1.0, 1.0 } };
    EXPECT_TRUE(agreement_of(same).orders.empty()) << "the measurements have no order";
}

TEST(Agreement, AnOrderWithinTheSpreadOfTheSamplesIsNotResolved)
{
    // The first two overlap, and their estimates are in reverse order.
    const std::vector<TimePair> pairs { { "a", 1.0, 2.0, 0.8, 1.3 }, { "a", 1.2, 1.0, 1.1, 1.4 }, { "a", 3.0, 3.0, 2.9, 3.1 } };
    const auto order = agreement_of(pairs).orders.at(0);
    EXPECT_NEAR(order.tau, 1.0 / 3.0, 1e-12);
    EXPECT_EQ(order.resolved_tau, 1.0);
    const std::vector<TimePair> noise { { "a", 1.0, 2.0, 0.8, 1.3 }, { "a", 1.2, 1.0, 1.1, 1.4 } };
    EXPECT_FALSE(agreement_of(noise).orders.at(0).resolved_tau);
    EXPECT_EQ(agreement_of(noise).resolved, 0U);
}

TEST(Agreement, PairsWithoutATimeAreOmitted)
{
    const std::vector<TimePair> pairs { { "a", 0.0, 1.0 }, { "a", 1.0, 0.0 } };
    EXPECT_EQ(agreement_of(pairs).pairs, 0U);
    EXPECT_EQ(agreement_of({}).pairs, 0U);
}

} // namespace
} // namespace warpstage::bench

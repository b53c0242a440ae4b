#include "core/session/scene/matrix_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace warpstage::session {
namespace {

TEST(MatrixView, ASmallMatrixIsShownUnreduced)
{
    const std::vector<double> elements { 1, 2, 3, 4, 5, 6 };
    const problem::MatrixScene scene {
        .rows = 2, .columns = 3, .element = problem::MatrixScene::Element::float64, .lowest = 1.0F, .highest = 6.0F
    };
    const auto frame = reduce_matrix(scene, std::as_bytes(std::span { elements }));
    EXPECT_EQ(frame.reduction, 1U);
    EXPECT_EQ(frame.shown_rows, 2U);
    EXPECT_EQ(frame.shown_columns, 3U);
    EXPECT_THAT(frame.values, testing::ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_EQ(frame.lowest, 1.0F);
    EXPECT_EQ(frame.highest, 6.0F);
}

// One column more than the screen shows: means of pairs, and a narrower column at the edge.
TEST(MatrixView, ALargeMatrixIsShownByMeans)
{
    const std::size_t columns = kMaxSide + 1;
    std::vector<float> elements(3 * columns);
    std::iota(elements.begin(), elements.end(), 0.0F);
    const problem::MatrixScene scene { .rows = 3, .columns = columns };
    const auto frame = reduce_matrix(scene, std::as_bytes(std::span { elements }));
    EXPECT_EQ(frame.reduction, 2U);
    EXPECT_EQ(frame.shown_rows, 2U);
    EXPECT_EQ(frame.shown_columns, kMaxSide / 2 + 1);
    ASSERT_EQ(frame.values.size(), frame.shown_rows * frame.shown_columns);
    const auto width = static_cast<float>(columns);
    EXPECT_FLOAT_EQ(frame.values.front(), (0 + 1 + width + width + 1) / 4);
    EXPECT_FLOAT_EQ(frame.values[frame.shown_columns - 1], (2 * (width - 1) + width) / 2) << "one remaining column with two rows";
    EXPECT_FLOAT_EQ(frame.values[frame.shown_columns], 2 * width + 0.5F) << "one remaining row";
    EXPECT_FLOAT_EQ(frame.values.back(), 3 * width - 1);
}

} // namespace
} // namespace warpstage::session

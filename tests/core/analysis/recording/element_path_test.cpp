// The matrices of recorded instructions and the path of an element through the block.
#include "core/analysis/block/element_path.h"
#include "core/analysis/block/matrix_steps.h"
#include "tests/core/analysis/matrix_recording.h"

#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using Kind = ElementHop::Kind;

std::vector<Kind> kinds_of(const std::vector<ElementHop>& path)
{
    std::vector<Kind> kinds;
    for (const ElementHop& hop : path)
        kinds.push_back(hop.kind);
    return kinds;
}

TEST(RecordedMatrices, HaveValuesHoldersAndAddresses)
{
    const auto product = testing::recorded_product();
    const auto& records = product.recording->matrices.records;
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(product.recording->matrices.seen, 2U);

    const auto& loaded = records[0].matrices;
    ASSERT_EQ(loaded.size(), 4U);
    EXPECT_EQ(loaded[2].name, "Matrix 2"); // the right half of the upper rows
    EXPECT_EQ(loaded[2].at(3, 5).address, 3U * 32 + 16 + 2 * 5);
    EXPECT_EQ(simt::number_of(loaded[2].at(3, 5).bits, simt::NumberFormat::f16), 3 * 16 + 8 + 5);
    EXPECT_EQ(loaded[2].at(3, 5).lane, 14);
    EXPECT_EQ(loaded[2].at(3, 5).reg, 2);

    const auto& factors = records[1].matrices;
    ASSERT_EQ(factors.size(), 4U);
    EXPECT_EQ(factors[0].name, "A");
    EXPECT_EQ(simt::number_of(factors[0].at(3, 5).bits, simt::NumberFormat::f16), 53);
    EXPECT_EQ(factors[0].at(3, 5).lane, 14);
    EXPECT_EQ(factors[0].at(3, 5).bit, 16);
    EXPECT_EQ(simt::number_of(factors[2].at(3, 0).bits, simt::NumberFormat::f32), 0) << "C before the instruction";
    EXPECT_EQ(simt::number_of(factors[3].at(3, 0).bits, simt::NumberFormat::f32), 16 * 48 + 120);
}

TEST(RecordedMatrices, StayWithinTheirBudget)
{
    trace::RecorderLimits limits;
    limits.matrix_numbers = 4 * 64;
    const auto product = testing::recorded_product(limits);
    EXPECT_EQ(product.recording->matrices.records.size(), 1U);
    EXPECT_EQ(product.recording->matrices.seen, 2U);
}

TEST(MatricesAt, FollowsTheStepAndPrefersAProduct)
{
    const auto product = testing::recorded_product();
    const auto& records = product.recording->matrices.records;
    EXPECT_EQ(matrices_at(*product.recording, 0, std::nullopt, 0).record, &records[1]);
    EXPECT_EQ(matrices_at(*product.recording, 0, 0, 0).record, &records[0]) << "before the first one";
    EXPECT_EQ(matrices_at(*product.recording, 0, records[1].step - 1, 0).record, &records[0]);
    const auto last = matrices_at(*product.recording, 0, records[1].step + 2, 0);
    EXPECT_EQ(last.record, &records[1]);
    EXPECT_EQ(last.number, 2U);
    EXPECT_EQ(last.all, 2U);
    EXPECT_EQ(matrices_at(*product.recording, 1, std::nullopt, 0).record, nullptr);
}

TEST(ElementPath, GoesFromGlobalMemoryToTheStore)
{
    const auto product = testing::recorded_product();
    const auto& record = product.recording->matrices.records[1];
    const auto path = element_path(*product.recording, record, record.matrices[0], 3, 5);
    ASSERT_EQ(
        kinds_of(path), (std::vector { Kind::read, Kind::write, Kind::read, Kind::fragment, Kind::accumulated, Kind::write }));
    constexpr std::uint64_t kByte = 3 * 32 + 2 * 5;
    EXPECT_EQ(path[0].space, ptx::StateSpace::global);
    EXPECT_EQ(path[0].address, product.in + kByte);
    EXPECT_EQ(path[0].lane, kByte / 16);
    EXPECT_EQ(path[1].space, ptx::StateSpace::shared);
    EXPECT_EQ(path[1].address, kByte);
    EXPECT_EQ(path[1].lane, kByte / 16);
    EXPECT_EQ(path[2].address, kByte);
    EXPECT_EQ(path[2].lane, 14U);
    EXPECT_EQ(path[3].matrix, "A");
    EXPECT_EQ(path[4].row, 3U);
    EXPECT_EQ(path[4].lane, 12U);
    EXPECT_EQ(path[5].address, product.out + 12 * 8);
}

TEST(ElementPath, OfASumGoesOnToItsRegister)
{
    const auto product = testing::recorded_product();
    const auto& record = product.recording->matrices.records[1];
    const auto path = element_path(*product.recording, record, record.matrices[3], 9, 3); // lane 5, the last register
    ASSERT_EQ(kinds_of(path), (std::vector { Kind::fragment, Kind::write }));
    EXPECT_EQ(path[1].address, product.out + 256 + 5 * 8 + 4);
}

TEST(ElementPath, EndsWhereAnElementIsNotRead)
{
    const auto product = testing::recorded_product();
    const auto& record = product.recording->matrices.records[1];
    // B is a constant.
    EXPECT_EQ(kinds_of(element_path(*product.recording, record, record.matrices[1], 0, 0)),
        (std::vector { Kind::computed, Kind::fragment, Kind::accumulated, Kind::write }));
    EXPECT_TRUE(element_path(*product.recording, record, record.matrices[0], 16, 0).empty());
}

TEST(ElementPath, OfALoadedMatrixEndsInItsFragment)
{
    const auto product = testing::recorded_product();
    const auto& record = product.recording->matrices.records[0];
    EXPECT_EQ(kinds_of(element_path(*product.recording, record, record.matrices[2], 3, 5)),
        (std::vector { Kind::read, Kind::write, Kind::read, Kind::fragment }));
}

} // namespace
} // namespace warpstage::analysis

// Compares the rules with the hardware counters of an H200, row by row.
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "tests/core/arch/h200_fixture.h"

#include <gtest/gtest.h>

namespace warpstage::arch {
namespace {

// `rows`: of the file.
void expect_shared_rules_agree(const std::string& file, std::size_t rows)
{
    const auto measured = read_measured(file);
    ASSERT_EQ(measured.size(), rows);
    const Traits& traits = traits_of({ 9, 0 });
    for (const MeasuredRow& row : measured) {
        const auto operation = row.operation.starts_with("st") ? SharedOperation::store
            : row.operation.starts_with("ldmatrix")            ? SharedOperation::load_matrix
            : row.operation == "cp.async"                      ? SharedOperation::async_copy
                                                               : SharedOperation::load;
        const SharedRequest request {
            .operation = operation, .bytes = row.bytes, .lanes = row.lanes, .addresses = row.addresses
        };
        const SharedCount count = count_shared(traits, request);
        const SharedService service = serve_shared(traits, request);
        EXPECT_EQ(count.wavefronts, row.figures[0]) << row.operation << row.bytes << ' ' << row.name;
        EXPECT_EQ(service.wavefronts, row.figures[0]) << row.operation << row.bytes << ' ' << row.name;
        EXPECT_EQ(service.excess(), row.figures[1]) << row.operation << row.bytes << ' ' << row.name;
    }
}

TEST(H200, SharedBanksAgreeWithEveryMeasuredRow)
{
    expect_shared_rules_agree("h200/shared_banks.csv", 1467);
}

TEST(H200, PaddedAndSwizzledMatricesAgreeWithEveryMeasuredRow)
{
    expect_shared_rules_agree("h200/shared_layouts.csv", 648);
}

TEST(H200, MatrixAccessesAndCopiesAgreeWithEveryMeasuredRow)
{
    expect_shared_rules_agree("h200/shared_matrices.csv", 1428);
}

TEST(H200, GlobalSectorsAgreeWithEveryMeasuredRow)
{
    const auto rows = read_measured("h200/global_sectors.csv");
    ASSERT_EQ(rows.size(), 816U);
    const Traits& traits = traits_of({ 9, 0 });
    for (const MeasuredRow& row : rows) {
        const GlobalRequest request { .bytes = row.bytes, .lanes = row.lanes, .addresses = row.addresses };
        EXPECT_EQ(count_global(traits, request).sectors, row.figures[0]) << row.operation << row.bytes << ' ' << row.name;
        EXPECT_EQ(serve_global(traits, request).transactions.size(), row.figures[0])
            << row.operation << row.bytes << ' ' << row.name;
        EXPECT_EQ(row.lanes != 0 ? 1U : 0U, row.figures[1]) << "a request requires an active lane: " << row.name;
    }
}

} // namespace
} // namespace warpstage::arch

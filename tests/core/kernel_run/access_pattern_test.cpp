// Runs the kernels for single accesses on the virtual machine: they make the requested accesses, and the predicted costs equal
// the counters of an H200.
#include "core/analysis/recording/grid_prediction.h"
#include "core/kernel_run/access_pattern.h"
#include "tests/approved.h"
#include "tests/core/arch/h200_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::kernel_run {
namespace {

constexpr std::uint32_t kRepetitions = 3;

std::shared_ptr<const lesson::Lesson> kernels(PatternKernels which)
{
    const auto loaded = load_pattern_kernels(WARPSTAGE_ASSETS, which);
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    return *loaded;
}

// Counters of each pattern's accesses.
std::vector<analysis::Counters> predicted(const std::vector<AccessPattern>& patterns)
{
    const auto planned = plan_patterns(patterns, kRepetitions);
    EXPECT_TRUE(planned.ok()) << planned.error().message;
    const auto prediction = analysis::predict_step(
        std::make_shared<const engine::VmPrograms>(kernels(kernels_for(patterns))), planned->plan, arch::traits_of({ 9, 0 }));
    EXPECT_TRUE(prediction.ok()) << prediction.error().message;
    std::vector<analysis::Counters> result;
    for (const auto& [own, empty] : planned->launches) {
        auto counters = prediction->launches[own].report.total;
        const auto& anyway = prediction->launches[empty].report.total;
        counters.wavefronts -= anyway.wavefronts;
        counters.sectors -= anyway.sectors;
        counters.global_requests -= anyway.global_requests;
        result.push_back(counters);
    }
    return result;
}

AccessPattern::Operation operation_of(std::string_view name)
{
    using Operation = AccessPattern::Operation;
    return name == "st"            ? Operation::store
        : name == "ldmatrix"       ? Operation::load_matrix
        : name == "ldmatrix.trans" ? Operation::load_transposed_matrix
        : name == "stmatrix"       ? Operation::store_matrix
        : name == "stmatrix.trans" ? Operation::store_transposed_matrix
        : name == "cp.async"       ? Operation::async_copy
                                   : Operation::load;
}

std::vector<AccessPattern> patterns_of(const std::vector<arch::MeasuredRow>& rows, AccessPattern::Memory memory)
{
    std::vector<AccessPattern> patterns;
    for (const auto& row : rows) {
        AccessPattern pattern { memory, operation_of(row.operation), row.bytes, row.lanes, {} };
        std::ranges::copy(row.addresses, pattern.offsets.begin());
        patterns.push_back(pattern);
    }
    return patterns;
}

std::string refusal_of(const AccessPattern& pattern)
{
    const std::vector<AccessPattern> patterns { AccessPattern {}, pattern };
    const auto planned = plan_patterns(patterns);
    return planned ? "" : planned.error().message;
}

TEST(AccessPattern, SharedAccessesMatchTheCountersOfAnH200)
{
    const auto rows = arch::read_measured("h200/shared_banks.csv");
    ASSERT_EQ(rows.size(), 1467U);
    const auto counters = predicted(patterns_of(rows, AccessPattern::Memory::shared));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(counters[i].wavefronts, std::uint64_t { kRepetitions } * rows[i].figures[0]) << rows[i].name;
        EXPECT_EQ(counters[i].global_requests, 0U) << "beyond what the launch does anyway";
    }
}

TEST(AccessPattern, MatrixAccessesAndCopiesMatchTheCountersOfAnH200)
{
    const auto rows = arch::read_measured("h200/shared_matrices.csv");
    ASSERT_EQ(rows.size(), 1428U);
    const auto counters = predicted(patterns_of(rows, AccessPattern::Memory::shared));
    for (std::size_t i = 0; i < rows.size(); ++i)
        EXPECT_EQ(counters[i].wavefronts, std::uint64_t { kRepetitions } * rows[i].figures[0])
            << rows[i].operation << rows[i].bytes << ' ' << rows[i].name;
}

TEST(AccessPattern, GlobalAccessesMatchTheCountersOfAnH200)
{
    const auto rows = arch::read_measured("h200/global_sectors.csv");
    ASSERT_EQ(rows.size(), 816U);
    const auto counters = predicted(patterns_of(rows, AccessPattern::Memory::global));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(counters[i].sectors, std::uint64_t { kRepetitions } * rows[i].figures[0]) << rows[i].name;
        EXPECT_EQ(counters[i].global_requests, std::uint64_t { kRepetitions } * rows[i].figures[1]) << rows[i].name;
    }
}

TEST(AccessPattern, BytesAndHalfWordsAreAccessed)
{
    std::vector<AccessPattern> patterns;
    for (const std::uint32_t bytes : { 1U, 2U }) {
        for (const auto operation : { AccessPattern::Operation::load, AccessPattern::Operation::store }) {
            AccessPattern pattern { AccessPattern::Memory::global, operation, bytes, ~LaneMask { 0 }, {} };
            for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane)
                pattern.offsets[lane] = std::uint64_t { bytes } * lane;
            patterns.push_back(pattern);
        }
    }
    const auto counters = predicted(patterns);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        EXPECT_EQ(counters[i].sectors, kRepetitions * patterns[i].bytes) << "32 lanes of one byte fill a sector";
}

TEST(AccessPattern, InvalidAccessesAreRefused)
{
    AccessPattern pattern { AccessPattern::Memory::shared, AccessPattern::Operation::load, 4, 0x8, {} };
    EXPECT_EQ(refusal_of(pattern), "");
    pattern.offsets[0] = 2;
    EXPECT_EQ(refusal_of(pattern), "") << "an inactive lane may say anything";
    pattern.offsets[3] = 6;
    EXPECT_APPROVED(refusal_of(pattern));
    pattern.offsets[3] = 48 * 1024;
    EXPECT_APPROVED(refusal_of(pattern));
    pattern.memory = AccessPattern::Memory::global;
    EXPECT_EQ(refusal_of(pattern), "");
    pattern.offsets[3] = ~std::uint64_t { 3 };
    EXPECT_APPROVED(refusal_of(pattern));
    pattern.bytes = 3;
    EXPECT_APPROVED(refusal_of(pattern));
    AccessPattern matrix { AccessPattern::Memory::shared, AccessPattern::Operation::load_matrix, 16, 0x7f, {} };
    EXPECT_APPROVED(refusal_of(matrix));
    matrix.lanes = 0xff;
    EXPECT_EQ(refusal_of(matrix), "");
    matrix.memory = AccessPattern::Memory::global;
    EXPECT_APPROVED(refusal_of(matrix));
    const auto none = plan_patterns({});
    ASSERT_FALSE(none.ok());
    EXPECT_APPROVED(none.error().message);
}

} // namespace
} // namespace warpstage::kernel_run

// The textbook kernels are correct, so the checks must find no fault in them, and the independent schedule must not change their
// results.
#include "core/engine/vm_engine.h"
#include "tests/kernels/textbook_run.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace warpstage::kernels::test {
namespace {

class CheckedTextbookKernel : public testing::TestWithParam<TextbookCase> { };

TEST_P(CheckedTextbookKernel, HasNoFault)
{
    const auto machine = engine::make_vm_engine({ simt::kAllChecks, {} });
    EXPECT_EQ(difference_after(GetParam(), *machine), "");
}

// Of clusters of one block: larger ones run in lock step only.
class DriftingTextbookKernel : public testing::TestWithParam<TextbookCase> { };

TEST_P(DriftingTextbookKernel, ComputesTheSame)
{
    for (const std::uint64_t seed : { 1U, 2U, 3U }) {
        const auto machine = engine::make_vm_engine({ simt::kNoChecks, { simt::Scheduling::Policy::independent, seed } });
        EXPECT_EQ(difference_after(GetParam(), *machine), "") << "seed " << seed;
    }
}

std::vector<TextbookCase> cases_without_clusters()
{
    auto cases = textbook_cases();
    std::erase_if(cases, [](const TextbookCase& textbook) { return textbook.in_clusters; });
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Textbook, CheckedTextbookKernel, testing::ValuesIn(textbook_cases()),
    [](const auto& textbook) { return textbook.param.name; });
INSTANTIATE_TEST_SUITE_P(Textbook, DriftingTextbookKernel, testing::ValuesIn(cases_without_clusters()),
    [](const auto& textbook) { return textbook.param.name; });

} // namespace
} // namespace warpstage::kernels::test

#include "core/analysis/layout/layout_access.h"
#include "core/analysis/layout/layout_search.h"
#include "core/arch/architecture.h"
#include "core/layout/expression.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <numeric>

namespace warpstage::analysis {
namespace {

const arch::Traits& rules_of_hopper()
{
    return *arch::parse_architecture("9.0")->traits;
}

Result<LayoutConflicts> found(std::string_view layout, int bits, std::string_view access)
{
    const auto composed = layout::evaluate_layout(layout);
    if (!composed)
        return composed.error();
    const auto named = parse_layout_access(access);
    if (!named)
        return named.error();
    return conflicts_of(rules_of_hopper(), *composed, bits, *named);
}

double degree(std::string_view layout, int bits, std::string_view access)
{
    const auto conflicts = found(layout, bits, access);
    EXPECT_TRUE(conflicts) << layout << " " << access << ": " << conflicts.error().message;
    return conflicts ? conflicts->degree() : 0;
}

std::string refusal(std::string_view layout, int bits, std::string_view access)
{
    const auto conflicts = found(layout, bits, access);
    return conflicts ? "(no refusal)" : conflicts.error().message;
}

// Questions that are asked again and again, in our own numbers.

TEST(LayoutAccess, RowsOf128BytesNeedThreeBitsOfSwizzle)
{
    EXPECT_EQ(degree("(64,64):(64,1)", 16, "ldmatrix.x4"), 8);
    EXPECT_EQ(degree("Sw<1,3,3> o (64,64):(64,1)", 16, "ldmatrix.x4"), 4);
    EXPECT_EQ(degree("Sw<2,3,3> o (64,64):(64,1)", 16, "ldmatrix.x4"), 2);
    EXPECT_EQ(degree("Sw<3,3,3> o (64,64):(64,1)", 16, "ldmatrix.x4"), 1);
    EXPECT_EQ(degree("(64,64):(72,1)", 16, "ldmatrix.x4"), 1); // padding of 16 bytes
    EXPECT_EQ(degree("(64,64):(68,1)", 32, "load.column"), 4);
}

TEST(LayoutAccess, ASwizzleForOtherRowsStillConflicts)
{
    // Rows of 256 bytes: bits 6 to 8 of the index are the highest bit of the column and two bits of the row.
    EXPECT_EQ(degree("Sw<3,3,3> o (64,128):(128,1)", 16, "ldmatrix.x4"), 2);
    EXPECT_EQ(degree("Sw<3,3,4> o (64,128):(128,1)", 16, "ldmatrix.x4"), 1);
    // Rows of 64 bytes: two rows fill the banks, so two bits are enough.
    EXPECT_EQ(degree("(64,32):(32,1)", 16, "ldmatrix.x4"), 4);
    EXPECT_EQ(degree("Sw<2,3,3> o (64,32):(32,1)", 16, "ldmatrix.x4"), 1);
    // Rows of 32 bytes.
    EXPECT_EQ(degree("(64,16):(16,1)", 16, "ldmatrix.x4"), 2);
    EXPECT_EQ(degree("Sw<1,3,3> o (64,16):(16,1)", 16, "ldmatrix.x4"), 1);
}

TEST(LayoutAccess, TheBaseOfASwizzleDependsOnTheWidthOfTheElements)
{
    // 16 bytes are 8 elements of 16 bits (M = 3) and 16 elements of 8 bits (M = 4).
    EXPECT_EQ(degree("Sw<3,3,3> o (64,64):(64,1)", 16, "ldmatrix.x4"), 1);
    EXPECT_EQ(degree("Sw<3,4,3> o (64,64):(64,1)", 16, "ldmatrix.x4"), 2);
    EXPECT_EQ(degree("Sw<3,4,3> o (64,128):(128,1)", 8, "ldmatrix.x4"), 1);
    EXPECT_APPROVED(refusal("Sw<3,3,3> o (64,128):(128,1)", 8, "ldmatrix.x4"));
}

TEST(LayoutAccess, TransposedMatricesReadColumnsOfContiguousElements)
{
    EXPECT_EQ(degree("(64,64):(1,64)", 16, "ldmatrix.trans.x4"), 8);
    EXPECT_EQ(degree("Sw<3,3,3> o (64,64):(1,64)", 16, "ldmatrix.trans.x4"), 1);
    EXPECT_EQ(degree("Sw<3,3,3> o (64,64):(1,64)", 16, "stmatrix.trans.x2"), 1);
}

TEST(LayoutAccess, PhasesOfWideAccesses)
{
    const auto x4 = found("Sw<3,3,3> o (64,64):(64,1)", 16, "ldmatrix.x4");
    ASSERT_TRUE(x4);
    EXPECT_EQ(x4->requests.size(), 16U);
    EXPECT_EQ(x4->wavefronts, 64U);
    EXPECT_EQ(serve(rules_of_hopper(), *x4, x4->requests[0]).phases.size(), 4U);
    // Lanes 0 to 15 have the rows of the two upper matrices, the others the same rows 8 columns to the right.
    EXPECT_EQ(x4->requests[0].elements[17], 1 + 64 * 8);
    const auto wide = found("(32,32):(32,1)", 32, "store.row.64");
    ASSERT_TRUE(wide);
    EXPECT_EQ(serve(rules_of_hopper(), *wide, wide->requests[0]).phases.size(), 2U);
    EXPECT_EQ(wide->wavefronts, wide->ideal);
    EXPECT_EQ(degree("(32,32):(32,1)", 32, "load.column"), 32);
    EXPECT_EQ(degree("(32,32):(33,1)", 32, "load.column"), 1);
    EXPECT_EQ(degree("(32,32):(32,1)", 32, "cp.async.16"), 1);
}

TEST(LayoutAccess, RefusalsAreSentences)
{
    EXPECT_APPROVED(refusal("(64,64):(64,1)", 16, "ldmatrix.x3"));
    EXPECT_APPROVED(refusal("(64,64):(64,1)", 16, "load"));
    EXPECT_APPROVED(refusal("64:1", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(64,64):(1,64)", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(64,64):(65,1)", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(64,64):(-64,1)", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(4,64):(64,1)", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(8,12):(12,1)", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(64,64):(64,1)", 4, "load.column"));
    EXPECT_APPROVED(refusal("(1024,1024):(1024,1)", 16, "ldmatrix.x4"));
    EXPECT_APPROVED(refusal("(7,5):(5,1)", 32, "load.row"));
}

TEST(LayoutSearch, FindsTheSwizzleThatSuitsAllAccesses)
{
    const auto base = layout::evaluate_layout("(64,64):(64,1)");
    std::vector<LayoutAccess> accesses;
    for (const char* name : { "store.row.128", "ldmatrix.x4" })
        accesses.push_back(*parse_layout_access(name));
    const auto search = search_layout(rules_of_hopper(), *base, 16, accesses);
    ASSERT_TRUE(search) << search.error().message;
    const LayoutCandidate& best = search->candidates.front();
    EXPECT_EQ(text_of(best.layout), "Sw<3,3,3> o 0 o (64,64):(64,1)");
    EXPECT_EQ(best.excess(), 0U);
    EXPECT_EQ(best.bytes, 8192);
    EXPECT_GT(search->refused, 0U); // a swizzle within 16 bytes tears the vectors
    const auto padded = std::ranges::find_if(search->candidates, [](const LayoutCandidate& it) { return it.padding == 8; });
    ASSERT_NE(padded, search->candidates.end());
    EXPECT_EQ(padded->excess(), 0U);
    EXPECT_GT(padded->bytes, 8192);
    for (std::size_t i = 1; i < search->candidates.size(); ++i)
        EXPECT_LE(search->candidates[i - 1].excess(), search->candidates[i].excess());
}

TEST(LayoutSearch, PaddingCuresTheColumnsOfATransposition)
{
    const auto base = layout::evaluate_layout("(32,32):(32,1)");
    std::vector<LayoutAccess> accesses;
    for (const char* name : { "store.row", "load.column" })
        accesses.push_back(*parse_layout_access(name));
    const auto search = search_layout(rules_of_hopper(), *base, 32, accesses);
    ASSERT_TRUE(search);
    EXPECT_EQ(text_of(search->candidates.front().layout), "Sw<5,0,5> o 0 o (32,32):(32,1)");
    EXPECT_TRUE(
        std::ranges::any_of(search->candidates, [](const LayoutCandidate& it) { return it.padding == 1 && it.excess() == 0; }));
}

} // namespace
} // namespace warpstage::analysis

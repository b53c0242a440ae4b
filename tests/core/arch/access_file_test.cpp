#include "core/arch/access_file.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warpstage::arch {
namespace {

std::string offsets(unsigned count = 32)
{
    std::string text;
    for (unsigned lane = 0; lane < count; ++lane)
        text += (lane == 0 ? "" : " ") + std::to_string(4 * lane);
    return text;
}

const std::string kHeader = "op,bytes_per_lane,name,active_mask,byte_offset_per_lane,wavefronts\n";

std::string access_refusal(const std::string& text)
{
    const auto rules = parse_access_file(text, "f.csv");
    return rules ? "taken" : rules.error().message;
}

// The error for a file whose first row has these fields.
std::string refusal_of_row(const std::string& row)
{
    return access_refusal(kHeader + row + "\n");
}

TEST(AccessFile, ReadsRowsAndCounters)
{
    const auto good = parse_access_file("op,bytes_per_lane,name,active_mask,byte_offset_per_lane,wavefronts,bank_conflicts\r\n"
                                        "ld,4,linear,ffffffff,"
            + offsets() + ",1,0\r\n\r\nst,8,,0x0000000f,0 8 16 24 " + offsets(28) + ",3,2",
        "f.csv");
    ASSERT_TRUE(good.ok()) << good.error().message;
    EXPECT_EQ(good->counters, (std::vector<AccessCounter> { AccessCounter::wavefronts, AccessCounter::bank_conflicts }));
    ASSERT_EQ(good->rows.size(), 2U);
    EXPECT_EQ(good->rows[0].line, 2U);
    EXPECT_EQ(good->rows[0].name, "linear");
    EXPECT_EQ(good->rows[0].addresses[31], 124U);
    EXPECT_EQ(good->rows[1].line, 4U);
    EXPECT_EQ(good->rows[1].operation, "st");
    EXPECT_EQ(good->rows[1].bytes, 8U);
    EXPECT_EQ(good->rows[1].lanes, 0xfU);
    EXPECT_EQ(good->rows[1].counted, (std::vector<std::uint32_t> { 3, 2 }));
}

TEST(AccessFile, AcceptsColumnsInAnyOrderAndWithoutNameOrCounters)
{
    const auto rules =
        parse_access_file("active_mask, byte_offset_per_lane, op, bytes_per_lane\nf, " + offsets() + ", ldp, 4\n", "f.csv");
    ASSERT_TRUE(rules.ok()) << rules.error().message;
    EXPECT_TRUE(rules->counters.empty());
    EXPECT_EQ(rules->rows[0].operation, "ldp");
    EXPECT_EQ(rules->rows[0].lanes, 0xfU);
    EXPECT_EQ(rules->rows[0].name, "");
}

TEST(AccessFile, AnInvalidHeaderIsRefused)
{
    EXPECT_APPROVED(access_refusal("\n\n"));
    EXPECT_APPROVED(access_refusal(kHeader));
    EXPECT_APPROVED(access_refusal("op,bytes_per_lane,mask\n"));
    EXPECT_APPROVED(access_refusal("op,byte_per_lane\n"));
    EXPECT_EQ(access_refusal("op,bytes_per_lane,op\n"), "f.csv:1:19: duplicate column `op`.");
    EXPECT_EQ(access_refusal("\nop,bytes_per_lane,active_mask\n"), "f.csv:2:1: column `byte_offset_per_lane` is missing.");
}

TEST(AccessFile, AnInvalidRowIsRefusedWithItsPosition)
{
    EXPECT_APPROVED(refusal_of_row("ld,4,x"));
    EXPECT_APPROVED(refusal_of_row("ld,4,x,f," + offsets() + ",1,7"));
    EXPECT_APPROVED(refusal_of_row("lds,4,x,f," + offsets() + ",1"));
    EXPECT_EQ(refusal_of_row("ld,3,x,f," + offsets() + ",1"), "f.csv:2:4: bytes_per_lane requires 1, 2, 4, 8 or 16, not `3`.");
    EXPECT_APPROVED(refusal_of_row("ld,4,x,fffffffff," + offsets() + ",1"));
    EXPECT_APPROVED(refusal_of_row("ld,4,x,," + offsets() + ",1"));
    EXPECT_APPROVED(refusal_of_row("ld,4,x,f," + offsets(31) + ",1"));
    EXPECT_APPROVED(refusal_of_row("ld,4,x,f," + offsets() + " 7,1"));
    EXPECT_APPROVED(refusal_of_row("ld,4,x,f,0 -4 " + offsets(30) + ",1"));
    EXPECT_APPROVED(refusal_of_row("ld,4,x,f,0 18446744073709551615 " + offsets(30) + ",1"));
    EXPECT_APPROVED(refusal_of_row("ld,8,x,f," + offsets() + ",1"));
    EXPECT_EQ(refusal_of_row("ld,8,x,1," + offsets() + ",1"), "taken") << "the offset of an inactive lane is ignored";
    EXPECT_APPROVED(refusal_of_row("ld,4,x,f," + offsets() + ",many"));
}

TEST(AccessFile, ControlCharactersAreNotPrinted)
{
    EXPECT_APPROVED(refusal_of_row("\x1b[31m,4,x,f," + offsets() + ",1"));
    EXPECT_THAT(
        access_refusal(std::string(100000, 'a')), testing::StartsWith("f.csv:1:1: unknown column `aaaaaaaaaaaaaaaaaaaaaaaa...`"));
    EXPECT_THAT(access_refusal(std::string(100000, ',')), testing::StartsWith("f.csv:1:1: unknown column ``"));
}

} // namespace
} // namespace warpstage::arch

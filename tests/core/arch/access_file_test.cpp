#include "core/arch/access_file.h"

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
    EXPECT_EQ(access_refusal("\n\n"), "`f.csv` contains no accesses.");
    EXPECT_EQ(access_refusal(kHeader), "`f.csv` contains no accesses.");
    EXPECT_EQ(access_refusal("op,bytes_per_lane,mask\n"),
        "f.csv:1:19: unknown column `mask`. Use op, bytes_per_lane, name, active_mask, byte_offset_per_lane, wavefronts, "
        "bank_conflicts, sectors, transactions or requests.");
    EXPECT_EQ(access_refusal("op,byte_per_lane\n"), "f.csv:1:4: unknown column `byte_per_lane`. Did you mean `bytes_per_lane`?");
    EXPECT_EQ(access_refusal("op,bytes_per_lane,op\n"), "f.csv:1:19: duplicate column `op`.");
    EXPECT_EQ(access_refusal("\nop,bytes_per_lane,active_mask\n"), "f.csv:2:1: column `byte_offset_per_lane` is missing.");
}

TEST(AccessFile, AnInvalidRowIsRefusedWithItsPosition)
{
    EXPECT_EQ(refusal_of_row("ld,4,x"), "f.csv:2:7: 3 columns, but the header has 6.");
    EXPECT_EQ(refusal_of_row("ld,4,x,f," + offsets() + ",1,7"), "f.csv:2:112: 7 columns, but the header has 6.");
    EXPECT_EQ(refusal_of_row("lds,4,x,f," + offsets() + ",1"),
        "f.csv:2:1: unknown operation `lds`. Use ld, st, or ldp for a load with predicated-off lanes.");
    EXPECT_EQ(refusal_of_row("ld,3,x,f," + offsets() + ",1"), "f.csv:2:4: bytes_per_lane requires 1, 2, 4, 8 or 16, not `3`.");
    EXPECT_EQ(refusal_of_row("ld,4,x,fffffffff," + offsets() + ",1"),
        "f.csv:2:8: active_mask requires 1 to 8 hexadecimal digits, for example 0000ffff, not `fffffffff`.");
    EXPECT_EQ(refusal_of_row("ld,4,x,," + offsets() + ",1"),
        "f.csv:2:8: active_mask requires 1 to 8 hexadecimal digits, for example 0000ffff, not ``.");
    EXPECT_EQ(refusal_of_row("ld,4,x,f," + offsets(31) + ",1"), "f.csv:2:105: 31 byte offsets, but a warp has 32 lanes.");
    EXPECT_EQ(refusal_of_row("ld,4,x,f," + offsets() + " 7,1"), "f.csv:2:110: more than 32 byte offsets, one per lane.");
    EXPECT_EQ(refusal_of_row("ld,4,x,f,0 -4 " + offsets(30) + ",1"),
        "f.csv:2:12: lane 1: a byte offset must be an integer below 2^49, not `-4`.");
    EXPECT_EQ(refusal_of_row("ld,4,x,f,0 18446744073709551615 " + offsets(30) + ",1"),
        "f.csv:2:12: lane 1: a byte offset must be an integer below 2^49, not `18446744073709551615`.");
    EXPECT_EQ(refusal_of_row("ld,8,x,f," + offsets() + ",1"),
        "f.csv:2:12: lane 1: misaligned access, because 4 is not a multiple of 8 bytes.");
    EXPECT_EQ(refusal_of_row("ld,8,x,1," + offsets() + ",1"), "taken") << "the offset of an inactive lane is ignored";
    EXPECT_EQ(refusal_of_row("ld,4,x,f," + offsets() + ",many"),
        "f.csv:2:110: `wavefronts` requires an integer from 0 to 4294967295, not `many`.");
}

TEST(AccessFile, ControlCharactersAreNotPrinted)
{
    EXPECT_EQ(refusal_of_row("\x1b[31m,4,x,f," + offsets() + ",1"),
        "f.csv:2:1: unknown operation `?[31m`. Use ld, st, or ldp for a load with predicated-off lanes.");
    EXPECT_THAT(
        access_refusal(std::string(100000, 'a')), testing::StartsWith("f.csv:1:1: unknown column `aaaaaaaaaaaaaaaaaaaaaaaa...`"));
    EXPECT_THAT(access_refusal(std::string(100000, ',')), testing::StartsWith("f.csv:1:1: unknown column ``"));
}

} // namespace
} // namespace warpstage::arch

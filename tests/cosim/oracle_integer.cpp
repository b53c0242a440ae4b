#include "oracle.h"

#include <algorithm>
#include <array>

namespace warpstage::cosim {

namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
__extension__ using s128 = __int128;
__extension__ using u128 = unsigned __int128;

s32 sx(u64 value)
{
    return static_cast<s32>(static_cast<u32>(value));
}

s64 sx64(u64 value)
{
    return static_cast<s64>(value);
}

u64 word(s64 value)
{
    return static_cast<u32>(value);
}

bool bit(u64 value, u64 index)
{
    return (value >> index & 1U) != 0;
}

s64 in_s32(s64 value)
{
    return std::clamp<s64>(value, -2147483648LL, 2147483647LL);
}

s64 part(u64 value, unsigned index, unsigned bits, bool is_signed)
{
    s64 number = static_cast<s64>(value >> (index * bits) & ((1U << bits) - 1));
    if (is_signed && bit(value, (index + 1) * bits - 1))
        number -= s64 { 1 } << bits;
    return number;
}

// The loops of the PTX ISA, one bit at a time.
u64 field(u64 a, u64 position, u64 length, unsigned width, bool is_signed)
{
    position &= 0xffU;
    length &= 0xffU;
    const u64 last = width - 1;
    const bool sign = is_signed && length != 0 && bit(a, std::min(position + length - 1, last));
    u64 result = 0;
    for (u64 i = 0; i < width; ++i) {
        const bool set = i < length && position + i <= last ? bit(a, position + i) : sign;
        result |= u64 { set } << i;
    }
    return result;
}

u64 inserted(u64 a, u64 b, u64 position, u64 length, unsigned width)
{
    if (width == 32) { // for 64 bits, the GPU uses the whole operands
        position &= 0xffU;
        length &= 0xffU;
    }
    for (u64 i = 0; i < length && position + i < width; ++i)
        b = (b & ~(u64 { 1 } << (position + i))) | u64 { bit(a, i) } << (position + i);
    return b;
}

u64 nth_set(u64 mask, u64 base, s64 offset)
{
    if (offset == 0)
        return bit(mask, base) ? base : 0xffff'ffffU;
    s64 count = (offset < 0 ? -offset : offset) - 1;
    for (s64 place = static_cast<s64>(base); place >= 0 && place<32; place += offset> 0 ? 1 : -1) {
        if (bit(mask, static_cast<u64>(place)) && count-- == 0)
            return static_cast<u64>(place);
    }
    return 0xffff'ffffU;
}

u64 highest(u64 a, int width)
{
    for (int i = width - 1; i >= 0; --i) {
        if (bit(a, static_cast<u64>(i)))
            return static_cast<u64>(i);
    }
    return 0xffff'ffffU;
}

u64 permuted(u64 a, u64 b, u64 selector)
{
    u64 result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const u64 digit = selector >> (4 * i) & 0xfU;
        u64 byte = ((digit & 4U) != 0 ? b : a) >> (8 * (digit & 3U)) & 0xffU;
        if ((digit & 8U) != 0)
            byte = byte >= 0x80 ? 0xff : 0;
        result |= byte << (8 * i);
    }
    return result;
}

// The bytes selected by a mode of prmt, from the tables of the PTX ISA: one row per selector, byte 3 first.
Result64 permuted_by(const std::array<const char*, 4>& rows, u64 a, u64 b, u64 selector)
{
    u64 result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const auto from = static_cast<unsigned>(rows[selector & 3U][3 - i] - '0');
        result |= ((from >= 4 ? b : a) >> (8 * (from & 3U)) & 0xffU) << (8 * i);
    }
    return result;
}
constexpr u64 kOther = 0x80a1'c2e3; // the second operand in the table

u64 by_table(unsigned table, u64 a, u64 b, u64 c)
{
    u64 result = 0;
    for (u64 i = 0; i < 32; ++i)
        result |= u64 { bit(table, 4 * u64 { bit(a, i) } + 2 * u64 { bit(b, i) } + u64 { bit(c, i) }) } << i;
    return result;
}

#define RESULT [](u64 a, u64 b, u64 c) -> Result64
#define UNUSED static_cast<void>(a), static_cast<void>(b), static_cast<void>(c)

const Oracle kIntegerOracles[] = { { "integer32", "add.s32 %d, %a, %b;", RESULT { return UNUSED, word(s64 { sx(a) } + sx(b));
} // namespace
} // namespace warpstage::cosim
, { "integer32", "sub.s32 %d, %a, %b;", RESULT { return UNUSED, word(s64 { sx(a) } - sx(b));
}
}
, { "integer32", "mul.lo.s32 %d, %a, %b;", RESULT { return UNUSED, word(s64 { sx(a) } * sx(b));
}
}
, { "integer32", "mul.hi.s32 %d, %a, %b;", RESULT { return UNUSED, word((s64 { sx(a) } * sx(b)) >> 32);
}
}
, { "integer32", "mul.hi.u32 %d, %a, %b;", RESULT { return UNUSED, a* b >> 32;
}
}
, { "integer32", "mul.wide.s32 %d, %a, %b;", RESULT { return UNUSED, static_cast<u64>(s64 { sx(a) } * sx(b));
}
}
, { "integer32", "mad.lo.s32 %d, %a, %b, %c;", RESULT { return UNUSED, word(s64 { sx(a) } * sx(b) + sx(c));
}
}
, { "integer32", "div.s32 %d, %a, %b;", RESULT { return UNUSED, b == 0 ? Result64 {} : word(s64 { sx(a) } / sx(b));
}
}
, { "integer32", "rem.s32 %d, %a, %b;", RESULT { return UNUSED, b == 0 ? Result64 {} : word(s64 { sx(a) } % sx(b));
}
}
, { "integer32", "div.u32 %d, %a, %b;", RESULT { return UNUSED, b == 0 ? Result64 {} : a / b;
}
}
,
    { "integer32", "sad.s32 %d, %a, %b, %c;",
        RESULT { return UNUSED, word(s64 { sx(c) } + std::max(sx(a), sx(b)) - s64 { std::min(sx(a), sx(b)) });
}
}
, { "integer32", "add.sat.s32 %d, %a, %b;", RESULT { return UNUSED, word(in_s32(s64 { sx(a) } + sx(b)));
}
}
, { "integer32", "sub.sat.s32 %d, %a, %b;", RESULT { return UNUSED, word(in_s32(s64 { sx(a) } - sx(b)));
}
}
, { "integer32", "mad.hi.sat.s32 %d, %a, %b, %c;", RESULT { return UNUSED, word(in_s32(((s64 { sx(a) } * sx(b)) >> 32) + sx(c)));
}
}
, { "integer32", "mul24.lo.s32 %d, %a, %b;", RESULT { return UNUSED, word(s64 { sx(a) } * sx(b));
}
}
, { "integer32", "mul24.hi.s32 %d, %a, %b;", RESULT { return UNUSED, word((s64 { sx(a) } * sx(b)) >> 16);
}
}
, { "integer32", "mul24.hi.u32 %d, %a, %b;", RESULT { return UNUSED, word(static_cast<s64>(a* b) >> 16);
}
}
, { "integer64", "mul.hi.s64 %d, %a, %b;", RESULT { return UNUSED, static_cast<u64>((s128 { sx64(a) } * sx64(b)) >> 64);
}
}
, { "integer64", "mul.hi.u64 %d, %a, %b;", RESULT { return UNUSED, static_cast<u64>((u128 { a } * b) >> 64);
}
}
,
    { "integer64", "rem.s64 %d, %a, %b;",
        RESULT { return UNUSED, b == 0 ? Result64 {} : static_cast<u64>(s128 { sx64(a) } % sx64(b));
}
}
,
    { "carry", "{ .reg .b32 %t; add.cc.u32 %t, %a, %b; addc.u32 %d, %b, %c; }",
        RESULT { return word(static_cast<s64>(b + c + ((a + b) >> 32)));
}
}
,
    { "carry", "{ .reg .b32 %t; sub.cc.u32 %t, %a, %b; subc.u32 %d, %b, %c; }",
        RESULT { return word(static_cast<s64>(b - c - (a < b ? 1 : 0)));
}
}
,
    { "carry", "{ .reg .b64 %t; add.cc.u64 %t, %a, %b; addc.cc.u64 %t, %b, %c; addc.u64 %d, %t, 0; }",
        RESULT { const u128 high = u128 { b } + c + ((u128 { a } + b) >> 64);
return static_cast<u64>(high) + static_cast<u64>(high >> 64);
}
}
,
    { "carry", "{ .reg .b64 %t; sub.cc.u64 %t, %a, %b; subc.cc.u64 %t, %b, %c; subc.u64 %d, %t, 0; }",
        RESULT { const s128 high = s128 { b } - c - (a < b ? 1 : 0);
return static_cast<u64>(high) - (high < 0 ? 1 : 0);
}
}
,
    { "carry", "{ .reg .b32 %t; mad.lo.cc.u32 %t, %a, %b, %c; madc.hi.u32 %d, %a, %b, %c; }",
        RESULT { return word(static_cast<s64>((a * b >> 32) + c + ((static_cast<u32>(a * b) + c) >> 32)));
}
}
,
    { "carry", "{ .reg .b64 %t; mad.hi.cc.s64 %t, %a, %b, %c; addc.s64 %d, %t, 0; }",
        RESULT { const u128 sum = u128 { static_cast<u64>((s128 { sx64(a) } * sx64(b)) >> 64) } + c;
return static_cast<u64>(sum) + static_cast<u64>(sum >> 64);
}
}
, { "integer_packed", "dp4a.s32.u32 %d, %a, %b, %c;", RESULT { s64 sum = sx(c);
for (unsigned i = 0; i < 4; ++i)
    sum += part(a, i, 8, true) * part(b, i, 8, false);
return word(sum);
}
}
,
    { "integer_packed", "dp2a.hi.u32.s32 %d, %a, %b, %c;",
        RESULT { return word(sx(c) + part(a, 0, 16, false) * part(b, 2, 8, true) + part(a, 1, 16, false) * part(b, 3, 8, true));
}
}
, { "integer_packed", "max.s16x2 %d, %a, %b;", RESULT { const auto half = [&](unsigned i) {
       return std::max(part(a, i, 16, true), part(b, i, 16, true)) & 0xffff;
   };
return UNUSED, word(half(0) | half(1) << 16);
}
}
, { "logic", "lop3.b32 %d, %a, %b, %c, 0x1b;", RESULT { return by_table(0x1b, a, b, c);
}
}
, { "logic", "lop3.b32 %d, %a, %b, %c, 0xac;", RESULT { return by_table(0xac, a, b, c);
}
}
, { "logic", "lop3.b32 %d, %a, %b, %c, 0x96;", RESULT { return a ^ b ^ c;
}
}
, { "logic", "shl.b32 %d, %a, %b;", RESULT { return UNUSED, b > 31 ? 0 : word(static_cast<s64>(a << b));
}
}
, { "logic", "shr.s64 %d, %a, %b;", RESULT { return UNUSED, static_cast<u64>(sx64(a) >> std::min<u64>(b, 63));
}
}
, { "logic", "shf.l.clamp.b32 %d, %a, %b, %c;", RESULT { const u64 n = std::min<u64>(c, 32);
return word(static_cast<s64>((n == 32 ? 0 : b << n) | a >> (32 - n)));
}
}
, { "logic", "shf.r.wrap.b32 %d, %a, %b, %c;", RESULT { return word(static_cast<s64>((b << 32 | a) >> (c & 31U)));
}
}
, { "bits", "bfe.u32 %d, %a, %b, %c;", RESULT { return field(a, b, c, 32, false);
}
}
, { "bits", "bfe.s32 %d, %a, %b, %c;", RESULT { return field(a, b, c, 32, true);
}
}
, { "bits", "bfe.s64 %d, %a, %b, %c;", RESULT { return field(a, b, c, 64, true);
}
}
, { "bits", "bfi.b32 %d, %a, 0, %b, %c;", RESULT { return inserted(a, 0, b, c, 32);
}
}
, { "bits", "bfi.b64 %d, 0x0f0f0f0f0f0f0f0f, %a, %b, %c;", RESULT { return inserted(0x0f0f'0f0f'0f0f'0f0f, a, b, c, 64);
}
}
, { "bits", "fns.b32 %d, %a, %b, %c;", RESULT { return nth_set(a, b, sx(c));
}
}
, { "bits", "bfind.s32 %d, %a;", RESULT { return UNUSED, highest(sx(a) < 0 ? ~a & 0xffff'ffffU : a, 32);
}
}
, { "bits", "clz.b64 %d, %a;", RESULT { return UNUSED, a == 0 ? 64 : 63 - highest(a, 64);
}
}
, { "bits", "prmt.b32 %d, %a, 0, 0x4140;", RESULT { return UNUSED, permuted(a, 0, 0x4140);
}
}
, { "bits", "{ .reg .b32 %t; mov.b32 %t, 0x80a1c2e3; prmt.b32 %d, %a, %t, %b; }", RESULT { return UNUSED, permuted(a, kOther, b);
}
}
,
    { "bits", "{ .reg .b32 %t; mov.b32 %t, 0x80a1c2e3; prmt.b32.f4e %d, %a, %t, %b; }",
        RESULT { return UNUSED, permuted_by({ "3210", "4321", "5432", "6543" }, a, kOther, b);
}
}
,
    { "bits", "{ .reg .b32 %t; mov.b32 %t, 0x80a1c2e3; prmt.b32.b4e %d, %a, %t, %b; }",
        RESULT { return UNUSED, permuted_by({ "5670", "6701", "7012", "0123" }, a, kOther, b);
}
}
,
    { "bits", "{ .reg .b32 %t; mov.b32 %t, 0x80a1c2e3; prmt.b32.ecl %d, %a, %t, %b; }",
        RESULT { return UNUSED, permuted_by({ "3210", "3211", "3222", "3333" }, a, kOther, b);
}
}
,
    { "bits", "{ .reg .b32 %t; mov.b32 %t, 0x80a1c2e3; prmt.b32.ecr %d, %a, %t, %b; }",
        RESULT { return UNUSED, permuted_by({ "0000", "1110", "2210", "3210" }, a, kOther, b);
}
}
,
    { "bits", "{ .reg .b32 %t; mov.b32 %t, 0x80a1c2e3; prmt.b32.rc16 %d, %a, %t, %b; }",
        RESULT { return UNUSED, permuted_by({ "1010", "3232", "1010", "3232" }, a, kOther, b);
}
}
, { "bits", "szext.wrap.s32 %d, %a, %b;", RESULT { return UNUSED, field(a, 0, b & 31U, 32, true);
}
}
,
    { "bits", "bmsk.clamp.b32 %d, %a, %b;",
        RESULT { return UNUSED, inserted(~u64 { 0 }, 0, std::min<u64>(a, 32), std::min<u64>(b, 32), 32);
}
}
, { "compare_integer", "setp.lt.s32 %d, %a, %b;", RESULT { return UNUSED, u64 { sx(a) < sx(b) };
}
}
, { "compare_integer", "setp.hs.u64 %d, %a, %b;", RESULT { return UNUSED, u64 { a >= b };
}
}
, { "compare_integer", "setp.lt.xor.s32 %d|%e, %a, %b, !%c;", RESULT { const bool less = sx(a) < sx(b);
return u64 { less != (c == 0) } + 2 * u64 { less == (c == 0) };
}
}
,
}
;

} // namespace

std::span<const Oracle> integer_oracles()
{
    return kIntegerOracles;
}

} // namespace warpstage::cosim

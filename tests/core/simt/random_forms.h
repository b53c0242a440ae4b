// What random_kernel.cpp writes: the instructions, and where the lanes of a warp access memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpstage::simt {

// An instruction and its operands, the destination first. Registers: h (16 bits), r (32), d (64), f and e (floats), p
// (predicates); n: a predicate or its negation, q: a pair of predicates, b: a byte.
struct RandomForm {
    std::string_view words;
    std::string_view operands;
};

inline constexpr auto kRandomForms = std::to_array<RandomForm>({
    // clang-format off
    { "add.s16", "hhh" }, { "add.u16", "hhh" }, { "sub.s16", "hhh" }, { "mul.lo.s16", "hhh" }, { "mul.lo.u16", "hhh" },
    { "add.s32", "rrr" }, { "add.u32", "rrr" }, { "sub.s32", "rrr" }, { "sub.u32", "rrr" }, { "mul.lo.s32", "rrr" },
    { "add.s64", "ddd" }, { "add.u64", "ddd" }, { "sub.s64", "ddd" }, { "mul.lo.s64", "ddd" }, { "mul.lo.u64", "ddd" },
    { "mad.lo.s32", "rrrr" }, { "mad.lo.u32", "rrrr" }, { "mad.lo.s64", "dddd" }, { "mad.lo.u64", "dddd" },
    { "mul.hi.s32", "rrr" }, { "mul.hi.u32", "rrr" }, { "mul.wide.s32", "drr" }, { "mul.wide.u32", "drr" },
    { "mad.wide.s32", "drrd" }, { "mad.wide.u32", "drrd" }, { "neg.s32", "rr" }, { "neg.s64", "dd" }, { "abs.s32", "rr" },
    { "abs.s64", "dd" }, { "min.s32", "rrr" }, { "min.u32", "rrr" }, { "min.s64", "ddd" }, { "min.u64", "ddd" },
    { "max.s32", "rrr" }, { "max.u32", "rrr" }, { "max.s64", "ddd" }, { "max.u64", "ddd" }, { "and.b16", "hhh" },
    { "and.b32", "rrr" }, { "and.b64", "ddd" }, { "or.b16", "hhh" }, { "or.b32", "rrr" }, { "or.b64", "ddd" },
    { "xor.b16", "hhh" }, { "xor.b32", "rrr" }, { "xor.b64", "ddd" }, { "not.b16", "hh" }, { "not.b32", "rr" },
    { "not.b64", "dd" }, { "shl.b32", "rrr" }, { "shl.b64", "ddr" }, { "shr.b32", "rrr" }, { "shr.u32", "rrr" },
    { "shr.s32", "rrr" }, { "shr.b64", "ddr" }, { "shr.u64", "ddr" }, { "shr.s64", "ddr" }, { "lop3.b32", "rrrrb" },
    { "lop3.b32", "rrrrb" }, { "and.pred", "ppp" }, { "or.pred", "ppp" }, { "xor.pred", "ppp" }, { "not.pred", "pp" },
    { "mov.pred", "pp" }, { "add.f32", "fff" }, { "add.rn.f32", "fff" }, { "add.ftz.f32", "fff" }, { "add.sat.f32", "fff" },
    { "add.ftz.sat.f32", "fff" }, { "add.f64", "eee" }, { "sub.rn.f32", "fff" }, { "sub.ftz.f32", "fff" },
    { "sub.sat.f32", "fff" }, { "sub.ftz.sat.f32", "fff" }, { "sub.rn.f64", "eee" }, { "mul.f32", "fff" },
    { "mul.rn.f32", "fff" }, { "mul.ftz.f32", "fff" }, { "mul.sat.f32", "fff" }, { "mul.ftz.sat.f32", "fff" },
    { "mul.f64", "eee" }, { "fma.rn.f32", "ffff" }, { "fma.rn.ftz.f32", "ffff" }, { "fma.rn.sat.f32", "ffff" },
    { "fma.rn.ftz.sat.f32", "ffff" }, { "fma.rn.f64", "eeee" }, { "mad.rn.f32", "ffff" }, { "mad.rn.f64", "eeee" },
    { "div.rn.f32", "fff" }, { "div.rn.ftz.f32", "fff" }, { "div.rn.f64", "eee" }, { "div.approx.f32", "fff" },
    { "sqrt.rn.f32", "ff" }, { "sqrt.rn.ftz.f32", "ff" }, { "sqrt.rn.f64", "ee" }, { "rcp.rn.f32", "ff" },
    { "rcp.rn.ftz.f32", "ff" }, { "rcp.rn.f64", "ee" }, { "rsqrt.approx.f32", "ff" }, { "rsqrt.approx.ftz.f32", "ff" },
    { "rsqrt.approx.f64", "ee" }, { "neg.f32", "ff" }, { "neg.ftz.f32", "ff" }, { "neg.f64", "ee" }, { "abs.f32", "ff" },
    { "abs.ftz.f32", "ff" }, { "abs.f64", "ee" }, { "min.f32", "fff" }, { "min.ftz.f32", "fff" }, { "min.f64", "eee" },
    { "max.f32", "fff" }, { "max.ftz.f32", "fff" }, { "max.f64", "eee" }, { "mov.b16", "hh" }, { "mov.u16", "hh" },
    { "mov.b32", "rr" }, { "mov.s32", "rr" }, { "mov.b64", "dd" }, { "mov.u64", "dd" }, { "mov.f32", "ff" }, { "mov.f64", "ee" },
    { "mov.b32", "fr" }, { "mov.b32", "rf" }, { "mov.b64", "de" }, { "mov.b64", "ed" }, { "selp.b16", "hhhn" },
    { "selp.u16", "hhhn" }, { "selp.b32", "rrrn" }, { "selp.s32", "rrrn" }, { "selp.b64", "dddn" }, { "selp.u64", "dddn" },
    { "selp.f32", "fffn" }, { "selp.f64", "eeen" }, { "cvt.s64.s32", "dr" }, { "cvt.u64.s32", "dr" }, { "cvt.u64.u32", "dr" },
    { "cvt.s64.u32", "dr" }, { "cvt.u32.u64", "rd" }, { "cvt.s32.s64", "rd" }, { "cvt.s32.u64", "rd" }, { "cvt.u32.s64", "rd" },
    { "cvt.u16.u32", "hr" }, { "cvt.u32.u16", "rh" }, { "cvt.s32.s16", "rh" }, { "cvt.rn.f32.s32", "fr" },
    { "cvt.rn.f32.u32", "fr" }, { "cvt.rn.f64.s32", "er" }, { "cvt.rn.f64.u32", "er" }, { "cvt.rn.f32.s64", "fd" },
    { "cvt.rn.f32.u64", "fd" }, { "cvt.rn.f64.s64", "ed" }, { "cvt.rn.f64.u64", "ed" }, { "cvt.s32.s8", "rr" },
    { "cvt.u32.u8", "rr" }, { "cvt.rzi.s32.f32", "rf" }, { "cvt.rzi.u32.f32", "rf" }, { "cvt.rni.f32.f32", "ff" },
    { "cvt.rmi.f32.f32", "ff" }, { "cvt.rpi.f32.f32", "ff" }, { "cvt.rzi.f32.f32", "ff" }, { "cvt.rni.f64.f64", "ee" },
    { "cvt.rmi.f64.f64", "ee" }, { "cvt.rpi.f64.f64", "ee" }, { "cvt.rzi.f64.f64", "ee" }, { "cvt.sat.f32.f32", "ff" },
    { "cvt.f64.f32", "ef" }, { "cvt.rn.f32.f64", "fe" },
    // These have no translation.
    { "ex2.approx.f32", "ff" }, { "rem.u32", "rrr" }, { "rem.s32", "rrr" }, { "div.u32", "rrr" }, { "popc.b32", "rr" },
    { "clz.b32", "rr" }, { "brev.b32", "rr" }, { "bfe.u32", "rrrr" }, { "bfe.s32", "rrrr" }, { "bfi.b32", "rrrrr" },
    { "prmt.b32", "rrrr" }, { "mul.wide.s16", "rhh" }, { "shl.b16", "hhr" }, { "min.s16", "hhh" }, { "cvt.rn.f16.f32", "hf" },
    { "cvt.f32.f16", "fh" }, { "testp.finite.f32", "pf" }, { "copysign.f32", "fff" }, { "set.lt.u32.f32", "rff" },
    { "set.gt.s32.s32", "rrr" }, { "set.ge.f32.s32", "frr" }, { "cvt.s64.s16", "dh" }, { "cvt.rzi.s64.f64", "de" },
    { "add.rz.f32", "fff" }, { "fma.rp.f64", "eeee" }, { "mul.hi.u64", "ddd" },
    // clang-format on
});

inline constexpr std::array kIntegerConditions { "eq", "ne", "lt", "le", "gt", "ge" };
inline constexpr std::array kUnsignedConditions { "lo", "ls", "hi", "hs" };
inline constexpr std::array kNumberConditions { "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu",
    "num", "nan" };

// An element in memory and the registers that hold it.
struct RandomWidth {
    std::string_view type;
    unsigned bytes;
    char kind;
};
inline constexpr auto kRandomWidths = std::to_array<RandomWidth>({ { "b8", 1, 'h' }, { "s8", 1, 'h' }, { "u8", 1, 'r' },
    { "s8", 1, 'r' }, { "b16", 2, 'h' }, { "u16", 2, 'r' }, { "s16", 2, 'r' }, { "b32", 4, 'r' }, { "f32", 4, 'f' },
    { "b32", 4, 'r' }, { "f32", 4, 'f' }, { "b64", 8, 'd' }, { "f64", 8, 'e' } });

// Bytes from the start of an area on, and what they are a multiple of. All lanes but those of the last patterns have one address
// or follow each other, in groups.
struct RandomPattern {
    unsigned alignment = 1;
    std::array<std::uint32_t, 32> places {};
};
inline constexpr std::size_t kRandomPatterns = 22;
constexpr std::array<RandomPattern, kRandomPatterns> random_patterns()
{
    constexpr std::array<unsigned, kRandomPatterns> kAlignments { 1, 2, 4, 8, 16, 16, 4, 8, 4, 8, 4, 8, 16, 16, 4, 4, 8, 8, 16, 4,
        2, 1 };
    std::array<RandomPattern, kRandomPatterns> patterns {};
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::array<std::uint32_t, kRandomPatterns> places { lane, lane * 2, lane * 4, lane * 8, lane * 16, 48,
            lane / 8 * 128 + lane % 8 * 4, lane / 8 * 128 + lane % 8 * 8, lane / 16 * 256 + lane % 16 * 4,
            lane / 16 * 256 + lane % 16 * 8, lane < 16 ? lane * 4 : 512, lane < 16 ? 512 : lane * 8, lane / 8 * 64, lane * 32,
            (31 - lane) * 4, lane == 19 ? 0 : lane * 4, lane == 31 ? 800 : lane * 8, lane / 3 * 8, lane * 11 % 32 * 16,
            lane * 23 % 29 * 20, lane * 23 % 29 * 14, lane * 23 % 27 * 13 };
        for (std::size_t i = 0; i < kRandomPatterns; ++i) {
            patterns.at(i).alignment = kAlignments.at(i);
            patterns.at(i).places.at(lane) = places.at(i);
        }
    }
    return patterns;
}

} // namespace warpstage::simt

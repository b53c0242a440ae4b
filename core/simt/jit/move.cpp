// Copies, selections, pairs and conversions (as operators/move.cpp).
#include "core/simt/jit/forms.h"
#include "core/simt/jit/translations.h"

namespace warpstage::simt::jit {

namespace {

using X = Translator;
constexpr auto kMove = static_cast<void (Xbyak::CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&)>(&X::vmovdqa64);

template <auto blend, std::uint32_t kLaneBytes> void select(X& code, const Operation& operation)
{
    constexpr std::uint32_t kLanes = 64 / kLaneBytes;
    const Opmask choice(1);
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Zmm a = code.use({ operation.a, index, kLaneBytes });
        const Zmm b = code.use({ operation.b, index, kLaneBytes });
        const Zmm d = code.define({ operation.d, index, kLaneBytes });
        code.load_mask(choice, operation.c, index * kLanes, kLanes, operation.predicate_negated);
        (code.*blend)(d | choice, b, a);
        code.done();
    }
}

// Two rows of words of `kPartBytes` bytes from or to a row of words of twice the size.
template <auto permute, std::uint32_t kPartBytes> void pack(X& code, const Operation& operation)
{
    constexpr std::uint64_t kWords = 64 / kPartBytes; // in a register
    for (std::uint32_t index = 0; index < pieces_of(kPartBytes * 2); ++index) {
        const Zmm low = code.use({ operation.d, index / 2, kPartBytes });
        const Zmm high = code.use({ operation.b, index / 2, kPartBytes });
        const Zmm whole = code.define({ operation.a, index, kPartBytes * 2 });
        code.vmovdqa64(whole, code.table(alternating<kPartBytes * 8>(index % 2 * kWords / 2, kWords)));
        (code.*permute)(whole, low, high);
        code.done();
    }
}
template <auto permute, std::uint32_t kPartBytes> void take_words(X& code, std::uint32_t to, std::uint32_t from, bool upper)
{
    for (std::uint32_t index = 0; index < pieces_of(kPartBytes); ++index) {
        const Zmm first = code.use({ from, 2 * index, kPartBytes * 2 });
        const Zmm second = code.use({ from, 2 * index + 1, kPartBytes * 2 });
        const Zmm part = code.define({ to, index, kPartBytes });
        code.vmovdqa64(part, code.table(counting<kPartBytes * 8>(upper ? 1 : 0, 2)));
        (code.*permute)(part, first, second);
        code.done();
    }
}
template <auto permute, std::uint32_t kPartBytes> void unpack(X& code, const Operation& operation)
{
    take_words<permute, kPartBytes>(code, operation.d, operation.a, false);
    take_words<permute, kPartBytes>(code, operation.b, operation.a, true);
}
template <auto permute, std::uint32_t kPartBytes> void truncate(X& code, const Operation& operation)
{
    take_words<permute, kPartBytes>(code, operation.d, operation.a, false);
}

// From four bytes per lane to eight, or from two to four.
template <auto extend, std::uint32_t kFromBytes> void widen(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(kFromBytes * 2); ++index) {
        const Ymm from = half_of(code, { operation.a, index / 2, kFromBytes }, index % 2);
        (code.*extend)(code.define({ operation.d, index, kFromBytes * 2 }), from);
        code.done();
    }
}

// From eight bytes per lane to four.
template <auto convert, Content kContent> void narrow(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm first = code.use({ operation.a, 2 * index, 8 });
        const Zmm second = code.use({ operation.a, 2 * index + 1, 8 });
        const Zmm upper = code.scratch();
        const Zmm d = code.define({ operation.d, index, 4 }, kContent);
        (code.*convert)(lower_half(d), first);
        (code.*convert)(lower_half(upper), second);
        code.vinserti64x4(d, d, lower_half(upper), 1);
        code.done();
    }
}

template <auto left, auto right> void keep_byte(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use({ operation.a, index, 4 });
        const Zmm d = code.define({ operation.d, index, 4 });
        (code.*left)(d, a, 24);
        (code.*right)(d, d, 24);
        code.done();
    }
}

// The instruction returns 0x80000000 for NaN and numbers out of range.
void to_signed(X& code, const Operation& operation)
{
    constexpr std::uint8_t kUnordered = 3;
    constexpr std::uint8_t kGreaterEqual = 13;
    const Opmask k1(1);
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use_number({ operation.a, index, 4 });
        const Zmm d = code.define({ operation.d, index, 4 });
        code.vcvttps2dq(d, a);
        code.vcmpps(k1, a, code.each(std::uint32_t { 0x4f00'0000 }), kGreaterEqual); // 2^31
        code.vpbroadcastd(d | k1, code.in_memory(std::uint32_t { 0x7fff'ffff }));
        code.vcmpps(k1, a, a, kUnordered);
        code.vpxord(d | k1, d, d);
        code.done();
    }
}
// The instruction returns 0xffffffff for numbers out of range; the larger one of NaN and 0 is 0.
void to_unsigned(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use_number({ operation.a, index, 4 });
        const Zmm positive = code.scratch();
        code.vpxord(positive, positive, positive);
        code.vmaxps(positive, a, positive);
        code.vcvttps2udq(code.define({ operation.d, index, 4 }), positive);
        code.done();
    }
}

// Bits 0 and 1: to the nearest, down, up, toward zero. Bit 3: no exceptions.
template <std::uint8_t kRounding> void to_whole_single(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use_number({ operation.a, index, 4 });
        code.vrndscaleps(code.define({ operation.d, index, 4 }, Content::any_nan_f32), a, kRounding | 8);
        code.done();
    }
}
template <std::uint8_t kRounding> void to_whole_double(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(8); ++index) {
        const Zmm a = code.use({ operation.a, index, 8 });
        code.vrndscalepd(code.define({ operation.d, index, 8 }), a, kRounding | 8);
        code.done();
    }
}

void saturate(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use_number({ operation.a, index, 4 });
        const Zmm d = code.define({ operation.d, index, 4 });
        code.vpxord(d, d, d);
        code.vmaxps(d, a, d);
        code.vminps(d, d, code.each(std::uint32_t { 0x3f80'0000 }));
        code.done();
    }
}

using ShiftByNumber = void (Xbyak::CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&, std::uint8_t);
constexpr ShiftByNumber kLeft = &X::vpslld;
constexpr ShiftByNumber kRight = &X::vpsrld;
constexpr ShiftByNumber kRightSigned = &X::vpsrad;

#define COPIES(bits, bytes, blend)                                                                                               \
    { "mov.b" bits, &unary<kMove, bytes> }, { "mov.u" bits, &unary<kMove, bytes> }, { "mov.s" bits, &unary<kMove, bytes> },      \
        { "selp.b" bits, &select<&X::blend, bytes> }, { "selp.u" bits, &select<&X::blend, bytes> },                              \
        { "selp.s" bits, &select<&X::blend, bytes> },

// clang-format off
constexpr Translation kTranslations[] = {
    COPIES("16", 2, vpblendmw)
    COPIES("32", 4, vpblendmd)
    COPIES("64", 8, vpblendmq)
    { "mov.f32", &unary<kMove, 4> },
    { "mov.f64", &unary<kMove, 8> },
    { "selp.f32", &select<&X::vpblendmd, 4> },
    { "selp.f64", &select<&X::vpblendmq, 8> },
    { "pack.b32.2", &pack<&X::vpermi2w, 2> },
    { "pack.b64.2", &pack<&X::vpermi2d, 4> },
    { "unpack.b32.2", &unpack<&X::vpermi2w, 2> },
    { "unpack.b64.2", &unpack<&X::vpermi2d, 4> },
    { "cvt.s64.s32", &widen<&X::vpmovsxdq, 4> },
    { "cvt.u64.s32", &widen<&X::vpmovsxdq, 4> },
    { "cvt.u64.u32", &widen<&X::vpmovzxdq, 4> },
    { "cvt.s64.u32", &widen<&X::vpmovzxdq, 4> },
    { "cvt.u32.u64", &truncate<&X::vpermi2d, 4> },
    { "cvt.s32.s64", &truncate<&X::vpermi2d, 4> },
    { "cvt.s32.u64", &truncate<&X::vpermi2d, 4> },
    { "cvt.u32.s64", &truncate<&X::vpermi2d, 4> },
    { "cvt.u16.u32", &truncate<&X::vpermi2w, 2> },
    { "cvt.u32.u16", &widen<&X::vpmovzxwd, 2> },
    { "cvt.s32.s16", &widen<&X::vpmovsxwd, 2> },
    { "cvt.rn.f32.s32", &unary<&X::vcvtdq2ps, 4> },
    { "cvt.rn.f32.u32", &unary<&X::vcvtudq2ps, 4> },
    { "cvt.rn.f64.s32", &widen<&X::vcvtdq2pd, 4> },
    { "cvt.rn.f64.u32", &widen<&X::vcvtudq2pd, 4> },
    { "cvt.rn.f32.s64", &narrow<&X::vcvtqq2ps, Content::exact> },
    { "cvt.rn.f32.u64", &narrow<&X::vcvtuqq2ps, Content::exact> },
    { "cvt.rn.f64.s64", &unary<&X::vcvtqq2pd, 8> },
    { "cvt.rn.f64.u64", &unary<&X::vcvtuqq2pd, 8> },
    { "cvt.s32.s8", &keep_byte<kLeft, kRightSigned> },
    { "cvt.u32.u8", &keep_byte<kLeft, kRight> },
    { "cvt.rzi.s32.f32", &to_signed },
    { "cvt.rzi.u32.f32", &to_unsigned },
    { "cvt.rni.f32.f32", &to_whole_single<0> },
    { "cvt.rmi.f32.f32", &to_whole_single<1> },
    { "cvt.rpi.f32.f32", &to_whole_single<2> },
    { "cvt.rzi.f32.f32", &to_whole_single<3> },
    { "cvt.rni.f64.f64", &to_whole_double<0> },
    { "cvt.rmi.f64.f64", &to_whole_double<1> },
    { "cvt.rpi.f64.f64", &to_whole_double<2> },
    { "cvt.rzi.f64.f64", &to_whole_double<3> },
    { "cvt.sat.f32.f32", &saturate },
    { "cvt.f64.f32", &widen<&X::vcvtps2pd, 4> },
    { "cvt.rn.f32.f64", &narrow<&X::vcvtpd2ps, Content::exact> },
};
// clang-format on

} // namespace

std::span<const Translation> move_translations()
{
    return kTranslations;
}

} // namespace warpstage::simt::jit

// Integer arithmetic, logic and shifts (as operators/integer.cpp).
#include "core/simt/jit/forms.h"
#include "core/simt/jit/translations.h"

namespace warpstage::simt::jit {

namespace {

using X = Translator;

template <auto multiply, auto add, std::uint32_t kLaneBytes> void multiply_add(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Zmm a = code.use({ operation.a, index, kLaneBytes });
        const Zmm b = code.use({ operation.b, index, kLaneBytes });
        const Zmm c = code.use({ operation.c, index, kLaneBytes });
        const Zmm d = code.define({ operation.d, index, kLaneBytes });
        (code.*multiply)(d, a, b);
        (code.*add)(d, d, c);
        code.done();
    }
}

// The factors have 32 bits. The instructions multiply the lower halves of lanes of 64 bits, whatever the upper halves are.
template <auto multiply, bool kAdds> void multiply_wide(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(8); ++index) {
        const Zmm a = code.scratch();
        const Zmm b = code.scratch();
        code.vpmovzxdq(a, eight_lanes(code, operation.a, index));
        code.vpmovzxdq(b, eight_lanes(code, operation.b, index));
        const Zmm c = kAdds ? code.use({ operation.c, index, 8 }) : a;
        const Zmm d = code.define({ operation.d, index, 8 });
        (code.*multiply)(d, a, b);
        if (kAdds)
            code.vpaddq(d, d, c);
        code.done();
    }
}

// The upper words of the products of the even and of the odd lanes.
template <auto multiply> void multiply_high(X& code, const Operation& operation)
{
    static constexpr std::array<std::uint64_t, 8> kUpperWords { 0x11'0000'0001, 0x13'0000'0003, 0x15'0000'0005, 0x17'0000'0007,
        0x19'0000'0009, 0x1b'0000'000b, 0x1d'0000'000d, 0x1f'0000'000f };
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use({ operation.a, index, 4 });
        const Zmm b = code.use({ operation.b, index, 4 });
        const Zmm even = code.scratch();
        const Zmm odd = code.scratch();
        const Zmm d = code.define({ operation.d, index, 4 });
        (code.*multiply)(even, a, b);
        code.vpsrlq(odd, a, 32);
        code.vpsrlq(d, b, 32);
        (code.*multiply)(odd, odd, d);
        code.vmovdqa64(d, code.table(kUpperWords));
        code.vpermi2d(d, even, odd);
        code.done();
    }
}

template <auto subtract, std::uint32_t kLaneBytes> void negate(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Zmm a = code.use({ operation.a, index, kLaneBytes });
        const Zmm d = code.define({ operation.d, index, kLaneBytes });
        code.vpxord(d, d, d);
        (code.*subtract)(d, d, a);
        code.done();
    }
}

template <std::uint32_t kLaneBytes> void invert(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Zmm a = code.use({ operation.a, index, kLaneBytes });
        code.vpternlogd(code.define({ operation.d, index, kLaneBytes }), a, a, 0x55);
        code.done();
    }
}

// The count has 32 bits; the instructions shift out all bits if it is the width or more, as PTX does.
template <auto shift> void shift_wide(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(8); ++index) {
        const Zmm count = code.scratch();
        code.vpmovzxdq(count, eight_lanes(code, operation.b, index));
        const Zmm a = code.use({ operation.a, index, 8 });
        (code.*shift)(code.define({ operation.d, index, 8 }), a, count);
        code.done();
    }
}

// Both number the entries of the table in the same order.
void logic_by_table(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(4); ++index) {
        const Zmm a = code.use({ operation.a, index, 4 });
        const Zmm b = code.use({ operation.b, index, 4 });
        const Zmm c = code.use({ operation.c, index, 4 });
        const Zmm d = code.define({ operation.d, index, 4 });
        code.vmovdqa64(d, a);
        code.vpternlogd(d, b, c, static_cast<std::uint8_t>(operation.displacement));
        code.done();
    }
}

#define EACH_SIGN(word, bits, ...) { word ".s" bits, &__VA_ARGS__ }, { word ".u" bits, &__VA_ARGS__ },

// clang-format off
constexpr Translation kTranslations[] = {
    EACH_SIGN("add", "32", binary<&X::vpaddd, 4>)
    EACH_SIGN("add", "64", binary<&X::vpaddq, 8>)
    EACH_SIGN("sub", "32", binary<&X::vpsubd, 4>)
    EACH_SIGN("sub", "64", binary<&X::vpsubq, 8>)
    EACH_SIGN("mul.lo", "32", binary<&X::vpmulld, 4>)
    EACH_SIGN("mul.lo", "64", binary<&X::vpmullq, 8>)
    EACH_SIGN("mad.lo", "32", multiply_add<&X::vpmulld, &X::vpaddd, 4>)
    EACH_SIGN("mad.lo", "64", multiply_add<&X::vpmullq, &X::vpaddq, 8>)
    { "mul.hi.s32", &multiply_high<&X::vpmuldq> },
    { "mul.hi.u32", &multiply_high<&X::vpmuludq> },
    { "mul.wide.s32", &multiply_wide<&X::vpmuldq, false> },
    { "mul.wide.u32", &multiply_wide<&X::vpmuludq, false> },
    { "mad.wide.s32", &multiply_wide<&X::vpmuldq, true> },
    { "mad.wide.u32", &multiply_wide<&X::vpmuludq, true> },
    { "neg.s32", &negate<&X::vpsubd, 4> },
    { "neg.s64", &negate<&X::vpsubq, 8> },
    { "abs.s32", &unary<&X::vpabsd, 4> },
    { "abs.s64", &unary<&X::vpabsq, 8> },
    { "min.s32", &binary<&X::vpminsd, 4> },
    { "min.u32", &binary<&X::vpminud, 4> },
    { "min.s64", &binary<&X::vpminsq, 8> },
    { "min.u64", &binary<&X::vpminuq, 8> },
    { "max.s32", &binary<&X::vpmaxsd, 4> },
    { "max.u32", &binary<&X::vpmaxud, 4> },
    { "max.s64", &binary<&X::vpmaxsq, 8> },
    { "max.u64", &binary<&X::vpmaxuq, 8> },
    { "and.b16", &binary<&X::vpandd, 2> },
    { "and.b32", &binary<&X::vpandd, 4> },
    { "and.b64", &binary<&X::vpandd, 8> },
    { "or.b16", &binary<&X::vpord, 2> },
    { "or.b32", &binary<&X::vpord, 4> },
    { "or.b64", &binary<&X::vpord, 8> },
    { "xor.b16", &binary<&X::vpxord, 2> },
    { "xor.b32", &binary<&X::vpxord, 4> },
    { "xor.b64", &binary<&X::vpxord, 8> },
    { "not.b16", &invert<2> },
    { "not.b32", &invert<4> },
    { "not.b64", &invert<8> },
    EACH_SIGN("add", "16", binary<&X::vpaddw, 2>)
    EACH_SIGN("sub", "16", binary<&X::vpsubw, 2>)
    EACH_SIGN("mul.lo", "16", binary<&X::vpmullw, 2>)
    { "shl.b32", &binary<&X::vpsllvd, 4> },
    { "shl.b64", &shift_wide<&X::vpsllvq> },
    { "shr.b32", &binary<&X::vpsrlvd, 4> },
    { "shr.u32", &binary<&X::vpsrlvd, 4> },
    { "shr.s32", &binary<&X::vpsravd, 4> },
    { "shr.b64", &shift_wide<&X::vpsrlvq> },
    { "shr.u64", &shift_wide<&X::vpsrlvq> },
    { "shr.s64", &shift_wide<&X::vpsravq> },
    { "lop3.b32", &logic_by_table },
};
// clang-format on

} // namespace

std::span<const Translation> integer_translations()
{
    return kTranslations;
}

} // namespace warpstage::simt::jit

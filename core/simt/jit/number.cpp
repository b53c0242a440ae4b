// Floating-point arithmetic (as operators/float.cpp and operators/float_parts.cpp).
#include "core/simt/jit/forms.h"
#include "core/simt/jit/translations.h"

namespace warpstage::simt::jit {

namespace {

using X = Translator;

constexpr Opmask kChosen(1);

enum class Mode : std::uint8_t { plain, flush, saturate, flush_saturate };
constexpr bool flushes(Mode mode)
{
    return mode == Mode::flush || mode == Mode::flush_saturate;
}
constexpr bool saturates(Mode mode)
{
    return mode == Mode::saturate || mode == Mode::flush_saturate;
}

struct Single {
    static constexpr std::uint32_t kLaneBytes = 4;
    static constexpr Content kAnyNan = Content::any_nan_f32;
    static constexpr std::uint32_t kSign = 0x8000'0000;
    static constexpr std::uint32_t kMagnitude = 0x7fff'ffff;
    static constexpr std::uint32_t kOne = 0x3f80'0000;
    static constexpr auto kBroadcast =
        static_cast<void (Xbyak::CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&)>(&X::vbroadcastss);
    static constexpr auto kAnd = &X::vandps;
    static constexpr auto kExclusiveOr = &X::vxorps;
    static constexpr auto kDivide = &X::vdivps;
    static constexpr auto kRoot = &X::vsqrtps;
    static constexpr auto kRange = &X::vrangeps;
    static constexpr auto kCompare =
        static_cast<void (Xbyak::CodeGenerator::*)(const Opmask&, const Xbyak::Xmm&, const Xbyak::Operand&, std::uint8_t)>(
            &X::vcmpps);
    static constexpr auto kMove =
        static_cast<void (Xbyak::CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&)>(&X::vmovaps);
};
struct Double {
    static constexpr std::uint32_t kLaneBytes = 8;
    static constexpr Content kAnyNan = Content::any_nan_f64;
    static constexpr std::uint64_t kSign = 0x8000'0000'0000'0000;
    static constexpr std::uint64_t kMagnitude = 0x7fff'ffff'ffff'ffff;
    static constexpr std::uint64_t kOne = 0x3ff0'0000'0000'0000;
    static constexpr auto kBroadcast =
        static_cast<void (Xbyak::CodeGenerator::*)(const Xbyak::Ymm&, const Xbyak::Operand&)>(&X::vbroadcastsd);
    static constexpr auto kAnd = &X::vandpd;
    static constexpr auto kExclusiveOr = &X::vxorpd;
    static constexpr auto kDivide = &X::vdivpd;
    static constexpr auto kRoot = &X::vsqrtpd;
    static constexpr auto kRange = &X::vrangepd;
    static constexpr auto kCompare =
        static_cast<void (Xbyak::CodeGenerator::*)(const Opmask&, const Xbyak::Xmm&, const Xbyak::Operand&, std::uint8_t)>(
            &X::vcmppd);
    static constexpr auto kMove =
        static_cast<void (Xbyak::CodeGenerator::*)(const Xbyak::Xmm&, const Xbyak::Operand&)>(&X::vmovapd);
};

// Subnormal single-precision numbers become zeros of the same sign.
void flush_subnormal(X& code, const Zmm& to, const Zmm& from)
{
    constexpr std::uint8_t kSubnormal = 0x20;
    if (to.getIdx() != from.getIdx())
        code.vmovaps(to, from);
    code.vfpclassps(kChosen, from, kSubnormal);
    code.vandps(to | kChosen, from, code.each(Single::kSign));
}

template <typename T, Mode kMode> Zmm source(X& code, std::uint32_t row, std::uint32_t index)
{
    const Zmm number = code.use_number({ row, index, T::kLaneBytes });
    if constexpr (!flushes(kMode)) {
        return number;
    } else {
        const Zmm flushed = code.scratch();
        flush_subnormal(code, flushed, number);
        return flushed;
    }
}

template <typename T, Mode kMode> Zmm destination(X& code, std::uint32_t row, std::uint32_t index)
{
    return code.define({ row, index, T::kLaneBytes }, saturates(kMode) ? Content::exact : T::kAnyNan);
}

// What follows every operation. Saturation makes NaN +0: the instructions return the second operand then.
template <typename T, Mode kMode> void finish(X& code, const Zmm& result)
{
    if constexpr (saturates(kMode)) {
        const Zmm zero = code.scratch();
        code.vpxord(zero, zero, zero);
        code.vmaxps(result, result, zero);
        code.vminps(result, result, code.each(Single::kOne));
    }
    if constexpr (flushes(kMode))
        flush_subnormal(code, result, result);
    code.done();
}

template <auto instruction, typename T, Mode kMode> void two_operands(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(T::kLaneBytes); ++index) {
        const Zmm a = source<T, kMode>(code, operation.a, index);
        const Zmm b = source<T, kMode>(code, operation.b, index);
        const Zmm d = destination<T, kMode>(code, operation.d, index);
        (code.*instruction)(d, a, b);
        finish<T, kMode>(code, d);
    }
}

template <auto instruction, typename T, Mode kMode> void three_operands(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(T::kLaneBytes); ++index) {
        const Zmm a = source<T, kMode>(code, operation.a, index);
        const Zmm b = source<T, kMode>(code, operation.b, index);
        if (kMode == Mode::plain && operation.c == operation.d) {
            (code.*instruction)(code.change({ operation.d, index, T::kLaneBytes }, T::kAnyNan), a, b);
            code.done();
            continue;
        }
        const Zmm c = source<T, kMode>(code, operation.c, index);
        const Zmm d = destination<T, kMode>(code, operation.d, index);
        (code.*T::kMove)(d, c);
        (code.*instruction)(d, a, b);
        finish<T, kMode>(code, d);
    }
}

template <typename T, Mode kMode> void root(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(T::kLaneBytes); ++index) {
        const Zmm a = source<T, kMode>(code, operation.a, index);
        const Zmm d = destination<T, kMode>(code, operation.d, index);
        (code.*T::kRoot)(d, a);
        finish<T, kMode>(code, d);
    }
}

enum class Of : std::uint8_t { number, root };
template <typename T, Mode kMode, Of kOf> void reciprocal(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(T::kLaneBytes); ++index) {
        const Zmm a = source<T, kMode>(code, operation.a, index);
        const Zmm one = code.scratch();
        const Zmm d = destination<T, kMode>(code, operation.d, index);
        (code.*T::kBroadcast)(one, code.in_memory(T::kOne));
        if constexpr (kOf == Of::root)
            (code.*T::kRoot)(d, a);
        (code.*T::kDivide)(d, one, kOf == Of::root ? d : a);
        finish<T, kMode>(code, d);
    }
}

template <typename T, Mode kMode, bool kNegates> void change_sign(X& code, const Operation& operation)
{
    for (std::uint32_t index = 0; index < pieces_of(T::kLaneBytes); ++index) {
        const Zmm a = code.use_number({ operation.a, index, T::kLaneBytes });
        const Zmm d = destination<T, kMode>(code, operation.d, index);
        if constexpr (kNegates)
            (code.*T::kExclusiveOr)(d, a, code.each(T::kSign));
        else
            (code.*T::kAnd)(d, a, code.each(T::kMagnitude));
        finish<T, kMode>(code, d);
    }
}

// The instruction orders -0 before +0. Where one operand is NaN, the result is the other one.
template <typename T, Mode kMode, std::uint8_t kWhich> void extreme(X& code, const Operation& operation)
{
    constexpr std::uint8_t kUnordered = 3;
    for (std::uint32_t index = 0; index < pieces_of(T::kLaneBytes); ++index) {
        const Zmm a = source<T, kMode>(code, operation.a, index);
        const Zmm b = source<T, kMode>(code, operation.b, index);
        const Zmm d = destination<T, kMode>(code, operation.d, index);
        (code.*T::kRange)(d, a, b, kWhich);
        (code.*T::kCompare)(kChosen, a, a, kUnordered);
        (code.*T::kMove)(d | kChosen, b);
        (code.*T::kCompare)(kChosen, b, b, kUnordered);
        (code.*T::kMove)(d | kChosen, a);
        code.done();
    }
}
constexpr std::uint8_t kSmaller = 0x4; // with the sign of the comparison's result
constexpr std::uint8_t kLarger = 0x5;

template <typename T, Mode kMode> constexpr auto kDivision = &two_operands<T::kDivide, T, kMode>;
template <typename T, Mode kMode> constexpr auto kReciprocal = &reciprocal<T, kMode, Of::number>;
template <typename T, Mode kMode> constexpr auto kReciprocalRoot = &reciprocal<T, kMode, Of::root>;
template <typename T, Mode kMode> constexpr auto kNegation = &change_sign<T, kMode, true>;
template <typename T, Mode kMode> constexpr auto kMagnitude = &change_sign<T, kMode, false>;
template <typename T, Mode kMode> constexpr auto kMinimum = &extreme<T, kMode, kSmaller>;
template <typename T, Mode kMode> constexpr auto kMaximum = &extreme<T, kMode, kLarger>;

#define EACH_NUMBER(word, function)                                                                                              \
    { word ".f32", function<Single, Mode::plain> }, { word ".ftz.f32", function<Single, Mode::flush> },                          \
        { word ".f64", function<Double, Mode::plain> },
#define ARITHMETIC(word, form, instruction)                                                                                      \
    { word ".f32", &form<&X::instruction##ps, Single, Mode::plain> },                                                            \
        { word ".ftz.f32", &form<&X::instruction##ps, Single, Mode::flush> },                                                    \
        { word ".sat.f32", &form<&X::instruction##ps, Single, Mode::saturate> },                                                 \
        { word ".ftz.sat.f32", &form<&X::instruction##ps, Single, Mode::flush_saturate> },                                       \
        { word ".f64", &form<&X::instruction##pd, Double, Mode::plain> },

// clang-format off
constexpr Translation kTranslations[] = {
    ARITHMETIC("add", two_operands, vadd)
    ARITHMETIC("sub", two_operands, vsub)
    ARITHMETIC("mul", two_operands, vmul)
    ARITHMETIC("fma", three_operands, vfmadd231)
    ARITHMETIC("mad", three_operands, vfmadd231)
    ARITHMETIC("fmsub", three_operands, vfmsub231)
    ARITHMETIC("fnmadd", three_operands, vfnmadd231)
    EACH_NUMBER("div", kDivision)
    EACH_NUMBER("sqrt", root)
    EACH_NUMBER("rcp", kReciprocal)
    EACH_NUMBER("rsqrt", kReciprocalRoot)
    EACH_NUMBER("neg", kNegation)
    EACH_NUMBER("abs", kMagnitude)
    EACH_NUMBER("min", kMinimum)
    EACH_NUMBER("max", kMaximum)
};
// clang-format on

} // namespace

std::span<const Translation> number_translations()
{
    return kTranslations;
}

} // namespace warpstage::simt::jit

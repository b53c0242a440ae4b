// setp, and the logic of predicates (as operators/comparison.cpp).
#include "core/simt/jit/forms.h"
#include "core/simt/jit/translations.h"

namespace warpstage::simt::jit {

namespace {

using X = Translator;

void combine(X& code, Combine combine, const Xbyak::Reg32& bits, const Xbyak::Reg32& other)
{
    if (combine == Combine::logical_and)
        code.and_(bits, other);
    else if (combine == Combine::logical_or)
        code.or_(bits, other);
    else if (combine == Combine::logical_xor)
        code.xor_(bits, other);
}

// The result is in eax.
void write_result(X& code, const Operation& operation)
{
    const Xbyak::Reg32 bits(Xbyak::Operand::EAX);
    const Xbyak::Reg32 other(Xbyak::Operand::EDX);
    const Xbyak::Reg32 first(8 + Xbyak::Operand::EAX);
    if (operation.combine != Combine::none) {
        code.mov(other, code.predicate(operation.c));
        if (operation.predicate_negated)
            code.not_(other);
    }
    if (operation.e == kNoRow) {
        combine(code, operation.combine, bits, other);
        code.store_predicate(operation.d);
        return;
    }
    code.mov(first, bits);
    if (operation.d != kNoRow) {
        combine(code, operation.combine, bits, other);
        code.store_predicate(operation.d);
        code.mov(bits, first);
    }
    code.not_(bits);
    combine(code, operation.combine, bits, other);
    code.store_predicate(operation.e);
}

enum class Numbers : std::uint8_t { no, yes };

template <auto instruction, std::uint8_t kWhich, std::uint32_t kLaneBytes, Numbers kNumbers>
void compare(X& code, const Operation& operation)
{
    // All operands first: what makes room for them may change the masks.
    Registers a;
    Registers b;
    for (std::uint32_t index = 0; index < pieces_of(kLaneBytes); ++index) {
        const Piece first { operation.a, index, kLaneBytes };
        const Piece second { operation.b, index, kLaneBytes };
        a.at(index) = kNumbers == Numbers::yes ? code.use_number(first) : code.use(first);
        b.at(index) = kNumbers == Numbers::yes ? code.use_number(second) : code.use(second);
    }
    const auto compare_piece = [&](const Opmask& result, std::uint32_t index) {
        (code.*instruction)(result, a.at(index), b.at(index), kWhich);
    };
    const Opmask k1(1);
    const Opmask k2(2);
    const Xbyak::Reg32 bits(Xbyak::Operand::EAX);
    const Xbyak::Reg32 upper(Xbyak::Operand::ECX);
    if constexpr (kLaneBytes == 2) {
        compare_piece(k1, 0);
        code.kmovd(bits, k1);
    } else if constexpr (kLaneBytes == 4) {
        compare_piece(k1, 0);
        compare_piece(k2, 1);
        code.kunpckwd(k1, k2, k1);
        code.kmovd(bits, k1);
    } else {
        compare_piece(k1, 0);
        compare_piece(k2, 1);
        code.kunpckbw(k1, k2, k1);
        code.kmovw(bits, k1);
        compare_piece(k1, 2);
        compare_piece(k2, 3);
        code.kunpckbw(k1, k2, k1);
        code.kmovw(upper, k1);
        code.shl(upper, 16);
        code.or_(bits, upper);
    }
    code.done();
    write_result(code, operation);
}

// `set` has the operators of setp and writes numbers.
bool writes_predicates(const Operation& operation)
{
    return operation.element_bytes == 0;
}

enum class Logic : std::uint8_t { logical_and, logical_or, logical_xor, logical_not, copy };

template <Logic kLogic> void logic(X& code, const Operation& operation)
{
    const Xbyak::Reg32 bits(Xbyak::Operand::EAX);
    code.mov(bits, code.predicate(operation.a));
    if constexpr (kLogic == Logic::logical_and)
        code.and_(bits, code.predicate(operation.b));
    else if constexpr (kLogic == Logic::logical_or)
        code.or_(bits, code.predicate(operation.b));
    else if constexpr (kLogic == Logic::logical_xor)
        code.xor_(bits, code.predicate(operation.b));
    else if constexpr (kLogic == Logic::logical_not)
        code.not_(bits);
    code.store_predicate(operation.d);
}

using CompareNumbers = void (Xbyak::CodeGenerator::*)(const Opmask&, const Xbyak::Xmm&, const Xbyak::Operand&, std::uint8_t);
constexpr CompareNumbers kSingle = &X::vcmpps;
constexpr CompareNumbers kDouble = &X::vcmppd;

// Numbers of the instructions' comparisons.
constexpr std::uint8_t kEqual = 0;
constexpr std::uint8_t kLess = 1;
constexpr std::uint8_t kLessEqual = 2;
constexpr std::uint8_t kUnordered = 3;
constexpr std::uint8_t kNotEqual = 4; // also of NaN
constexpr std::uint8_t kNotLess = 5;
constexpr std::uint8_t kNotLessEqual = 6;
constexpr std::uint8_t kOrdered = 7;
constexpr std::uint8_t kUnorderedEqual = 8;
constexpr std::uint8_t kNotGreaterEqual = 9;
constexpr std::uint8_t kNotGreater = 10;
constexpr std::uint8_t kOrderedNotEqual = 12;
constexpr std::uint8_t kGreaterEqual = 13;
constexpr std::uint8_t kGreater = 14;

#define INTEGER(key, instruction, which, bytes) { key, &compare<&X::instruction, which, bytes, Numbers::no>, &writes_predicates },
#define EACH_SIGNED(word, which)                                                                                                 \
    INTEGER(word ".s16", vpcmpw, which, 2) INTEGER(word ".s32", vpcmpd, which, 4) INTEGER(word ".s64", vpcmpq, which, 8)
#define EACH_UNSIGNED(word, which)                                                                                               \
    INTEGER(word ".u16", vpcmpuw, which, 2) INTEGER(word ".u32", vpcmpud, which, 4) INTEGER(word ".u64", vpcmpuq, which, 8)
#define EACH_BITS(word, which)                                                                                                   \
    INTEGER(word ".b16", vpcmpuw, which, 2) INTEGER(word ".b32", vpcmpud, which, 4) INTEGER(word ".b64", vpcmpuq, which, 8)
#define EACH_NUMBER(word, which)                                                                                                 \
    { word ".f32", &compare<kSingle, which, 4, Numbers::yes>, &writes_predicates },                                              \
        { word ".f64", &compare<kDouble, which, 8, Numbers::yes>, &writes_predicates },

// clang-format off
constexpr Translation kTranslations[] = {
    EACH_SIGNED("setp.eq", kEqual)
    EACH_SIGNED("setp.ne", kNotEqual)
    EACH_SIGNED("setp.lt", kLess)
    EACH_SIGNED("setp.le", kLessEqual)
    EACH_SIGNED("setp.gt", kNotLessEqual)
    EACH_SIGNED("setp.ge", kNotLess)
    EACH_UNSIGNED("setp.eq", kEqual)
    EACH_UNSIGNED("setp.ne", kNotEqual)
    EACH_UNSIGNED("setp.lt", kLess)
    EACH_UNSIGNED("setp.le", kLessEqual)
    EACH_UNSIGNED("setp.gt", kNotLessEqual)
    EACH_UNSIGNED("setp.ge", kNotLess)
    EACH_UNSIGNED("setp.lo", kLess)
    EACH_UNSIGNED("setp.ls", kLessEqual)
    EACH_UNSIGNED("setp.hi", kNotLessEqual)
    EACH_UNSIGNED("setp.hs", kNotLess)
    EACH_BITS("setp.eq", kEqual)
    EACH_BITS("setp.ne", kNotEqual)
    EACH_NUMBER("setp.eq", kEqual)
    EACH_NUMBER("setp.ne", kOrderedNotEqual)
    EACH_NUMBER("setp.lt", kLess)
    EACH_NUMBER("setp.le", kLessEqual)
    EACH_NUMBER("setp.gt", kGreater)
    EACH_NUMBER("setp.ge", kGreaterEqual)
    EACH_NUMBER("setp.equ", kUnorderedEqual)
    EACH_NUMBER("setp.neu", kNotEqual)
    EACH_NUMBER("setp.ltu", kNotGreaterEqual)
    EACH_NUMBER("setp.leu", kNotGreater)
    EACH_NUMBER("setp.gtu", kNotLessEqual)
    EACH_NUMBER("setp.geu", kNotLess)
    EACH_NUMBER("setp.num", kOrdered)
    EACH_NUMBER("setp.nan", kUnordered)
    { "and.pred", &logic<Logic::logical_and> },
    { "or.pred", &logic<Logic::logical_or> },
    { "xor.pred", &logic<Logic::logical_xor> },
    { "not.pred", &logic<Logic::logical_not> },
    { "mov.pred", &logic<Logic::copy> },
};
// clang-format on

} // namespace

std::span<const Translation> comparison_translations()
{
    return kTranslations;
}

} // namespace warpstage::simt::jit

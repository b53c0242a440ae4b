#include "core/ptx/opcode.h"
#include "core/ptx/special_register.h"
#include "core/ptx/type.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpstage::ptx {
namespace {

TEST(Opcode, EveryWordOfTheListIsFoundAgain)
{
    std::size_t count = 0;
#define OPCODE(enumerator, word, family, lowering)                                                                               \
    EXPECT_EQ(parse_opcode(word).value_or(Opcode::unknown), Opcode::enumerator);                                                 \
    EXPECT_EQ(name_of(Opcode::enumerator), word);                                                                                \
    ++count;
#include "core/ptx/opcodes.inc"
#undef OPCODE
    EXPECT_GT(count, 30U);
}

TEST(Opcode, OtherWordsAreNotOpcodes)
{
    for (const char* word : { "", "a", "ad", "adds", "ADD", "and_", "add.s32", "zzz" })
        EXPECT_FALSE(parse_opcode(word).has_value()) << word;
}

TEST(Type, EveryNameIsFoundAgain)
{
    for (int i = 0; i <= static_cast<int>(Type::pred); ++i) {
        const auto type = static_cast<Type>(i);
        EXPECT_EQ(parse_type(name_of(type)), type) << name_of(type);
    }
    for (const char* word : { "", "b", "b33", "wide", "f32x2", "pre" })
        EXPECT_FALSE(parse_type(word).has_value()) << word;
}

TEST(Type, SizesFollowTheNames)
{
    EXPECT_EQ(size_of(Type::u8), 1U);
    EXPECT_EQ(size_of(Type::s16), 2U);
    EXPECT_EQ(size_of(Type::f16x2), 4U);
    EXPECT_EQ(size_of(Type::f32), 4U);
    EXPECT_EQ(size_of(Type::f64), 8U);
    EXPECT_EQ(size_of(Type::b128), 16U);
    EXPECT_EQ(size_of(Type::pred), 1U);
}

TEST(Type, SignedAndFloatFollowTheFirstLetter)
{
    for (int i = 0; i <= static_cast<int>(Type::pred); ++i) {
        const auto type = static_cast<Type>(i);
        const std::string_view name = name_of(type);
        EXPECT_EQ(is_signed(type), name.front() == 's') << name;
        EXPECT_EQ(is_float(type), name.find('f') != std::string_view::npos) << name;
    }
}

TEST(StateSpace, HasTheNameOfPtx)
{
    EXPECT_EQ(name_of(StateSpace::constant), "const");
    EXPECT_EQ(name_of(StateSpace::shared), "shared");
    EXPECT_EQ(name_of(StateSpace::generic), "generic");
}

TEST(SpecialRegister, NamesAreThoseOfPtx)
{
    EXPECT_EQ(parse_special_register("%tid.x"), SpecialRegister::tid_x);
    EXPECT_EQ(parse_special_register("%nctaid.z"), SpecialRegister::nctaid_z);
    EXPECT_EQ(parse_special_register("WARP_SZ"), SpecialRegister::warp_size);
    EXPECT_EQ(parse_special_register("%clock64"), SpecialRegister::clock64);
    EXPECT_EQ(parse_special_register("%envreg2"), SpecialRegister::envreg2);
    EXPECT_EQ(parse_special_register("%envreg31"), SpecialRegister::envreg_other);
    for (const char* word : { "%envreg32", "%envreg01", "%envreg", "%envregx", "%tid", "%tid.w", "tid.x", "%clock6", "%r1", "" })
        EXPECT_FALSE(parse_special_register(word).has_value()) << word;
}

} // namespace
} // namespace warpstage::ptx

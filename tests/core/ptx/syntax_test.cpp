// Instructions and declarations, one language rule at a time.
#include "tests/core/ptx/support.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <string>

namespace warpstage::ptx::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The first instruction of a body, with the registers that its operands name.
struct First {
    Function kernel;
    const Instruction& instruction;

    explicit First(std::string_view body)
        : kernel(kernel_with(body))
        , instruction(kernel.instructions.at(0))
    {
    }
    template <typename T> [[nodiscard]] const T& operand(std::size_t at) const
    {
        return std::get<T>(instruction.operands.at(at));
    }
    [[nodiscard]] std::string register_name(std::size_t at) const
    {
        return kernel.registers.at(operand<RegisterOperand>(at).id).name;
    }
};

ImmediateOperand immediate(std::string_view literal, std::string_view type = "u64")
{
    return First { fmt::format("mov.{} {}, {};", type, type == "f32" ? "%f1" : "%rd1", literal) }.operand<ImmediateOperand>(1);
}

Variable module_variable(std::string_view declaration)
{
    const Module module = parsed(fmt::format("{}{}", kHeader, declaration));
    return module.variables.empty() ? Variable {} : module.variables.front();
}

std::vector<int> initial_bytes(std::string_view declaration)
{
    std::vector<int> bytes;
    for (const std::byte byte : module_variable(declaration).initial)
        bytes.push_back(std::to_integer<int>(byte));
    return bytes;
}

TEST(Instruction, OfATextureHasItsHandleAndCoordinatesInABracket)
{
    const First first { "tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, _}, [%rd1, {%f1, %f2}], 0f00000000;" };
    ASSERT_EQ(first.instruction.operands.size(), 4U);
    EXPECT_EQ(first.operand<VectorOperand>(0).elements.size(), 4U);
    EXPECT_TRUE(std::holds_alternative<RegisterId>(first.operand<AddressOperand>(1).base));
    EXPECT_EQ(first.operand<VectorOperand>(2).elements.size(), 2U);
    EXPECT_EQ(first.operand<ImmediateOperand>(3).kind, ImmediateOperand::Kind::f32);
}

TEST(Instruction, OfATextureMayReturnWhetherItIsResident)
{
    const First first { "tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f1}|%p1, [%rd1, {%f1, %f2}];" };
    ASSERT_EQ(first.instruction.operands.size(), 4U);
    EXPECT_EQ(first.register_name(1), "%p1");
    EXPECT_EQ(first.operand<VectorOperand>(3).elements.size(), 2U);
}

TEST(Instruction, SplitsItsWordIntoOpcodeModifiersAndTypes)
{
    const First first { "cvt.rn.f32.s32 %f1, %r1;" };
    EXPECT_EQ(first.instruction.opcode, Opcode::cvt);
    EXPECT_THAT(first.instruction.modifiers, ElementsAre("rn"));
    EXPECT_THAT(first.instruction.types, ElementsAre(Type::f32, Type::s32));
    EXPECT_TRUE(first.instruction.has_modifier("rn"));
    EXPECT_FALSE(first.instruction.has_modifier("f32"));

    const First load { "ld.volatile.global.L1::evict_last.v2.u32 {%r1, %r2}, [%rd1];" };
    EXPECT_THAT(load.instruction.modifiers, ElementsAre("volatile", "global", "L1::evict_last", "v2"));
    EXPECT_THAT(load.instruction.types, ElementsAre(Type::u32));
    EXPECT_EQ(load.instruction.vector_elements(), 2U);
    EXPECT_EQ(first.instruction.vector_elements(), 1U);
}

TEST(Instruction, TextIsOneLineWithoutGuardAndComments)
{
    EXPECT_EQ(First { "@!%p1 and.b64  \t%rd8, /* mask */ %rd7,\n 12 ; // end" }.instruction.text, "and.b64 %rd8, %rd7, 12");
    EXPECT_EQ(First { "ret;" }.instruction.text, "ret");
}

TEST(Instruction, GuardNamesItsPredicate)
{
    const First plain { "@%p3 ret;" };
    ASSERT_TRUE(plain.instruction.guard.has_value());
    EXPECT_EQ(plain.kernel.registers.at(plain.instruction.guard->predicate).name, "%p3");
    EXPECT_FALSE(plain.instruction.guard->negated);
    EXPECT_TRUE(First { "@!%p3 ret;" }.instruction.guard->negated);
    EXPECT_FALSE(First { "ret;" }.instruction.guard.has_value());
}

TEST(Operand, RegistersAreCreatedOnFirstUse)
{
    const Function kernel = kernel_with("add.s32 %r8, %r2, %r8; setp.eq.s32 %p1, %r2, 0;");
    ASSERT_EQ(kernel.registers.size(), 3U);
    EXPECT_EQ(kernel.registers[0].name, "%r8");
    EXPECT_EQ(kernel.registers[1].name, "%r2");
    EXPECT_EQ(kernel.registers[2].name, "%p1");
    EXPECT_EQ(kernel.registers[2].type, Type::pred);
    EXPECT_EQ(std::get<RegisterOperand>(kernel.instructions[0].operands[2]).id, 0U);
    EXPECT_EQ(std::get<RegisterOperand>(kernel.instructions[1].operands[1]).id, 1U);
}

TEST(Operand, RangeWhosePrefixEndsInADigit)
{
    const First first { ".reg .b64 x1<12>; .reg .b32 x<3>; mov.b64 x111, 0;" };
    EXPECT_EQ(first.register_name(0), "x111");
    EXPECT_EQ(first.kernel.registers.at(0).type, Type::b64);
}

TEST(Operand, NegatedPredicateAndPairAndDiscard)
{
    const First first { "setp.lt.and.s32 %p1|%p2, %r1, 4, !%p3;" };
    const auto& pair = first.operand<PairOperand>(0);
    EXPECT_EQ(first.kernel.registers.at(std::get<RegisterOperand>(pair.first).id).name, "%p1");
    EXPECT_EQ(first.kernel.registers.at(std::get<RegisterOperand>(pair.second).id).name, "%p2");
    EXPECT_TRUE(first.operand<RegisterOperand>(3).negated);
    EXPECT_FALSE(first.operand<RegisterOperand>(1).negated);

    const First discarding { "setp.lt.s32 _|%p2, %r1, 4;" };
    EXPECT_TRUE(std::holds_alternative<DiscardOperand>(discarding.operand<PairOperand>(0).first));
}

TEST(Operand, SpecialRegisters)
{
    EXPECT_EQ(First { "mov.u32 %r1, %ntid.y;" }.operand<SpecialOperand>(1).id, SpecialRegister::ntid_y);
    EXPECT_EQ(First { "mov.u32 %r1, WARP_SZ;" }.operand<SpecialOperand>(1).id, SpecialRegister::warp_size);
}

TEST(Operand, Vectors)
{
    const First first { "mov.b64 {%r1, _}, %rd1;" };
    const auto& elements = first.operand<VectorOperand>(0).elements;
    ASSERT_EQ(elements.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<RegisterOperand>(elements[0]));
    EXPECT_TRUE(std::holds_alternative<DiscardOperand>(elements[1]));
}

TEST(Operand, Addresses)
{
    const First below { "ld.shared.f32 %f1, [%r3+-16];" };
    EXPECT_EQ(below.kernel.registers.at(std::get<RegisterId>(below.operand<AddressOperand>(1).base)).name, "%r3");
    EXPECT_EQ(below.operand<AddressOperand>(1).offset, -16);

    const First variable { "ld.shared.f32 %f1, [tile+0x10];" };
    EXPECT_EQ(std::get<std::string>(variable.operand<AddressOperand>(1).base), "tile");
    EXPECT_EQ(variable.operand<AddressOperand>(1).offset, 16);

    const First absolute { "ld.shared.f32 %f1, [64];" };
    EXPECT_TRUE(std::holds_alternative<std::monostate>(absolute.operand<AddressOperand>(1).base));
    EXPECT_EQ(absolute.operand<AddressOperand>(1).offset, 64);

    EXPECT_EQ(std::get<std::string>(First { "ld.param.u64 %rd1, [in];" }.operand<AddressOperand>(1).base), "in");
    EXPECT_EQ(First { "ld.global.u32 %r1, [%rd1 - 8];" }.operand<AddressOperand>(1).offset, -8);
}

TEST(Operand, SymbolsOfEveryScope)
{
    EXPECT_EQ(First { "mov.u32 %r1, tile;" }.operand<SymbolOperand>(1).name, "tile");
    const First table { "mov.u64 %rd1, table+16;" };
    EXPECT_EQ(table.operand<SymbolOperand>(1).name, "table");
    EXPECT_EQ(table.operand<SymbolOperand>(1).offset, 16);
    EXPECT_EQ(First { "mov.u64 %rd1, in;" }.operand<SymbolOperand>(1).name, "in");
}

TEST(Literal, Integers)
{
    EXPECT_EQ(immediate("41").bits, 41U);
    EXPECT_EQ(immediate("-1").bits, ~std::uint64_t { 0 });
    EXPECT_EQ(immediate("0").bits, 0U);
    EXPECT_EQ(immediate("0x1F").bits, 31U);
    EXPECT_EQ(immediate("0xffU").bits, 255U);
    EXPECT_EQ(immediate("017").bits, 15U);
    EXPECT_EQ(immediate("0b101").bits, 5U);
    EXPECT_EQ(immediate("42U").bits, 42U);
    EXPECT_EQ(immediate("18446744073709551615").bits, ~std::uint64_t { 0 });
    EXPECT_EQ(immediate("-9223372036854775808").bits, std::uint64_t { 1 } << 63);
    EXPECT_EQ(immediate("41").kind, ImmediateOperand::Kind::integer);
}

TEST(Literal, Floats)
{
    EXPECT_EQ(immediate("0f3F800000", "f32").kind, ImmediateOperand::Kind::f32);
    EXPECT_EQ(immediate("0f3F800000", "f32").bits, 0x3F800000U);
    EXPECT_EQ(immediate("-0F3f800000", "f32").bits, 0xBF800000U);
    EXPECT_EQ(immediate("0d3FF0000000000000", "f64").kind, ImmediateOperand::Kind::f64);
    EXPECT_EQ(immediate("0d3FF0000000000000", "f64").bits, std::bit_cast<std::uint64_t>(1.0));
    EXPECT_EQ(immediate("1.5", "f64").bits, std::bit_cast<std::uint64_t>(1.5));
    EXPECT_EQ(immediate("-2.5e-3", "f64").bits, std::bit_cast<std::uint64_t>(-2.5e-3));
    EXPECT_EQ(immediate("1.5", "f32").kind, ImmediateOperand::Kind::f32);
    EXPECT_EQ(immediate("1.5", "f32").bits, std::bit_cast<std::uint32_t>(1.5F));
}

TEST(Label, IsVisibleInInnerScopesAndEachScopeHasItsOwn)
{
    const Function kernel = kernel_with("OUT: ret;\n"
                                        "{ HERE: mov.u32 %r1, 1; bra HERE; }\n"
                                        "{ HERE: mov.u32 %r1, 2; bra HERE; bra OUT; }\n"
                                        "bra LAST; LAST:");
    const auto target = [&](std::size_t at) {
        return std::get<LabelOperand>(kernel.instructions.at(at).operands.at(0)).target;
    };
    EXPECT_EQ(target(2), 1U);
    EXPECT_EQ(target(4), 3U);
    EXPECT_EQ(target(5), 0U);
    EXPECT_EQ(target(6), kernel.instructions.size());
}

TEST(Scope, InnerRegisterHidesTheOuterOne)
{
    const Function kernel = kernel_with("mov.u32 %r1, 0; { .reg .b64 %r1; mov.u64 %r1, 0; } mov.u32 %r1, 1;");
    const auto id = [&](std::size_t at) {
        return std::get<RegisterOperand>(kernel.instructions.at(at).operands.at(0)).id;
    };
    EXPECT_EQ(id(0), id(2));
    EXPECT_NE(id(0), id(1));
    EXPECT_EQ(kernel.registers.at(id(1)).type, Type::b64);
}

// nvcc declares `param0` again in the scope of each call.
TEST(Scope, VariablesOfTwoScopesHaveTwoNames)
{
    const Function kernel = kernel_with("{ .param .b64 param0; st.param.b64 [param0+0], %rd1; }\n"
                                        "{ .param .b32 param0; st.param.b32 [param0+0], %r1; }\n"
                                        "{ .shared .b32 table; st.shared.b32 [table], %r1; }");
    const auto base = [&](std::size_t at) {
        return std::get<std::string>(std::get<AddressOperand>(kernel.instructions.at(at).operands.at(0)).base);
    };
    ASSERT_EQ(kernel.variables.size(), 4U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(base(i), kernel.variables[i + 1].name);
    EXPECT_NE(base(0), base(1));
    EXPECT_NE(base(2), "table") << "the variable of the module has this name";
}

TEST(Parameters, FollowOneAnotherAtTheirNaturalAlignment)
{
    const Module module =
        parsed(fmt::format("{}.entry k(.param .u8 a, .param .align 8 .b8 b[16], .param .u16 c,"
                           ".param .u64 .ptr .global .align 16 d, .param .f32 e) .maxntid 256, 1, 1 .minnctapersm 2"
                           " .pragma \"nounroll\"; {{ ret; }}",
            kHeader));
    const Function* kernel = module.find("k");
    ASSERT_NE(kernel, nullptr);
    std::vector<std::uint32_t> offsets;
    for (const Parameter& one : kernel->parameters)
        offsets.push_back(one.offset);
    EXPECT_THAT(offsets, ElementsAre(0, 8, 24, 32, 40));
    EXPECT_EQ(kernel->parameters[1].size, 16U);
    EXPECT_EQ(kernel->parameters[1].type, Type::b8);
    EXPECT_EQ(kernel->parameters[3].alignment, 8U);
    EXPECT_EQ(kernel->parameter_bytes, 44U);
}

TEST(Variables, HaveSpaceSizeAndAlignment)
{
    const Variable dynamic = module_variable(".extern .shared .align 16 .b8 data[];");
    EXPECT_EQ(dynamic.space, StateSpace::shared);
    EXPECT_EQ(dynamic.alignment, 16U);
    EXPECT_EQ(dynamic.size, 0U);
    EXPECT_TRUE(dynamic.external);

    const Variable matrix = module_variable(".visible .const .f32 m[4][3];");
    EXPECT_EQ(matrix.space, StateSpace::constant);
    EXPECT_EQ(matrix.alignment, 4U);
    EXPECT_EQ(matrix.size, 48U);
    EXPECT_FALSE(matrix.external);

    EXPECT_EQ(module_variable(".weak .global .v4 .f32 v;").size, 16U);
    EXPECT_EQ(module_variable(".weak .global .v4 .f32 v;").alignment, 16U);
    EXPECT_EQ(module_variable(".common .global .attribute(.managed) .align 8 .u64 v;").size, 8U);
}

TEST(Variables, InitializersAreLittleEndianBytes)
{
    EXPECT_THAT(initial_bytes(".global .u32 x = 258;"), ElementsAre(2, 1, 0, 0));
    EXPECT_THAT(initial_bytes(".global .s16 x = -2;"), ElementsAre(254, 255));
    EXPECT_THAT(initial_bytes(".global .f32 x = 0f3F800000;"), ElementsAre(0, 0, 128, 63));
    EXPECT_THAT(initial_bytes(".global .f32 x = 1.0;"), ElementsAre(0, 0, 128, 63));
    EXPECT_THAT(initial_bytes(".global .align 1 .b8 s[5] = {104, 105};"), ElementsAre(104, 105));
    EXPECT_THAT(initial_bytes(".global .b8 s[5];"), IsEmpty());
    EXPECT_EQ(module_variable(".const .u16 open[] = {1, 2, 3};").size, 6U);
}

TEST(Variables, ExternMayPrecedeTheDefinition)
{
    const Module module =
        parsed(fmt::format("{}.extern .global .u32 x;\n.visible .global .u32 x = 7;\n.extern .global .u32 x;", kHeader));
    ASSERT_EQ(module.variables.size(), 1U);
    EXPECT_FALSE(module.variables[0].external);
    EXPECT_EQ(module.variables[0].initial.size(), 4U);
}

TEST(Functions, PrototypesAreNotListedAndBodiesAre)
{
    const Module module =
        parsed(fmt::format("{}.extern .func (.param .b32 func_retval0) vprintf\n(\n.param .b64 a, .param .b64 b\n)\n;\n"
                           ".func (.param .b32 func_retval0) twice(.param .b32 x)\n;\n"
                           ".visible .func (.param .b32 func_retval0) twice(.param .b32 x) {{ .reg .b32 %r<3>;\n"
                           "ld.param.b32 %r1, [x]; add.s32 %r2, %r1, %r1; st.param.b32 [func_retval0+0], %r2; ret; }}\n"
                           ".func (.reg .b32 out) again(.reg .b32 in) {{ mov.b32 out, in; ret; }}",
            kHeader));
    ASSERT_EQ(module.functions.size(), 2U);
    EXPECT_FALSE(module.functions[0].entry);
    EXPECT_EQ(module.functions[0].instructions.size(), 4U);
    EXPECT_EQ(module.functions[1].registers.size(), 2U);
    EXPECT_EQ(module.find("vprintf"), nullptr);
}

TEST(Functions, HaveParametersAndReturns)
{
    const Module module =
        parsed(fmt::format("{}.visible .func (.param .align 8 .b8 r[24]) f(.param .b64 a, .param .b8 b, .param .b32 c)"
                           " .noreturn {{ st.param.b32 [r+4], 1; ret; }}",
            kHeader));
    const Function& function = module.functions.at(0);
    EXPECT_FALSE(function.entry);
    ASSERT_EQ(function.returns.size(), 1U);
    EXPECT_EQ(function.returns[0].size, 24U);
    EXPECT_EQ(function.returns[0].alignment, 8U);
    ASSERT_EQ(function.parameters.size(), 3U);
    EXPECT_EQ(function.parameters[2].offset, 12U);
    EXPECT_FALSE(function.register_parameters);
    EXPECT_TRUE(function.variables.empty());
}

TEST(Functions, MayCallThemselvesAndHaveOtherNames)
{
    const Module module =
        parsed(fmt::format("{}.func f() {{ .reg .b64 p; call f; mov.u64 p, f; ret; }}\n.weak .func g;\n.alias g, f;", kHeader));
    EXPECT_EQ(module.functions.size(), 1U);
    ASSERT_EQ(module.aliases.size(), 1U);
    EXPECT_EQ(module.aliases[0].name, "g");
    EXPECT_EQ(module.aliases[0].target, "f");
}

std::vector<std::string> names_in(const Operand& list)
{
    std::vector<std::string> names;
    for (const ScalarOperand& element : std::get<VectorOperand>(list).elements) {
        if (const auto* symbol = std::get_if<SymbolOperand>(&element))
            names.push_back(symbol->name);
        else
            names.emplace_back(std::holds_alternative<RegisterOperand>(element) ? "register" : "number");
    }
    return names;
}

TEST(Calls, HaveReturnsTargetAndArguments)
{
    const Function kernel = kernel_with(".param .b32 r; .param .b32 a; call.uni (r), kernel, (a, %r1, 4);");
    const Instruction& call = kernel.instructions.at(0);
    EXPECT_EQ(call.opcode, Opcode::call);
    EXPECT_THAT(call.modifiers, ElementsAre("uni"));
    ASSERT_EQ(call.operands.size(), 3U);
    EXPECT_THAT(names_in(call.operands[0]), ElementsAre("r"));
    EXPECT_EQ(std::get<SymbolOperand>(call.operands[1]).name, "kernel");
    EXPECT_THAT(names_in(call.operands[2]), ElementsAre("a", "register", "number"));
    EXPECT_EQ(call.text, "call.uni (r), kernel, (a, %r1, 4)");
}

TEST(Calls, MayOmitEmptyLists)
{
    for (const std::string_view text : { "call kernel;", "call kernel, ();", "call (), kernel, ();" }) {
        const Function kernel = kernel_with(text);
        const Instruction& call = kernel.instructions.at(0);
        ASSERT_EQ(call.operands.size(), 3U) << text;
        EXPECT_THAT(names_in(call.operands[0]), IsEmpty()) << text;
        EXPECT_THAT(names_in(call.operands[2]), IsEmpty()) << text;
    }
}

TEST(Calls, ThroughARegisterNameAPrototype)
{
    const Function kernel =
        kernel_with("P : .callprototype (.param .align 8 .b8 _[16]) _ (.param .b64 _) .noreturn .abi_preserve 4;\n"
                    "Q: .calltargets kernel;\n"
                    ".param .align 8 .b8 r[16]; .param .b64 a; call (r), %rd1, (a), P; call (r), %rd1, (a), Q;");
    ASSERT_EQ(kernel.instructions.size(), 2U);
    ASSERT_EQ(kernel.instructions[0].operands.size(), 4U);
    EXPECT_TRUE(std::holds_alternative<RegisterOperand>(kernel.instructions[0].operands[1]));
    EXPECT_EQ(std::get<SymbolOperand>(kernel.instructions[0].operands[3]).name, "P");
    EXPECT_EQ(std::get<SymbolOperand>(kernel.instructions[1].operands[3]).name, "Q");
}

TEST(Jumps, ThroughTablesHaveEveryLabel)
{
    const Function kernel = kernel_with("brx.idx.uni %r1, T; A: ret; B: ret; T: .branchtargets A, B, A;");
    const Instruction& jump = kernel.instructions.at(0);
    ASSERT_EQ(jump.operands.size(), 4U);
    EXPECT_EQ(std::get<LabelOperand>(jump.operands[1]).target, 1U);
    EXPECT_EQ(std::get<LabelOperand>(jump.operands[2]).target, 2U);
    EXPECT_EQ(std::get<LabelOperand>(jump.operands[3]).target, 1U);
}

TEST(Variables, InitializersMayHoldAddresses)
{
    const Module module =
        parsed(fmt::format("{}.func f();\n.global .align 8 .u64 t[5] = {{1, f, generic(later)+12, later-4, 2}};\n"
                           ".global .b8 later[4] = {{0xFF00(generic(later)), 7}};",
            kHeader));
    const Variable& table = module.variables.at(0);
    EXPECT_EQ(table.initial.size(), 40U);
    ASSERT_EQ(table.addresses.size(), 3U);
    EXPECT_EQ(table.addresses[0].symbol, "f");
    EXPECT_EQ(table.addresses[0].offset, 8U);
    EXPECT_FALSE(table.addresses[0].generic);
    EXPECT_TRUE(table.addresses[1].generic);
    EXPECT_EQ(table.addresses[1].addend, 12);
    EXPECT_EQ(table.addresses[2].addend, -4);
    const Variable& later = module.variables.at(1);
    ASSERT_EQ(later.addresses.size(), 1U);
    EXPECT_EQ(later.addresses[0].mask, 0xFF00U);
    EXPECT_EQ(later.addresses[0].bytes, 1U);
    EXPECT_EQ(std::to_integer<int>(later.initial.at(1)), 7);
}

TEST(Sections, OfDebuggersAreSkipped)
{
    const Module module =
        parsed(fmt::format("{}.section .debug_abbrev\n{{\n.b8 1\n{{ .b64 $L+4 }}\n}}\n.global .u32 x;", kHeader));
    EXPECT_EQ(module.variables.size(), 1U);
}

TEST(Header, EveryVersionOfCuda11To13IsRead)
{
    for (const char* version : { "7.0", "7.8", "8.5", "9.0", "9.9" }) {
        const Module module = parsed(fmt::format(".version {}\n.target sm_52, debug\n", version));
        EXPECT_EQ(fmt::format("{}.{}", module.version_major, module.version_minor), version);
        EXPECT_EQ(module.target, "sm_52");
    }
}

} // namespace
} // namespace warpstage::ptx::test

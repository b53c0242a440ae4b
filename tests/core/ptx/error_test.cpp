// Every parse error: location, cause, what to do.
#include "tests/core/ptx/support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace warpstage::ptx::test {
namespace {

std::string module_refusal(std::string_view rest)
{
    return refusal(fmt::format("{}{}", kHeader, rest));
}

// Without "test.ptx:8: ", the line in which the body begins.
std::string body_refusal(std::string_view body)
{
    const std::string message = refusal(module_with(body));
    const std::string place = fmt::format("test.ptx:{}: ", kBodyLine);
    EXPECT_TRUE(message.starts_with(place)) << message;
    return message.substr(std::min(place.size(), message.size()));
}

TEST(Refused, InvalidHeaders)
{
    EXPECT_EQ(refusal(""), "test.ptx:1: the PTX text is empty; its first directive must be `.version`.");
    EXPECT_EQ(refusal("// only a comment\n"), "test.ptx:2: the PTX text is empty; its first directive must be `.version`.");
    EXPECT_EQ(refusal("int main() {}"), "test.ptx:1: expected `.version` at the start of the PTX text, found `int`.");
    EXPECT_EQ(refusal(".version 6.5\n"),
        "test.ptx:1: warpstage supports PTX ISA 7.0 to 9.x, but this text has version 6.5; compile the kernel with CUDA 11 to "
        "13.");
    EXPECT_EQ(refusal("\n.version 10.0\n"),
        "test.ptx:2: warpstage supports PTX ISA 7.0 to 9.x, but this text has version 10.0; compile the kernel with CUDA 11 to "
        "13.");
    EXPECT_EQ(refusal(".version 9\n"), "test.ptx:1: `9` is not a version such as `9.0`.");
    EXPECT_EQ(refusal(".version 9.99999999999\n"), "test.ptx:1: `9.99999999999` is not a version such as `9.0`.");
    EXPECT_EQ(refusal(".version 9.0"), "test.ptx:1: expected `.target` after `.version`, found the end of the text.");
    EXPECT_EQ(refusal(".version 9.0 .target compute_75"), "test.ptx:1: `compute_75` is not an architecture such as `sm_75`.");
    EXPECT_EQ(refusal(".version 9.0\n.target sm_75\n.address_size 32\n"),
        "test.ptx:3: warpstage supports 64-bit addresses only, but `.address_size` is 32; compile the kernel with `-m64`.");
}

TEST(Refused, UnknownInstructionWithoutSemicolon)
{
    EXPECT_EQ(body_refusal("foo.bar.s32 %r1, %r2 @%p1 ret;"), "expected `;` after an instruction, found `@`.");
    EXPECT_EQ(
        module_refusal(".entry k() { foo %r1, %r2"), "test.ptx:4: expected `;` after an instruction, found the end of the text.");
}

TEST(Refused, KernelIsCalledAsInTheSource)
{
    EXPECT_EQ(module_refusal(".entry _Z7reduce6ILj256EEvPKiPij() { mov.u32 %r1, 0; }"),
        "test.ptx:4: `%r1` in kernel `reduce6<256>` is not a declared register or a supported special register.");
}

TEST(Refused, UndeclaredNames)
{
    EXPECT_EQ(body_refusal("mov.u32 %r1, %r99;"),
        "`%r99` in kernel `kernel` is not a declared register or a supported special register.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, %r01;"),
        "`%r01` in kernel `kernel` is not a declared register or a supported special register.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, %pm0;"),
        "`%pm0` in kernel `kernel` is not a declared register or a supported special register.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, nowhere;"), "`nowhere` in kernel `kernel` is not declared.");
    EXPECT_EQ(body_refusal("ld.shared.u32 %r1, [nowhere+4];"), "`nowhere` in kernel `kernel` is not declared.");
    EXPECT_EQ(body_refusal("bra NOWHERE;"), "the label `NOWHERE` does not exist in kernel `kernel`.");
    EXPECT_EQ(body_refusal("{ INNER: } bra INNER;"), "the label `INNER` does not exist in kernel `kernel`.");
    EXPECT_EQ(body_refusal("bra tile;"), "the label `tile` does not exist in kernel `kernel`.");
    EXPECT_EQ(body_refusal("@%r1 ret;"), "the guard `%r1` in kernel `kernel` is not a declared predicate.");
    EXPECT_EQ(body_refusal("@%q1 ret;"), "the guard `%q1` in kernel `kernel` is not a declared predicate.");
    EXPECT_EQ(body_refusal("{ .reg .b32 gone; } mov.u32 gone, 1;"), "`gone` in kernel `kernel` is not declared.");
}

TEST(Refused, NamesThatAreDeclaredTwice)
{
    EXPECT_EQ(body_refusal("A: A: ret;"), "`A` is declared twice in kernel `kernel`.");
    EXPECT_EQ(body_refusal(".reg .b32 a, a;"), "`a` is declared twice in kernel `kernel`.");
    EXPECT_EQ(body_refusal(".reg .b32 %r<4>;"), "`%r` is declared twice in kernel `kernel`.");
    EXPECT_EQ(body_refusal(".shared .b32 tile;"), "`tile` is declared twice in kernel `kernel`.");
    EXPECT_EQ(module_refusal(".entry k(.param .u32 a, .param .u32 a) { }"), "test.ptx:4: `a` is declared twice in kernel `k`.");
    EXPECT_EQ(module_refusal(".global .u32 x;\n.global .u32 x;"), "test.ptx:5: `x` is declared twice.");
    EXPECT_EQ(module_refusal(".entry k() { }\n.entry k() { }"), "test.ptx:5: the function `k` is defined twice.");
}

TEST(Refused, NumbersBeyondTheirRange)
{
    EXPECT_EQ(body_refusal("mov.u64 %rd1, 18446744073709551616;"), "`18446744073709551616` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.u64 %rd1, -9223372036854775809;"), "`-9223372036854775809` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, 12x;"), "`12x` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, 089;"), "`089` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.f32 %f1, 0f3F80;"),
        "`0f3F80` is not a floating-point literal; `0f` must be followed by 8 hexadecimal digits.");
    EXPECT_EQ(body_refusal("mov.f64 %fd1, 0d3F800000;"),
        "`0d3F800000` is not a floating-point literal; `0d` must be followed by 16 hexadecimal digits.");
    EXPECT_EQ(body_refusal("mov.f64 %fd1, 1.0e999;"), "`1.0e999` is out of the range of a double.");
    EXPECT_EQ(body_refusal("mov.f32 %f1, 1.0e99;"), "`1.0e99` is out of the range of a 32-bit float.");
    EXPECT_EQ(body_refusal("ld.global.u32 %r1, [%rd1+9223372036854775808];"),
        "the offset `9223372036854775808` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal(".reg .b32 x<4294967296>;"),
        "`4294967296` is too large for the number of registers; the maximum is 4294967295.");
    EXPECT_EQ(body_refusal(".loc 70000 1 1"), "`70000` is too large for a file index; the maximum is 65535.");
    EXPECT_EQ(module_refusal(".file 4000000000 \"x\""),
        "test.ptx:4: `4000000000` is too large for a file index; the maximum is 65535.");
}

TEST(Refused, MalformedOperands)
{
    EXPECT_EQ(body_refusal("mov.u32 %r1, ;"), "expected an operand, found `;`.");
    EXPECT_EQ(body_refusal("mov.u32 %r1 %r2;"), "expected `;` after an instruction, found `%r2`.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, -%r2;"), "expected a number, found `%r2`.");
    EXPECT_EQ(body_refusal("ld.global.u32 %r1, [%rd1+%r2];"), "expected a byte offset, found `%r2`.");
    EXPECT_EQ(
        body_refusal("ld.global.u32 %r1, [%rd1;"), "expected `]` after an address of the form `[register+number]`, found `;`.");
    EXPECT_EQ(body_refusal("mov.b64 {}, %rd1;"), "expected an operand, found `}`.");
    EXPECT_EQ(body_refusal("mov.b64 {%r1, %r2, %rd1;"), "expected `}` after the elements of a vector, found `;`.");
    EXPECT_EQ(
        body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1};"), "expected `,` after the result of a texture fetch, found `;`.");
    EXPECT_EQ(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, %rd1;"),
        "expected `[` before a texture and its coordinates, found `%rd1`.");
    EXPECT_EQ(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [image, {%r1}];"),
        "`image` in kernel `kernel` is not a register with a texture object.");
    EXPECT_EQ(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [%rd1, {%r1};"),
        "expected `]` after the coordinates of a texture fetch, found `;`.");
    EXPECT_EQ(body_refusal("@%p1 { ret; }"), "expected an instruction after the guard, found `{`.");
    EXPECT_EQ(body_refusal("bra 4;"), "expected a label after `bra`, found `4`.");
    EXPECT_EQ(body_refusal("and.pred %p1, %p2, !7;"), "expected a predicate after `!`, found `7`.");
    EXPECT_EQ(body_refusal("4;"), "expected an instruction, a label or a directive, found `4`.");
}

TEST(Refused, MalformedCalls)
{
    EXPECT_EQ(body_refusal("call nobody, (%r1);"), "the function `nobody` that kernel `kernel` calls is not declared.");
    EXPECT_EQ(body_refusal("call tile, (%r1);"), "the function `tile` that kernel `kernel` calls is not declared.");
    EXPECT_EQ(body_refusal("call (%r1) kernel;"), "expected `,` after the results of a call, found `kernel`.");
    EXPECT_EQ(body_refusal("call kernel, (%r1;"), "expected `)` after the arguments of a call, found `;`.");
    EXPECT_EQ(body_refusal("call kernel, ([%r1]);"), "an argument of a call must be a variable, a register or a number.");
    EXPECT_EQ(body_refusal("call kernel, ({%r1, %r2});"), "an argument of a call must be a variable, a register or a number.");
    EXPECT_EQ(body_refusal("call 4;"), "expected a function name or a register after `call`, found `4`.");
    EXPECT_EQ(body_refusal("call %rd1, (%r1);"),
        "an indirect call in kernel `kernel` has no prototype; add one with `.callprototype`.");
    EXPECT_EQ(body_refusal("call %rd1, (%r1), tile;"), "`tile` in kernel `kernel` is not a `.callprototype`.");
    EXPECT_EQ(body_refusal("call %rd1, (%r1), ;"), "expected a prototype name at the end of a call, found `;`.");
    EXPECT_EQ(body_refusal("P: .callprototype;"), "expected `_` in a prototype, found `;`.");
    EXPECT_EQ(body_refusal("P: .callprototype _ (.b32 _);"), "expected `.param` in a prototype, found `.b32`.");
    EXPECT_EQ(body_refusal("P: .callprototype _ () .strange;"),
        "warpstage does not support the directive `.strange` of a prototype in kernel `kernel`.");
    EXPECT_EQ(body_refusal("P: .callprototype _ (); P: .callprototype _ ();"), "`P` is declared twice in kernel `kernel`.");
    EXPECT_EQ(body_refusal("{ P: .callprototype _ (); } call %rd1, (), P;"), "`P` in kernel `kernel` is not a `.callprototype`.");
}

TEST(Refused, MalformedBranches)
{
    EXPECT_EQ(body_refusal("brx.idx %r1, nowhere;"), "`nowhere` in kernel `kernel` is not a `.branchtargets`.");
    EXPECT_EQ(body_refusal("A: brx.idx %r1, A;"), "`A` in kernel `kernel` is not a `.branchtargets`.");
    EXPECT_EQ(body_refusal("brx.idx %r1;"), "expected `,` after the index of `brx.idx`, found `;`.");
    EXPECT_EQ(body_refusal("brx.idx %r1, 4;"), "expected the name of a branch target table, found `4`.");
    EXPECT_EQ(body_refusal("T: .branchtargets A, B; A: brx.idx %r1, T;"), "the label `B` does not exist in kernel `kernel`.");
    EXPECT_EQ(body_refusal("T: .branchtargets ;"), "expected a label after `.branchtargets`, found `;`.");
    EXPECT_EQ(body_refusal("T: .branchtargets A; T: .branchtargets A;"), "`T` is declared twice in kernel `kernel`.");
}

TEST(Refused, MalformedFunctions)
{
    EXPECT_EQ(
        module_refusal(".func (.b32 r) f();"), "test.ptx:4: expected `.param` in the list of return parameters, found `.b32`.");
    EXPECT_EQ(module_refusal(".func (.param .b32 r f();"), "test.ptx:4: expected `)` after the return parameters, found `f`.");
    EXPECT_EQ(module_refusal(".func (.param .b32 r) f(.param .b32 r);"), "test.ptx:4: `r` is declared twice in function `f`.");
    EXPECT_EQ(module_refusal(".func (.param .b8 r[32765]) f();"),
        "test.ptx:4: the return parameters of a function have more than the 32764 bytes that CUDA allows.");
    EXPECT_EQ(module_refusal(".func .attribute(.unified(1, 2) f();"),
        "test.ptx:4: expected `)` after `.attribute`, found the end of the text.");
    EXPECT_EQ(module_refusal(".func f() { }\n.func f() { }"), "test.ptx:5: the function `f` is defined twice.");
    EXPECT_EQ(module_refusal(".alias a, b;"), "test.ptx:4: `a` is an alias of `b`, which this module does not define.");
    EXPECT_EQ(module_refusal(".alias a b;"), "test.ptx:4: expected `,` after the alias name, found `b`.");
}

TEST(Refused, UnsupportedDirectives)
{
    EXPECT_EQ(body_refusal(".callprototype;"), "warpstage does not support the directive `.callprototype` in kernel `kernel`.");
    EXPECT_EQ(body_refusal(".reg .v4 .f32 v;"),
        "warpstage does not support registers of `.v4` in kernel `kernel`; declare scalar registers.");
    EXPECT_EQ(module_refusal(".tex .u32 picture;"),
        "test.ptx:4: warpstage does not support `.tex` at module scope; use variables, `.func` and `.entry`.");
    EXPECT_EQ(module_refusal(".global .texref picture;"),
        "test.ptx:4: warpstage does not support variables of type `.texref`; use scalars, vectors and arrays of the fundamental "
        "types.");
    EXPECT_EQ(module_refusal(".entry k() .strange 4 { }"),
        "test.ptx:4: warpstage does not support the directive `.strange` of kernel `k`; compile the kernel without it.");
    EXPECT_EQ(module_refusal("mov.u32 %r1, 1;"), "test.ptx:4: expected a directive, found `mov.u32`.");
    EXPECT_EQ(body_refusal(".loc 1 2 3, discriminator 4"), "`.loc` has no attribute `discriminator`.");
}

TEST(Refused, InvalidVariables)
{
    EXPECT_EQ(module_refusal(".global .align 3 .u32 x;"), "test.ptx:4: the alignment 3 is not a power of two.");
    EXPECT_EQ(module_refusal(".global .align 0 .u32 x;"), "test.ptx:4: the alignment 0 is not a power of two.");
    EXPECT_EQ(module_refusal(".global .u32 x[4294967296][4294967296];"), "test.ptx:4: the array `x` is larger than any memory.");
    EXPECT_EQ(module_refusal(".global .u32 x[4][];"), "test.ptx:4: only the first dimension of `x` may be omitted.");
    EXPECT_EQ(module_refusal(".global .u16 x[2] = {1, 2, 3};"),
        "test.ptx:4: the initializer of `x` has 6 bytes, but the variable has 4.");
    EXPECT_EQ(module_refusal(".global .u64 pointer = generic(counter);"),
        "test.ptx:4: the initializer of `pointer` takes the address of `counter`, which is not declared.");
    EXPECT_EQ(module_refusal(".global .u64 pointer[1] = {counter};"),
        "test.ptx:4: the initializer of `pointer` takes the address of `counter`, which is not declared.");
    EXPECT_EQ(module_refusal(".global .u32 y;\n.global .f32 x = y;"),
        "test.ptx:5: `x` has elements of `.f32` and cannot hold an address.");
    EXPECT_EQ(
        module_refusal(".global .u64 x = generic(4);"), "test.ptx:4: expected a variable name after `generic(`, found `4`.");
    EXPECT_EQ(module_refusal(".global .u64 x = 0xFF(4);"), "test.ptx:4: expected a variable or function name, found `4`.");
    EXPECT_EQ(module_refusal(".global .u32 x[2][1] = {{1}, {2}};"),
        "test.ptx:4: `x` has an initializer of nested lists; write one flat list.");
    EXPECT_EQ(module_refusal(".global x;"), "test.ptx:4: expected a type such as `.b32`, found `x`.");
    EXPECT_EQ(module_refusal(".entry k(.param .b8 a[32764], .param .u8 b) { }"),
        "test.ptx:4: the parameters of kernel `k` have more than the 32764 bytes that CUDA allows.");
}

TEST(Refused, TruncatedOrDamagedText)
{
    EXPECT_EQ(module_refusal(".entry k() {\nret;\n"),
        "test.ptx:6: the text ends inside kernel `k`; it is truncated, so generate it again.");
    EXPECT_EQ(module_refusal(".section .debug_str {\n.b8 1"),
        "test.ptx:5: the text ends inside a `.section`; it is truncated, so generate it again.");
    EXPECT_EQ(module_refusal("/* never\n\n"), "test.ptx:4: unterminated comment; add the missing `*/`.");
    EXPECT_EQ(module_refusal(".file 1 \"a.cu\n"), "test.ptx:4: unterminated string; add the missing `\"`.");
    EXPECT_EQ(module_refusal(".file 1 \"a.cu\\"), "test.ptx:4: unterminated string; add the missing `\"`.");
    EXPECT_EQ(module_refusal("\x01"), "test.ptx:4: invalid character; the text is damaged or is not PTX.");
    EXPECT_EQ(body_refusal(std::string(100, '{')), "the blocks of kernel `kernel` are nested more than 64 levels deep.");
}

} // namespace
} // namespace warpstage::ptx::test

// Every parse error: location, cause, what to do.
#include "tests/approved.h"
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
    EXPECT_APPROVED(refusal(""));
    EXPECT_APPROVED(refusal("// only a comment\n"));
    EXPECT_APPROVED(refusal("int main() {}"));
    EXPECT_APPROVED(refusal(".version 2.3\n"));
    EXPECT_APPROVED(refusal("\n.version 10.0\n"));
    EXPECT_APPROVED(refusal(".version 9\n"));
    EXPECT_APPROVED(refusal(".version 9.99999999999\n"));
    EXPECT_APPROVED(refusal(".version 9.0"));
    EXPECT_APPROVED(refusal(".version 9.0 .target compute_75"));
    EXPECT_APPROVED(refusal(".version 9.0\n.target sm_75\n.address_size 32\n"));
}

TEST(Refused, UnknownInstructionWithoutSemicolon)
{
    EXPECT_APPROVED(body_refusal("foo.bar.s32 %r1, %r2 @%p1 ret;"));
    EXPECT_APPROVED(module_refusal(".entry k() { foo %r1, %r2"));
}

TEST(Refused, KernelIsCalledAsInTheSource)
{
    EXPECT_APPROVED(module_refusal(".entry _Z7reduce6ILj256EEvPKiPij() { mov.u32 %r1, 0; }"));
}

TEST(Refused, UndeclaredNames)
{
    EXPECT_APPROVED(body_refusal("mov.u32 %r1, %r99;"));
    EXPECT_APPROVED(body_refusal("mov.u32 %r1, %r01;"));
    EXPECT_APPROVED(body_refusal("mov.u32 %r1, %pm0;"));
    EXPECT_APPROVED(body_refusal("mov.u32 %r1, nowhere;"));
    EXPECT_APPROVED(body_refusal("ld.shared.u32 %r1, [nowhere+4];"));
    EXPECT_APPROVED(body_refusal("bra NOWHERE;"));
    EXPECT_APPROVED(body_refusal("{ INNER: } bra INNER;"));
    EXPECT_APPROVED(body_refusal("bra tile;"));
    EXPECT_EQ(body_refusal("@%r1 ret;"), "the guard `%r1` in kernel `kernel` is not a declared predicate.");
    EXPECT_EQ(body_refusal("@%q1 ret;"), "the guard `%q1` in kernel `kernel` is not a declared predicate.");
    EXPECT_APPROVED(body_refusal("{ .reg .b32 gone; } mov.u32 gone, 1;"));
}

TEST(Refused, NamesThatAreDeclaredTwice)
{
    EXPECT_APPROVED(body_refusal("A: A: ret;"));
    EXPECT_APPROVED(body_refusal(".reg .b32 a, a;"));
    EXPECT_APPROVED(body_refusal(".reg .b32 %r<4>;"));
    EXPECT_APPROVED(body_refusal(".shared .b32 tile;"));
    EXPECT_APPROVED(module_refusal(".entry k(.param .u32 a, .param .u32 a) { }"));
    EXPECT_APPROVED(module_refusal(".global .u32 x;\n.global .u32 x;"));
    EXPECT_APPROVED(module_refusal(".entry k() { }\n.entry k() { }"));
}

TEST(Refused, NumbersBeyondTheirRange)
{
    EXPECT_EQ(body_refusal("mov.u64 %rd1, 18446744073709551616;"), "`18446744073709551616` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.u64 %rd1, -9223372036854775809;"), "`-9223372036854775809` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, 12x;"), "`12x` is not a 64-bit integer.");
    EXPECT_EQ(body_refusal("mov.u32 %r1, 089;"), "`089` is not a 64-bit integer.");
    EXPECT_APPROVED(body_refusal("mov.f32 %f1, 0f3F80;"));
    EXPECT_APPROVED(body_refusal("mov.f64 %fd1, 0d3F800000;"));
    EXPECT_APPROVED(body_refusal("mov.f64 %fd1, 1.0e999;"));
    EXPECT_APPROVED(body_refusal("mov.f32 %f1, 1.0e99;"));
    EXPECT_EQ(body_refusal("ld.global.u32 %r1, [%rd1+9223372036854775808];"),
        "the offset `9223372036854775808` is not a 64-bit integer.");
    EXPECT_APPROVED(body_refusal(".reg .b32 x<4294967296>;"));
    EXPECT_APPROVED(body_refusal(".loc 70000 1 1"));
    EXPECT_APPROVED(module_refusal(".file 4000000000 \"x\""));
}

TEST(Refused, MalformedOperands)
{
    EXPECT_APPROVED(body_refusal("mov.u32 %r1, ;"));
    EXPECT_APPROVED(body_refusal("mov.u32 %r1 %r2;"));
    EXPECT_EQ(body_refusal("mov.u32 %r1, -%r2;"), "expected a number, found `%r2`.");
    EXPECT_APPROVED(body_refusal("ld.global.u32 %r1, [%rd1+%r2];"));
    EXPECT_APPROVED(body_refusal("ld.global.u32 %r1, [%rd1;"));
    EXPECT_APPROVED(body_refusal("mov.b64 {}, %rd1;"));
    EXPECT_APPROVED(body_refusal("mov.b64 {%r1, %r2, %rd1;"));
    EXPECT_APPROVED(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1};"));
    EXPECT_APPROVED(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, %rd1;"));
    EXPECT_EQ(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [image, {%r1}];"),
        "`image` in kernel `kernel` is not a register with a texture object.");
    EXPECT_APPROVED(body_refusal("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [%rd1, {%r1};"));
    EXPECT_APPROVED(body_refusal("@%p1 { ret; }"));
    EXPECT_EQ(body_refusal("bra 4;"), "expected a label after `bra`, found `4`.");
    EXPECT_EQ(body_refusal("and.pred %p1, %p2, !7;"), "expected a predicate after `!`, found `7`.");
    EXPECT_APPROVED(body_refusal("4;"));
}

TEST(Refused, MalformedCalls)
{
    EXPECT_APPROVED(body_refusal("call missing, (%r1);"));
    EXPECT_APPROVED(body_refusal("call tile, (%r1);"));
    EXPECT_APPROVED(body_refusal("call (%r1) kernel;"));
    EXPECT_APPROVED(body_refusal("call kernel, (%r1;"));
    EXPECT_APPROVED(body_refusal("call kernel, ([%r1]);"));
    EXPECT_APPROVED(body_refusal("call kernel, ({%r1, %r2});"));
    EXPECT_APPROVED(body_refusal("call 4;"));
    EXPECT_APPROVED(body_refusal("call %rd1, (%r1);"));
    EXPECT_EQ(body_refusal("call %rd1, (%r1), tile;"), "`tile` in kernel `kernel` is not a `.callprototype`.");
    EXPECT_APPROVED(body_refusal("call %rd1, (%r1), ;"));
    EXPECT_EQ(body_refusal("P: .callprototype;"), "expected `_` in a prototype, found `;`.");
    EXPECT_EQ(body_refusal("P: .callprototype _ (.b32 _);"), "expected `.param` in a prototype, found `.b32`.");
    EXPECT_APPROVED(body_refusal("P: .callprototype _ () .strange;"));
    EXPECT_APPROVED(body_refusal("P: .callprototype _ (); P: .callprototype _ ();"));
    EXPECT_EQ(body_refusal("{ P: .callprototype _ (); } call %rd1, (), P;"), "`P` in kernel `kernel` is not a `.callprototype`.");
}

TEST(Refused, MalformedBranches)
{
    EXPECT_EQ(body_refusal("brx.idx %r1, nowhere;"), "`nowhere` in kernel `kernel` is not a `.branchtargets`.");
    EXPECT_EQ(body_refusal("A: brx.idx %r1, A;"), "`A` in kernel `kernel` is not a `.branchtargets`.");
    EXPECT_APPROVED(body_refusal("brx.idx %r1;"));
    EXPECT_APPROVED(body_refusal("brx.idx %r1, 4;"));
    EXPECT_APPROVED(body_refusal("T: .branchtargets A, B; A: brx.idx %r1, T;"));
    EXPECT_EQ(body_refusal("T: .branchtargets ;"), "expected a label after `.branchtargets`, found `;`.");
    EXPECT_APPROVED(body_refusal("T: .branchtargets A; T: .branchtargets A;"));
}

TEST(Refused, MalformedFunctions)
{
    EXPECT_APPROVED(module_refusal(".func (.b32 r) f();"));
    EXPECT_APPROVED(module_refusal(".func (.param .b32 r f();"));
    EXPECT_APPROVED(module_refusal(".func (.param .b32 r) f(.param .b32 r);"));
    EXPECT_APPROVED(module_refusal(".func (.param .b8 r[32765]) f();"));
    EXPECT_APPROVED(module_refusal(".func .attribute(.unified(1, 2) f();"));
    EXPECT_APPROVED(module_refusal(".func f() { }\n.func f() { }"));
    EXPECT_APPROVED(module_refusal(".alias a, b;"));
    EXPECT_APPROVED(module_refusal(".alias a b;"));
}

TEST(Refused, UnsupportedDirectives)
{
    EXPECT_APPROVED(body_refusal(".callprototype;"));
    EXPECT_APPROVED(body_refusal(".reg .v4 .f32 v;"));
    EXPECT_APPROVED(module_refusal(".tex .u32 picture;"));
    EXPECT_APPROVED(module_refusal(".global .texref picture;"));
    EXPECT_APPROVED(module_refusal(".entry k() .strange 4 { }"));
    EXPECT_EQ(module_refusal("mov.u32 %r1, 1;"), "test.ptx:4: expected a directive, found `mov.u32`.");
    EXPECT_APPROVED(body_refusal(".loc 1 2 3, discriminator 4"));
}

TEST(Refused, InvalidVariables)
{
    EXPECT_APPROVED(module_refusal(".global .align 3 .u32 x;"));
    EXPECT_APPROVED(module_refusal(".global .align 0 .u32 x;"));
    EXPECT_APPROVED(module_refusal(".global .u32 x[4294967296][4294967296];"));
    EXPECT_APPROVED(module_refusal(".global .u32 x[4][];"));
    EXPECT_APPROVED(module_refusal(".global .u16 x[2] = {1, 2, 3};"));
    EXPECT_APPROVED(module_refusal(".global .u64 pointer = generic(counter);"));
    EXPECT_APPROVED(module_refusal(".global .u64 pointer[1] = {counter};"));
    EXPECT_APPROVED(module_refusal(".global .u32 y;\n.global .f32 x = y;"));
    EXPECT_APPROVED(module_refusal(".global .u64 x = generic(4);"));
    EXPECT_APPROVED(module_refusal(".global .u64 x = 0xFF(4);"));
    EXPECT_APPROVED(module_refusal(".global .u32 x[2][1] = {{1}, {2}};"));
    EXPECT_APPROVED(module_refusal(".global x;"));
    EXPECT_APPROVED(module_refusal(".entry k(.param .b8 a[32764], .param .u8 b) { }"));
}

TEST(Refused, TruncatedOrDamagedText)
{
    EXPECT_APPROVED(module_refusal(".entry k() {\nret;\n"));
    EXPECT_APPROVED(module_refusal(".section .debug_str {\n.b8 1"));
    EXPECT_APPROVED(module_refusal("/* never\n\n"));
    EXPECT_APPROVED(module_refusal(".file 1 \"a.cu\n"));
    EXPECT_APPROVED(module_refusal(".file 1 \"a.cu\\"));
    EXPECT_APPROVED(module_refusal("\x01"));
    EXPECT_APPROVED(body_refusal(std::string(100, '{')));
}

} // namespace
} // namespace warpstage::ptx::test

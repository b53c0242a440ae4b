// What the memory model and the hardware promise blocks that run at the same time: accesses of up to 16 bytes are single, and
// fences and atomic operations order the accesses before and behind them. On one processor these tests hold anyway.
#include "core/simt/program.h"
#include "launch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

// How a word of several equal parts is written from %r1, and read: %r7 becomes 0 if the parts that were read are equal. "{}" is
// the state space and the order.
struct Form {
    const char* name;
    std::uint32_t bytes;
    const char* value;
    const char* write;
    const char* read;
    const char* compare;
};

constexpr Form kForms[] = {
    { "u32", 4, "cvt.u16.u32 %h0, %r1; mov.b32 %r10, {%h0, %h0};", "st{}.u32 [%d0], %r10;", "ld{}.u32 %r10, [%d0];",
        "mov.b32 {%h0, %h1}, %r10; xor.b16 %h0, %h0, %h1; cvt.u32.u16 %r7, %h0;" },
    { "u64", 8, "mov.b64 %d10, {%r1, %r1};", "st{}.u64 [%d0], %d10;", "ld{}.u64 %d10, [%d0];",
        "mov.b64 {%r10, %r11}, %d10; xor.b32 %r7, %r10, %r11;" },
    { "f64", 8, "mov.b64 %d10, {%r1, %r1};", "st{}.f64 [%d0], %d10;", "ld{}.f64 %d10, [%d0];",
        "mov.b64 {%r10, %r11}, %d10; xor.b32 %r7, %r10, %r11;" },
    { "v2.u8", 2, "cvt.u16.u32 %h0, %r1;", "st{}.v2.u8 [%d0], {{%h0, %h0}};", "ld{}.v2.u8 {{%h0, %h1}}, [%d0];",
        "xor.b16 %h0, %h0, %h1; cvt.u32.u16 %r7, %h0;" },
    { "v4.u8", 4, "mov.b32 %r10, %r1;", "st{}.v4.u8 [%d0], {{%r10, %r10, %r10, %r10}};",
        "ld{}.v4.u8 {{%r10, %r11, %r12, %r13}}, [%d0];",
        "xor.b32 %r7, %r10, %r11; xor.b32 %r8, %r12, %r13; or.b32 %r7, %r7, %r8; xor.b32 %r8, %r10, %r13; or.b32 %r7, %r7, "
        "%r8;" },
    { "v2.u16", 4, "cvt.u16.u32 %h0, %r1;", "st{}.v2.u16 [%d0], {{%h0, %h0}};", "ld{}.v2.u16 {{%h0, %h1}}, [%d0];",
        "xor.b16 %h0, %h0, %h1; cvt.u32.u16 %r7, %h0;" },
    { "v4.u16", 8, "mov.b32 %r10, %r1;", "st{}.v4.u16 [%d0], {{%r10, %r10, %r10, %r10}};",
        "ld{}.v4.u16 {{%r10, %r11, %r12, %r13}}, [%d0];",
        "xor.b32 %r7, %r10, %r11; xor.b32 %r8, %r12, %r13; or.b32 %r7, %r7, %r8; xor.b32 %r8, %r10, %r13; or.b32 %r7, %r7, "
        "%r8;" },
    { "v2.u32", 8, "", "st{}.v2.u32 [%d0], {{%r1, %r1}};", "ld{}.v2.u32 {{%r10, %r11}}, [%d0];", "xor.b32 %r7, %r10, %r11;" },
    { "v4.f32", 16, "", "st{}.v4.f32 [%d0], {{%r1, %r1, %r1, %r1}};", "ld{}.v4.f32 {{%r10, %r11, %r12, %r13}}, [%d0];",
        "xor.b32 %r7, %r10, %r11; xor.b32 %r8, %r12, %r13; or.b32 %r7, %r7, %r8; xor.b32 %r8, %r10, %r13; or.b32 %r7, %r7, "
        "%r8;" },
    { "v2.u64", 16, "cvt.u64.u32 %d10, %r1;", "st{}.v2.u64 [%d0], {{%d10, %d10}};", "ld{}.v2.u64 {{%d10, %d11}}, [%d0];",
        "xor.b64 %d10, %d10, %d11; cvt.u32.u64 %r7, %d10;" },
    { "b128", 16, "cvt.u64.u32 %d10, %r1; mov.b128 %q0, {%d10, %d10};", "st{}.b128 [%d0], %q0;", "ld{}.b128 %q0, [%d0];",
        "mov.b128 {%d10, %d11}, %q0; xor.b64 %d10, %d10, %d11; cvt.u32.u64 %r7, %d10;" },
    { "v2.u64 after b128", 16, "cvt.u64.u32 %d10, %r1; mov.b128 %q0, {%d10, %d10};", "st{}.b128 [%d0], %q0;",
        "ld{}.v2.u64 {{%d10, %d11}}, [%d0];", "xor.b64 %d10, %d10, %d11; cvt.u32.u64 %r7, %d10;" },
    { "v4.u32 after u64 pairs", 16, "mov.b64 %d10, {%r1, %r1};", "st{}.v2.b64 [%d0], {{%d10, %d10}};",
        "ld{}.v4.b32 {{%r10, %r11, %r12, %r13}}, [%d0];",
        "xor.b32 %r7, %r10, %r11; xor.b32 %r8, %r12, %r13; or.b32 %r7, %r7, %r8; xor.b32 %r8, %r10, %r13; or.b32 %r7, %r7, "
        "%r8;" },
};

struct Place {
    const char* name;
    const char* qualifiers;
    std::uint32_t stride; // bytes between the words of two lanes; 0: the size of the word
};

constexpr Place kPlaces[] = {
    { "consecutive", ".global", 0 },
    { "apart", ".volatile.global", 64 },
    { "generic", "", 0 },
    { "relaxed", ".relaxed.gpu.global", 16 },
    { "of the system", ".relaxed.sys", 16 },
};

constexpr std::uint32_t kRounds = 20000;

// Block 0 writes, block 1 reads. `torn` is the number of words read whose parts differ.
std::string tearing_module(
    const std::string& value, const std::string& write, const std::string& read, const std::string& compare)
{
    return fmt::format(R"(.version 8.5
.target sm_90
.address_size 64
.visible .entry tear(.param .u64 words, .param .u64 torn, .param .u32 stride, .param .u32 rounds)
{{
    .reg .pred %p<3>;
    .reg .b16 %h<3>;
    .reg .b32 %r<20>;
    .reg .b64 %d<20>;
    .reg .b128 %q<2>;
    ld.param.u64 %d0, [words];
    ld.param.u64 %d1, [torn];
    ld.param.u32 %r2, [stride];
    ld.param.u32 %r3, [rounds];
    mov.u32 %r4, %tid.x;
    mul.wide.u32 %d2, %r4, %r2;
    add.u64 %d0, %d0, %d2;
    mov.u32 %r1, 0;
    mov.u32 %r5, 0;
    mov.u32 %r6, %ctaid.x;
    setp.ne.u32 %p0, %r6, 0;
    @%p0 bra READ;
WRITE:
    add.u32 %r1, %r1, 1;
    {}
    {}
    setp.lt.u32 %p1, %r1, %r3;
    @%p1 bra WRITE;
    ret;
READ:
    add.u32 %r1, %r1, 1;
    {}
    {}
    setp.ne.u32 %p2, %r7, 0;
    @%p2 add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r1, %r3;
    @%p1 bra READ;
    red.global.add.u32 [%d1], %r5;
    ret;
}}
)",
        value, write, read, compare);
}

std::string qualified(const char* text, const char* qualifiers)
{
    return fmt::format(fmt::runtime(text), qualifiers);
}

std::uint32_t torn_words(const std::string& module_text, std::uint32_t stride)
{
    DeviceMemory memory;
    const DeviceAddress words = memory.allocate("words", std::size_t { 32 } * std::max(stride, 16U));
    const DeviceAddress torn = memory.allocate("torn", 4);
    const LaunchOutcome outcome = launch_in(
        memory, parse_text(module_text), "tear", { { 2 }, { 32 } }, Parameters {}.add(words).add(torn).add(stride).add(kRounds));
    EXPECT_FALSE(outcome.trap.has_value()) << fault_of(outcome);
    std::uint32_t result = 0;
    std::memcpy(&result, memory.bytes(torn).data(), sizeof(result));
    return result;
}

TEST(Parallel, AccessesOfUpTo16BytesAreSingle)
{
    for (const Place& place : kPlaces) {
        for (const Form& form : kForms) {
            const std::string text = tearing_module(
                form.value, qualified(form.write, place.qualifiers), qualified(form.read, place.qualifiers), form.compare);
            EXPECT_EQ(torn_words(text, place.stride == 0 ? form.bytes : place.stride), 0U) << form.name << ", " << place.name;
            EXPECT_EQ(torn_words(text, 0), 0U) << form.name << ", " << place.name << ", one address";
        }
    }
}

TEST(Parallel, AtomicOperationsOf16BytesAreSingleForPlainLoads)
{
    constexpr const char* kValue = "cvt.u64.u32 %d10, %r1; mov.b128 %q0, {%d10, %d10};";
    constexpr const char* kCompare = "xor.b64 %d10, %d10, %d11; cvt.u32.u64 %r7, %d10;";
    for (const char* write :
        { "atom.global.exch.b128 %q1, [%d0], %q0;", "ld.global.b128 %q1, [%d0]; atom.global.cas.b128 %q1, [%d0], %q1, %q0;" }) {
        const std::string text = tearing_module(kValue, write, "ld.global.v2.u64 {%d10, %d11}, [%d0];", kCompare);
        EXPECT_EQ(torn_words(text, 16), 0U) << write;
    }
}

TEST(Parallel, MappedMemoryOfTheHostIsAccessedAtOnce)
{
    alignas(16) std::array<std::byte, 512> host {};
    DeviceMemory memory;
    const DeviceAddress words = memory.map("host", host);
    const DeviceAddress torn = memory.allocate("torn", 4);
    const ptx::Module module = parse_text(tearing_module("", "st.volatile.v4.u32 [%d0], {%r1, %r1, %r1, %r1};",
        "ld.volatile.v4.u32 {%r10, %r11, %r12, %r13}, [%d0];", "xor.b32 %r7, %r10, %r13;"));
    const LaunchOutcome outcome = launch_in(
        memory, module, "tear", { { 2 }, { 32 } }, Parameters {}.add(words).add(torn).add(std::uint32_t { 16 }).add(kRounds));
    EXPECT_FALSE(outcome.trap.has_value()) << fault_of(outcome);
    std::uint32_t result = 1;
    std::memcpy(&result, memory.bytes(torn).data(), sizeof(result));
    EXPECT_EQ(result, 0U);
}

// How often both blocks read 0, which the memory model forbids for these kernels.
std::size_t both_read_zero(const std::string& kernel, std::uint32_t repetitions = 10000)
{
    const std::size_t bytes = std::size_t { repetitions } * 32 * 4;
    DeviceMemory memory;
    Parameters parameters;
    for (const char* name : { "x", "y", "f" })
        parameters.add(memory.allocate(name, bytes));
    const DeviceAddress first = memory.allocate("first", bytes);
    const DeviceAddress second = memory.allocate("second", bytes);
    parameters.add(first).add(second).add(memory.allocate("met", 4)).add(repetitions);
    const LaunchOutcome outcome = launch_in(memory, parse_fixture("parallel_order.ptx"), kernel, { { 2 }, { 32 } }, parameters);
    EXPECT_FALSE(outcome.trap.has_value()) << fault_of(outcome);
    std::vector<std::uint32_t> a(bytes / 4);
    std::vector<std::uint32_t> b(bytes / 4);
    std::memcpy(a.data(), memory.bytes(first).data(), bytes);
    std::memcpy(b.data(), memory.bytes(second).data(), bytes);
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        count += a[i] == 0 && b[i] == 0 ? 1U : 0U;
    return count;
}

TEST(Parallel, FencesOrderAStoreAndALaterLoad)
{
    EXPECT_EQ(both_read_zero("store_buffering"), 0U);
    EXPECT_EQ(both_read_zero("store_buffering_membar"), 0U);
}

// Each block waits tens of thousands of times, but never for long: less than a slice of its instructions passes until the other
// one has its turn.
TEST(Parallel, BlocksThatMeetOftenDoNotLookDeadlocked)
{
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_EQ(both_read_zero("store_buffering", 40000), 0U);
}

// The value that the other block's operation replaces is 0, so this operation came first, and with it the store before it.
TEST(Parallel, AtomicOperationsThatChangeNothingOrderAccessesToo)
{
    EXPECT_EQ(both_read_zero("unchanged_by_add"), 0U);
    EXPECT_EQ(both_read_zero("unchanged_by_max"), 0U);
    EXPECT_EQ(both_read_zero("unchanged_by_or"), 0U);
}

} // namespace

} // namespace warpstage::simt

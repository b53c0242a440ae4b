// Output and termination by a kernel: printf, assert, trap, malloc.
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpstage::simt {

namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(Print, WritesBlockByBlockAndLaneByLane)
{
    const LaunchOutcome outcome = launch_plain(parse_fixture("printing.ptx"), "hello", { .grid = { 2 }, .block = { 2 } });
    EXPECT_FALSE(outcome.trap.has_value());
    EXPECT_EQ(outcome.output,
        "block 0 thread 0 says first:  0.00|ff    |a|0|%\n"
        "block 0 thread 1 says next:  0.50|100   |b|-1234567890123|%\n"
        "block 1 thread 0 says first:  0.00|ff    |a|0|%\n"
        "block 1 thread 1 says next:  0.50|100   |b|-1234567890123|%\n");
}

// For arguments of 4 bytes: both halves of 8.
constexpr std::uint64_t twice(std::uint32_t value)
{
    return std::uint64_t { value } << 32U | value;
}

// One printf with up to six arguments of 8 bytes, all `bits`.
std::string printed(const std::string& format, std::uint64_t bits)
{
    std::string bytes;
    for (const char letter : format)
        bytes += std::to_string(static_cast<unsigned char>(letter)) + ", ";
    const std::string text = std::string(kHeader) + ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
        + ".global .b8 text[" + std::to_string(format.size() + 1) + "] = {" + bytes + "0};\n.visible .entry k(.param .u64 bits)"
        + R"({
    .local .align 8 .b8 list[48];
    .reg .b64 %d<5>;
    .reg .b32 %r<2>;
    ld.param.u64 %d1, [bits];
    st.local.v2.u64 [list], {%d1, %d1};
    st.local.v2.u64 [list+16], {%d1, %d1};
    st.local.v2.u64 [list+32], {%d1, %d1};
    mov.u64 %d2, list;
    cvta.local.u64 %d3, %d2;
    mov.u64 %d4, text;
    .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %d4;
    st.param.b64 [a], %d3;
    call.uni (r), vprintf, (f, a);
    ret;
})";
    const LaunchOutcome outcome = launch_plain(parse_text(text), "k", {}, Parameters().add(bits));
    EXPECT_FALSE(outcome.trap.has_value());
    return outcome.output;
}

TEST(Print, SupportsEveryConversionOfC)
{
    const std::uint64_t minus_two = twice(0xffff'fffe);
    EXPECT_EQ(printed("%d %i %u", minus_two), "-2 -2 4294967294");
    EXPECT_EQ(printed("%ld %lld %lu", ~std::uint64_t { 1 }), "-2 -2 18446744073709551614");
    EXPECT_EQ(printed("%hd %hu %hhd %hhu", minus_two), "-2 65534 -2 254");
    EXPECT_EQ(printed("%x %X %o", twice(0xabcdef)), "abcdef ABCDEF 52746757");
    EXPECT_EQ(printed("%d %lx", twice(1)), "1 100000001") << "8 bytes are aligned to 8";
    EXPECT_EQ(printed("%#x|%+d|% d|%05d|%-5d|%5d|", twice(42)), "0x2a|+42| 42|00042|42   |   42|");
    EXPECT_EQ(printed("%c|%3c|%-3c|", twice('q')), "q|  q|q  |");
    EXPECT_EQ(printed("%.3d|%8.3d|", twice(7)), "007|     007|");
    const auto half = std::uint64_t { 0x3fe0000000000000 };
    EXPECT_EQ(printed("%f %.1f %8.2f %e", half), "0.500000 0.5     0.50 5.000000e-01");
    EXPECT_EQ(printed("%g %G %a %.0f", half), "0.5 0.5 0x1p-1 0");
    EXPECT_EQ(printed("%f %g", 0x7ff0000000000000), "inf inf");
    EXPECT_EQ(printed("%p", 0x1234), "0x1234");
    EXPECT_EQ(printed("%p|%12p|", 0), "(nil)|       (nil)|");
    EXPECT_EQ(printed("%*d|%-*d|", twice(5)), "    5|5    |");
    EXPECT_EQ(printed("100%%", 0), "100%");
}

TEST(Print, SurvivesInvalidFormats)
{
    EXPECT_EQ(printed("%", 1), "%");
    EXPECT_EQ(printed("%y %d", 1), "%y 1");
    EXPECT_EQ(printed("%ll", 1), "%ll");
    EXPECT_EQ(printed("%-+ #0", 1), "%-+ #0");
    EXPECT_EQ(printed("%n", 1), "%n");
    EXPECT_EQ(printed("%s", 16), "(invalid address)");
    EXPECT_THAT(printed(std::string("%d%d%d%d%d%d%d%d%d%d%d%d") + std::string(200, 'x') + "%f%f%f%f%f%f%f%f%f%f%f%f%s", twice(1)),
        EndsWith("0.0000000.0000000.0000000.000000(invalid address)"));
    EXPECT_EQ(printed("%99999999999d", 1).size(), 4096U);
    EXPECT_EQ(printed("%.99999999999f", 0).size(), 4098U);
    EXPECT_EQ(printed("%*d|", twice(0x8000'0000)), std::string("-2147483648") + std::string(4096 - 11, ' ') + "|");
}

TEST(Print, KeepsTheFirstMegabyteAndReportsIt)
{
    const std::string text = std::string(kHeader) + ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
        + R"(.global .b8 text[5] = {37, 52, 48, 100, 0};
.visible .entry k()
{
    .local .align 8 .b8 list[8];
    .reg .b64 %d<5>;
    .reg .b32 %r<4>;
    mov.u32 %r1, %ctaid.x;
    st.local.u32 [list], %r1;
    mov.u64 %d2, list;
    cvta.local.u64 %d3, %d2;
    mov.u64 %d4, text;
    .param .b64 f; .param .b64 a; .param .b32 r;
    st.param.b64 [f], %d4;
    st.param.b64 [a], %d3;
    call.uni (r), vprintf, (f, a);
    ret;
})";
    const LaunchOutcome outcome = launch_plain(parse_text(text), "k", { .grid = { 1000 }, .block = { 64 } });
    EXPECT_EQ(outcome.output.substr(0, 40), std::string(39, ' ') + "0");
    EXPECT_EQ(outcome.output.substr(64 * 40, 40), std::string(39, ' ') + "1");
    EXPECT_THAT(outcome.output, EndsWith("\n[output truncated: only the first 1048576 bytes are kept]\n"));
    EXPECT_EQ(outcome.output.find('\n'), 1048576U);
}

TEST(Assert, PrintsTheMessageOfCuda)
{
    const ptx::Module module = parse_fixture("printing.ptx");
    EXPECT_FALSE(launch_plain(module, "asserting", { .block = { 8 } }, Parameters().add(8)).trap.has_value());
    const LaunchOutcome outcome = launch_plain(module, "asserting", { .grid = { 2 }, .block = { 8 } }, Parameters().add(5));
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::assertion_failed);
    EXPECT_EQ(outcome.trap->message,
        "printing.cu:12: void asserting(int): block: [0,0,0], thread: [5,0,0] Assertion `static_cast<int>(threadIdx.x) < n` "
        "failed.");
    EXPECT_EQ(outcome.trap->location.line, 12U);
    // As on an H200, each thread of the warp has its line.
    const std::string& lines = outcome.trap->lines;
    EXPECT_EQ(std::ranges::count(lines, '\n'), 3);
    EXPECT_EQ(lines.find(outcome.trap->message + '\n'), 0U);
    EXPECT_THAT(lines, HasSubstr("\nprinting.cu:12: void asserting(int): block: [0,0,0], thread: [7,0,0] Assertion "));
}

TEST(TrapInstruction, StopsTheLaunch)
{
    const ptx::Module module = parse_fixture("printing.ptx");
    EXPECT_FALSE(launch_plain(module, "trapping", { .block = { 8 } }, Parameters().add(8)).trap.has_value());
    const LaunchOutcome outcome = launch_plain(module, "trapping", { .block = { 8 } }, Parameters().add(3));
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::trap_instruction);
    EXPECT_APPROVED(outcome.trap->message);
}

TEST(Heap, AllocatesDeviceMemory)
{
    const Launched launched = launch(parse_fixture("printing.ptx"), "allocating", { .block = { 64 } }, 64);
    EXPECT_FALSE(launched.outcome.trap.has_value());
    for (std::int32_t i = 0; i < 64; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], 4 * i);
}

TEST(Heap, AllocationsDoNotOverlapAndAreReused)
{
    DeviceMemory memory;
    DeviceHeap heap;
    EXPECT_EQ(heap.allocate(16), 0U) << "not prepared";
    heap.prepare(memory, DeviceHeap::Tracking::off);
    const DeviceAddress first = heap.allocate(1);
    const DeviceAddress second = heap.allocate(100);
    EXPECT_GE(second, first + 16);
    EXPECT_EQ(heap.allocate(DeviceHeap::kBytes), 0U);
    EXPECT_EQ(heap.allocate(~std::uint64_t { 0 }), 0U);
    EXPECT_TRUE(heap.free(first));
    EXPECT_FALSE(heap.free(first));
    EXPECT_FALSE(heap.free(second + 16));
    EXPECT_TRUE(heap.free(0));
    EXPECT_TRUE(heap.free(second));
    EXPECT_EQ(heap.allocate(DeviceHeap::kBytes), first) << "freed parts are merged again";
    heap.release(memory);
    EXPECT_EQ(heap.allocate(16), 0U);
}

TEST(Heap, FreeOfAnInvalidPointerIsAFault)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.extern .func free (.param .b64 p);
.visible .entry k()
{
    .param .b64 p;
    st.param.b64 [p], 4096;
    call free, (p);
    ret;
})");
    const LaunchOutcome outcome = launch_plain(module, "k", {});
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::out_of_bounds) << "an H200 reads in front of the memory";
    EXPECT_APPROVED(outcome.trap->message);
}

TEST(Clock, NeverDecreases)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<9>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %clock;
    mov.u64 %d2, %clock64;
    mov.u64 %d3, %globaltimer;
    mov.u32 %r4, %clock_hi;
    nanosleep.u32 100;
    pmevent 3;
    cvt.u32.u64 %r2, %d2;
    cvt.u32.u64 %r3, %d3;
    st.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};
    ret;
})");
    const Launched launched = launch(module, "k", {}, 4);
    EXPECT_FALSE(launched.outcome.trap.has_value());
    EXPECT_EQ(launched.out, (std::vector<std::int32_t> { 2, 3, 4, 0 }));
}

TEST(Clock, AdvancesByTheTimeOfASleep)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<9>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [out];
    mov.u64 %d2, %clock64;
    nanosleep.u32 1000;
    mov.u64 %d3, %clock64;
    nanosleep.u32 0;
    mov.u64 %d4, %clock64;
    nanosleep.u32 4000000000;
    mov.u64 %d5, %clock64;
    sub.u64 %d3, %d3, %d2;
    sub.u64 %d4, %d4, %d2;
    sub.u64 %d5, %d5, %d2;
    cvt.u32.u64 %r1, %d3;
    cvt.u32.u64 %r2, %d4;
    cvt.u32.u64 %r3, %d5;
    mov.u32 %r4, 0;
    st.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};
    ret;
})");
    const Launched launched = launch(module, "k", {}, 4);
    EXPECT_FALSE(launched.outcome.trap.has_value());
    EXPECT_EQ(launched.out[0], 1001);
    EXPECT_EQ(launched.out[1], 1003);
    EXPECT_EQ(launched.out[2], 1001004) << "at most a millisecond";
}

TEST(Breakpoint, IsAFaultWithoutADebugger)
{
    const LaunchOutcome outcome = launch_plain(parse_text(kernel_text("brkpt;")), "k", {});
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::trap_instruction);
    EXPECT_APPROVED(outcome.trap->message);
}

} // namespace

} // namespace warpstage::simt

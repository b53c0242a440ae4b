// Functions that are not inlined: arguments, results, recursion, pointers, faults.
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

// In lock step and with the independent schedule: results and faults must be the same.
Launched launch_both(const ptx::Module& module, const std::string& kernel, const LaunchShape& shape, std::size_t count,
    const Parameters& behind = {}, RunOptions options = {})
{
    Launched in_step = launch(module, kernel, shape, count, behind, options);
    for (const std::uint64_t seed : { 1U, 2U, 3U }) {
        options.scheduling = { Scheduling::Policy::independent, seed };
        const Launched drifting = launch(module, kernel, shape, count, behind, options);
        EXPECT_EQ(drifting.outcome.trap.has_value(), in_step.outcome.trap.has_value())
            << kernel << ", seed " << seed << ": " << fault_of(drifting.outcome);
        if (!in_step.outcome.trap) {
            EXPECT_EQ(drifting.out, in_step.out) << kernel << ", seed " << seed;
        } else if (drifting.outcome.trap) {
            EXPECT_EQ(drifting.outcome.trap->kind, in_step.outcome.trap->kind);
        }
    }
    return in_step;
}

TEST(Call, GivesEachWarpWidthTheSameResults)
{
    const ptx::Module module = parse_fixture("call_recursion.ptx");
    std::vector<std::int32_t> expected;
    for (std::int32_t i = 0; i < 70; ++i) {
        std::array<std::int32_t, 2> pair { 0, 1 };
        for (std::int32_t k = 0; k < i % 16; ++k)
            pair = { pair[1], pair[0] + pair[1] };
        expected.push_back(pair[0]);
    }
    for (const std::uint32_t width : { 2U, 8U, 32U }) {
        const Launched launched = launch_both(module, "fibonacci_numbers", { .block = { 70 }, .warp_width = width }, 70);
        EXPECT_EQ(fault_of(launched.outcome), "no trap");
        EXPECT_EQ(launched.out, expected) << "width " << width;
    }
}

std::int32_t ackermann(std::int32_t m, std::int32_t n)
{
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

TEST(Call, NestsToADepthThatDiffersFromLaneToLane)
{
    const Launched launched = launch_both(parse_fixture("call_recursion.ptx"), "ackermann_numbers", { .block = { 64 } }, 64);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 64; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], ackermann(i % 3, i / 8)) << i;
}

TEST(Call, SortsAnArrayOfTheCaller)
{
    const Launched launched = launch_both(parse_fixture("call_recursion.ptx"), "sorted_numbers", { .block = { 48 } }, 48 * 16);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::uint32_t thread = 0; thread < 48; ++thread) {
        std::vector<std::int32_t> values;
        std::uint32_t x = thread * 2654435761U + 12345U;
        for (int i = 0; i < 16; ++i) {
            x = x * 1664525U + 1013904223U;
            values.push_back(static_cast<std::int32_t>(x >> 24U));
        }
        std::sort(values.begin(), values.end());
        for (std::size_t i = 0; i < 16; ++i)
            EXPECT_EQ(launched.out[thread * 16 + i], values[i]) << "thread " << thread;
    }
}

TEST(Call, ThroughPointersThatDifferFromLaneToLane)
{
    const ptx::Module module = parse_fixture("call_pointers.ptx");
    const Launched tables = launch_both(module, "table_calls", { .block = { 40 } }, 40);
    EXPECT_EQ(fault_of(tables.outcome), "no trap");
    const auto apply = [](std::int32_t which, std::int32_t a, std::int32_t b) {
        return which == 0 ? a + b : which == 1 ? a - b : a * b;
    };
    for (std::int32_t i = 0; i < 40; ++i) {
        std::int32_t result = apply(i % 3, i, 7);
        if (i % 2 == 0)
            result = apply((i + 2) % 3, result, i);
        EXPECT_EQ(tables.out[static_cast<std::size_t>(i)], result) << i;
    }

    const Launched shapes = launch_both(module, "virtual_calls", { .block = { 40 } }, 40);
    EXPECT_EQ(fault_of(shapes.outcome), "no trap");
    for (std::int32_t i = 0; i < 40; ++i)
        EXPECT_EQ(shapes.out[static_cast<std::size_t>(i)], i % 3 == 0 ? i * i * 2 : 100 + i + 2) << i;
}

TEST(Call, ThroughANullPointerIsAFault)
{
    const ptx::Module module = parse_fixture("call_pointers.ptx");
    DeviceMemory memory;
    const DeviceAddress out = memory.allocate("out", 128);
    const DeviceAddress table = memory.allocate("table", 8);
    const Result<Program> program = Program::lower(module, *module.find("unset_pointer"));
    ASSERT_TRUE(program.ok()) << program.error().message;
    const Result<LaunchOutcome> outcome = run(*program, memory, { .block = { 32 } }, Parameters().add(out).add(table).bytes());
    ASSERT_TRUE(outcome.ok());
    EXPECT_APPROVED(fault_of(*outcome));
    EXPECT_EQ(outcome->trap->kind, TrapKind::invalid_call);
}

TEST(Call, OfAKernelThroughItsAddressIsAFault)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k()
{
    .reg .b64 %d<3>;
    mov.u64 %d1, k;
P:  .callprototype _ ();
    call %d1, (), P;
    ret;
})");
    EXPECT_APPROVED(fault_of(launch_plain(module, "k", {})));
}

// stackrestore takes any number; the next call must notice.
TEST(Call, WithAnInvalidStackPointerOverflows)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.func f() { ret; }
.visible .entry k()
{
    .reg .b64 %d<3>;
    mov.u64 %d1, 18446744073709551612;
    stackrestore.u64 %d1;
    call f;
    ret;
})");
    EXPECT_APPROVED(fault_of(launch_plain(module, "k", {})));
}

TEST(Call, ThatNeverEndsOverflowsTheStack)
{
    const ptx::Module module = parse_fixture("printing.ptx");
    const Launched launched = launch_both(module, "overflowing", { .block = { 32 } }, 32);
    EXPECT_APPROVED(fault_of(launched.outcome));
    EXPECT_APPROVED(fault_of(launched.outcome));
    EXPECT_EQ(launched.outcome.trap->kind, TrapKind::stack_overflow);
    RunOptions options;
    options.limits.stack_bytes = 1024;
    const Launched small = launch_both(module, "overflowing", { .block = { 32 } }, 32, {}, options);
    EXPECT_APPROVED(fault_of(small.outcome));
}

// Lanes 0 to 15 exit within the function, the others return from it.
TEST(Call, MayEndTheThread)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.func (.param .b32 result) f(.param .b32 x)
{
    .reg .b32 %r<4>;
    .reg .pred %p<2>;
    ld.param.u32 %r1, [x];
    setp.lt.u32 %p1, %r1, 16;
    @%p1 exit;
    add.u32 %r2, %r1, 1000;
    st.param.b32 [result], %r2;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), f, (a); ld.param.b32 %r2, [b]; }
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r2;
    ret;
})");
    const Launched launched = launch_both(module, "k", { .block = { 40 } }, 40);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 40; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], i < 16 ? 0 : 1000 + i) << i;

    const Launched nobody_returns = launch_both(module, "k", { .block = { 16 } }, 16);
    EXPECT_EQ(fault_of(nobody_returns.outcome), "no trap");
    EXPECT_EQ(nobody_returns.out[3], 0);
}

// Only some lanes call; within the function they part once more, and one of them calls again.
TEST(Call, ByPartOfAWarpDoesNotAffectTheOthers)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.func (.param .b32 result) f(.param .b32 x)
{
    .reg .b32 %r<5>;
    .reg .pred %p<3>;
    ld.param.u32 %r1, [x];
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, 0;
    @%p1 bra DONE;
    sub.u32 %r3, %r1, 1;
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r3; call (b), f, (a); ld.param.b32 %r2, [b]; }
    add.u32 %r2, %r2, %r1;
DONE:
    st.param.b32 [result], %r2;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<4>;
    .reg .pred %p<2>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p1, %r3, 1;
    mov.u32 %r2, 7;
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    @%p1 call (b), f, (a);
    ld.param.b32 %r4, [b];
    @%p1 mov.u32 %r2, %r4;
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r2;
    ret;
})");
    const Launched launched = launch_both(module, "k", { .block = { 32 } }, 32);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 32; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], i % 2 == 0 ? 7 : i * (i + 1) / 2) << i;
}

TEST(Call, OfAFunctionWithoutABodyIsRefusedByItsName)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.extern .func library_function (.param .b32 x);
.visible .entry k()
{
    .param .b32 a;
    call library_function, (a);
    ret;
})");
    EXPECT_APPROVED(lowering_refusal(module, "k"));
}

TEST(Call, WithOtherValuesThanTheFunctionHasIsRefused)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.func f(.param .b32 x) { ret; }
.func g(.reg .b32 x) { ret; }
.visible .entry k() { .param .b64 a; call f, (a); ret; }
.visible .entry no_arguments() { call f; ret; }
.visible .entry registers() { .reg .b32 r; call g, (r); ret; }
.visible .entry kernel_call() { call k; ret; })");
    EXPECT_APPROVED(lowering_refusal(module, "k"));
    EXPECT_APPROVED(lowering_refusal(module, "no_arguments"));
    EXPECT_APPROVED(lowering_refusal(module, "registers"));
    EXPECT_APPROVED(lowering_refusal(module, "kernel_call"));
}

// A function that only a pointer could reach does not prevent the kernel from running; calling it is a fault.
TEST(Call, ThroughAPointerToAnUnsupportedFunction)
{
    const std::string text = std::string(kHeader) + R"(
.func fine() { ret; }
.func strange() { .reg .b8 r; .reg .f32 f; cvt.rn.satfinite.relu.e2m1x2.f32 r, f, f; ret; }
.global .u64 table[2] = {fine, strange};
.visible .entry k(.param .u32 which)
{
    .reg .b32 %r<3>;
    .reg .b64 %d<4>;
    ld.param.u32 %r1, [which];
    mov.u64 %d1, table;
    mul.wide.u32 %d2, %r1, 8;
    add.u64 %d1, %d1, %d2;
    ld.global.u64 %d3, [%d1];
P:  .callprototype _ ();
    call %d3, (), P;
    ret;
})";
    const ptx::Module module = parse_text(text);
    EXPECT_EQ(fault_of(launch_plain(module, "k", {}, Parameters().add(0))), "no trap");
    EXPECT_APPROVED(fault_of(launch_plain(module, "k", {}, Parameters().add(1))));
}

// 2^40 calls without a single backward branch.
TEST(Call, EndlessTreesOfCallsEndWithTheBudget)
{
    std::string text = std::string(kHeader) + ".func f0() { ret; }\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string callee = "f" + std::to_string(i - 1);
        text += ".func f" + std::to_string(i) + "() { call " + callee + "; call " + callee + "; ret; }\n";
    }
    const ptx::Module module = parse_text(text + ".visible .entry k() { call f40; ret; }");
    RunOptions options;
    options.instruction_budget = 100000;
    const LaunchOutcome outcome = launch_plain(module, "k", {}, {}, options);
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::budget_exhausted);
}

TEST(Call, OfItselfWithoutEndOverflowsTheStack)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.func f() { call f; ret; }
.func big() { .local .b8 a[1099511627776]; call big; ret; }
.visible .entry k() { call f; ret; }
.visible .entry b() { call big; ret; })");
    EXPECT_APPROVED(fault_of(launch_plain(module, "k", { .block = { 1024 } })));
    EXPECT_APPROVED(fault_of(launch_plain(module, "b", {})));
}

constexpr const char* kJumpTable = R"(
.visible .entry k(.param .u64 out, .param .u32 scale)
{
    .reg .b32 %r<8>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    ld.param.u32 %r5, [scale];
    mov.u32 %r1, %tid.x;
    mul.lo.u32 %r2, %r1, %r5;
    and.b32 %r2, %r2, 7;
TABLE: .branchtargets A, B, A, C, END;
    mov.u32 %r3, 0;
    brx.idx %r2, TABLE;
A:  mov.u32 %r3, 10;
    bra.uni END;
B:  mov.u32 %r3, 20;
C:  add.u32 %r3, %r3, 1;
END:
    add.u32 %r3, %r3, %r1;
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r3;
    ret;
})";

TEST(JumpTable, SendsEachLaneToItsLabel)
{
    const ptx::Module module = parse_text(kHeader + std::string(kJumpTable));
    const Launched all = launch_both(module, "k", { .block = { 5 } }, 5, Parameters().add(1));
    EXPECT_EQ(fault_of(all.outcome), "no trap");
    EXPECT_EQ(all.out, (std::vector<std::int32_t> { 10, 22, 12, 4, 4 }));
    const Launched same = launch_both(module, "k", { .block = { 32 } }, 32, Parameters().add(8));
    EXPECT_EQ(fault_of(same.outcome), "no trap");
    EXPECT_EQ(same.out[31], 41);
    // The last instructions run once for all lanes, which have reconverged.
    EXPECT_EQ(same.outcome.warp_instructions, 14U);
    EXPECT_APPROVED(fault_of(launch_both(module, "k", { .block = { 32 } }, 32, Parameters().add(1)).outcome));
}

TEST(JumpTable, ReconvergesAfterTheCases)
{
    const ptx::Module module = parse_text(kHeader + std::string(kJumpTable));
    const Launched all = launch_both(module, "k", { .block = { 5 } }, 5, Parameters().add(1));
    // 6 before the branch, one branch for each of the four labels, A with its branch 2, B 1, C once for B's lane and once for
    // lane 3, the last 5 together.
    EXPECT_EQ(all.outcome.warp_instructions, 6U + 4U + 2U + 1U + 2U + 5U);
}

TEST(Alloca, GivesEachThreadPiecesOfItsStack)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.func (.param .b32 sum) fill(.param .b64 place, .param .b32 count)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<4>;
    .reg .pred %p<2>;
    ld.param.u64 %d1, [place];
    ld.param.u32 %r1, [count];
    mov.u32 %r2, 0;
    mov.u32 %r3, 0;
LOOP:
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra DONE;
    st.u32 [%d1], %r2;
    ld.u32 %r4, [%d1];
    add.u32 %r3, %r3, %r4;
    add.u64 %d1, %d1, 4;
    add.u32 %r2, %r2, 1;
    bra LOOP;
DONE:
    st.param.b32 [sum], %r3;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<9>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    stacksave.u64 %d6;
    mul.wide.u32 %d2, %r1, 4;
    alloca.u64 %d3, %d2, 16;
    cvta.local.u64 %d4, %d3;
    { .param .b64 p; .param .b32 n; .param .b32 s;
      st.param.b64 [p], %d4; st.param.b32 [n], %r1; call (s), fill, (p, n); ld.param.b32 %r2, [s]; }
    stackrestore.u64 %d6;
    stacksave.u64 %d7;
    sub.u64 %d7, %d7, %d6;
    cvt.u32.u64 %r3, %d7;
    add.u32 %r2, %r2, %r3;
    add.u64 %d5, %d1, %d2;
    st.global.u32 [%d5], %r2;
    ret;
}
.visible .entry too_much()
{
    .reg .b64 %d<4>;
    mov.u64 %d1, 18446744073709551615;
    alloca.u64 %d2, %d1;
    ret;
})");
    const Launched launched = launch_both(module, "k", { .block = { 32 } }, 32);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 32; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], i * (i - 1) / 2) << i;
    EXPECT_APPROVED(fault_of(launch_plain(module, "too_much", {})));
}

// Two warps wait for each other within a function.
TEST(Call, MayWaitAtABarrier)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.shared .align 4 .b8 tile[256];
.func (.param .b32 result) neighbor(.param .b32 x)
{
    .reg .b32 %r<7>;
    ld.param.u32 %r1, [x];
    mov.u32 %r2, tile;
    shl.b32 %r3, %r1, 2;
    add.u32 %r4, %r2, %r3;
    st.shared.u32 [%r4], %r1;
    bar.sync 0;
    xor.b32 %r5, %r3, 252;
    add.u32 %r4, %r2, %r5;
    ld.shared.u32 %r6, [%r4];
    st.param.b32 [result], %r6;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    ld.param.u64 %d1, [out];
    mov.u32 %r1, %tid.x;
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call.uni (b), neighbor, (a); ld.param.b32 %r2, [b]; }
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r2;
    ret;
})");
    const Launched launched = launch_both(module, "k", { .block = { 64 } }, 64);
    EXPECT_EQ(fault_of(launched.outcome), "no trap");
    for (std::int32_t i = 0; i < 64; ++i)
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], 63 - i) << i;
}

} // namespace

} // namespace warpstage::simt

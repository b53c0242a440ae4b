#include "core/memory_model/litmus_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::memory_model {
namespace {

constexpr std::string_view kHead = "PTX t\n{ x=0; P0:r1=7; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n";

// One instruction of P0, and a condition.
Result<LitmusTest> with_instruction(const std::string& instruction)
{
    return parse_litmus(std::string { kHead } + " " + instruction + " | ;\nexists (x == 0)");
}

TEST(LitmusParser, NamesThreadsAndInitialValues)
{
    const auto test = with_instruction("ld.acquire.gpu r1, x");
    ASSERT_TRUE(test) << test.error().message;
    EXPECT_EQ(test->name, "t");
    ASSERT_EQ(test->threads.size(), 2U);
    EXPECT_EQ(test->threads[1].cta, 1U);
    EXPECT_EQ(test->threads[0].initial, std::vector<std::int64_t> { 7 });
    const auto& load = std::get<Load>(test->threads[0].instructions[0]);
    EXPECT_EQ(load.order, Order::acquire);
    EXPECT_EQ(load.scope, Scope::gpu);
}

TEST(LitmusParser, EveryKindOfInstruction)
{
    for (const char* instruction : { "ld.weak r0, x", "ld.relaxed.sys r0, x", "tld.weak r0, x", "suld.weak r0, x",
             "cold.weak r0, x", "st.weak x, 1", "st.release.cta x, r1", "sust.weak x, 2", "atom.acq_rel.gpu.add r0, x, 1",
             "atom.relaxed.gpu.exch r0, x, 1", "atom.acquire.gpu.cas r0, x, 0, 1", "red.relaxed.gpu.add x, 1", "fence.sc.gpu",
             "fence.acq_rel.cta", "fence.proxy.alias", "fence.proxy.surface", "bar.cta.sync 0", "bar.cta.arrive 0, 1",
             "bar.cta.sync 0, r1, 2", "ld r0, 3", "add r0, r1, -1" })
        EXPECT_TRUE(with_instruction(instruction)) << instruction;
}

TEST(LitmusParser, WhatPtxDoesNotHaveIsRefusedWithItsLine)
{
    for (const char* instruction : { "ld.release.gpu r0, x", "st.acquire.gpu x, 1", "ld.weak.gpu r0, x", "ld.relaxed r0, x",
             "ld.relaxed.block r0, x", "fence.relaxed.gpu", "fence.proxy.async", "atom.sc.gpu.add r0, x, 1",
             "atom.relaxed.gpu.max r0, x, 1", "red.relaxed.gpu.cas x, 0, 1", "bar.gpu.sync 0", "bar.cta.sync", "ld.weak r0",
             "mov r0, 1", "goto LC9", "st.weak r0, 1", "ld.weak x, x", "st.weak x, y z" }) {
        const auto test = with_instruction(instruction);
        ASSERT_FALSE(test) << instruction;
        EXPECT_THAT(test.error().message, ::testing::StartsWith("Line 4: ")) << instruction;
    }
}

TEST(LitmusParser, IncompleteTestsAreRefused)
{
    const std::string whole = std::string { kHead } + " st.weak x, 1 | ;\nexists (x == 0)";
    for (std::size_t length = 0; length + 1 < whole.size(); ++length)
        EXPECT_FALSE(parse_litmus(std::string_view { whole }.substr(0, length))) << length;
    EXPECT_TRUE(parse_litmus(whole));
}

TEST(LitmusParser, ConditionsWithAllOperators)
{
    for (const char* condition : { "exists (x == 0)", "~exists (x = 0)", "not exists (x != 0)", "forall (x < 1 \\/ P0:r1 >= 2)",
             "exists (~(x == 0) /\\ (P0: r1 == P1:r2 || x <= 3))" })
        EXPECT_TRUE(parse_litmus(std::string { kHead } + " st.weak x, 1 | ;\n" + condition)) << condition;
    const std::string deep = "exists " + std::string(100'000, '(') + "x == 0" + std::string(100'000, ')');
    EXPECT_FALSE(parse_litmus(std::string { kHead } + " st.weak x, 1 | ;\n" + deep));
    EXPECT_FALSE(parse_litmus(std::string { kHead } + " st.weak x, 1 | ;\nexists (P7:r1 == 0)"));
}

} // namespace
} // namespace warpstage::memory_model

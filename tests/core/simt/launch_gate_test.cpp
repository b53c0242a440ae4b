#include "core/simt/machine.h"
#include "core/simt/run/launch_gate.h"
#include "fixture.h"
#include "launch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace warpstage::simt {

namespace {

TEST(LaunchGate, StopsWorkersUntilTheyMayGoOnAndLetsThemRunBetweenTwoStops)
{
    LaunchGate gate;
    std::atomic<bool> ends = false;
    std::atomic<int> inside = 0;
    std::atomic<int> passes = 0;
    std::vector<std::jthread> workers;
    for (int i = 0; i < 3; ++i)
        workers.emplace_back([&] {
            const GateUse use(&gate);
            while (!ends) {
                ++inside;
                --inside;
                ++passes;
                gate.pass();
            }
        });
    for (int i = 0; i < 100; ++i) {
        gate.stop();
        EXPECT_EQ(inside, 0);
        const int before = passes;
        std::this_thread::yield();
        EXPECT_EQ(passes, before);
        gate.go_on();
    }
    ends = true;
}

// Waits until the word at its address is not 0, and stores 7 behind it.
constexpr const char* kWait = ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<3>;\n.reg .b64 %d<2>;\n"
                              "ld.param.u64 %d1, [p];\n"
                              "$again:\nld.volatile.global.u32 %r1, [%d1];\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra $again;\n"
                              "mov.u32 %r2, 7;\nst.global.u32 [%d1+4], %r2;\nret;\n}\n";

// Adds 1 to a word of a buffer until another word is not 0.
constexpr const char* kCount = ".visible .entry k(.param .u64 p, .param .u64 q)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<3>;\n"
                               ".reg .b64 %d<4>;\nld.param.u64 %d1, [p];\nld.param.u64 %d2, [q];\nmov.u32 %r2, %tid.x;\n"
                               "mad.wide.u32 %d2, %r2, 4, %d2;\n$again:\nld.global.u32 %r2, [%d2];\nadd.u32 %r2, %r2, 1;\n"
                               "st.global.u32 [%d2], %r2;\nld.volatile.global.u32 %r1, [%d1];\nsetp.eq.s32 %p1, %r1, 0;\n"
                               "@%p1 bra $again;\nret;\n}\n";

// A program may free a buffer and allocate others while its kernel runs.
TEST(LaunchGate, BuffersStayUntilTheLaunchEnds)
{
    const ptx::Module module = parse_text(std::string { kHeader } + kCount);
    const Result<Program> program = Program::lower(module, *module.find("k"));
    ASSERT_TRUE(program.ok());
    DeviceMemory memory;
    LaunchGate gate;
    gate.set_host_may_write(true);
    RunOptions options;
    options.gate = &gate;
    const DeviceAddress word = memory.allocate("word", 4);
    const DeviceAddress counts = memory.allocate("counts", std::size_t { 1 } << 22U);
    const std::byte* const first = memory.bytes(counts).data();
    const auto write_word = [&](std::uint32_t value) {
        std::memcpy(memory.bytes(word).data(), &value, sizeof(value));
    };
    std::jthread host([&] {
        const auto wait = [] {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        };
        while (*reinterpret_cast<const volatile std::uint32_t*>(first) == 0)
            wait();
        gate.stop();
        memory.release(counts);
        for (int i = 0; i < 100; ++i)
            static_cast<void>(memory.allocate("other", std::size_t { 1 } << 16U));
        gate.go_on();
        wait();
        gate.stop();
        write_word(1);
        gate.go_on();
    });
    const auto outcome =
        run(*program, memory, { .grid = { 1 }, .block = { 64 } }, Parameters().add(word).add(counts).bytes(), options);
    host.join();
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(fault_of(*outcome), "no trap");
}

class BesideTheHost : public ::testing::TestWithParam<std::uint32_t> { // blocks
protected:
    BesideTheHost()
        : m_module(parse_text(std::string { kHeader } + kWait))
        , m_program(Program::lower(m_module, *m_module.find("k")))
        , m_word(memory.allocate("word", 8))
    {
        options.gate = &gate;
    }

    LaunchOutcome run_kernel()
    {
        auto outcome =
            run(*m_program, memory, { .grid = { GetParam() }, .block = { 64 } }, Parameters().add(m_word).bytes(), options);
        EXPECT_TRUE(outcome.ok());
        return *std::move(outcome);
    }
    std::atomic_ref<std::uint32_t> word(std::size_t index)
    {
        return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(memory.bytes(m_word).data() + 4 * index));
    }

    DeviceMemory memory;
    LaunchGate gate;
    RunOptions options;

private:
    ptx::Module m_module;
    Result<Program> m_program;
    DeviceAddress m_word;
};

TEST_P(BesideTheHost, WaitsAsLongAsTheHostMayWrite)
{
    gate.set_host_may_write(true);
    LaunchOutcome outcome;
    std::jthread launch([&] { outcome = run_kernel(); });
    // Longer than the wait after which a block is stuck; meanwhile the host changes its memory.
    for (int i = 0; i < 40; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
        gate.stop();
        static_cast<void>(memory.allocate("another", 64));
        gate.go_on();
    }
    word(0) = 1;
    launch.join();
    EXPECT_FALSE(outcome.trap.has_value());
    EXPECT_EQ(word(1), 7U);
}

TEST_P(BesideTheHost, WaitsInVainWhenTheHostWaitsForIt)
{
    const LaunchOutcome outcome = run_kernel();
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::deadlock);
}

INSTANTIATE_TEST_SUITE_P(LaunchGate, BesideTheHost, ::testing::Values(1U, 40U));

} // namespace

} // namespace warpstage::simt

// Effects of a fault on a process on a real GPU. A separate program, run after all other tests: on an H200 (driver 580.159) later
// processes that draw with OpenGL and compute with CUDA at once hang once any process has had a memory fault (Xid 31, then Xid
// 109 "CTX SWITCH TIMEOUT"), until the driver is loaded again.
#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace warpstage::engine::test {

namespace {

std::shared_ptr<const problem::Plan> faulty_plan()
{
    return plan_of(
        { buffer_of("x", { 1.0F }) }, { problem::KernelLaunch { "fault", {}, {}, 0, { problem::BufferArgument { 0 } } } });
}

// Exits with status 0 if every call after the fault reports it, and prints the message on stderr.
[[noreturn]] void fault_in_this_process()
{
    {
        auto engine = engine_under_test();
        if (!engine || !(*engine)->load(steps_lesson()) || !(*engine)->adopt(faulty_plan(), Contents::initial)
            || !(*engine)->start())
            std::exit(10);
        const auto outcome = (*engine)->wait();
        if (outcome.ok())
            std::exit(11);
        const auto& sentence = outcome.error().message;
        std::fprintf(stderr, "%s\n", sentence.c_str());
        std::array<std::byte, sizeof(float)> bytes {};
        if ((*engine)->start().error().message != sentence || (*engine)->poll().error().message != sentence
            || (*engine)->read(0, bytes).error().message != sentence
            || (*engine)->adopt(faulty_plan(), Contents::keep).error().message != sentence)
            std::exit(12);
    }
    std::exit(0);
}

} // namespace

// In a separate process, which is unusable after the fault: a threadsafe death test starts the program again.
TEST(GpuFaultDeathTest, AFaultEndsGpuWorkForTheProcess)
{
    if (const auto reason = why_not())
        GTEST_SKIP() << *reason;
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(fault_in_this_process(), testing::ExitedWithCode(0),
        "CUDA_ERROR_ILLEGAL_ADDRESS.*After this fault the process cannot use the GPU any more");
}

} // namespace warpstage::engine::test

// A recorded block of two warps whose kernel has this body.
#pragma once

#include "core/analysis/block/pipeline_history.h"
#include "core/ptx/parser.h"
#include "core/simt/machine.h"
#include "core/trace/recorder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

namespace warpstage::analysis {

// Warp 0 waits for the arrivals of warp 1.
inline constexpr const char* kOneWait = R"(
    @%p1 bra L1;
    mbarrier.init.shared.b64 [%r2], 32;
L1: bar.sync 0;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra L3;
L2: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra L2;
    bra L4;
L3: mbarrier.arrive.shared.b64 _, [%r2];
L4: )";

// The registers and arrays that bodies use; %p1: not the first thread.
inline std::string kernel_of(const std::string& body)
{
    return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry pipe(.param .u64 in)
{
    .reg .pred %p<3>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    .shared .align 128 .b8 stage[256];
    .shared .align 8 .b8 full[16];
    ld.param.u64 %rd1, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, full;
    mov.u32 %r3, stage;
    setp.ne.u32 %p1, %r1, 0;
)" + body
        + "\nret;\n}\n";
}

struct PipelineRun {
    explicit PipelineRun(const std::string& body)
        : module(ptx::parse(kernel_of(body), "pipe.ptx"))
    {
        EXPECT_TRUE(module) << (module ? "" : module.error().message);
        const auto program = simt::Program::lower(*module, module->functions.front());
        EXPECT_TRUE(program) << (program ? "" : program.error().message);
        listing = program->listing();
        simt::DeviceMemory memory;
        const simt::DeviceAddress address = memory.allocate("in", 1024);
        std::array<std::byte, 8> parameters {};
        std::memcpy(parameters.data(), &address, sizeof(parameters));
        trace::Recorder recorder(static_cast<std::uint32_t>(listing.size()), 32, 2);
        const auto outcome = simt::run(*program, memory, { .grid = { 1, 1, 1 }, .block = { 64, 1, 1 } }, parameters,
            { .blocks = simt::Blocks::only_observed, .observer = &recorder });
        EXPECT_TRUE(outcome && !outcome->trap) << (outcome && outcome->trap ? outcome->trap->message : "");
        trace = recorder.take_trace();
        const std::array buffers { NamedMemory { "in", address, 1024 } };
        history = pipeline_history(trace, listing, *module, buffers);
    }

    Result<ptx::Module> module;
    ptx::Listing listing;
    trace::Trace trace;
    PipelineHistory history;
};

} // namespace warpstage::analysis

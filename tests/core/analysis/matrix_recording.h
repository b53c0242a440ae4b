// A recorded warp that multiplies two matrices: loads A into shared memory, reads its fragments with ldmatrix, multiplies it by
// ones and stores the sums.
#pragma once

#include "core/analysis/recording/recording.h"
#include "core/ptx/parser.h"
#include "core/simt/machine.h"
#include "core/simt/program.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::analysis::testing {

// Element (i,j) of A, 16 x 16 of f16, is 16 i + j.
inline constexpr const char* kProductKernel = R"(.version 7.8
.target sm_90
.address_size 64
.visible .entry product(.param .u64 in, .param .u64 out)
{
    .shared .align 16 .b8 tile[512];
    .reg .b32 %lane, %at, %row, %half, %r<4>, %a<4>, %b<2>;
    .reg .f32 %d<4>;
    .reg .b64 %p<4>;
    mov.u32 %lane, %tid.x;
    ld.param.u64 %p0, [in];
    mul.wide.u32 %p1, %lane, 16;
    add.u64 %p0, %p0, %p1;
    ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%p0];
    mov.u32 %at, tile;
    mad.lo.u32 %at, %lane, 16, %at;
    st.shared.v4.b32 [%at], {%r0, %r1, %r2, %r3};
    bar.sync 0;
    mov.u32 %at, tile;
    and.b32 %row, %lane, 15;
    shr.u32 %half, %lane, 4;
    mad.lo.u32 %at, %row, 32, %at;
    mad.lo.u32 %at, %half, 16, %at;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%a0, %a1, %a2, %a3}, [%at];
    mov.b32 %b0, 0x3c003c00;
    mov.b32 %b1, 0x3c003c00;
    mov.f32 %d0, 0f00000000;
    mov.f32 %d1, 0f00000000;
    mov.f32 %d2, 0f00000000;
    mov.f32 %d3, 0f00000000;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%d0, %d1, %d2, %d3};
    ld.param.u64 %p2, [out];
    mul.wide.u32 %p3, %lane, 8;
    add.u64 %p2, %p2, %p3;
    st.global.v2.f32 [%p2], {%d0, %d1};
    st.global.v2.f32 [%p2+256], {%d2, %d3};
    ret;
}
)";

struct RecordedProduct {
    std::shared_ptr<const ptx::Module> module; // the recording points into it
    std::shared_ptr<Recording> recording;
    std::uint64_t in = 0; // addresses
    std::uint64_t out = 0;
};

// `limits`: of the recorder.
inline RecordedProduct recorded_product(const trace::RecorderLimits& limits = {})
{
    RecordedProduct result;
    auto module = ptx::parse(kProductKernel, "product.ptx");
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
    result.module = std::make_shared<const ptx::Module>(std::move(*module));
    const ptx::Function& kernel = *result.module->find("product");
    const auto program = simt::Program::lower(*result.module, kernel);
    EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().message);
    simt::DeviceMemory memory;
    result.in = memory.allocate("in", 512);
    result.out = memory.allocate("out", 512);
    for (std::uint32_t i = 0; i < 256; ++i) { // whole numbers below 256 are exact in f16
        std::uint32_t exponent = 0;
        while (i >> (exponent + 1) != 0)
            ++exponent;
        const auto bits = static_cast<std::uint16_t>(i == 0 ? 0 : (exponent + 15) << 10U | ((i << (10 - exponent)) & 0x3ffU));
        std::memcpy(memory.bytes(result.in).data() + std::size_t { 2 } * i, &bits, sizeof(bits));
    }
    std::vector<std::byte> parameters(16);
    std::memcpy(parameters.data(), &result.in, 8);
    std::memcpy(parameters.data() + 8, &result.out, 8);
    result.recording = std::make_shared<Recording>();
    result.recording->listing = ptx::Listing(kernel);
    trace::Recorder recorder(result.recording->listing.size(), 32, 1, limits);
    simt::RunOptions options;
    options.observer = &recorder;
    simt::LaunchShape shape;
    shape.block = { 32 };
    const auto outcome = simt::run(*program, memory, shape, parameters, options);
    EXPECT_TRUE(outcome.ok() && !outcome->trap);
    result.recording->trace = recorder.take_trace();
    result.recording->matrices = recorder.take_matrices();
    result.recording->totals = recorder.take_totals();
    result.recording->buffers = { { "in", result.in, 512 }, { "out", result.out, 512 } };
    return result;
}

} // namespace warpstage::analysis::testing

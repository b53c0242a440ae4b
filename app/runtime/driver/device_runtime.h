// What libcudadevrt, NVIDIA's library of machine code, defines for kernels that ask it for the group of a cooperative launch, as
// those of Numba do. cooperative_groups.h has this code itself. Source: cuda_device_runtime_api.h, cudaCGScope and the functions.
#pragma once

#include <string_view>

namespace warpstage::runtime {

// The handle is the address of the launch's workspace, which %envreg1 and %envreg2 have as for cooperative_groups.h; 0: the
// launch is not cooperative. Its second word counts arrivals: bit 31 changes when all blocks have arrived. As in
// cooperative_groups.h, the lanes of a warp may arrive apart.
constexpr std::string_view kDeviceRuntime = R"(
.version 7.0
.target sm_70
.address_size 64

.visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %rd<3>;
    ld.param.u32 %r1, [scope];
    mov.u32 %r2, %envreg1;
    mov.u32 %r3, %envreg2;
    mov.b64 %rd1, {%r3, %r2};
    setp.eq.u32 %p1, %r1, 1; // cudaCGScopeGrid
    selp.b64 %rd2, %rd1, 0, %p1;
    st.param.b64 [handle], %rd2;
    ret;
}

.visible .func (.param .b32 status) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
    .reg .pred %p<5>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [handle];
    setp.eq.u64 %p1, %rd1, 0;
    mov.u32 %r1, 1; // cudaErrorInvalidValue
    @%p1 bra $L_end;
    barrier.sync 0;
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %tid.y;
    mov.u32 %r4, %tid.z;
    or.b32 %r5, %r2, %r3;
    or.b32 %r6, %r5, %r4;
    setp.ne.u32 %p2, %r6, 0;
    @%p2 bra $L_arrived;
    mov.u32 %r7, %nctaid.x;
    mov.u32 %r8, %nctaid.y;
    mov.u32 %r9, %nctaid.z;
    mul.lo.u32 %r10, %r7, %r8;
    mul.lo.u32 %r11, %r10, %r9;
    sub.u32 %r12, -2147483647, %r11; // 2^31 - (blocks - 1)
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ctaid.y;
    mov.u32 %r4, %ctaid.z;
    or.b32 %r5, %r2, %r3;
    or.b32 %r6, %r5, %r4;
    setp.eq.u32 %p3, %r6, 0;
    selp.b32 %r13, %r12, 1, %p3;
    fence.sc.gpu;
    atom.global.add.u32 %r14, [%rd1+4], %r13;
$L_wait:
    ld.volatile.global.u32 %r15, [%rd1+4];
    xor.b32 %r16, %r14, %r15;
    setp.ge.s32 %p4, %r16, 0;
    @%p4 bra $L_wait;
    fence.sc.gpu;
$L_arrived:
    barrier.sync 0;
    mov.u32 %r1, 0;
$L_end:
    st.param.b32 [status], %r1;
    ret;
}
)";

} // namespace warpstage::runtime

// Products of a warpgroup, 64 x 16 numbers: the test puts the matrices into images of shared memory as the descriptors say, and
// thread t finds its registers of d at d[4 * 2 * t].
//
// name: FORMAT of d, a and b, then how a is given: "shared" or "registers". The operand behind the descriptors is 0 where d is not
// a summand.
#include <cstdint>

namespace {

constexpr unsigned kImage = 16384; // bytes of each matrix

// The address in the lowest 14 bits.
__device__ unsigned long long described(const unsigned char* image, unsigned long long descriptor)
{
    return descriptor + ((__cvta_generic_to_shared(image) & 0x3ffff) >> 4);
}

__device__ void fill(unsigned char* image, const unsigned char* content)
{
    for (unsigned i = threadIdx.x; i < kImage; i += blockDim.x)
        image[i] = content[i];
}

} // namespace

#define ENTER                                                                                                                    \
    __shared__ __align__(1024) unsigned char images[2 * kImage];                                                                 \
    fill(images, a);                                                                                                             \
    fill(images + kImage, b);                                                                                                    \
    asm volatile("fence.proxy.async;" ::: "memory");                                                                             \
    __syncthreads();                                                                                                             \
    const unsigned long long at = described(images, a_descriptor);                                                               \
    const unsigned long long bt = described(images + kImage, b_descriptor);                                                      \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory")

#define LEAVE                                                                                                                    \
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");                                                               \
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory")

#define PARAMETERS(Number)                                                                                                       \
    Number *d, const unsigned char *a, const unsigned char *b, unsigned long long a_descriptor, unsigned long long b_descriptor, \
        int keeps

// Sums of 32 bits. `c`: the constraint of a register.
#define WIDE(name, Number, c, words, signs)                                                                                      \
    extern "C" __global__ void wgmma_##name##_shared(PARAMETERS(Number))                                                         \
    {                                                                                                                            \
        ENTER;                                                                                                                   \
        Number* own = d + 8 * threadIdx.x;                                                                                       \
        asm volatile("{.reg .pred p; setp.ne.b32 p, %10, 0; wgmma.mma_async.sync.aligned." words                                 \
                     " {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, p" signs ";}"                                                   \
                     : "+" c(own[0]), "+" c(own[1]), "+" c(own[2]), "+" c(own[3]), "+" c(own[4]), "+" c(own[5]), "+" c(own[6]),  \
                     "+" c(own[7])                                                                                               \
                     : "l"(at), "l"(bt), "r"(keeps));                                                                            \
        LEAVE;                                                                                                                   \
    }

// The image of a holds the registers, four for each thread.
#define WIDE_OF_REGISTERS(name, Number, c, words, signs)                                                                         \
    extern "C" __global__ void wgmma_##name##_registers(PARAMETERS(Number))                                                      \
    {                                                                                                                            \
        ENTER;                                                                                                                   \
        Number* own = d + 8 * threadIdx.x;                                                                                       \
        const uint4 left = reinterpret_cast<const uint4*>(a)[threadIdx.x];                                                       \
        asm volatile("{.reg .pred p; setp.ne.b32 p, %13, 0; wgmma.mma_async.sync.aligned." words                                 \
                     " {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, p" signs ";}"                                  \
                     : "+" c(own[0]), "+" c(own[1]), "+" c(own[2]), "+" c(own[3]), "+" c(own[4]), "+" c(own[5]), "+" c(own[6]),  \
                     "+" c(own[7])                                                                                               \
                     : "r"(left.x), "r"(left.y), "r"(left.z), "r"(left.w), "l"(bt), "r"(keeps));                                 \
        LEAVE;                                                                                                                   \
    }

// Sums of f16, two in a register.
#define NARROW(name, words, signs)                                                                                               \
    extern "C" __global__ void wgmma_##name##_shared(PARAMETERS(unsigned))                                                       \
    {                                                                                                                            \
        ENTER;                                                                                                                   \
        unsigned* own = d + 4 * threadIdx.x;                                                                                     \
        asm volatile("{.reg .pred p; setp.ne.b32 p, %6, 0; wgmma.mma_async.sync.aligned." words                                  \
                     " {%0, %1, %2, %3}, %4, %5, p" signs ";}"                                                                   \
                     : "+r"(own[0]), "+r"(own[1]), "+r"(own[2]), "+r"(own[3])                                                    \
                     : "l"(at), "l"(bt), "r"(keeps));                                                                            \
        LEAVE;                                                                                                                   \
    }

WIDE(f32_f16_f16, float, "f", "m64n16k16.f32.f16.f16", ", 1, 1, 0, 0")
WIDE(f32_f16_f16_mn, float, "f", "m64n16k16.f32.f16.f16", ", 1, 1, 1, 1")
WIDE(f32_f16_f16_minus, float, "f", "m64n16k16.f32.f16.f16", ", -1, 1, 0, 0")
WIDE(f32_bf16_bf16, float, "f", "m64n16k16.f32.bf16.bf16", ", 1, 1, 0, 0")
WIDE(f32_tf32_tf32, float, "f", "m64n16k8.f32.tf32.tf32", ", 1, 1")
WIDE(f32_e4m3_e5m2, float, "f", "m64n16k32.f32.e4m3.e5m2", ", 1, 1")
WIDE(s32_s8_u8, int, "r", "m64n16k32.s32.s8.u8", "")
WIDE(s32_u8_s8, int, "r", "m64n16k32.s32.u8.s8.satfinite", "")
NARROW(f16_f16_f16, "m64n16k16.f16.f16.f16", ", 1, 1, 0, 0")
NARROW(f16_e5m2_e4m3, "m64n16k32.f16.e5m2.e4m3", ", 1, 1")
WIDE_OF_REGISTERS(f32_f16_f16, float, "f", "m64n16k16.f32.f16.f16", ", 1, 1, 0")
WIDE_OF_REGISTERS(f32_f16_f16_mn, float, "f", "m64n16k16.f32.f16.f16", ", 1, 1, 1")
WIDE_OF_REGISTERS(f32_tf32_tf32, float, "f", "m64n16k8.f32.tf32.tf32", ", 1, 1")
WIDE_OF_REGISTERS(s32_s8_u8, int, "r", "m64n16k32.s32.s8.u8", "")

// The accesses of access_pattern.cu, and repeated matrix and asynchronous accesses of a warp with a given address per lane.
// Requires compute capability 9.0 (stmatrix). Launched with one warp.
#include "access_pattern.cu"

// The warp executes `instruction` as a whole; lanes without a row of a matrix provide an address that is not used. The result is
// part of the next address, as in repeat_load().
#define REPEAT_MATRIX_ACCESS(instruction, ...) \
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(shared_memory)) + offsets[first + threadIdx.x]; \
    _Pragma("unroll 1") for (unsigned i = 0; i < repetitions; ++i) \
    { \
        unsigned r0 = 0; \
        unsigned r1 = 0; \
        unsigned r2 = 0; \
        unsigned r3 = 0; \
        asm volatile(instruction __VA_ARGS__); \
        at += (r0 ^ r1 ^ r2 ^ r3) & zero; \
    } \
    sink[threadIdx.x] = at

#define MATRIX_KERNELS(suffix, qualifier) \
    extern "C" __global__ void ldmatrix_x1##suffix( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        REPEAT_MATRIX_ACCESS("ldmatrix.sync.aligned.m8n8.x1" qualifier ".shared.b16 {%0}, [%1];", : "+r"(r0) : "r"(at) : "memory"); \
    } \
    extern "C" __global__ void ldmatrix_x2##suffix( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        REPEAT_MATRIX_ACCESS( \
            "ldmatrix.sync.aligned.m8n8.x2" qualifier ".shared.b16 {%0, %1}, [%2];", : "+r"(r0), "+r"(r1) : "r"(at) : "memory"); \
    } \
    extern "C" __global__ void ldmatrix_x4##suffix( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        REPEAT_MATRIX_ACCESS("ldmatrix.sync.aligned.m8n8.x4" qualifier ".shared.b16 {%0, %1, %2, %3}, [%4];", \
            : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3) : "r"(at) : "memory"); \
    } \
    extern "C" __global__ void stmatrix_x1##suffix( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        REPEAT_MATRIX_ACCESS("stmatrix.sync.aligned.m8n8.x1" qualifier ".shared.b16 [%1], {%0};", : : "r"(r0), "r"(at) : "memory"); \
    } \
    extern "C" __global__ void stmatrix_x2##suffix( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        REPEAT_MATRIX_ACCESS( \
            "stmatrix.sync.aligned.m8n8.x2" qualifier ".shared.b16 [%2], {%0, %1};", : : "r"(r0), "r"(r1), "r"(at) : "memory"); \
    } \
    extern "C" __global__ void stmatrix_x4##suffix( \
        unsigned char*, const unsigned* offsets, unsigned first, unsigned, unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        REPEAT_MATRIX_ACCESS("stmatrix.sync.aligned.m8n8.x4" qualifier ".shared.b16 [%4], {%0, %1, %2, %3};", \
            : : "r"(r0), "r"(r1), "r"(r2), "r"(r3), "r"(at) : "memory"); \
    }

MATRIX_KERNELS(, "")
MATRIX_KERNELS(_trans, ".trans")

// Each lane copies its own bytes of the beginning of `memory`.
#define ASYNC_COPY_KERNEL(bytes) \
    extern "C" __global__ void cp_async_##bytes(unsigned char* memory, const unsigned* offsets, unsigned first, unsigned mask, \
        unsigned repetitions, unsigned zero, unsigned* sink) \
    { \
        unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(shared_memory)) + offsets[first + threadIdx.x]; \
        const auto from = __cvta_generic_to_global(memory + bytes * threadIdx.x); \
        if (mask >> threadIdx.x & 1) { \
            _Pragma("unroll 1") for (unsigned i = 0; i < repetitions; ++i) \
            { \
                asm volatile("cp.async.ca.shared.global [%0], [%1], " #bytes ";\ncp.async.wait_all;" : : "r"(at), "l"(from) : "memory"); \
                at += zero; \
            } \
        } \
        sink[threadIdx.x] = at; \
    }

ASYNC_COPY_KERNEL(4)
ASYNC_COPY_KERNEL(8)
ASYNC_COPY_KERNEL(16)

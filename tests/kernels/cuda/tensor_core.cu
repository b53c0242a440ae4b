// One warp multiplies two 16 x 16 matrices of half numbers with the tensor cores: ldmatrix loads the tiles from shared memory into
// the registers for mma.sync, as in CUTLASS.
#include <cuda_fp16.h>

__device__ unsigned sharedAddress(const void* pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__global__ void multiply16(float* c, const half* a, const half* b)
{
    __shared__ __align__(16) half tileA[16 * 16];
    __shared__ __align__(16) half tileB[16 * 16];
    int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32) {
        tileA[i] = a[i];
        tileB[i] = b[i];
    }
    __syncthreads();

    // Lanes 0 to 15 have the rows of the left half, 16 to 31 those of the right half.
    unsigned fragmentA[4];
    unsigned from = sharedAddress(tileA + lane % 16 * 16 + lane / 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(fragmentA[0]), "=r"(fragmentA[1]), "=r"(fragmentA[2]), "=r"(fragmentA[3])
                 : "r"(from));
    for (int half16 = 0; half16 < 2; ++half16) {
        // b is row-major, but is required by columns.
        unsigned fragmentB[2];
        from = sharedAddress(tileB + lane % 16 * 16 + half16 * 8);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(fragmentB[0]), "=r"(fragmentB[1])
                     : "r"(from));
        float sum[4] = { 0, 0, 0, 0 };
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                     "{%0, %1, %2, %3};"
                     : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                     : "r"(fragmentA[0]), "r"(fragmentA[1]), "r"(fragmentA[2]), "r"(fragmentA[3]), "r"(fragmentB[0]),
                     "r"(fragmentB[1]));
        int row = lane / 4, column = half16 * 8 + lane % 4 * 2;
        c[row * 16 + column] = sum[0];
        c[row * 16 + column + 1] = sum[1];
        c[(row + 8) * 16 + column] = sum[2];
        c[(row + 8) * 16 + column + 1] = sum[3];
    }
}

// A matrix of 8 x 8, transposed in three ways: all must give the same result.
__global__ void transpose8(unsigned* out, const unsigned* in)
{
    __shared__ __align__(16) unsigned tile[32];
    int lane = threadIdx.x;
    tile[lane] = in[lane];
    __syncthreads();
    unsigned plain, read, moved;
    unsigned row = sharedAddress(tile + lane % 8 * 4);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(plain) : "r"(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(read) : "r"(row));
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(moved) : "r"(plain));
    out[lane] = read;
    out[32 + lane] = moved;
#if __CUDA_ARCH__ >= 900
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(row), "r"(plain) : "memory");
    __syncthreads();
    out[64 + lane] = tile[lane];
#else
    out[64 + lane] = read;
#endif
}

// Sums and products of rounded numbers, each with a reference in double precision. The addends of sum s are x[s], x[sums + s],
// x[2 * sums + s] and so on, so the lanes of a warp, which compute neighboring sums, read neighboring words.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// The build for old GPUs has no instructions that they lack.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define SM_80
#endif

// ---- Order. One thread per sum.
__global__ void add_in_order(const float* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        // The rounding units grow.
        sum += x[k * sums + s];
    out[s] = sum;
}

// The same, from the last addend to the first.
__global__ void add_from_last(const float* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = n - 1; k >= 0; --k)
        // Small addend, small sum.
        sum += x[k * sums + s];
    out[s] = sum;
}

// The sum of kCount addends as a tree: each addend takes part in log2(kCount) additions.
template <int kCount> __device__ float add_pairs(const float* x, int stride)
{
    float sum = x[0];
    if constexpr (kCount > 1)
        sum = add_pairs<kCount / 2>(x, stride) + add_pairs<kCount / 2>(x + kCount / 2 * stride, stride);
    return sum;
}

// 32 threads per sum, in the y direction: pairs of 32 addends in registers, a chain of n / 1024, pairs in shared memory.
__global__ void add_tree(const float* x, float* out, int n, int sums)
{
    __shared__ float parts[32][32];
    int tx = threadIdx.x, part = threadIdx.y;
    int s = blockIdx.x * 32 + tx;
    float sum = 0;
    for (int k = part * 32; k < n; k += 1024)
        // Similar sizes are added.
        sum += add_pairs<32>(x + k * sums + s, sums);
    parts[part][tx] = sum;
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (part < half)
            parts[part][tx] += parts[part + half][tx];
        __syncthreads();
    }
    if (part == 0)
        out[s] = parts[0][tx];
}

__global__ void clear(float* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// Each thread adds 64 addends, and the blocks add to one sum.
__global__ void add_atomically(const float* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = blockIdx.y * 64; k < blockIdx.y * 64 + 64; ++k)
        sum += x[k * sums + s];
    // In the order of the blocks.
    atomicAdd(out + s, sum);
}

// ---- Compensation. `lost` is what the last addition has rounded away; the next addend makes up for it.
__global__ void add_kahan(const float* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, lost = 0;
    for (int k = 0; k < n; ++k) {
        float value = x[k * sums + s] - lost;
        float next = sum + value;
        // nvcc does not reorder this.
        lost = (next - sum) - value;
        sum = next;
    }
    out[s] = sum;
}

// More bits instead.
__global__ void add_in_double(const float* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < n; ++k)
        // 53 significant bits.
        sum += x[k * sums + s];
    out[s] = static_cast<float>(sum);
}

// ---- Fused multiply-add. The discriminant of a x^2 - 2 b x + c, where b * b and a * c are almost equal.
__global__ void discriminant(const float* a, const float* b, const float* c, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // Both products are rounded.
    out[i] = __fsub_rn(__fmul_rn(b[i], b[i]), __fmul_rn(a[i], c[i]));
}

__global__ void discriminant_fma(const float* a, const float* b, const float* c, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // Only b * b is exact.
    out[i] = fmaf(b[i], b[i], -(a[i] * c[i]));
}

// Kahan's difference of products.
__global__ void discriminant_kahan(const float* a, const float* b, const float* c, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float product = a[i] * c[i];
    // Exactly the rounding error.
    float lost = fmaf(-a[i], c[i], product);
    out[i] = fmaf(b[i], b[i], -product) + lost;
}

// ---- Fast math. The same source, compiled with and without -use_fast_math.
__global__ void logistic(const float* z, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1.0f / (1.0f + expf(-z[i]));
}

// ---- Formats of 16 bits.
__global__ void add_halves(const half* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    half sum = 0;
    for (int k = 0; k < n; ++k)
        // 2048 + 1 rounds to 2048.
        sum = __hadd(sum, x[k * sums + s]);
    out[s] = __half2float(sum);
}

// The addends have 16 bits, the sum has 32.
__global__ void add_halves_in_float(const half* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        // Exact up to 2^24.
        sum += __half2float(x[k * sums + s]);
    out[s] = sum;
}

__global__ void add_bfloats(const __nv_bfloat16* x, float* out, int n, int sums)
{
#ifdef SM_80
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_bfloat16 sum = __float2bfloat16(0.0f);
    for (int k = 0; k < n; ++k)
        // 256 + 1 rounds to 256.
        sum = __hadd(sum, x[k * sums + s]);
    out[s] = __bfloat162float(sum);
#endif
}

// ---- tf32: the factors have 11 significant bits, as for a tensor core; the sums have 24.
__device__ float to_tf32(float value)
{
    unsigned bits = 0;
#ifdef SM_80
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#endif
    return __uint_as_float(bits);
}

__global__ void dot_tf32(const float* x, const float* y, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        // The factors are rounded.
        sum = fmaf(to_tf32(x[k * sums + s]), to_tf32(y[k * sums + s]), sum);
    out[s] = sum;
}

// Each factor as the sum of two tf32: three products instead of one, and a separate sum of the small ones.
__global__ void dot_tf32_split(const float* x, const float* y, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    float high = 0, low = 0;
    for (int k = 0; k < n; ++k) {
        float xk = x[k * sums + s], yk = y[k * sums + s];
        float x_high = to_tf32(xk), x_low = to_tf32(xk - x_high); // the difference is exact
        float y_high = to_tf32(yk), y_low = to_tf32(yk - y_high);
        // low * low is left out.
        high = fmaf(x_high, y_high, high);
        low = fmaf(x_high, y_low, low);
        low = fmaf(x_low, y_high, low);
    }
    out[s] = high + low;
}

// ---- References: sums in double precision, rounded to float at the end.
template <typename Addend> __global__ void reference_sums(const Addend* x, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < n; ++k)
        sum += static_cast<float>(x[k * sums + s]);
    out[s] = static_cast<float>(sum);
}

template __global__ void reference_sums<float>(const float*, float*, int, int);
template __global__ void reference_sums<half>(const half*, float*, int, int);
template __global__ void reference_sums<__nv_bfloat16>(const __nv_bfloat16*, float*, int, int);

// A product of two floats is exact in double.
__global__ void reference_dots(const float* x, const float* y, float* out, int n, int sums)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < n; ++k)
        sum += static_cast<double>(x[k * sums + s]) * y[k * sums + s];
    out[s] = static_cast<float>(sum);
}

__global__ void reference_discriminants(const float* a, const float* b, const float* c, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = static_cast<float>(static_cast<double>(b[i]) * b[i] - static_cast<double>(a[i]) * c[i]);
}

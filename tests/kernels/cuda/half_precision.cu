// Half precision: y = a x + y two at a time, a sum in half2, and a softmax that stores half and computes in float.

#include <cuda_fp16.h>

__global__ void haxpy(int n, __half a, const __half2* x, __half2* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 a2 = __half2half2(a);
    if (i < n / 2)
        y[i] = __hfma2(a2, x[i], y[i]);
}

__global__ void half_operators(const __half* x, const __half* y, __half* result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half sum = x[i] + y[i];
    __half difference = x[i] - y[i];
    __half product = sum * difference;
    if (product < __float2half(0.0f))
        product = -product;
    result[i] = hsqrt(product) / (__habs(x[i]) + __float2half(1.0f));
}

__global__ void softmax(const __half* input, __half* output, int columns)
{
    __shared__ float partial[128];
    const __half* row = input + blockIdx.x * columns;

    float maximum = -INFINITY;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        maximum = fmaxf(maximum, __half2float(row[i]));
    partial[threadIdx.x] = maximum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            partial[threadIdx.x] = fmaxf(partial[threadIdx.x], partial[threadIdx.x + s]);
        __syncthreads();
    }
    maximum = partial[0];
    __syncthreads();

    float sum = 0.0f;
    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        sum += expf(__half2float(row[i]) - maximum);
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    sum = partial[0];

    for (int i = threadIdx.x; i < columns; i += blockDim.x)
        output[blockIdx.x * columns + i] = __float2half(expf(__half2float(row[i]) - maximum) / sum);
}

// Kernels that launch kernels: they run after their parent, tail launches last, nested to any depth.
#include "check.h"

__global__ void child(int* out, short first, double factor)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = int((first + threadIdx.x) * factor);
}

__global__ void parent(int* out)
{
    child<<<2, 32>>>(out, 3, 2.0);
}

// The last word counts what has run.
__global__ void add(int* sum, int value) { atomicAdd(sum, value); }
__global__ void close_sum(int* sum, int* closed) { *closed = *sum; }

__global__ void many(int* sum, int* closed)
{
    if (threadIdx.x == 0)
        close_sum<<<1, 1, 0, cudaStreamTailLaunch>>>(sum, closed);
    add<<<1, 2>>>(sum, 1);
    add<<<1, 1, 0, cudaStreamFireAndForget>>>(sum, 100);
}

__global__ void quicksort(int* values, int left, int right, int depth)
{
    int i = left, j = right;
    const int pivot = values[(left + right) / 2];
    while (i <= j) {
        while (values[i] < pivot)
            ++i;
        while (values[j] > pivot)
            --j;
        if (i <= j) {
            const int kept = values[i];
            values[i++] = values[j];
            values[j--] = kept;
        }
    }
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (left < j)
        quicksort<<<1, 1, 0, stream>>>(values, left, j, depth + 1);
    cudaStreamDestroy(stream);
    if (i < right)
        quicksort<<<1, 1>>>(values, i, right, depth + 1);
}

__global__ void copies(int* target, int* source)
{
    cudaMemcpyAsync(target, source, 16, cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(target + 4, 1, 4, 0);
    add<<<1, 1>>>(target, 1000);
    if (cudaGetLastError() != cudaSuccess)
        target[7] = -1;
}

// Launches that are not valid do not keep the others from running, as on an H200.
__global__ void __launch_bounds__(64) few(int* sum) { atomicAdd(sum, 1); }
__global__ void wrong_launches(int* sum)
{
    add<<<1, 2000>>>(sum, 1000);
    add<<<0, 1>>>(sum, 1000);
    add<<<1, dim3(1, 1, 65)>>>(sum, 1000);
    add<<<dim3(1, 70000), 1>>>(sum, 1000);
    few<<<1, 65>>>(sum);
    few<<<1, 64>>>(sum);
    add<<<1, 1, 60000>>>(sum, 1000); // more shared memory than the kernel may have
    add<<<3, 1>>>(sum, 100);
}

int main()
{
    int *d, h[64];
    CUDA(cudaMalloc(&d, sizeof h));
    parent<<<1, 1>>>(d);
    CUDA(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 6 && h[31] == 68 && h[63] == 68);

    CUDA(cudaMemset(d, 0, 8));
    many<<<3, 32>>>(d, d + 1);
    CUDA(cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 3 * 32 * 102);
    CHECK(h[1] == h[0]);

    for (int i = 0; i < 64; ++i)
        h[i] = (i * 37) % 64;
    CUDA(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    quicksort<<<1, 1>>>(d, 0, 63, 0);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; ++i)
        CHECK(h[i] == i);

    copies<<<1, 1>>>(d + 16, d);
    CUDA(cudaMemcpy(h, d + 16, 32, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 1000 && h[3] == 3 && h[4] == 0x01010101 && h[7] == 23);
    CUDA(cudaMemset(d, 0, sizeof h));
    wrong_launches<<<1, 1>>>(d);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 64 + 300);
    std::puts("dynamic passed");
}

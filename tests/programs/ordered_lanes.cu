// The last of all threads reads what the others have written, one for each number: each lane of a warp releases its writes with
// the atomic operation with which it counts, and a later lane acquires them. No barrier is needed.
#include <cuda/atomic>
#include <cuda/barrier>

#include <cstdio>
#include <cstdlib>

constexpr int kThreads = 64;

__device__ int counter;
__device__ int values[kThreads];

__device__ int sum_of_values()
{
    int sum = 0;
    for (int i = 0; i < kThreads; ++i)
        sum += values[i];
    return sum;
}

__global__ void acquire_and_release(int* sum, int last)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> arrived(counter);
    values[threadIdx.x] = threadIdx.x;
    if (arrived.fetch_add(1, cuda::memory_order_acq_rel) == last)
        *sum = sum_of_values();
}

__global__ void fences(int* sum)
{
    values[threadIdx.x] = threadIdx.x;
    __threadfence();
    if (atomicAdd(&counter, 1) == kThreads - 1) {
        __threadfence();
        *sum = sum_of_values();
    }
}

__global__ void missing_fence(int* sum)
{
    values[threadIdx.x] = threadIdx.x;
    if (atomicAdd(&counter, 1) == kThreads - 1) {
        __threadfence();
        *sum = sum_of_values();
    }
}

// The thread that arrives last calls it.
struct Completion {
    int* sum;
    __device__ void operator()() const noexcept { *sum = sum_of_values(); }
};

__global__ void completion_of_barrier(int* sum)
{
    using Barrier = cuda::barrier<cuda::thread_scope_block, Completion>;
    __shared__ alignas(Barrier) char memory[sizeof(Barrier)];
    Barrier* const barrier = reinterpret_cast<Barrier*>(memory);
    if (threadIdx.x == 0)
        new (barrier) Barrier(kThreads, Completion { sum });
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
        values[threadIdx.x] = threadIdx.x;
        barrier->arrive_and_wait();
        if (*sum < 0)
            values[0] = *sum;
        barrier->arrive_and_wait();
    }
}

int main(int, char** arguments)
{
    int *device, sum = -1;
    cudaMalloc(&device, sizeof(int));
    cudaMemset(device, 0, sizeof(int));
    switch (atoi(arguments[1])) {
    case 0:
        acquire_and_release<<<1, kThreads>>>(device, kThreads - 1);
        break;
    case 1:
        fences<<<1, kThreads>>>(device);
        break;
    case 2:
        completion_of_barrier<<<1, kThreads>>>(device);
        break;
    case 3:
        acquire_and_release<<<1, kThreads>>>(device, kThreads / 2);
        break; // the others have not counted yet
    case 4:
        missing_fence<<<1, kThreads>>>(device);
        break;
    }
    cudaMemcpy(&sum, device, sizeof(int), cudaMemcpyDefault);
    printf("%d %d\n", sum, cudaGetLastError());
}

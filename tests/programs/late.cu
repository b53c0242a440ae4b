// Missing synchronization: one for each number. At once, all print what was meant; as late as possible, what a GPU may print.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void add(float* y) { y[threadIdx.x] += 1; }
__global__ void hello() { printf("hello %d\n", threadIdx.x); }
__global__ void negate(int* a) { a[threadIdx.x] *= -1; }
__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
__global__ void twice(int* a, int* b) { b[threadIdx.x] = 2 * a[threadIdx.x]; }

static void CUDART_CB set(void* p) { *(int*)p = 9; }

int main(int, char** arguments)
{
    const int number = atoi(arguments[1]);
    const bool right = number >= 10; // with the synchronization
    int *device, *other, *pinned, host[32] = {};
    float* managed;
    cudaStream_t first, second;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMalloc(&device, 128);
    cudaMalloc(&other, 128);
    cudaHostAlloc(&pinned, 128, cudaHostAllocMapped);
    cudaMallocManaged(&managed, 128);
    switch (number % 10) {
    case 0: // the host reads managed memory
        for (int i = 0; i < 32; i++)
            managed[i] = 2;
        add<<<1, 32>>>(managed);
        if (right)
            cudaDeviceSynchronize();
        printf("%g\n", managed[5]);
        break;
    case 1: // the program does not wait for the kernel
        hello<<<1, 2>>>();
        if (right)
            cudaDeviceSynchronize();
        break;
    case 2: // the host reads mapped memory
        for (int i = 0; i < 32; i++)
            pinned[i] = i;
        negate<<<1, 32>>>(pinned);
        if (right)
            cudaStreamSynchronize(0);
        printf("%d\n", pinned[5]);
        break;
    case 3: // the host writes to the source of an asynchronous copy
        for (int i = 0; i < 32; i++)
            pinned[i] = 3;
        cudaMemcpyAsync(device, pinned, 128, cudaMemcpyHostToDevice, first);
        if (right)
            cudaStreamSynchronize(first);
        pinned[0] = 8;
        cudaDeviceSynchronize();
        cudaMemcpy(host, device, 128, cudaMemcpyDeviceToHost);
        printf("%d\n", host[0]);
        break;
    case 4: // the host reads the target of an asynchronous copy
        fill<<<1, 32, 0, first>>>(device, 4);
        cudaMemcpyAsync(pinned, device, 128, cudaMemcpyDeviceToHost, first);
        if (right)
            cudaStreamSynchronize(first);
        printf("%d\n", pinned[1]);
        cudaDeviceSynchronize();
        break;
    case 5: // two streams without an order
        cudaMemset(device, 0, 128);
        cudaDeviceSynchronize();
        fill<<<1, 32, 0, first>>>(device, 5);
        if (right) {
            cudaEventRecord(event, first);
            cudaStreamWaitEvent(second, event);
        }
        twice<<<1, 32, 0, second>>>(device, other);
        cudaStreamSynchronize(second);
        cudaMemcpy(host, other, 128, cudaMemcpyDeviceToHost);
        printf("%d\n", host[3]);
        break;
    case 6: // a callback of the host
        pinned[0] = 6;
        cudaLaunchHostFunc(first, set, pinned);
        if (right)
            cudaStreamSynchronize(first);
        printf("%d\n", pinned[0]);
        cudaDeviceSynchronize();
        break;
    case 7: // pageable memory can be used again at once
        host[0] = 7;
        cudaMemcpyAsync(device, host, 128, cudaMemcpyHostToDevice, first);
        host[0] = 1;
        cudaMemcpyAsync(host, device, 128, cudaMemcpyDeviceToHost, first);
        printf("%d\n", host[0]);
        break;
    case 8: // a loop that asks
        fill<<<1, 32, 0, first>>>(pinned, 8);
        cudaEventRecord(event, first);
        if (right)
            while (cudaEventQuery(event) == cudaErrorNotReady) { }
        printf("%d\n", pinned[0]);
        cudaDeviceSynchronize();
        break;
    }
    return 0;
}

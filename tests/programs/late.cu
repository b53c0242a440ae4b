// Missing synchronization: one for each number. At once, all print what was meant; as late as possible, what a GPU may print.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void add(float* y) { y[threadIdx.x] += 1; }
__global__ void hello() { printf("hello %d\n", threadIdx.x); }
__global__ void negate(int* a) { a[threadIdx.x] *= -1; }
__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
__global__ void count(int* a) { atomicAdd(a, 1); }
__global__ void twice(int* a, int* b) { b[threadIdx.x] = 2 * a[threadIdx.x]; }

static void CUDART_CB set(void* p) { *(int*)p = 9; }

// Two streams: 0 to 4 have no order, 10 to 14 have one, 5 to 7 need none.
static int streams(int number)
{
    const bool right = number >= 10;
    int *data, *other, *counter, *managed, host[2048];
    cudaStream_t first, second;
    cudaEvent_t event;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&event);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&other, sizeof host);
    cudaMalloc(&counter, 4);
    cudaMallocManaged(&managed, 4096);
    cudaMemset(data, 0, sizeof host);
    cudaMemset(counter, 0, 4);
    cudaDeviceSynchronize();
    const auto order = [&] {
        if (right) {
            cudaEventRecord(event, first);
            cudaStreamWaitEvent(second, event);
        }
    };
    switch (number % 10) {
    case 0: // a kernel reads what a kernel of another stream writes
        fill<<<1, 32, 0, first>>>(data, 5);
        order();
        twice<<<1, 32, 0, second>>>(data, other);
        break;
    case 1: // a copy reads what a kernel of another stream writes
        fill<<<1, 32, 0, first>>>(data, 5);
        order();
        cudaMemcpyAsync(other, data, 128, cudaMemcpyDeviceToDevice, second);
        break;
    case 2: // a fill overwrites what a kernel of another stream reads
        twice<<<1, 32, 0, first>>>(data, other);
        order();
        cudaMemsetAsync(data, 1, 128, second);
        break;
    case 3: // two kernels write to the same words
        fill<<<1, 32, 0, first>>>(data, 5);
        order();
        fill<<<1, 32, 0, second>>>(data + 31, 6);
        break;
    case 4: // the input arrives in another stream
        cudaMemcpyAsync(data, other, sizeof host, cudaMemcpyDeviceToDevice, first);
        order();
        twice<<<64, 32, 0, second>>>(data, other + 512);
        break;
    case 5: // halves of one buffer
        fill<<<1, 32, 0, first>>>(data, 5);
        fill<<<1, 32, 0, second>>>(data + 32, 6);
        break;
    case 6: // atomic operations
        count<<<4, 32, 0, first>>>(counter);
        count<<<4, 32, 0, second>>>(counter);
        break;
    case 7: // neighbors in one page: the host uses what the kernel does not
        managed[600] = 1;
        fill<<<1, 32, 0, first>>>(managed, 5);
        managed[700] = managed[600];
        break;
    }
    cudaDeviceSynchronize();
    puts("end");
    return 0;
}

int main(int, char** arguments)
{
    const int number = atoi(arguments[1]);
    const bool right = number >= 10; // with the synchronization
    if (number >= 20)
        return streams(number - 20);
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
    case 9: // the host writes to managed memory that a kernel reads
        for (int i = 0; i < 32; i++)
            pinned[i] = 4;
        twice<<<1, 32>>>(pinned, device);
        if (right)
            cudaDeviceSynchronize();
        pinned[3] = 1;
        cudaMemcpy(host, device, 128, cudaMemcpyDeviceToHost);
        printf("%d\n", host[3]);
        break;
    }
    return 0;
}

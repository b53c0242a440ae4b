// Invalid calls have the codes of a GPU, and a fault of a kernel stays until the program ends.
#include "check.h"

__global__ void store(int* address)
{
    *address = 1;
}

int main()
{
    int* data;
    CUDA(cudaMalloc(&data, 16));
    CHECK(cudaMalloc(&data, size_t(1) << 60) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);
    CUDA(cudaMalloc(&data, 16));
    CUDA(cudaMemcpy(data, data, 4, cudaMemcpyHostToDevice)); // addresses tell where memory is
    CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
    CHECK(cudaMemcpyPeer(data, 7, data, 0, 4) == cudaErrorInvalidDevice);
    CHECK(cudaMemcpyPeerAsync(data, 0, data, -1, 4, nullptr) == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
    CHECK(cudaFree((void*)0x1234) == cudaErrorInvalidValue);
    store<<<1, 2048>>>(data);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    store<<<1, 1, 1 << 20>>>(data);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(store, cudaFuncAttribute(99), 1) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    // Flags that do not exist, and memory and functions that the device does not know.
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, 99) == cudaErrorInvalidValue);
    CHECK(cudaEventCreateWithFlags(&event, cudaEventInterprocess) == cudaErrorInvalidValue); // requires cudaEventDisableTiming
    void* pinned;
    CHECK(cudaHostAlloc(&pinned, 16, 0x80) == cudaErrorInvalidValue);
    int *managed, blocks = -1, priority = 0;
    CHECK(cudaMallocManaged(&managed, 16, 3) == cudaErrorInvalidValue);
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, 77) == cudaErrorInvalidValue);
    CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -99));
    CUDA(cudaStreamGetPriority(stream, &priority));
    CHECK(priority == -5); // of the range
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, store, 32, 100000));
    CHECK(blocks == 0); // more than the 48 KiB that the kernel may have
    int pageable = 0;
    CHECK(cudaMemset(&pageable, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaMemset(nullptr, 0, 4) == cudaErrorInvalidValue && cudaMemset(nullptr, 0, 0) == cudaSuccess);
    CHECK(cudaFuncSetAttribute(store, cudaFuncAttributePreferredSharedMemoryCarveout, 101) == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(store, cudaFuncAttributePreferredSharedMemoryCarveout, 100) == cudaSuccess);
    CHECK(cudaFuncSetAttribute((void*)&pageable, cudaFuncAttributeMaxDynamicSharedMemorySize, 1) == cudaErrorInvalidResourceHandle);
    CHECK(cudaLaunchKernel((void*)&pageable, dim3(1), dim3(1), nullptr) == cudaErrorInvalidResourceHandle);
    CHECK(cudaLaunchKernel((const void*)nullptr, dim3(1), dim3(1), nullptr) == cudaErrorInvalidDeviceFunction);
    CHECK(cudaGetLastError() == cudaErrorInvalidDeviceFunction);
#if CUDART_VERSION >= 13000
    CHECK(cudaMemPrefetchAsync(data, 16, { cudaMemLocationTypeDevice, 0 }, 0, 0) == cudaErrorInvalidValue); // not managed
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
#endif
    store<<<1, 1>>>(nullptr);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress && cudaGetLastError() == cudaSuccess);
    CHECK(cudaMalloc(&data, 16) == cudaErrorIllegalAddress); // each call sets the last error again
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress && cudaGetLastError() == cudaSuccess);
    CHECK(cudaMalloc(&data, 16) == cudaErrorIllegalAddress);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
    CHECK(cudaGetLastError() == cudaSuccess); // only calls that use the device fail again
    CHECK(cudaMalloc(&data, 16) == cudaErrorIllegalAddress);
    CUDA(cudaDeviceReset());
    CHECK(cudaDeviceSynchronize() != cudaSuccess); // an H200 returns cudaErrorIllegalAddress or cudaErrorDevicesUnavailable
    std::puts("errors passed");
}

// Sizes of memory: what the computer does not have is refused as by a GPU, what is not touched costs nothing, and a million
// allocations take seconds.
#include "check.h"

#include <cstdint>
#include <vector>

int main()
{
    void* p = nullptr;
    int bits = 62;
    while (cudaMalloc(&p, size_t(1) << bits) == cudaErrorMemoryAllocation)
        bits--;
    CHECK(bits >= 20);
    CUDA(cudaFree(p));
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    size_t free = 0, total = 0;
    CUDA(cudaMemGetInfo(&free, &total));
    CHECK(free <= total);
    CUDA(cudaMalloc(&p, free / 10 * 9)); // as programs do; nobody writes to it
    int word = 1;
    CUDA(cudaMemcpy(&word, (char*)p + free / 10 * 8, 4, cudaMemcpyDeviceToHost));
    CHECK(word == 0);
    CUDA(cudaFree(p));
    CHECK(cudaMallocManaged(&p, size_t(1) << 60) == cudaErrorMemoryAllocation);
    CHECK(cudaMallocHost(&p, size_t(1) << 60) == cudaErrorMemoryAllocation);

    size_t pitch;
    cudaPitchedPtr pitched {};
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
    CHECK(cudaMalloc3D(&pitched, make_cudaExtent(512, 1ull << 55, 512)) == cudaSuccess); // 0 bytes modulo 2^64, as on an H200
    CHECK(cudaMalloc3D(&pitched, make_cudaExtent(512, 1ull << 53, 1)) == cudaErrorMemoryAllocation);
    CHECK(cudaMallocPitch(&p, &pitch, 512, 1ull << 55) == cudaErrorInvalidValue);
    CHECK(cudaMallocPitch(&p, &pitch, SIZE_MAX, 1) == cudaErrorInvalidValue);
    CHECK(cudaMallocPitch(&p, &pitch, SIZE_MAX / 2, 4) == cudaErrorInvalidValue);
    CHECK(cudaMallocArray(&array, &format, 1ull << 62, 4) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(1ull << 30, 1ull << 30, 16)) == cudaErrorMemoryAllocation);

    CUDA(cudaMalloc(&p, 400));
    char host[400] = {};
    CHECK(cudaMemset2D(p, 1ull << 63, 0, 4, 2) == cudaErrorInvalidValue);
    CHECK(cudaMemset2D(p, 4, 0, 8, 2) == cudaErrorInvalidValue);
    CUDA(cudaMemset2D(p, 4, 0, 8, 1)); // no second row
    CHECK(cudaMemset2D(p, 100, 0, 100, 5) == cudaErrorInvalidValue);
    CHECK(cudaMemset2D(p, 100, 0, 4, 1ull << 62) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy2D(p, 1ull << 62, host, 100, 100, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
    CHECK(cudaMemcpy2D(p, 100, host, 100, 100, 5, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy2D(p, 100, host, 200, 100, 1ull << 61, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemset(p, 0, SIZE_MAX) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(p, host, SIZE_MAX, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    cudaMemcpy3DParms copy {};
    copy.srcPtr = make_cudaPitchedPtr(host, 20, 20, 20);
    copy.dstPtr = make_cudaPitchedPtr(p, 20, 20, 20);
    copy.kind = cudaMemcpyHostToDevice;
    copy.extent = make_cudaExtent(20, 20, 1);
    CUDA(cudaMemcpy3D(&copy));
    copy.dstPos = make_cudaPos(SIZE_MAX, SIZE_MAX, SIZE_MAX);
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
    copy.dstPos = make_cudaPos(0, 0, 0);
    copy.extent = make_cudaExtent(20, 20, SIZE_MAX);
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);

    CHECK(cudaMalloc(nullptr, 4) == cudaErrorInvalidValue);
    CHECK(cudaMallocPitch(&p, nullptr, 4, 4) == cudaErrorInvalidValue);
    CHECK(cudaStreamCreate(nullptr) == cudaErrorInvalidValue);
    CHECK(cudaEventCreate((cudaEvent_t*)nullptr) == cudaErrorInvalidValue);
    CHECK(cudaGetDevice(nullptr) == cudaErrorInvalidValue);
    CHECK(cudaGetDeviceCount(nullptr) == cudaErrorInvalidValue);
    CHECK(cudaGetDeviceProperties(nullptr, 0) == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetAttribute(nullptr, cudaDevAttrMaxThreadsPerBlock, 0) == cudaErrorInvalidValue);
    CHECK(cudaDeviceGetLimit(nullptr, cudaLimitStackSize) == cudaErrorInvalidValue);
    CHECK(cudaPointerGetAttributes(nullptr, p) == cudaErrorInvalidValue);
    CHECK(cudaMalloc3D(nullptr, make_cudaExtent(4, 4, 4)) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy3D(nullptr) == cudaErrorInvalidValue);
    CHECK(cudaGraphCreate(nullptr, 0) == cudaErrorInvalidValue);
    CHECK(cudaRuntimeGetVersion(nullptr) == cudaErrorInvalidValue);
    cudaEvent_t event;
    CUDA(cudaEventCreate(&event));
    CUDA(cudaEventRecord(event));
    CHECK(cudaEventElapsedTime(nullptr, event, event) == cudaErrorInvalidValue);

    std::vector<void*> many(1000000);
    for (void*& one : many)
        CUDA(cudaMalloc(&one, 4));
    for (void* one : many)
        CUDA(cudaFree(one));
    std::puts("allocations passed");
}

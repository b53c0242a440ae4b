// Memory pools with the runtime API and the driver API: defaults, limits, attributes, and memory of the host.
#include "check.h"

#include <cuda.h>
#include <cuda_runtime.h>

__global__ void count(int* x)
{
    x[threadIdx.x] = threadIdx.x;
}

static size_t used(cudaMemPool_t pool, cudaMemPoolAttr attribute = cudaMemPoolAttrUsedMemCurrent)
{
    size_t bytes = 0;
    CUDA(cudaMemPoolGetAttribute(pool, attribute, &bytes));
    return bytes;
}

static void run(void* memory)
{
    int values[32] = {};
    count<<<1, 32>>>(static_cast<int*>(memory));
    CUDA(cudaMemcpy(values, memory, sizeof values, cudaMemcpyDefault));
    CHECK(values[31] == 31);
}

int main()
{
    cudaMemPool_t standard = nullptr, pool = nullptr, found = nullptr;
    CUDA(cudaDeviceGetDefaultMemPool(&standard, 0));
    CHECK(cudaDeviceGetDefaultMemPool(&standard, 1) == cudaErrorInvalidDevice);
    int flag = 0;
    CUDA(cudaMemPoolGetAttribute(standard, cudaMemPoolReuseAllowOpportunistic, &flag));
    CHECK(flag == 1);

    void* a = nullptr;
    void* b = nullptr;
    CUDA(cudaMallocAsync(&a, 1024, 0));
    CHECK(used(standard) == 1024);
    run(a);

    cudaMemPoolProps properties {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = { cudaMemLocationTypeDevice, 0 };
    properties.maxSize = 4096;
    CUDA(cudaMemPoolCreate(&pool, &properties));
    CUDA(cudaMallocFromPoolAsync(&b, 4096, pool, 0));
    CHECK(used(pool) == 4096 && used(standard) == 1024);
    void* none = nullptr;
    CHECK(cudaMallocFromPoolAsync(&none, 1, pool, 0) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    run(b);
    CUDA(cudaFreeAsync(b, 0));
    CUDA(cudaDeviceSynchronize());
    CHECK(used(pool) == 0 && used(pool, cudaMemPoolAttrUsedMemHigh) == 4096);
    size_t zero = 0;
    CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    CHECK(used(pool, cudaMemPoolAttrUsedMemHigh) == 0);
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero) == cudaErrorInvalidValue);

    // The current pool serves cudaMallocAsync; cudaFree also frees its memory.
    CUDA(cudaDeviceSetMemPool(0, pool));
    CUDA(cudaDeviceGetMemPool(&found, 0));
    CHECK(found == pool);
    CUDA(cudaMallocAsync(&b, 64, 0));
    CHECK(used(pool) == 64);
    CUDA(cudaFree(b));
    CHECK(used(pool) == 0);
    CUDA(cudaMemPoolDestroy(pool));
    CUDA(cudaDeviceGetMemPool(&found, 0));
    CHECK(found == standard);
    CUDA(cudaFree(a));
    CHECK(used(standard) == 0);

#if CUDART_VERSION >= 12020
    // Memory of the host, which kernels access and cudaFreeAsync frees.
    properties.location = { cudaMemLocationTypeHost, 0 };
    properties.maxSize = 0;
    CUDA(cudaMemPoolCreate(&pool, &properties));
    CUDA(cudaMallocFromPoolAsync(&a, 128, pool, 0));
    count<<<1, 32>>>(static_cast<int*>(a));
    CUDA(cudaDeviceSynchronize());
    CHECK(static_cast<int*>(a)[31] == 31);
    CUDA(cudaFreeAsync(a, 0));
    cudaMemAccessFlags flags {};
    cudaMemLocation host { cudaMemLocationTypeHost, 0 };
    CUDA(cudaMemPoolGetAccess(&flags, pool, &host));
    CHECK(flags == cudaMemAccessFlagsProtReadWrite);
    CUDA(cudaMemPoolGetAccess(&flags, standard, &host));
    CHECK(flags == cudaMemAccessFlagsProtNone);
#endif

    // The driver API has the same pools.
    CUmemoryPool driver_pool = nullptr;
    CHECK(cuDeviceGetDefaultMemPool(&driver_pool, 0) == CUDA_SUCCESS && driver_pool == reinterpret_cast<CUmemoryPool>(standard));
    CUdeviceptr address = 0;
    CHECK(cuMemAllocFromPoolAsync(&address, 256, driver_pool, nullptr) == CUDA_SUCCESS);
    cuuint64_t bytes = 0;
    CHECK(cuMemPoolGetAttribute(driver_pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &bytes) == CUDA_SUCCESS && bytes == 256);
    CHECK(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, address + 255) == CUDA_SUCCESS && found == standard);
    CHECK(cuMemFreeAsync(address, nullptr) == CUDA_SUCCESS && cuStreamSynchronize(nullptr) == CUDA_SUCCESS);
    CHECK(used(standard) == 0);
    std::puts("pools passed");
}

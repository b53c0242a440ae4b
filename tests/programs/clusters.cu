// Sizes of clusters, with and without the permission for more than the portable 8 blocks. Values of an H200 (driver 580, CUDA 13.0).
#include "check.h"

#include <cooperative_groups.h>
#include <cuda.h>

namespace cg = cooperative_groups;

// The sum of 1 to the number of blocks, through the shared memory of all blocks of the cluster.
__global__ void sum_of_ranks(int* out)
{
    __shared__ int own;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        own = cluster.block_rank() + 1;
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 0) {
        int sum = 0;
        for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
            sum += *cluster.map_shared_rank(&own, rank);
        out[0] = sum;
        out[1] = cluster.num_blocks();
    }
    cluster.sync();
}

__global__ void __cluster_dims__(16) sixteen(int* out) { out[0] = 1; }
__global__ void __cluster_dims__(8) eight(int* out) { out[0] = 8; }

int* out;

cudaLaunchConfig_t configuration(cudaLaunchAttribute& attribute, dim3 cluster, dim3 grid, size_t shared, int threads)
{
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = { cluster.x, cluster.y, cluster.z };
    cudaLaunchConfig_t config {};
    config.gridDim = grid;
    config.blockDim = threads;
    config.dynamicSmemBytes = shared;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return config;
}

template <typename Kernel> int launch(Kernel kernel, dim3 cluster, dim3 grid, size_t shared = 0, int threads = 32)
{
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config = configuration(attribute, cluster, grid, shared, threads);
    const cudaError_t status = cudaLaunchKernelEx(&config, kernel, out);
    CUDA(cudaDeviceSynchronize());
    cudaGetLastError();
    return status;
}

// The sum, or the error as a negative number.
int result(dim3 cluster, dim3 grid, size_t shared = 0, int threads = 32)
{
    if (const int status = launch(sum_of_ranks, cluster, grid, shared, threads); status != cudaSuccess)
        return -status;
    int values[2];
    CUDA(cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost));
    CHECK(unsigned(values[1]) == cluster.x * cluster.y * cluster.z);
    return values[0];
}

int largest_cluster()
{
    cudaLaunchConfig_t config {};
    config.gridDim = 64;
    config.blockDim = 32;
    int size = 0;
    CUDA(cudaOccupancyMaxPotentialClusterSize(&size, sum_of_ranks, &config));
    return size;
}

int status_of_active_clusters(int size)
{
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config = configuration(attribute, size, 64, 0, 32);
    int clusters = 0;
    const cudaError_t status = cudaOccupancyMaxActiveClusters(&clusters, sum_of_ranks, &config);
    cudaGetLastError();
    return status;
}

template <typename Kernel> int status_of(Kernel kernel, int grid)
{
    kernel<<<grid, 32>>>(out);
    const cudaError_t status = cudaGetLastError();
    CUDA(cudaDeviceSynchronize());
    return status;
}

int main()
{
    constexpr int kInvalid = cudaErrorInvalidClusterSize;
    CUDA(cudaMalloc(&out, 8));
    cudaFuncAttributes attributes;
    CUDA(cudaFuncGetAttributes(&attributes, (const void*)sixteen));
    CHECK(attributes.clusterDimMustBeSet == 1 && attributes.requiredClusterWidth == 16 && attributes.requiredClusterDepth == 1);
    CUDA(cudaFuncGetAttributes(&attributes, (const void*)sum_of_ranks));
    CHECK(attributes.clusterDimMustBeSet == 0 && attributes.nonPortableClusterSizeAllowed == 0);

    CHECK(largest_cluster() == 8);
    CHECK(status_of_active_clusters(8) == 0 && status_of_active_clusters(16) == kInvalid);
    CHECK(result(8, 16) == 36 && result(3, 6) == 6);
    CHECK(result(16, 16) == -kInvalid && result(9, 18) == -kInvalid && result(dim3(4, 4), dim3(4, 4)) == -kInvalid);
    CHECK(result(0, 6) == -kInvalid && result(4, 6) == -kInvalid);
    CHECK(status_of(sixteen, 16) == kInvalid && status_of(eight, 8) == 0 && status_of(eight, 12) == kInvalid);
    CHECK(launch(eight, 4, 8) == kInvalid);

    CUDA(cudaFuncSetAttribute(sum_of_ranks, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CUDA(cudaFuncSetAttribute(sixteen, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CUDA(cudaFuncSetAttribute(sum_of_ranks, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000));
    CUDA(cudaFuncGetAttributes(&attributes, (const void*)sum_of_ranks));
    CHECK(attributes.nonPortableClusterSizeAllowed == 1);
    CHECK(largest_cluster() == 16 && status_of_active_clusters(16) == 0);
    CHECK(result(16, 16) == 136 && result(16, 32) == 136 && result(dim3(4, 4), dim3(4, 4)) == 136);
    CHECK(result(12, 24) == 78 && result(9, 18) == 45 && result(16, 16, 200000, 1024) == 136);
    CHECK(result(17, 34) == -kInvalid && result(32, 32) == -kInvalid && result(16, 24) == -kInvalid);
    CHECK(status_of(sixteen, 16) == 0);

    cudaFunction_t function;
    CUDA(cudaGetFuncBySymbol(&function, (const void*)sum_of_ranks));
    int value = 0;
    CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, function) == CUDA_SUCCESS && value == 1);
    CHECK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0) == CUDA_SUCCESS);
    CHECK(result(16, 16) == -kInvalid);
    std::puts("clusters passed");
}

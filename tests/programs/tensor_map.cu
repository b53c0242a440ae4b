// Tensor maps of the driver API, and the occupancy of clusters.
#include "check.h"

#include <cuda.h>

__global__ void k() { }

int main()
{
    void* d;
    CUDA(cudaMalloc(&d, 4096));
    CUtensorMap map;
    cuuint64_t sizes[2] = { 32, 32 }, strides[1] = { 128 };
    cuuint32_t box[2] = { 8, 8 }, steps[2] = { 1, 1 };
    const auto encode = [&](CUtensorMap* result, void* address, CUtensorMapSwizzle swizzle) {
        return cuTensorMapEncodeTiled(result, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, address, sizes, strides, box, steps,
            CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    };
    CHECK(encode(&map, d, CU_TENSOR_MAP_SWIZZLE_NONE) == CUDA_SUCCESS);
    CHECK(encode(&map, d, CU_TENSOR_MAP_SWIZZLE_32B) == CUDA_SUCCESS);
    CHECK(encode(nullptr, d, CU_TENSOR_MAP_SWIZZLE_NONE) == CUDA_ERROR_INVALID_VALUE);
    CHECK(encode(&map, (char*)d + 4, CU_TENSOR_MAP_SWIZZLE_NONE) == CUDA_ERROR_INVALID_VALUE); // a multiple of 16
    strides[0] = 130;
    CHECK(encode(&map, d, CU_TENSOR_MAP_SWIZZLE_NONE) == CUDA_ERROR_INVALID_VALUE);
    strides[0] = 128;
    CHECK(cuTensorMapReplaceAddress(&map, (char*)d + 1024) == CUDA_SUCCESS);

    cudaLaunchConfig_t configuration {};
    configuration.gridDim = 2;
    configuration.blockDim = 32;
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = { 2, 1, 1 };
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;
    int number = 0;
    CUDA(cudaOccupancyMaxActiveClusters(&number, k, &configuration));
    CHECK(number > 0);
    CUDA(cudaOccupancyMaxPotentialClusterSize(&number, k, &configuration));
    CHECK(number == 8);
    CHECK(cudaOccupancyMaxActiveClusters(nullptr, k, &configuration) == cudaErrorInvalidValue);
    std::puts("tensor_map passed");
}

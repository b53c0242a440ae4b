// CUB's sum as a separate library, libwarpstage_cub.so, because CUB is a header library that only nvcc compiles, and the program
// itself does not use the CUDA runtime. Opened at run time by cub.cpp, which declares the same two functions.
#include <climits>
#include <cub/device/device_reduce.cuh>
#include <cub/version.cuh>

extern "C" int warpstage_cub_version() // 200800 is 2.8.0
{
    return CUB_VERSION;
}

// Without `scratch` it only returns the required number of bytes. Returns a cudaError_t, 0 is success.
extern "C" int warpstage_cub_sum_ints(
    void* scratch, size_t* scratch_bytes, const int* numbers, int* sum, size_t count, cudaStream_t stream)
{
    if (count > INT_MAX)
        return cudaErrorInvalidValue;
    return cub::DeviceReduce::Sum(scratch, *scratch_bytes, numbers, sum, static_cast<int>(count), stream);
}

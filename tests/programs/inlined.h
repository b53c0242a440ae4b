// Line numbers of this file and of inlined.cu are in the tests.
__device__ __forceinline__ void put(int* o, int i)
{
    o[i] = 1;
}

__device__ __forceinline__ int far_away(const int* o, int i)
{
    return __ldg(o + 1000 + i);
}

__device__ __noinline__ void put_called(int* o, int i)
{
    o[i] = i;
}

__device__ __forceinline__ void meet()
{
    __syncthreads();
}

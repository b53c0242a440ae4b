// Bitonic sort (Batcher 1968): one launch for each compare-and-exchange step on global memory, and a whole block's keys and values in
// shared memory, as in the CUDA sample sortingNetworks.

__global__ void bitonic_sort_step(float* dev_values, int j, int k)
{
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
    unsigned int ixj = i ^ j; // sorting partner

    if (ixj > i) { // the thread with the lowest id sorts the pair
        if ((i & k) == 0) { // sort ascending
            if (dev_values[i] > dev_values[ixj]) {
                float temp = dev_values[i];
                dev_values[i] = dev_values[ixj];
                dev_values[ixj] = temp;
            }
        }
        if ((i & k) != 0) { // sort descending
            if (dev_values[i] < dev_values[ixj]) {
                float temp = dev_values[i];
                dev_values[i] = dev_values[ixj];
                dev_values[ixj] = temp;
            }
        }
    }
}

#define SHARED_SIZE 1024

__device__ inline void Comparator(
    unsigned int& keyA, unsigned int& valA, unsigned int& keyB, unsigned int& valB, unsigned int dir)
{
    if ((keyA > keyB) == dir) {
        unsigned int t = keyA;
        keyA = keyB;
        keyB = t;
        t = valA;
        valA = valB;
        valB = t;
    }
}

__global__ void bitonicSortShared(unsigned int* d_Key, unsigned int* d_Val, unsigned int dir)
{
    __shared__ unsigned int s_key[SHARED_SIZE];
    __shared__ unsigned int s_val[SHARED_SIZE];

    d_Key += blockIdx.x * SHARED_SIZE + threadIdx.x;
    d_Val += blockIdx.x * SHARED_SIZE + threadIdx.x;
    s_key[threadIdx.x] = d_Key[0];
    s_val[threadIdx.x] = d_Val[0];
    s_key[threadIdx.x + (SHARED_SIZE / 2)] = d_Key[SHARED_SIZE / 2];
    s_val[threadIdx.x + (SHARED_SIZE / 2)] = d_Val[SHARED_SIZE / 2];

    for (unsigned int size = 2; size < SHARED_SIZE; size <<= 1) {
        unsigned int ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (unsigned int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    for (unsigned int stride = SHARED_SIZE / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], dir);
    }
    __syncthreads();

    d_Key[0] = s_key[threadIdx.x];
    d_Val[0] = s_val[threadIdx.x];
    d_Key[SHARED_SIZE / 2] = s_key[threadIdx.x + (SHARED_SIZE / 2)];
    d_Val[SHARED_SIZE / 2] = s_val[threadIdx.x + (SHARED_SIZE / 2)];
}

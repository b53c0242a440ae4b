// One step of a radix sort, a split by one bit with a scan (Blelloch 1990; GPU Gems 3, section 39.3.3), for one block of keys in shared
// memory, and a sort that repeats the step for every bit.

template <class T> __device__ T plus_scan(T* x)
{
    unsigned int i = threadIdx.x; // id of thread executing this instance
    unsigned int n = blockDim.x; // total number of threads in this block
    unsigned int offset; // distance between elements to be added

    for (offset = 1; offset < n; offset *= 2) {
        T t;
        if (i >= offset)
            t = x[i - offset];
        __syncthreads();
        if (i >= offset)
            x[i] = t + x[i]; // i.e., x[i] = x[i] + x[i-1]
        __syncthreads();
    }
    return x[i];
}

__device__ void partition_by_bit(unsigned int* values, unsigned int bit)
{
    unsigned int i = threadIdx.x;
    unsigned int size = blockDim.x;
    unsigned int x_i = values[i]; // value of integer at position i
    unsigned int p_i = (x_i >> bit) & 1; // value of bit at position bit

    values[i] = p_i;
    __syncthreads();
    unsigned int T_before = plus_scan(values); // number of true bits before i
    unsigned int T_total = values[size - 1]; // total number of "true" bits
    unsigned int F_total = size - T_total; // total number of "false" bits
    __syncthreads();

    if (p_i)
        values[T_before - 1 + F_total] = x_i;
    else
        values[i - T_before] = x_i;
}

__global__ void radix_step(unsigned int* values, unsigned int bit)
{
    extern __shared__ unsigned int keys[];
    keys[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    partition_by_bit(keys, bit);
    __syncthreads();
    values[blockIdx.x * blockDim.x + threadIdx.x] = keys[threadIdx.x];
}

__global__ void radix_sort(unsigned int* values)
{
    extern __shared__ unsigned int keys[];
    keys[threadIdx.x] = values[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned int bit = 0; bit < 32; ++bit) {
        __syncthreads();
        partition_by_bit(keys, bit);
    }
    __syncthreads();
    values[blockIdx.x * blockDim.x + threadIdx.x] = keys[threadIdx.x];
}

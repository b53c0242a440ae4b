// The sum of n integers, seven times. A block adds its share in shared memory
// and writes one partial sum; the partial sums are added in a second pass.

// 1: interleaved addressing. Threads that are multiples of 2 s add.
__global__ void reduce1(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? input[i] : 0;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// 2: the same additions, made by neighbouring threads.
__global__ void reduce2(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? input[i] : 0;
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        unsigned int index = 2 * s * tid;
        if (index < blockDim.x)
            sdata[index] += sdata[index + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// 3: sequential addressing. Neighbouring threads use neighbouring words.
__global__ void reduce3(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    sdata[tid] = i < n ? input[i] : 0;
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// The two elements of a thread from reduce4 on; past the end counts as 0.
__device__ int load_pair(const int* input, unsigned int i,
                         unsigned int distance, unsigned int n)
{
    int sum = i < n ? input[i] : 0;
    if (i + distance < n)
        sum += input[i + distance];
    return sum;
}

// 4: the first addition happens while loading; half as many blocks.
__global__ void reduce4(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x * 2 + tid;
    sdata[tid] = load_pair(input, i, blockDim.x, n);
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// One level of the tree inside a single warp. The warp waits between reading
// and writing: since Volta its lanes need not run in step.
__device__ void add_in_warp(int* sdata, unsigned int tid, unsigned int s)
{
    int sum = sdata[tid] + sdata[tid + s];
    __syncwarp();
    sdata[tid] = sum;
    __syncwarp();
}

// 5: the last warp needs no barrier of the block and no loop.
__global__ void reduce5(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x * 2 + tid;
    sdata[tid] = load_pair(input, i, blockDim.x, n);
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        add_in_warp(sdata, tid, 32);
        add_in_warp(sdata, tid, 16);
        add_in_warp(sdata, tid, 8);
        add_in_warp(sdata, tid, 4);
        add_in_warp(sdata, tid, 2);
        add_in_warp(sdata, tid, 1);
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// The whole tree without a loop: the compiler knows the block size and keeps
// only the lines it needs.
template <unsigned int block_size>
__device__ void reduce_block(int* sdata, unsigned int tid)
{
    if (block_size >= 1024) {
        if (tid < 512)
            sdata[tid] += sdata[tid + 512];
        __syncthreads();
    }
    if (block_size >= 512) {
        if (tid < 256)
            sdata[tid] += sdata[tid + 256];
        __syncthreads();
    }
    if (block_size >= 256) {
        if (tid < 128)
            sdata[tid] += sdata[tid + 128];
        __syncthreads();
    }
    if (block_size >= 128) {
        if (tid < 64)
            sdata[tid] += sdata[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        add_in_warp(sdata, tid, 32);
        add_in_warp(sdata, tid, 16);
        add_in_warp(sdata, tid, 8);
        add_in_warp(sdata, tid, 4);
        add_in_warp(sdata, tid, 2);
        add_in_warp(sdata, tid, 1);
    }
}

// 6: everything unrolled.
template <unsigned int block_size>
__global__ void reduce6(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * block_size * 2 + tid;
    sdata[tid] = load_pair(input, i, block_size, n);
    __syncthreads();

    reduce_block<block_size>(sdata, tid);

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// 7: few blocks, each thread first adds many elements by itself.
template <unsigned int block_size>
__global__ void reduce7(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int stride = gridDim.x * block_size * 2;
    unsigned int i = blockIdx.x * block_size * 2 + tid;
    int sum = 0;
    for (; i < n; i += stride)
        sum += load_pair(input, i, block_size, n);
    sdata[tid] = sum;
    __syncthreads();

    reduce_block<block_size>(sdata, tid);

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

template __global__ void reduce6<64>(const int*, int*, unsigned int);
template __global__ void reduce6<128>(const int*, int*, unsigned int);
template __global__ void reduce6<256>(const int*, int*, unsigned int);
template __global__ void reduce6<512>(const int*, int*, unsigned int);
template __global__ void reduce6<1024>(const int*, int*, unsigned int);

template __global__ void reduce7<64>(const int*, int*, unsigned int);
template __global__ void reduce7<128>(const int*, int*, unsigned int);
template __global__ void reduce7<256>(const int*, int*, unsigned int);
template __global__ void reduce7<512>(const int*, int*, unsigned int);
template __global__ void reduce7<1024>(const int*, int*, unsigned int);

// The sum of n integers. First attempts, then the seven kernels of the lecture:
// a block adds its share in shared memory and writes one partial sum, and a
// second step adds the partial sums. At the end, current solutions.

// A. One thread adds all elements.
__global__ void one_thread(const int* input, int* sums, unsigned int n)
{
    int sum = 0;
    for (unsigned int i = 0; i < n; ++i)
        sum += input[i];
    sums[0] = sum;
}

// B. One block: each thread writes the sum of its elements.
__global__ void one_block(const int* input, int* sums, unsigned int n)
{
    int sum = 0;
    for (unsigned int i = threadIdx.x; i < n; i += blockDim.x)
        sum += input[i];
    sums[threadIdx.x] = sum;
}

// C. Several blocks: one partial sum per thread, so more blocks write more sums.
__global__ void thread_sums(const int* input, int* sums, unsigned int n)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    int sum = 0;
    for (unsigned int i = thread; i < n; i += threads)
        sum += input[i];
    sums[thread] = sum;
}

// D. One launch per level of the tree, in global memory: 2 n reads and n writes.
__global__ void add_pairs(const int* from, int* to, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i + 1 < n)
        to[i] = from[2 * i] + from[2 * i + 1];
    else if (2 * i < n)
        to[i] = from[2 * i];
}

// 1: interleaved addressing. Threads whose index is a multiple of 2 s add.
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

// 2: the same additions, performed by neighboring threads.
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

// 3: sequential addressing. Neighboring threads access consecutive words.
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

// 3 as in the Greek lecture: floats, and a shared array whose size is fixed in
// the kernel. Here THREADS is the block size, as a template argument. Each
// thread loads one element; the last block is full.
template <unsigned int THREADS>
__global__ void sumReduction(float *a, float *psums) {
    __shared__ float buffer[THREADS];
    unsigned int tid = threadIdx.x;
    buffer[tid] = a[blockIdx.x * blockDim.x + tid];
    __syncthreads();

    // reduce block results, number of threads must be a power of 2
    for (unsigned int stride = blockDim.x/2; stride>0; stride /= 2)
    {
        if (tid<stride) {
            buffer[tid] += buffer[tid+stride];
        }

        // synchronize all threads of block before next step
        __syncthreads();
    }

    if (tid == 0)
        psums[blockIdx.x] = buffer[0];
}

// Sum of the two elements of a thread from reduce4 on; elements past the end are 0.
__device__ int load_pair(const int* input, unsigned int i,
                         unsigned int distance, unsigned int n)
{
    int sum = i < n ? input[i] : 0;
    if (i + distance < n)
        sum += input[i + distance];
    return sum;
}

// 4: each thread adds two elements while loading; half as many blocks.
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

// One level of the tree within a single warp. The lanes synchronize between
// reading and writing: since Volta they need not run in lock step.
__device__ void add_in_warp(int* sdata, unsigned int tid, unsigned int s)
{
    int sum = sdata[tid] + sdata[tid + s];
    __syncwarp();
    sdata[tid] = sum;
    __syncwarp();
}

// 5: the last warp needs no block barrier and no loop.
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

// 5 as in the 2015 lecture: only `volatile`, no barrier, between a lane's write
// and another's read. Since Volta this is a race, even if the sum is right.
__global__ void reduce5_volatile(const int* input, int* sums, unsigned int n)
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
        volatile int* words = sdata;
        words[tid] = words[tid] + words[tid + 32];
        words[tid] = words[tid] + words[tid + 16];
        words[tid] = words[tid] + words[tid + 8];
        words[tid] = words[tid] + words[tid + 4];
        words[tid] = words[tid] + words[tid + 2];
        words[tid] = words[tid] + words[tid + 1];
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// 5 as in the 2013 lecture, without `volatile`: the compiler may keep the last
// warp's sums in registers and read every word before any lane has written.
__global__ void reduce5_plain(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    sv[tid] = load_pair(input, i, blockDim.x, n);
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }

    if (tid < 32) {
        sv[tid] += sv[tid + 32];
        sv[tid] += sv[tid + 16];
        sv[tid] += sv[tid + 8];
        sv[tid] += sv[tid + 4];
        sv[tid] += sv[tid + 2];
        sv[tid] += sv[tid + 1];
    }

    if (tid == 0)
        sums[blockIdx.x] = sv[0];
}

// 4 as in the 2015 lecture: the block index is not doubled. Neighboring blocks
// share elements, and the end of the input is never read.
__global__ void reduce4_printed(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = input[i] + input[i + blockDim.x];
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// The whole tree without a loop: the block size is a constant, so the compiler
// keeps only the levels that it needs.
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

// 6: the whole tree is unrolled.
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

// 7: few blocks; each thread first adds many elements on its own.
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

// 7 as in the 2015 lecture, except for the tree: the loop advances by one block
// instead of 2 * blockSize * gridDim.x. It adds elements twice, and the last
// iteration reads one block past the end, where this input has zeros.
template <unsigned int block_size>
__global__ void reduce7_printed(const int* input, int* sums, unsigned int n)
{
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += input[i] + input[i + block_size];
        i += blockDim.x;
    }
    __syncthreads();

    reduce_block<block_size>(sdata, tid);

    if (tid == 0)
        sums[blockIdx.x] = sdata[0];
}

// Sum over a warp, in lane 0: lanes exchange registers without shared memory.
__device__ int sum_of_warp(int value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

// Sum over the block, in thread 0: one word per warp, then the first warp adds.
template <unsigned int block_size>
__device__ int sum_of_block(int value)
{
    __shared__ int of_warp[block_size / 32];
    unsigned int lane = threadIdx.x % 32;
    value = sum_of_warp(value);
    if (lane == 0)
        of_warp[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32)
        value = sum_of_warp(lane < block_size / 32 ? of_warp[lane] : 0);
    return value;
}

// 8: the tree of a warp in registers; one barrier per block remains.
template <unsigned int block_size>
__global__ void reduce_shuffle(const int* input, int* sums, unsigned int n)
{
    unsigned int stride = gridDim.x * block_size * 2;
    unsigned int i = blockIdx.x * block_size * 2 + threadIdx.x;
    int sum = 0;
    for (; i < n; i += stride)
        sum += load_pair(input, i, block_size, n);

    sum = sum_of_block<block_size>(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// 10: one instruction per warp instead of a tree, since compute capability 8.0.
// Compiled for an older architecture, the kernel is empty.
template <unsigned int block_size>
__global__ void reduce_redux(const int* input, int* sums, unsigned int n)
{
#if __CUDA_ARCH__ >= 800
    __shared__ int of_warp[block_size / 32];
    unsigned int stride = gridDim.x * block_size * 2;
    unsigned int i = blockIdx.x * block_size * 2 + threadIdx.x;
    int sum = 0;
    for (; i < n; i += stride)
        sum += load_pair(input, i, block_size, n);

    unsigned int lane = threadIdx.x % 32;
    sum = __reduce_add_sync(0xffffffff, sum);
    if (lane == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32)
        sum = __reduce_add_sync(0xffffffff, lane < block_size / 32 ? of_warp[lane] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
#endif
}

// Four integers per load, and `unroll` loads before the first value is needed:
// enough bytes in flight to keep the memory busy. Data that is read once need
// not stay in the cache.
template <int unroll>
__device__ int sum_of_quads(const int* input, unsigned int n)
{
    const int4* quads = reinterpret_cast<const int4*>(input);
    unsigned int count = n / 4;
    unsigned int stride = gridDim.x * blockDim.x;
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned int i = thread; i < count; i += unroll * stride) {
        int4 quad[unroll];
        for (int k = 0; k < unroll; ++k)
            quad[k] = i + k * stride < count ? __ldcs(quads + i + k * stride) : int4{};
        for (int k = 0; k < unroll; ++k)
            sum += quad[k].x + quad[k].y + (quad[k].z + quad[k].w);
    }
    if (thread < n % 4)
        sum += input[4 * count + thread];
    return sum;
}

struct Total {
    int sum;
    unsigned int blocks;  // blocks that have added their part
};

// 9: one launch. Each block adds its part to one word. The last block stores the
// total and resets both words to 0 for the next launch.
template <unsigned int block_size, int unroll>
__global__ void __launch_bounds__(block_size)
reduce_vectorised(const int* input, int* result, Total* total, unsigned int n)
{
    int sum = sum_of_block<block_size>(sum_of_quads<unroll>(input, n));
    if (threadIdx.x == 0) {
        atomicAdd(&total->sum, sum);
        __threadfence();
        if (atomicInc(&total->blocks, gridDim.x - 1) == gridDim.x - 1)
            *result = atomicExch(&total->sum, 0);
    }
}

// 11: one launch. The last block adds the partial sums of all blocks, always in
// the same order, which would make a sum of floats reproducible.
template <unsigned int block_size, int unroll>
__global__ void __launch_bounds__(block_size)
reduce_ticket(const int* input, int* sums, unsigned int* tickets, int* result, unsigned int n)
{
    __shared__ bool last;
    int sum = sum_of_block<block_size>(sum_of_quads<unroll>(input, n));
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;

    __threadfence();
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += block_size)
        sum += __ldcg(sums + i);
    sum = sum_of_block<block_size>(sum);
    if (threadIdx.x == 0)
        *result = sum;
}

// Instances that the parameters of the lesson select.
#define FOR_EVERY_BLOCK(kernel)                                              \
    template __global__ void kernel<64>(const int*, int*, unsigned int);     \
    template __global__ void kernel<128>(const int*, int*, unsigned int);    \
    template __global__ void kernel<256>(const int*, int*, unsigned int);    \
    template __global__ void kernel<512>(const int*, int*, unsigned int);    \
    template __global__ void kernel<1024>(const int*, int*, unsigned int);

template __global__ void sumReduction<8>(float*, float*);
template __global__ void sumReduction<32>(float*, float*);
template __global__ void sumReduction<64>(float*, float*);
template __global__ void sumReduction<128>(float*, float*);
template __global__ void sumReduction<256>(float*, float*);
template __global__ void sumReduction<512>(float*, float*);
template __global__ void sumReduction<1024>(float*, float*);

FOR_EVERY_BLOCK(reduce6)
FOR_EVERY_BLOCK(reduce7)
FOR_EVERY_BLOCK(reduce7_printed)
FOR_EVERY_BLOCK(reduce_shuffle)
FOR_EVERY_BLOCK(reduce_redux)

#define FOR_EVERY_UNROLL(block)                                                                               \
    template __global__ void reduce_vectorised<block, 1>(const int*, int*, Total*, unsigned int);             \
    template __global__ void reduce_vectorised<block, 2>(const int*, int*, Total*, unsigned int);             \
    template __global__ void reduce_vectorised<block, 4>(const int*, int*, Total*, unsigned int);             \
    template __global__ void reduce_vectorised<block, 8>(const int*, int*, Total*, unsigned int);             \
    template __global__ void reduce_ticket<block, 1>(const int*, int*, unsigned int*, int*, unsigned int);    \
    template __global__ void reduce_ticket<block, 2>(const int*, int*, unsigned int*, int*, unsigned int);    \
    template __global__ void reduce_ticket<block, 4>(const int*, int*, unsigned int*, int*, unsigned int);    \
    template __global__ void reduce_ticket<block, 8>(const int*, int*, unsigned int*, int*, unsigned int);

FOR_EVERY_UNROLL(128)
FOR_EVERY_UNROLL(256)
FOR_EVERY_UNROLL(512)
FOR_EVERY_UNROLL(1024)

// Hazards: wrong kernels, each followed by its repaired version. In all of
// them a thread reads or overwrites a word that another thread writes. The
// wrong kernels do not order the two accesses.

// Each thread reads its right neighbor's word. Nothing orders the read
// after the neighbor's write.
__global__ void no_barrier(const int* in, int* out)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    words[t] = in[i];
    out[i] = words[(t + 1) % blockDim.x];
}

__global__ void with_barrier(const int* in, int* out)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    words[t] = in[i];
    __syncthreads();
    out[i] = words[(t + 1) % blockDim.x];
}

// The last threads of the block have no work and take the path without the
// barrier. The other threads of their warp execute it.
__global__ void barrier_in_branch(const int* in, int* out, unsigned int working)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    int neighbor = 0;
    if (t < working) {
        words[t] = in[i];
        __syncthreads();
        neighbor = words[(t + 1) % working];
    }
    out[i] = neighbor;
}

// The work is conditional, the barrier is not.
__global__ void barrier_behind_branch(const int* in, int* out, unsigned int working)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    int neighbor = 0;
    if (t < working)
        words[t] = in[i];
    __syncthreads();
    if (t < working)
        neighbor = words[(t + 1) % working];
    out[i] = neighbor;
}

// Two threads, half a block apart, write one word: which one writes last?
__global__ void write_write(const int* in, int* out)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    unsigned int half = blockDim.x / 2;
    words[t % half] = in[i];
    __syncthreads();
    out[i] = words[t % half];
}

// The two threads write different words, and the reader chooses one.
__global__ void write_apart(const int* in, int* out)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    unsigned int half = blockDim.x / 2;
    words[t] = in[i];
    __syncthreads();
    out[i] = words[half + t % half];
}

// Each thread moves one word to the left, in place: a word may be
// overwritten before it is read.
__global__ void read_write(const int* in, int* out)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    words[t] = in[i];
    __syncthreads();
    words[t] = words[(t + 1) % blockDim.x];
    __syncthreads();
    out[i] = words[t];
}

__global__ void read_then_write(const int* in, int* out)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + t;
    words[t] = in[i];
    __syncthreads();
    int neighbor = words[(t + 1) % blockDim.x];
    __syncthreads();
    words[t] = neighbor;
    __syncthreads();
    out[i] = words[t];
}

// The sum of a block. The last warp adds without a barrier, as in the
// 2015 lecture: volatile makes every access go to memory, and the code assumes
// that the lanes of a warp run in lock step.
__global__ void last_warp_volatile(const int* in, int* sums)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (t < stride)
            words[t] += words[t + stride];
        __syncthreads();
    }
    if (t < 32) {
        volatile int* last = words;
        last[t] += last[t + 32];
        last[t] += last[t + 16];
        last[t] += last[t + 8];
        last[t] += last[t + 4];
        last[t] += last[t + 2];
        last[t] += last[t + 1];
    }
    if (t == 0)
        sums[blockIdx.x] = words[0];
}

// The repaired version: the lanes synchronize between reading and writing.
__global__ void last_warp_synchronized(const int* in, int* sums)
{
    extern __shared__ int words[];
    unsigned int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (t < stride)
            words[t] += words[t + stride];
        __syncthreads();
    }
    if (t < 32) {
        for (unsigned int stride = 32; stride > 0; stride /= 2) {
            int sum = words[t] + words[t + stride];
            __syncwarp();
            words[t] = sum;
            __syncwarp();
        }
    }
    if (t == 0)
        sums[blockIdx.x] = words[0];
}

// Every block adds to one word of global memory, and the order of the blocks
// is undefined: read, add and write are three separate operations.
__global__ void count_unordered(const int* in, int* total)
{
    if (threadIdx.x == 0)
        *total += in[blockIdx.x * blockDim.x];
}

// An atomic addition is one indivisible operation.
__global__ void count_atomic(const int* in, int* total)
{
    if (threadIdx.x == 0)
        atomicAdd(total, in[blockIdx.x * blockDim.x]);
}

// The reduction of the 2013 lecture: each block writes its sum into the array
// that the other blocks still read.
__global__ void reduce1(int *v){
    extern __shared__ int sv[];

    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x*blockDim.x + threadIdx.x;
    sv[tid] = v[i];
    __syncthreads();

    for(unsigned int s=1; s < blockDim.x; s *= 2) {
        if (tid % (2*s) == 0)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        v[blockIdx.x] = sv[0];
}

// The repaired version: the sums go to a separate array.
__global__ void reduce1_apart(const int* v, int* sums)
{
    extern __shared__ int sv[];
    unsigned int tid = threadIdx.x;
    sv[tid] = v[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();

    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sv[tid] += sv[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        sums[blockIdx.x] = sv[0];
}

// Reference results for the checks: a single thread adds.
__global__ void count_each(const int* in, int* sums, int block)
{
    int sum = 0;
    for (int t = 0; t < block; ++t)
        sum += in[blockIdx.x * block + t];
    sums[blockIdx.x] = sum;
}

__global__ void count_alone(const int* in, int* total, int blocks, int block)
{
    for (int b = 0; b < blocks; ++b)
        *total += in[b * block];
}

// Memory order between blocks: a message, a counter, a lock, the last block of a sum, and a scan. A thread may read what a thread of
// another block wrote only if both also access a flag, a counter or a lock: with strong operations, with a release before the write and
// an acquire after the read, and at a scope that includes both blocks.

const int kBlock = 128; // threads per block
const int kTries = 1 << 20; // a wait that may never end otherwise

// As cuda::atomic_ref<unsigned, cuda::thread_scope_device> with memory_order_acquire and memory_order_release; cta: thread_scope_block.
__device__ unsigned load_acquire(const unsigned* word)
{
    unsigned value;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
}

__device__ void store_release(unsigned* word, unsigned value)
{
    asm volatile("st.release.gpu.u32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
}

__device__ unsigned load_acquire_cta(const unsigned* word)
{
    unsigned value;
    asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
}

__device__ void store_release_cta(unsigned* word, unsigned value)
{
    asm volatile("st.release.cta.u32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
}

// The order in which blocks start: a wait for a block with a smaller ticket ends. In which order the blocks of a grid start is undefined,
// so a block that waits for blockIdx.x - 1 could occupy the multiprocessor that this block needs.
__device__ int take_ticket(unsigned* tickets)
{
    __shared__ int ticket;
    if (threadIdx.x == 0)
        ticket = atomicAdd(tickets, 1);
    // The blocks with smaller tickets run already.
    __syncthreads();
    return ticket;
}

// A message: one block writes kBlock words and sets a flag; another block waits for the flag and reads the words.

// The flag is an ordinary word. The compiler assumes that no other thread changes it.
struct PlainFlag {
    static __device__ void set(unsigned* flag) { *flag = 1; }
    static __device__ void wait(const unsigned* flag)
    {
        for (int tries = 0; tries < kTries && *flag == 0; ++tries) { }
    }
};

// Each access goes to memory, as a relaxed access at system scope. The words of the message are not ordered.
struct VolatileFlag {
    static __device__ void set(volatile unsigned* flag) { *flag = 1; }
    static __device__ void wait(const volatile unsigned* flag)
    {
        while (*flag == 0) { } // volatile
    }
};

// The message is written before the flag, but may be read before the flag.
struct WriterFence {
    static __device__ void set(volatile unsigned* flag)
    {
        __threadfence();
        *flag = 1;
    }
    static __device__ void wait(const volatile unsigned* flag)
    {
        while (*flag == 0) { } // no fence follows
    }
};

// A fence before the write of the flag and one after its read.
struct BothFences {
    static __device__ void set(volatile unsigned* flag)
    {
        __threadfence(); // releases
        *flag = 1;
    }
    static __device__ void wait(const volatile unsigned* flag)
    {
        while (*flag == 0) { }
        __threadfence(); // acquires
    }
};

// Release and acquire, but only for threads of the same block.
struct BlockScope {
    static __device__ void set(unsigned* flag) { store_release_cta(flag, 1); }
    static __device__ void wait(const unsigned* flag)
    {
        for (int tries = 0; tries < kTries && load_acquire_cta(flag) == 0; ++tries) { }
    }
};

// Release and acquire for all threads of the device.
struct DeviceScope {
    static __device__ void set(unsigned* flag) { store_release(flag, 1); }
    static __device__ void wait(const unsigned* flag)
    {
        while (load_acquire(flag) == 0) { }
    }
};

// Blocks with an even ticket send, blocks with an odd ticket receive.
template <typename Flag> __global__ void pass_message(const int* in, int* message, unsigned* flags, int* out, unsigned* tickets)
{
    int ticket = take_ticket(tickets);
    unsigned* flag = flags + ticket / 2;
    int i = ticket / 2 * kBlock + threadIdx.x;
    if (ticket % 2 == 0) {
        message[i] = in[i];
        __syncthreads(); // orders the words of all threads of the block before thread 0
        if (threadIdx.x == 0)
            Flag::set(flag);
    } else {
        if (threadIdx.x == 0)
            Flag::wait(flag);
        __syncthreads();
        out[i] = message[i];
    }
}

// Sums: each block adds its elements, and the blocks add to one total. The result is in thread 0.
__device__ int block_sum(int value)
{
    __shared__ int words[kBlock];
    words[threadIdx.x] = value;
    __syncthreads();
    for (int stride = kBlock / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            words[threadIdx.x] += words[threadIdx.x + stride];
        __syncthreads();
    }
    return words[0];
}

// Atomic for the threads of one block only.
__global__ void add_block_scope(const int* in, int* total)
{
    int sum = block_sum(in[blockIdx.x * kBlock + threadIdx.x]);
    if (threadIdx.x == 0)
        atomicAdd_block(total, sum);
}

// Atomic for all threads of the device. It orders no other access, and none is needed: the sum is in the operand.
__global__ void add_device_scope(const int* in, int* total)
{
    int sum = block_sum(in[blockIdx.x * kBlock + threadIdx.x]);
    if (threadIdx.x == 0)
        atomicAdd(total, sum);
}

// One owner at a time, but nothing orders what the owners read and write.
struct UnfencedLock {
    static __device__ void take(unsigned* lock)
    {
        while (atomicCAS(lock, 0, 1) != 0) { }
    }
    static __device__ void give_back(unsigned* lock) { atomicExch(lock, 0); }
};

// The next owner acquires what the previous one released.
struct SpinLock {
    static __device__ void take(unsigned* lock)
    {
        unsigned old;
        do {
            asm volatile("atom.acquire.gpu.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(lock) : "memory");
        } while (old != 0);
    }
    static __device__ void give_back(unsigned* lock) { store_release(lock, 0); }
};

// The largest sum of a block, and the first block that has it. Two words that belong together: no atomic addition or maximum updates both.
template <typename Lock> __global__ void find_largest(const int* in, int* largest, unsigned* lock)
{
    int sum = block_sum(in[blockIdx.x * kBlock + threadIdx.x]);
    if (threadIdx.x == 0) {
        Lock::take(lock);
        if (sum > largest[0] || (sum == largest[0] && blockIdx.x < largest[1])) {
            largest[0] = sum;
            largest[1] = blockIdx.x;
        }
        Lock::give_back(lock);
    }
}

// Counts a block that has written its sum, and returns how many were counted before.
struct UnfencedCount {
    static __device__ unsigned next(unsigned* count) { return atomicAdd(count, 1); }
};

// The counter replaces the flag of a message, so the fences are the same.
struct FencedCount {
    static __device__ unsigned next(unsigned* count)
    {
        __threadfence(); // releases the sum
        unsigned before = atomicAdd(count, 1);
        __threadfence(); // acquires the other sums
        return before;
    }
};

// One operation releases the block's own sum and acquires the sums of the blocks that were counted before.
struct OrderedCount {
    static __device__ unsigned next(unsigned* count)
    {
        unsigned before;
        asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(count) : "memory");
        return before;
    }
};

// The block that is counted last adds the sums of all blocks. No block waits.
template <typename Count> __global__ void add_last_block(const int* in, int* sums, unsigned* count, int* total)
{
    __shared__ bool is_last;
    int sum = block_sum(in[blockIdx.x * kBlock + threadIdx.x]);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        is_last = Count::next(count) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;
    int rest = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += kBlock)
        rest += sums[b];
    rest = block_sum(rest);
    if (threadIdx.x == 0)
        *total = rest;
}

// A scan in one launch, by decoupled look-back: a block publishes its sum, adds what the blocks before it published, back to the first
// one that knows the sum of all elements up to its own, and then publishes this sum itself.
const unsigned kNothing = 0, kSum = 1, kPrefix = 2; // what a block has published

struct Published {
    int* sums;
    int* prefixes;
    unsigned* flags;
    unsigned long long* words;
};

// The value is an ordinary word; the flag releases and acquires it.
struct FlagAndValue {
    static __device__ void publish(Published to, int block, unsigned what, int value)
    {
        (what == kSum ? to.sums : to.prefixes)[block] = value;
        store_release(to.flags + block, what);
    }
    static __device__ unsigned read(Published from, int block, int& value)
    {
        unsigned what = load_acquire(from.flags + block);
        if (what != kNothing)
            value = (what == kSum ? from.sums : from.prefixes)[block];
        return what;
    }
};

// Flag and value are one word of 64 bits, which is read and written as a whole: there is no second word to be ordered.
struct OneWord {
    static __device__ void publish(Published to, int block, unsigned what, int value)
    {
        unsigned long long word = what;
        // Written as one word.
        word = word << 32 | static_cast<unsigned>(value);
        asm volatile("st.relaxed.gpu.u64 [%0], %1;" : : "l"(to.words + block), "l"(word) : "memory");
    }
    static __device__ unsigned read(Published from, int block, int& value)
    {
        unsigned long long word;
        asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(word) : "l"(from.words + block) : "memory");
        value = static_cast<int>(word);
        return static_cast<unsigned>(word >> 32);
    }
};

// out[i] = in[0] + ... + in[i]
template <typename Look>
__global__ void scan(const int* in, int* out, int* sums, int* prefixes, unsigned* flags, unsigned long long* words, unsigned* tickets)
{
    __shared__ int scanned[kBlock], before;
    Published published { sums, prefixes, flags, words };
    int block = take_ticket(tickets);
    int t = threadIdx.x, i = block * kBlock + t;
    scanned[t] = in[i];
    __syncthreads();
    for (int distance = 1; distance < kBlock; distance *= 2) {
        int left = t < distance ? 0 : scanned[t - distance];
        __syncthreads();
        scanned[t] += left;
        __syncthreads();
    }
    if (t == 0) {
        int sum = scanned[kBlock - 1], previous = 0;
        Look::publish(published, block, kSum, sum);
        unsigned what = kNothing;
        for (int b = block - 1; b >= 0 && what != kPrefix;) {
            int value = 0;
            what = Look::read(published, b, value);
            previous += value;
            b -= what != kNothing;
        }
        Look::publish(published, block, kPrefix, previous + sum);
        before = previous;
    }
    __syncthreads();
    out[i] = before + scanned[t];
}

// Before each launch.
__global__ void reset(unsigned* counter, unsigned* flags, unsigned long long* words, int* total, int* largest, int blocks)
{
    for (int b = threadIdx.x; b < blocks; b += blockDim.x) {
        flags[b] = 0;
        words[b] = 0;
    }
    if (threadIdx.x == 0) {
        *counter = 0;
        *total = 0;
        largest[0] = largest[1] = 0;
    }
}

// Reference results: a single thread.
__global__ void find_largest_alone(const int* in, int* largest, int blocks)
{
    for (int b = 0; b < blocks; ++b) {
        int sum = 0;
        for (int t = 0; t < kBlock; ++t)
            sum += in[b * kBlock + t];
        if (sum > largest[0]) {
            largest[0] = sum;
            largest[1] = b;
        }
    }
}

__global__ void scan_alone(const int* in, int* out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i)
        out[i] = sum += in[i];
}

template __global__ void pass_message<PlainFlag>(const int*, int*, unsigned*, int*, unsigned*);
template __global__ void pass_message<VolatileFlag>(const int*, int*, unsigned*, int*, unsigned*);
template __global__ void pass_message<WriterFence>(const int*, int*, unsigned*, int*, unsigned*);
template __global__ void pass_message<BothFences>(const int*, int*, unsigned*, int*, unsigned*);
template __global__ void pass_message<BlockScope>(const int*, int*, unsigned*, int*, unsigned*);
template __global__ void pass_message<DeviceScope>(const int*, int*, unsigned*, int*, unsigned*);
template __global__ void find_largest<UnfencedLock>(const int*, int*, unsigned*);
template __global__ void find_largest<SpinLock>(const int*, int*, unsigned*);
template __global__ void add_last_block<UnfencedCount>(const int*, int*, unsigned*, int*);
template __global__ void add_last_block<FencedCount>(const int*, int*, unsigned*, int*);
template __global__ void add_last_block<OrderedCount>(const int*, int*, unsigned*, int*);
template __global__ void scan<FlagAndValue>(const int*, int*, int*, int*, unsigned*, unsigned long long*, unsigned*);
template __global__ void scan<OneWord>(const int*, int*, int*, int*, unsigned*, unsigned long long*, unsigned*);

// Each block sums the tiles of its part of an array. A tile of 512 floats comes from global memory through shared memory, and
// each of 128 threads takes four of its elements. The kernels differ in when a tile is loaded, by whom, and who waits for it.

// The build for old GPUs has no instructions that they lack.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define SM_80
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define SM_90
#endif

constexpr int kThreads = 128;
constexpr int kTile = 4 * kThreads; // floats

// What a thread computes from a tile: four elements that other threads may have loaded, each with `rounds` dependent multiply-adds.
__device__ float use(const float* tile, int t, int rounds)
{
    float x[4];
    for (int i = 0; i < 4; ++i)
        x[i] = tile[(t + i * kThreads + 1) % kTile];
    for (int r = 0; r < rounds; ++r) {
        for (int i = 0; i < 4; ++i)
            x[i] = 0.999f * x[i] + 0.001f;
    }
    return x[0] + x[1] + x[2] + x[3];
}

__device__ float4* chunk(float* tile, int t)
{
    return reinterpret_cast<float4*>(tile) + t;
}

__device__ const float4* chunk(const float* tile, int t)
{
    return reinterpret_cast<const float4*>(tile) + t;
}

// ---- Load, compute, load, compute: while a tile is loaded, nobody computes.
__global__ void one_buffer(const float* in, float* out, int tiles, int rounds)
{
    __shared__ __align__(16) float tile[kTile];
    int t = threadIdx.x;
    const float* from = in + blockIdx.x * tiles * kTile;
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
        *chunk(tile, t) = *chunk(from + i * kTile, t);
        __syncthreads(); // the tile is complete
        sum += use(tile, t, rounds);
        __syncthreads(); // all threads have read the tile
    }
    out[blockIdx.x * kThreads + t] = sum;
}

// ---- Two buffers: the next tile is loaded into registers before the current one is used, and stored after it.
__global__ void two_buffers(const float* in, float* out, int tiles, int rounds)
{
    __shared__ __align__(16) float tile[2][kTile];
    int t = threadIdx.x;
    const float* from = in + blockIdx.x * tiles * kTile;
    float4 next = *chunk(from, t);
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
        *chunk(tile[i % 2], t) = next;
        __syncthreads(); // one barrier: the other buffer is written after everyone has passed it
        if (i + 1 < tiles)
            next = *chunk(from + (i + 1) * kTile, t);
        sum += use(tile[i % 2], t, rounds);
    }
    out[blockIdx.x * kThreads + t] = sum;
}

__device__ unsigned shared_address(const void* pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// ---- cp.async: copies of 16 bytes per thread that no register holds, in groups.
__device__ void copy_async(float* to, const float* from, int t)
{
#ifdef SM_80
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(chunk(to, t))), "l"(chunk(from, t)) : "memory");
#endif
}

__device__ void commit()
{
#ifdef SM_80
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

template <int kPending> __device__ void wait_for_copies()
{
#ifdef SM_80
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
#endif
}

template <int kStages> __global__ void copy_groups(const float* in, float* out, int tiles, int rounds)
{
    __shared__ __align__(16) float stage[kStages][kTile];
    int t = threadIdx.x;
    const float* from = in + blockIdx.x * tiles * kTile;
    for (int i = 0; i < kStages - 1; ++i) {
        copy_async(stage[i], from + i * kTile, t);
        commit();
    }
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
        wait_for_copies<kStages - 2>(); // at most the newer groups stay in flight
        __syncthreads(); // the copies of all threads are complete, and the stage that is filled next is free
        int next = i + kStages - 1;
        if (next < tiles)
            copy_async(stage[next % kStages], from + next * kTile, t);
        commit();
        sum += use(stage[i % kStages], t, rounds);
    }
    out[blockIdx.x * kThreads + t] = sum;
}

// ---- mbarrier: an object in shared memory that counts arrivals, and bytes of copies, in phases.
using Barrier = unsigned long long;

__device__ void init(Barrier* barrier, unsigned arrivals)
{
#ifdef SM_90
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
#endif
}

__device__ void fence_init()
{
#ifdef SM_90
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

__device__ void arrive(Barrier* barrier)
{
#ifdef SM_90
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
#endif
}

// One arrival of this thread, when its earlier cp.async are complete.
__device__ void arrive_after_copies(Barrier* barrier)
{
#ifdef SM_90
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(barrier)) : "memory");
#endif
}

__device__ void wait(Barrier* barrier, unsigned parity)
{
#ifdef SM_90
    unsigned done = 0;
    while (done == 0)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done) : "r"(shared_address(barrier)), "r"(parity) : "memory");
#endif
}

// One thread copies a whole tile. The phase ends with its arrival and all bytes.
__device__ void copy_bulk(float* to, const float* from, Barrier* barrier)
{
#ifdef SM_90
    const unsigned kTileBytes = kTile * sizeof(float);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(kTileBytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
                 "l"(from), "r"(kTileBytes), "r"(shared_address(barrier)) : "memory");
#endif
}

// cp.async as before; a phase of `full` ends when the copies of all threads are complete, so no barrier of the block is needed for
// it. `empty`: all threads have used the stage.
template <int kStages> __global__ void copy_phases(const float* in, float* out, int tiles, int rounds)
{
    __shared__ __align__(16) float stage[kStages][kTile];
    __shared__ Barrier full[kStages], empty[kStages];
    int t = threadIdx.x;
    if (t < kStages) {
        init(&full[t], kThreads);
        init(&empty[t], kThreads);
        fence_init();
    }
    __syncthreads();
    const float* from = in + blockIdx.x * tiles * kTile;
    float sum = 0;
    for (int next = 0; next < tiles + kStages - 1; ++next) {
        if (next < tiles) {
            wait(&empty[next % kStages], next / kStages % 2 ^ 1); // the first wait for each stage passes
            copy_async(stage[next % kStages], from + next * kTile, t);
            arrive_after_copies(&full[next % kStages]);
        }
        int i = next - (kStages - 1);
        if (i >= 0) {
            wait(&full[i % kStages], i / kStages % 2);
            sum += use(stage[i % kStages], t, rounds);
            arrive(&empty[i % kStages]);
        }
    }
    out[blockIdx.x * kThreads + t] = sum;
}

// ---- Bulk copies (TMA): one thread issues one instruction for a tile.
template <int kStages> __global__ void bulk_copies(const float* in, float* out, int tiles, int rounds)
{
    __shared__ __align__(128) float stage[kStages][kTile];
    __shared__ Barrier full[kStages];
    int t = threadIdx.x;
    if (t < kStages) {
        init(&full[t], 1);
        fence_init();
    }
    __syncthreads();
    const float* from = in + blockIdx.x * tiles * kTile;
    for (int i = 0; i < kStages - 1 && t == 0; ++i)
        copy_bulk(stage[i], from + i * kTile, &full[i]);
    float sum = 0;
    for (int i = 0; i < tiles; ++i) {
        __syncthreads(); // the stage that is filled next is free
        int next = i + kStages - 1;
        if (t == 0 && next < tiles)
            copy_bulk(stage[next % kStages], from + next * kTile, &full[next % kStages]);
        wait(&full[i % kStages], i / kStages % 2);
        sum += use(stage[i % kStages], t, rounds);
    }
    out[blockIdx.x * kThreads + t] = sum;
}

// ---- Roles: a fifth warp only copies, the others only compute. They meet in the phases of `full` and `empty`. With the parity 1
// the first wait for each stage passes: the phase before the first one counts as complete. With 0 both roles wait for each other.
template <int kStages, unsigned kFirstParity> __global__ void roles(const float* in, float* out, int tiles, int rounds)
{
    __shared__ __align__(128) float stage[kStages][kTile];
    __shared__ Barrier full[kStages], empty[kStages];
    int t = threadIdx.x;
    if (t < kStages) {
        init(&full[t], 1);
        init(&empty[t], kThreads / 32); // one arrival per warp that computes
        fence_init();
    }
    __syncthreads();
    const float* from = in + blockIdx.x * tiles * kTile;
    if (t >= kThreads) { // the producer
        for (int i = 0; i < tiles && t == kThreads; ++i) {
            wait(&empty[i % kStages], i / kStages % 2 ^ kFirstParity);
            copy_bulk(stage[i % kStages], from + i * kTile, &full[i % kStages]);
        }
        return;
    }
    float sum = 0;
    for (int i = 0; i < tiles; ++i) { // the consumers
        wait(&full[i % kStages], i / kStages % 2);
        sum += use(stage[i % kStages], t, rounds);
        __syncwarp();
        if (t % 32 == 0)
            arrive(&empty[i % kStages]);
    }
    out[blockIdx.x * kThreads + t] = sum;
}

// The sums without shared memory.
__global__ void reference(const float* in, float* out, int tiles, int rounds)
{
    const float* from = in + blockIdx.x * tiles * kTile;
    float sum = 0;
    for (int i = 0; i < tiles; ++i)
        sum += use(from + i * kTile, threadIdx.x, rounds);
    out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

template __global__ void copy_groups<2>(const float*, float*, int, int);
template __global__ void copy_groups<4>(const float*, float*, int, int);
template __global__ void copy_phases<4>(const float*, float*, int, int);
template __global__ void bulk_copies<4>(const float*, float*, int, int);
template __global__ void roles<4, 0>(const float*, float*, int, int);
template __global__ void roles<4, 1>(const float*, float*, int, int);

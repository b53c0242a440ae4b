// Blocks that wait for blocks: semaphores of split sums, a scan that looks back, and a barrier of the grid.
#include "pipelines.h"

#include <cooperative_groups.h>
#include <cuda/atomic>

#include <algorithm>

namespace cg = cooperative_groups;

namespace {

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

constexpr int kColumns = 5; // output tiles
constexpr int kDepth = 6; // steps of each

} // namespace

// Stream-K: the steps of all output tiles are divided evenly; of a tile that several blocks share, the blocks add their part in
// the order of the steps.
__global__ void split_sums(float* out, const float* in, int* turn)
{
    const int steps = kColumns * kDepth;
    const int begin = steps * blockIdx.x / gridDim.x;
    const int end = steps * (blockIdx.x + 1) / gridDim.x;
    for (int step = begin; step < end;) {
        const int tile = step / kDepth;
        const int last = min(end, (tile + 1) * kDepth);
        const int first_of_tile = step - tile * kDepth;
        float sum = 0;
        for (; step < last; ++step)
            sum += in[step * kTile + threadIdx.x];
        Flag semaphore(turn[tile]);
        if (threadIdx.x == 0) {
            while (semaphore.load(cuda::memory_order_acquire) != first_of_tile) { }
        }
        __syncthreads();
        out[tile * kTile + threadIdx.x] += sum;
        __syncthreads();
        if (threadIdx.x == 0)
            semaphore.store(last - tile * kDepth, cuda::memory_order_release);
    }
}

void stream_k()
{
    const Values<float> in(kColumns * kDepth * kTile, input_at);
    const Values<float> out(kColumns * kTile);
    const Values<int> turn(kColumns);
    split_sums<<<4, kThreads>>>(out, in, turn);
    CUDA(cudaDeviceSynchronize());
    const std::vector<float> result = out.read();
    for (int tile = 0; tile < kColumns; ++tile) {
        for (int t = 0; t < kTile; ++t) {
            float sum = 0;
            for (int step = 0; step < kDepth; ++step)
                sum += input_at((tile * kDepth + step) * kTile + t);
            CHECK(result[tile * kTile + t] == sum);
        }
    }
}

// Inclusive scan in one pass: a block publishes its sum, then adds the sums before it up to the first known prefix. Numbers of
// blocks come from a counter, so a block waits only for blocks that run already.
__global__ void look_back(int* out, const int* in, int* counter, int* states, int* sums, int* prefixes)
{
    constexpr int kSum = 1;
    constexpr int kPrefix = 2;
    __shared__ int scan[kThreads];
    __shared__ int number;
    __shared__ int before;
    const int t = threadIdx.x;
    if (t == 0)
        number = atomicAdd(counter, 1);
    __syncthreads();
    const int part = number;
    scan[t] = in[part * kThreads + t];
    __syncthreads();
    for (int distance = 1; distance < kThreads; distance *= 2) {
        const int other = t >= distance ? scan[t - distance] : 0;
        __syncthreads();
        scan[t] += other;
        __syncthreads();
    }
    if (t == 0) {
        const int total = scan[kThreads - 1];
        sums[part] = total;
        Flag(states[part]).store(kSum, cuda::memory_order_release);
        int found = 0;
        for (int other = part - 1; other >= 0;) {
            const int state = Flag(states[other]).load(cuda::memory_order_acquire);
            if (state == kPrefix) {
                found += prefixes[other];
                break;
            }
            if (state == kSum)
                found += sums[other--];
        }
        prefixes[part] = found + total;
        Flag(states[part]).store(kPrefix, cuda::memory_order_release);
        before = found;
    }
    __syncthreads();
    out[part * kThreads + t] = before + scan[t];
}

void decoupled_look_back()
{
    constexpr int kParts = 9;
    const auto value_at = [](int i) { return i * 13 % 7 - 2; };
    const Values<int> in(kParts * kThreads, value_at);
    const Values<int> out(kParts * kThreads);
    const Values<int> counter(1), states(kParts), sums(kParts), prefixes(kParts);
    look_back<<<kParts, kThreads>>>(out, in, counter, states, sums, prefixes);
    CUDA(cudaDeviceSynchronize());
    const std::vector<int> result = out.read();
    int sum = 0;
    for (int i = 0; i < kParts * kThreads; ++i) {
        sum += value_at(i);
        CHECK(result[i] == sum);
    }
}

// Each round replaces every element by the sum of its neighbors in a circle; a grid barrier ends a round.
__global__ void rounds(int* values, int* other, int count, int number)
{
    const cg::grid_group grid = cg::this_grid();
    const int i = static_cast<int>(grid.thread_rank());
    for (int round = 0; round < number; ++round) {
        const int* const from = round % 2 == 0 ? values : other;
        int* const to = round % 2 == 0 ? other : values;
        to[i] = (from[(i + 1) % count] + from[(i + count - 1) % count]) % 1000;
        grid.sync();
    }
}

void cooperative_grid()
{
    int count = 4 * kThreads;
    int number = 6;
    const auto value_at = [](int i) { return i % 17; };
    const Values<int> values(count, value_at);
    const Values<int> other(count);
    int* one = values;
    int* two = other;
    void* arguments[] = { &one, &two, &count, &number };
    CUDA(cudaLaunchCooperativeKernel(rounds, dim3(4), dim3(kThreads), arguments));
    CUDA(cudaDeviceSynchronize());
    std::vector<int> expected(count);
    for (int i = 0; i < count; ++i)
        expected[i] = value_at(i);
    for (int round = 0; round < number; ++round) {
        std::vector<int> next(count);
        for (int i = 0; i < count; ++i)
            next[i] = (expected[(i + 1) % count] + expected[(i + count - 1) % count]) % 1000;
        expected = next;
    }
    CHECK(values.read() == expected);
}

// Requests for a line that is on its way: from DRAM to L2, requested by another SM, and from L2 to L1, requested by another warp.
// Also: chains of loads that follow each other through memory, so that all wait for the first one.
#include "harness.h"

namespace {

constexpr size_t kLine = 128;
constexpr int kLines = 256; // that are timed
constexpr unsigned kInterval = 8192; // nanoseconds between two of them

__device__ unsigned long long nanoseconds_now()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
    return time;
}

__device__ void wait_cycles(long long cycles)
{
    for (const long long begin = read_clock(); read_clock() - begin < cycles;) { }
}

// `kept`: for the loaded value.
__device__ int timed_load(const char* from, volatile int* kept)
{
    const long long begin = read_clock();
    int value;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    *kept = value; // waits for the load
    return static_cast<int>(read_clock() - begin);
}

// Block 0 loads each line at an agreed time, block 1, on another SM, `delay` cycles later. `each`: cycles of block 0, then of
// block 1.
__global__ void load_after_other_sm(const char* data, size_t stride, long long delay, unsigned long long* agreed, int* each)
{
    extern __shared__ int whole_sm[];
    if (threadIdx.x != 0 || blockIdx.x > 1)
        return;
    if (blockIdx.x == 0)
        atomicExch(agreed, nanoseconds_now() + 20000);
    unsigned long long begin = 0;
    while ((begin = atomicAdd(agreed, 0ULL)) == 0) { }
    for (int i = 0; i < kLines; ++i) {
        while (nanoseconds_now() < begin + static_cast<unsigned long long>(i) * kInterval) { }
        if (blockIdx.x == 1)
            wait_cycles(delay);
        each[blockIdx.x * kLines + i] = timed_load(data + i * stride, whole_sm);
    }
}

// Warp 0 loads each line, warp 1 of the same SM `delay` cycles later.
__global__ void load_after_other_warp(const char* data, size_t stride, long long delay, int* each)
{
    __shared__ int kept[2 * kWarpSize];
    for (int i = 0; i < kLines; ++i) {
        __syncthreads();
        if (threadIdx.x == kWarpSize)
            wait_cycles(delay);
        if (threadIdx.x % kWarpSize == 0)
            each[threadIdx.x / kWarpSize * kLines + i] = timed_load(data + i * stride, kept + threadIdx.x);
    }
}

std::vector<double> part_of(const std::vector<int>& values, size_t first)
{
    return { values.begin() + static_cast<std::ptrdiff_t>(first), values.begin() + static_cast<std::ptrdiff_t>(first + kLines) };
}

void report_latencies(const std::string& name, const std::vector<double>& cycles, const char* note)
{
    for (const int percent : { 10, 50, 90, 99 })
        report(name + "_" + std::to_string(percent), quantile(cycles, percent / 100.0), "cycles", note);
}

void measure_pairs()
{
    constexpr size_t kStride = 64 * kKiB + 3 * kLine;
    DeviceArray<char> data(kLines * kStride + kMiB);
    DeviceArray<char> other(256 * kMiB); // clearing it replaces the lines in L2
    DeviceArray<int> each(2 * kLines);
    DeviceArray<unsigned long long> agreed(1);
    constexpr int kWholeSm = 160 * 1024;
    check(cudaFuncSetAttribute(load_after_other_sm, cudaFuncAttributeMaxDynamicSharedMemorySize, kWholeSm));
    data.clear();
    for (const int delay : { 0, 100, 200, 300, 400, 500, 600, 800, 1000, 2000 }) {
        other.clear();
        agreed.clear();
        load_after_other_sm<<<2, 32, kWholeSm>>>(data.data(), kStride, delay, agreed.data(), each.data());
        const auto values = each.read();
        report_latencies("load_before_other_sm", part_of(values, 0), "first load of a line in DRAM");
        report_latencies("load_after_other_sm_" + std::to_string(delay), part_of(values, kLines),
            "the same line; another SM; later by these cycles");
    }
    for (const bool in_l2 : { false, true })
        for (const int delay : { 0, 100, 200, 300, 500, 800, 1500 }) {
            other.clear();
            if (in_l2)
                data.clear();
            load_after_other_warp<<<1, 64>>>(data.data(), kStride, delay, each.data());
            const auto values = each.read();
            const std::string from = in_l2 ? "_l2_" : "_dram_";
            report_latencies("load_before_other_warp" + from, part_of(values, 0), "first load of the SM");
            report_latencies("load_after_other_warp" + from + std::to_string(delay), part_of(values, kLines),
                "the same line; another warp; later by these cycles");
        }
}

__global__ void link_table(int* next, int count, int distance)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        next[i] = static_cast<int>((static_cast<long long>(i) + distance) % count);
}

// kCount chains per thread that go on by `distance` words with each step.
template <int kCount> __global__ void follow(const int* next, int* reached, int threads, int steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads)
        return;
    int at[kCount];
#pragma unroll
    for (int chain = 0; chain < kCount; ++chain)
        at[chain] = i + chain * threads;
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int chain = 0; chain < kCount; ++chain)
            at[chain] = next[at[chain]];
    }
#pragma unroll
    for (int chain = 0; chain < kCount; ++chain)
        reached[i + chain * threads] = at[chain];
}

// Microseconds of a launch. `cold`: L2 holds nothing of the table.
template <int kCount> void measure_follow(int count, int distance, int steps, bool cold)
{
    constexpr int kBlock = 128;
    DeviceArray<int> next(static_cast<size_t>(count));
    DeviceArray<int> reached(static_cast<size_t>(count));
    DeviceArray<char> other(256 * kMiB);
    link_table<<<1024, 256>>>(next.data(), count, distance);
    const int threads = count / kCount;
    const double ms = median_of([&] {
        if (cold)
            other.clear();
        return milliseconds([&] { follow<kCount><<<threads / kBlock, kBlock>>>(next.data(), reached.data(), threads, steps); });
    });
    report("follow_" + std::to_string(kCount) + "_" + std::to_string(count / (1 << 18)) + "MiB_distance_"
            + std::to_string(distance) + "_steps_" + std::to_string(steps) + (cold ? "_cold" : "_again"),
        ms * 1000, "us", "blocks of 128 threads");
}

template <int kCount> void measure_follows()
{
    for (const int steps : { 32, 64, 128, 256 })
        measure_follow<kCount>(1 << 24, 4097, steps, true);
    for (const int distance : { 4096, 4096 + 32, 16385, 65537, 524289 })
        measure_follow<kCount>(1 << 24, distance, 64, true);
    for (const bool cold : { true, false })
        measure_follow<kCount>(1 << 21, 4097, 64, cold);
}

} // namespace

void measure_waits()
{
    measure("pairs", measure_pairs);
    measure("follow", [] {
        measure_follows<1>();
        measure_follows<2>();
        measure_follows<4>();
        measure_follows<8>();
    });
}

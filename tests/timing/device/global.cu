// Latency of the memory levels by pointer chasing, and the request throughput of one SM by lines and sectors.
#include "harness.h"

namespace {

constexpr size_t kLine = 128;
constexpr int kSampled = 1024; // loads of a chase that are timed one by one
constexpr int kIterations = 16;
constexpr int kLoads = 16; // loads of one iteration of a throughput kernel

// Node i points to node (a * i + c) mod count: one cycle through all nodes when count is a power of two.
__global__ void link_nodes(char* base, size_t count, size_t stride)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        *reinterpret_cast<char**>(base + i * stride) = base + ((i * 1664525 + 1013904223) & (count - 1)) * stride;
}

__global__ void point_to_self(char** words, size_t count)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        words[i] = reinterpret_cast<char*>(words + i);
}

__device__ void follow(char*& pointer)
{
    asm volatile("ld.global.u64 %0, [%0];" : "+l"(pointer));
}

// One thread: `warmup` loads that are not timed, then kSampled loads timed together, then kSampled loads timed one by one.
__global__ void chase(char* start, int warmup, long long* mean, int* each, char** sink)
{
    __shared__ int times[kSampled];
    __shared__ char* kept[kSampled];
    char* pointer = start;
#pragma unroll 1
    for (int i = 0; i < warmup; ++i)
        follow(pointer);
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < kSampled; i += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
            follow(pointer);
    }
    kept[0] = pointer;
    const long long end = read_clock();
#pragma unroll 1
    for (int i = 0; i < kSampled; ++i) {
        const long long before = read_clock();
        follow(pointer);
        kept[i] = pointer; // waits for the load
        times[i] = static_cast<int>(read_clock() - before);
    }
    *mean = end - begin;
    for (int i = 0; i < kSampled; ++i)
        each[i] = times[i];
    *sink = kept[kSampled - 1];
}

// walk: one walk through all nodes brings them into the cache before the timed loads.
enum class Warmup { walk, none };

// A chase through `bytes`, one node per line.
void measure_chase(const std::string& name, size_t bytes, Warmup warmup, const char* note)
{
    measure(name, [&] {
        const size_t count = bytes / kLine;
        DeviceArray<char> nodes(bytes);
        DeviceArray<long long> mean(1);
        DeviceArray<int> each(kSampled);
        DeviceArray<char*> sink(1);
        link_nodes<<<1024, 256>>>(nodes.data(), count, kLine);
        if (warmup == Warmup::none)
            DeviceArray<char>(256 * kMiB).clear(); // L2 keeps nothing of the nodes
        size_t start = 12345;
        std::vector<double> all;
        const double cycles = median_of([&] {
            start = (start * 2654435761U + 97) & (count - 1);
            const int steps = warmup == Warmup::walk ? static_cast<int>(count) : 0;
            chase<<<1, 1>>>(nodes.data() + start * kLine, steps, mean.data(), each.data(), sink.data());
            check(cudaGetLastError());
            for (const int time : each.read())
                all.push_back(time);
            return static_cast<double>(mean.read().front()) / kSampled;
        });
        report(name, cycles, "cycles", note);
        report(name + "_p05", quantile(all, 0.05), "cycles", "single loads; includes the clock and a store to shared memory");
        report(name + "_p50", quantile(all, 0.5), "cycles", "single loads; includes the clock and a store to shared memory");
        report(name + "_p95", quantile(all, 0.95), "cycles", "single loads; includes the clock and a store to shared memory");
    });
}

// All lanes of one warp follow pointers to themselves: the latency of a request that touches several lines.
__global__ void request_chain(char* base, LaneOffsets offsets, int steps, Span* spans, char** sink)
{
    char* pointer = base + offsets.at[lane_of_thread()];
    follow(pointer);
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
            follow(pointer);
    }
    sink[threadIdx.x] = pointer;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

template <int kBytes> struct Access;

template <> struct Access<4> {
    __device__ static void load(const char* from, unsigned& sum)
    {
        unsigned a;
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(from));
        sum ^= a;
    }
    __device__ static void store(char* to, unsigned value)
    {
        asm volatile("st.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
    }
};

template <> struct Access<8> {
    __device__ static void load(const char* from, unsigned& sum)
    {
        unsigned a;
        unsigned b;
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(from));
        sum ^= a ^ b;
    }
    __device__ static void store(char* to, unsigned value)
    {
        asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(to), "r"(value) : "memory");
    }
};

template <> struct Access<16> {
    __device__ static void load(const char* from, unsigned& sum)
    {
        unsigned a;
        unsigned b;
        unsigned c;
        unsigned d;
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(from));
        sum ^= a ^ b ^ c ^ d;
    }
    __device__ static void store(char* to, unsigned value)
    {
        asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(to), "r"(value) : "memory");
    }
};

// Independent loads of 32 warps at the same addresses, which stay in L1. `step` is 0; the compiler cannot know it.
template <int kBytes, int kGap>
__global__ void __launch_bounds__(kFullBlock)
    load_requests(const char* base, LaneOffsets offsets, int iterations, long long step, Span* spans, unsigned* sink)
{
    const char* from = base + offsets.at[lane_of_thread()];
    unsigned sum = 0;
    for (int j = 0; j < kLoads; ++j)
        Access<kBytes>::load(from + j * kGap, sum);
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
        for (int j = 0; j < kLoads; ++j)
            Access<kBytes>::load(from + j * kGap, sum);
        from += step;
    }
    sink[threadIdx.x] = sum;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// Stores of 32 warps of one SM; each warp writes its own 64 KiB, which stay in L2.
template <int kBytes>
__global__ void __launch_bounds__(kFullBlock)
    store_requests(char* base, LaneOffsets offsets, int iterations, long long step, Span* spans)
{
    char* to = base + size_t(threadIdx.x / kWarpSize) * 64 * kKiB + offsets.at[lane_of_thread()];
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
        for (int j = 0; j < kLoads; ++j)
            Access<kBytes>::store(to + j * 4096, threadIdx.x + iteration);
        to += step;
    }
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// `lines` lines, one sector of each; the lanes of a line share the 8 words of the sector.
LaneOffsets in_lines(unsigned lines)
{
    return lane_offsets([=](unsigned lane) {
        const unsigned lanes = kWarpSize / lines;
        return lane / lanes * unsigned(kLine) + lane % lanes % 8 * 4;
    });
}

LaneOffsets with_stride(unsigned bytes)
{
    return lane_offsets([=](unsigned lane) { return lane * bytes; });
}

void request_latency(const std::string& name, const LaneOffsets& offsets)
{
    measure(name, [&] {
        constexpr size_t kWords = 8 * kKiB;
        constexpr int kSteps = 256;
        DeviceArray<char*> words(kWords);
        DeviceArray<char*> sink(kWarpSize);
        point_to_self<<<8, 256>>>(words.data(), kWords);
        const double cycles = cycles_per_repetition(1, kSteps, [&](int steps, Span* spans) {
            request_chain<<<1, kWarpSize>>>(reinterpret_cast<char*>(words.data()), offsets, steps, spans, sink.data());
        });
        report(name, cycles, "cycles", "L1 hit; ld.global.u64; all lanes active");
    });
}

template <int kBytes, int kGap> void load_throughput(const std::string& name, const LaneOffsets& offsets, const char* note)
{
    measure(name, [&] {
        DeviceArray<char> data(256 * kKiB);
        DeviceArray<unsigned> sink(kFullBlock);
        data.clear();
        const double cycles = cycles_per_repetition(kFullBlock / kWarpSize, kIterations, [&](int iterations, Span* spans) {
            load_requests<kBytes, kGap><<<1, kFullBlock>>>(data.data(), offsets, iterations, 0, spans, sink.data());
        });
        const double per_request = cycles / (kLoads * kFullBlock / kWarpSize);
        report(name, per_request, "cycles per request per SM", note);
        report(name + "_bytes", kBytes * kWarpSize / per_request, "bytes per cycle per SM", "bytes requested by the lanes");
    });
}

template <int kBytes> void store_throughput(const std::string& name, const LaneOffsets& offsets, const char* note)
{
    measure(name, [&] {
        DeviceArray<char> data(4 * kMiB);
        const double cycles = cycles_per_repetition(kFullBlock / kWarpSize, 4 * kIterations, [&](int iterations, Span* spans) {
            store_requests<kBytes><<<1, kFullBlock>>>(data.data(), offsets, iterations, 0, spans);
        });
        report(name, cycles / (kLoads * kFullBlock / kWarpSize), "cycles per request per SM", note);
    });
}

} // namespace

void measure_global()
{
    measure_chase("latency_global_16KiB", 16 * kKiB, Warmup::walk, "L1 hit");
    measure_chase("latency_global_128KiB", 128 * kKiB, Warmup::walk, "L1 hit");
    measure_chase("latency_global_512KiB", 512 * kKiB, Warmup::walk, "L2 hit");
    measure_chase("latency_global_1MiB", kMiB, Warmup::walk, "L2 hit");
    measure_chase("latency_global_4MiB", 4 * kMiB, Warmup::walk, "L2 hit");
    measure_chase("latency_global_16MiB", 16 * kMiB, Warmup::walk, "L2 hit; both partitions");
    measure_chase("latency_global_32MiB", 32 * kMiB, Warmup::walk, "L2 hit or partly DRAM");
    measure_chase("latency_global_256MiB", 256 * kMiB, Warmup::none, "DRAM");
    measure_chase("latency_global_1GiB", kGiB, Warmup::none, "DRAM and translation misses");
    for (const unsigned lines : { 1U, 2U, 4U, 8U, 16U, 32U }) {
        const std::string suffix = std::to_string(lines) + "_lines";
        const LaneOffsets spread =
            lane_offsets([=](unsigned lane) { return lane % lines * unsigned(kLine) + lane / lines % 4 * 8; });
        request_latency("latency_ld_global_" + suffix, spread);
        load_throughput<4, 4096>("request_ld_global_" + suffix, in_lines(lines), "L1 hit; one sector per line");
        store_throughput<4>("request_st_global_" + suffix, in_lines(lines), "one SM alone; L2 resident; one sector per line");
    }
    for (const unsigned words : { 2U, 4U, 8U, 16U, 32U })
        load_throughput<4, 4096>(
            "request_ld_global_stride_" + std::to_string(words), with_stride(4 * words), "L1 hit; stride in words");
    load_throughput<4, 512>("request_ld_global_coalesced_4", with_stride(4), "L1 hit");
    load_throughput<8, 512>("request_ld_global_coalesced_8", with_stride(8), "L1 hit");
    load_throughput<16, 512>("request_ld_global_coalesced_16", with_stride(16), "L1 hit");
    store_throughput<4>("request_st_global_coalesced_4", with_stride(4), "one SM alone; L2 resident");
    store_throughput<8>("request_st_global_coalesced_8", with_stride(8), "one SM alone; L2 resident");
    store_throughput<16>("request_st_global_coalesced_16", with_stride(16), "one SM alone; L2 resident");
}

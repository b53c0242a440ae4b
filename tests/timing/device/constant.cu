// Constant memory, texture fetches and local memory: latency of a chain, and of constant loads with several addresses in a warp;
// the rate of constant loads.
#include "harness.h"

namespace {

constexpr int kTable = 16 * 1024; // words: all 64 KiB
constexpr int kSteps = 256;
constexpr int kLocal = 256; // words of local memory per thread

__constant__ unsigned constant_table[kTable]; // byte offset of the next word of the chain

__device__ unsigned constant_at(unsigned offset)
{
    return *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(constant_table) + offset);
}

__global__ void constant_chain(const unsigned* seeds, int steps, Span* spans, unsigned* sink)
{
    unsigned x = seeds[threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < 2048; ++i) // walks through every chain once
        x = constant_at(x);
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
            x = constant_at(x);
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// Words of a load.
template <int kWords> __device__ unsigned load_constant(unsigned offset);

template <> __device__ unsigned load_constant<1>(unsigned offset)
{
    unsigned a;
    asm volatile("ld.const.u32 %0, [%1];" : "=r"(a) : "r"(offset));
    return a;
}

template <> __device__ unsigned load_constant<2>(unsigned offset)
{
    unsigned a;
    unsigned b;
    asm volatile("ld.const.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(offset));
    return a ^ b;
}

constexpr int kRequests = 16; // of one iteration of a throughput kernel

// Independent loads of all warps of the block; the table is at the start of constant memory. `step` is 0; the compiler cannot
// know it.
template <int kWords>
__global__ void __launch_bounds__(kFullBlock)
    constant_requests(const unsigned* seeds, int iterations, unsigned step, Span* spans, unsigned* sink)
{
    unsigned offset = seeds[lane_of_thread()];
    unsigned sum = constant_table[0];
    for (int j = 0; j < kRequests; ++j)
        sum ^= load_constant<kWords>(offset + 16 * j);
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int j = 0; j < kRequests; ++j)
            sum ^= load_constant<kWords>(offset + 16 * j);
        offset += step;
    }
    sink[threadIdx.x] = sum;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// The same address for all lanes, known to the compiler: the uniform datapath loads it (ULDC).
__global__ void __launch_bounds__(kFullBlock)
    uniform_constant_requests(unsigned offset, int iterations, unsigned step, Span* spans, unsigned* sink)
{
    unsigned sum = constant_table[0];
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int j = 0; j < kRequests; ++j)
            sum += *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(constant_table) + offset + 16 * j) ^ sum;
        offset += step;
    }
    sink[threadIdx.x] = sum;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

__global__ void texture_chain(cudaTextureObject_t texture, int x, int steps, Span* spans, int* sink)
{
    x += lane_of_thread();
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
            x = tex1Dfetch<int>(texture, x);
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

__global__ void local_chain(unsigned factor, int steps, Span* spans, unsigned* sink)
{
    unsigned words[kLocal]; // element i holds the byte offset of the next element
    for (unsigned i = 0; i < kLocal; ++i)
        words[i] = (i * factor + 77) % kLocal * 4;
    unsigned x = words[lane_of_thread()];
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; i += 16) {
#pragma unroll
        for (int j = 0; j < 16; ++j)
            x = *reinterpret_cast<unsigned*>(reinterpret_cast<char*>(words) + x);
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// Words of the table: each points `stride` words further, modulo `words`. Stride 0: to itself.
void fill_table(int words, int stride)
{
    std::vector<unsigned> table;
    for (int i = 0; i < kTable; ++i)
        table.push_back(4U * static_cast<unsigned>(stride == 0 ? i : (i + stride) % words));
    check(cudaMemcpyToSymbol(constant_table, table.data(), kTable * sizeof(unsigned)));
}

void measure_constant_chain(const std::string& name, const LaneOffsets& offsets, const char* note)
{
    DeviceArray<unsigned> seeds(std::vector<unsigned>(offsets.at, offsets.at + kWarpSize));
    DeviceArray<unsigned> sink(kWarpSize);
    const double cycles = cycles_per_repetition(
        1, kSteps, [&](int steps, Span* spans) { constant_chain<<<1, kWarpSize>>>(seeds.data(), steps, spans, sink.data()); });
    report(name, cycles, "cycles", note);
}

template <typename Launch> void report_rate(const std::string& name, const char* note, Launch launch)
{
    measure(name, [&] {
        DeviceArray<unsigned> sink(kFullBlock);
        const double cycles = cycles_per_repetition(
            kFullBlock / kWarpSize, 64, [&](int iterations, Span* spans) { launch(iterations, spans, sink.data()); });
        report(name, cycles / (kRequests * kFullBlock / kWarpSize), "cycles per request per SM", note);
    });
}

template <int kWords> void measure_constant_rate(unsigned addresses)
{
    report_rate("request_ld_const_" + std::to_string(4 * kWords) + "_bytes_" + std::to_string(addresses) + "_addresses",
        "32 warps; 1 KiB", [&](int iterations, Span* spans, unsigned* sink) {
            std::vector<unsigned> seeds;
            for (unsigned lane = 0; lane < kWarpSize; ++lane)
                seeds.push_back(lane % addresses * 4 * kWords);
            DeviceArray<unsigned> offsets(seeds);
            constant_requests<kWords><<<1, kFullBlock>>>(offsets.data(), iterations, 0, spans, sink);
            check(cudaDeviceSynchronize());
        });
}

void measure_texture()
{
    constexpr size_t kTexels = 1024;
    std::vector<int> next(kTexels);
    for (size_t i = 0; i < kTexels; ++i)
        next[i] = static_cast<int>((i * 5 + 77) % kTexels);
    DeviceArray<int> data(next);
    DeviceArray<int> sink(kWarpSize);
    cudaResourceDesc resource {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data.data();
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = kTexels * sizeof(int);
    cudaTextureDesc description {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    check(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    for (const int threads : { 1, kWarpSize }) {
        const double cycles = cycles_per_repetition(
            1, 4 * kSteps, [&](int steps, Span* spans) { texture_chain<<<1, threads>>>(texture, 0, steps, spans, sink.data()); });
        report("latency_texture_fetch_" + std::to_string(threads) + "_lanes", cycles, "cycles", "tex1Dfetch; 4 KiB; cache hit");
    }
    check(cudaDestroyTextureObject(texture));
}

} // namespace

void measure_constant()
{
    for (const int bytes : { 1024, 16 * 1024, 64 * 1024 }) {
        const std::string name = "latency_ld_const_uniform_" + std::to_string(bytes / 1024) + "KiB";
        measure(name, [&] {
            fill_table(bytes / 4, 16);
            measure_constant_chain(name, lane_offsets([](unsigned) { return 0U; }), "one address per warp; stride 64 bytes");
        });
    }
    for (const unsigned addresses : { 1U, 2U, 4U, 8U, 16U, 32U }) {
        const std::string name = "latency_ld_const_" + std::to_string(addresses) + "_addresses";
        measure(name, [&] {
            fill_table(kTable, 0);
            measure_constant_chain(
                name, lane_offsets([=](unsigned lane) { return lane % addresses * 4; }), "different words per warp");
        });
    }
    for (const unsigned addresses : { 1U, 2U, 4U, 8U }) {
        measure_constant_rate<1>(addresses);
        measure_constant_rate<2>(addresses);
    }
    report_rate("request_ld_const_uniform_datapath", "32 warps; one instruction more per load",
        [](int iterations, Span* spans, unsigned* sink) {
            uniform_constant_requests<<<1, kFullBlock>>>(0, iterations, 0, spans, sink);
        });
    measure("latency_texture_fetch", measure_texture);
    measure("latency_ld_local", [] {
        DeviceArray<unsigned> sink(kWarpSize);
        const double cycles = cycles_per_repetition(
            1, kSteps, [&](int steps, Span* spans) { local_chain<<<1, kWarpSize>>>(5, steps, spans, sink.data()); });
        report("latency_ld_local", cycles, "cycles",
            "L1 hit; includes one IADD for the address; lanes at the same element except the first loads");
    });
}

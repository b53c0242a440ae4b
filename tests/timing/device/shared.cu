// Shared memory: latency and throughput of loads, stores and atomics against the width, the bank conflicts and the lanes per
// word.
#include "harness.h"

namespace {

constexpr unsigned kRowBytes = 128; // one word in each of the 32 banks
constexpr int kSlots = 4; // independent accesses of a thread in the throughput kernels
constexpr unsigned kSlotBytes = 32 * kRowBytes;
constexpr int kIterations = 32;
constexpr int kSteps = 32;

// The lanes access `degree` rows, each group of `degree` lanes in one bank.
LaneOffsets conflict(unsigned degree)
{
    return lane_offsets([=](unsigned lane) { return lane % degree * kRowBytes + lane / degree * 4; });
}

// `sharing` neighboring lanes access one word; the words are adjacent.
LaneOffsets shared_words(unsigned sharing)
{
    return lane_offsets([=](unsigned lane) { return lane / sharing * 4; });
}

LaneOffsets coalesced(unsigned bytes)
{
    return lane_offsets([=](unsigned lane) { return lane * bytes; });
}

// Every word contains its own address, so a load returns the address of the next load. `apply` may change x, the chain, and rest.
struct Load32 {
    __device__ static void apply(unsigned& x, unsigned&, unsigned) { asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x)); }
};

struct Load64 {
    __device__ static void apply(unsigned& x, unsigned& rest, unsigned)
    {
        unsigned other;
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%0];" : "+r"(x), "=r"(other));
        rest ^= other;
    }
};

struct Load128 {
    __device__ static void apply(unsigned& x, unsigned& rest, unsigned)
    {
        unsigned a;
        unsigned b;
        unsigned c;
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%0];" : "+r"(x), "=r"(a), "=r"(b), "=r"(c));
        rest ^= a ^ b ^ c;
    }
};

struct Store32 {
    __device__ static void apply(unsigned& x, unsigned&, unsigned address)
    {
        asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
    }
};

struct Store128 {
    __device__ static void apply(unsigned& x, unsigned&, unsigned address)
    {
        asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(address), "r"(x) : "memory");
    }
};

// The next value added is the one returned: a chain.
struct AtomicAdd {
    __device__ static void apply(unsigned& x, unsigned&, unsigned address)
    {
        asm volatile("atom.shared.add.u32 %0, [%1], %0;" : "+r"(x) : "r"(address) : "memory");
    }
};

struct ReduceAdd {
    __device__ static void apply(unsigned& x, unsigned&, unsigned address)
    {
        asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(address), "r"(x) : "memory");
    }
};

struct AtomicAddFloat {
    __device__ static void apply(unsigned& x, unsigned&, unsigned address)
    {
        asm volatile("{ .reg .f32 f; mov.b32 f, %0; atom.shared.add.f32 f, [%1], f; mov.b32 %0, f; }"
                     : "+r"(x)
                     : "r"(address)
                     : "memory");
    }
};

struct CompareAndSwap {
    __device__ static void apply(unsigned& x, unsigned&, unsigned address)
    {
        asm volatile("atom.shared.cas.b32 %0, [%1], %0, %0;" : "+r"(x) : "r"(address) : "memory");
    }
};

__device__ unsigned fill_with_addresses(unsigned* words)
{
    const auto base = static_cast<unsigned>(__cvta_generic_to_shared(words));
    for (unsigned i = threadIdx.x; i < kSlots * kSlotBytes / 4; i += blockDim.x)
        words[i] = base + i * 4;
    __syncthreads();
    return base;
}

template <typename Access, int kSteps> __global__ void chain(LaneOffsets offsets, long long* cycles, unsigned* sink)
{
    __shared__ alignas(16) unsigned words[kSlots * kSlotBytes / 4];
    const unsigned address = fill_with_addresses(words) + offsets.at[lane_of_thread()];
    unsigned x = address;
    unsigned rest = 0;
    long long least = 1LL << 62;
#pragma unroll 1
    for (int run = 0; run < 4; ++run) {
        const long long begin = read_clock();
#pragma unroll
        for (int i = 0; i < kSteps; ++i)
            Access::apply(x, rest, address);
        const long long end = read_clock();
        least = min(least, end - begin);
    }
    if (threadIdx.x == 0)
        *cycles = least;
    sink[threadIdx.x] = x ^ rest;
}

template <typename Access>
__global__ void __launch_bounds__(kFullBlock)
    fill(LaneOffsets offsets, unsigned warp_bytes, int iterations, Span* spans, unsigned* sink)
{
    __shared__ alignas(16) unsigned words[kSlots * kSlotBytes / 4];
    const unsigned base = fill_with_addresses(words) + offsets.at[lane_of_thread()] + threadIdx.x / kWarpSize * warp_bytes;
    unsigned x[kSlots];
    unsigned rest = 0;
#pragma unroll
    for (int i = 0; i < kSlots; ++i)
        x[i] = base + i * kSlotBytes;
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int i = 0; i < kSlots; ++i)
                Access::apply(x[i], rest, base + i * kSlotBytes);
        }
    }
    __syncthreads();
    const long long end = read_clock();
    keep_span(spans, begin, end);
    unsigned sum = rest;
#pragma unroll
    for (int i = 0; i < kSlots; ++i)
        sum ^= x[i];
    sink[threadIdx.x] = sum ^ words[threadIdx.x];
}

template <typename Access, int kLength> double chain_cycles(const LaneOffsets& offsets)
{
    DeviceArray<long long> cycles(1);
    DeviceArray<unsigned> sink(kWarpSize);
    chain<Access, kLength><<<1, kWarpSize>>>(offsets, cycles.data(), sink.data());
    check(cudaGetLastError());
    return static_cast<double>(cycles.read().front());
}

template <typename Access> void latency(const std::string& name, const LaneOffsets& offsets, const char* note)
{
    measure("latency_" + name, [&] {
        const double cycles = median_of(
            [&] { return (chain_cycles<Access, 3 * kSteps>(offsets) - chain_cycles<Access, kSteps>(offsets)) / (2.0 * kSteps); });
        report("latency_" + name, cycles, "cycles", note);
    });
}

// The words of warp w lie `warp_bytes` * w after those of warp 0.
template <typename Access>
void throughput(const std::string& name, const LaneOffsets& offsets, const char* note, unsigned warp_bytes = 0)
{
    measure("request_" + name, [&] {
        constexpr int kWarps = kFullBlock / kWarpSize;
        DeviceArray<unsigned> sink(kFullBlock);
        const double cycles = cycles_per_repetition(kWarps, kIterations, [&](int iterations, Span* spans) {
            fill<Access><<<1, kFullBlock>>>(offsets, warp_bytes, iterations, spans, sink.data());
        });
        report("request_" + name, cycles / (kWarps * kSlots * 4), "cycles per request per SM", note);
    });
}

template <typename Access>
void both(const std::string& name, const LaneOffsets& offsets, const char* note, unsigned warp_bytes = 0)
{
    latency<Access>(name, offsets, note);
    throughput<Access>(name, offsets, note, warp_bytes);
}

} // namespace

void measure_shared()
{
    for (const unsigned degree : { 1U, 2U, 4U, 8U, 16U, 32U }) {
        const std::string suffix = "_" + std::to_string(degree) + "_way";
        both<Load32>("ld_shared_32" + suffix, conflict(degree), "wavefronts per request = ways");
        throughput<Store32>("st_shared_32" + suffix, conflict(degree), "wavefronts per request = ways");
    }
    both<Load32>("ld_shared_32_broadcast", shared_words(32), "all lanes load one word");
    both<Load64>("ld_shared_64", coalesced(8), "2 wavefronts expected");
    both<Load128>("ld_shared_128", coalesced(16), "4 wavefronts expected");
    throughput<Store128>("st_shared_128", coalesced(16), "4 wavefronts expected");
    for (const unsigned lanes : { 1U, 2U, 4U, 8U, 32U }) {
        const std::string suffix = "_" + std::to_string(lanes) + "_lanes_per_word";
        both<AtomicAdd>("atom_shared_add" + suffix, shared_words(lanes), "with the returned value", kRowBytes);
        throughput<ReduceAdd>("red_shared_add" + suffix, shared_words(lanes), "without a returned value", kRowBytes);
        both<AtomicAddFloat>("atom_shared_add_f32" + suffix, shared_words(lanes), "a loop of compare-and-swap", kRowBytes);
    }
    throughput<AtomicAdd>("atom_shared_add_block_at_one_word", shared_words(32), "all lanes of 32 warps at one word");
    throughput<AtomicAddFloat>("atom_shared_add_f32_block_at_one_word", shared_words(32), "all lanes of 32 warps at one word");
    for (const unsigned degree : { 2U, 32U })
        both<AtomicAdd>("atom_shared_add_" + std::to_string(degree) + "_way", conflict(degree), "different words of one bank");
    latency<CompareAndSwap>("atom_shared_cas", shared_words(1), "different words");
}

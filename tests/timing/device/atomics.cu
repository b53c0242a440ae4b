// Atomics on global memory: latency with the returned value, and throughput of one SM and of all SMs.
#include "harness.h"

namespace {

constexpr size_t kData = 16 * kMiB;
constexpr int kSteps = 128;

struct Add {
    static constexpr const char* kName = "add_u32";
    __device__ static unsigned with_result(char* at, unsigned value)
    {
        unsigned old;
        asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(at), "r"(value) : "memory");
        return old;
    }
    __device__ static void without_result(char* at, unsigned value)
    {
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
    }
};

struct AddFloat {
    static constexpr const char* kName = "add_f32";
    __device__ static unsigned with_result(char* at, unsigned value)
    {
        float old;
        asm volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(old) : "l"(at), "f"(__uint_as_float(value)) : "memory");
        return __float_as_uint(old);
    }
    __device__ static void without_result(char* at, unsigned value)
    {
        asm volatile("red.global.add.f32 [%0], %1;" ::"l"(at), "f"(__uint_as_float(value)) : "memory");
    }
};

struct CompareAndSwap {
    static constexpr const char* kName = "cas_u32";
    __device__ static unsigned with_result(char* at, unsigned value)
    {
        unsigned old;
        asm volatile("atom.global.cas.b32 %0, [%1], %2, %2;" : "=r"(old) : "l"(at), "r"(value) : "memory");
        return old;
    }
};

template <typename Operation>
__global__ void atomic_chain(char* base, LaneOffsets offsets, int steps, Span* spans, unsigned* sink)
{
    char* at = base + offsets.at[lane_of_thread()];
    unsigned x = Operation::with_result(at, 0);
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < steps; i += 8) {
#pragma unroll
        for (int j = 0; j < 8; ++j)
            x = Operation::with_result(at, x);
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// The k-th request of warp w goes to its lane offsets plus (k * all warps + w) * warp_bytes, modulo the size of the data.
template <typename Operation>
__global__ void __launch_bounds__(256) reduce(char* base, LaneOffsets offsets, size_t warp_bytes, int iterations, unsigned value)
{
    const size_t warps = size_t(gridDim.x) * blockDim.x / kWarpSize;
    size_t warp = (blockIdx.x * size_t(blockDim.x) + threadIdx.x) / kWarpSize;
    char* own = base + offsets.at[lane_of_thread()];
#pragma unroll 4
    for (int i = 0; i < iterations; ++i) {
        Operation::without_result(own + (warp * warp_bytes & (kData - 1)), value);
        warp += warps;
    }
}

template <typename Operation> void latency(const std::string& lanes, const LaneOffsets& offsets, int threads)
{
    const std::string name = std::string("latency_atom_global_") + Operation::kName + "_" + lanes;
    measure(name, [&] {
        DeviceArray<char> data(kData);
        DeviceArray<unsigned> sink(kWarpSize);
        data.clear();
        const double cycles = cycles_per_repetition(1, kSteps, [&](int steps, Span* spans) {
            atomic_chain<Operation><<<1, threads>>>(data.data(), offsets, steps, spans, sink.data());
        });
        report(name, cycles, "cycles", "one warp; the returned value is the next operand");
    });
}

template <typename Operation>
void throughput(const std::string& lanes, const LaneOffsets& offsets, size_t warp_bytes, const char* note)
{
    for (const int blocks : { 1, 8 * multiprocessors() }) {
        const std::string name =
            std::string("rate_red_global_") + Operation::kName + "_" + lanes + (blocks == 1 ? "_one_block" : "_all_sms");
        measure(name, [&] {
            DeviceArray<char> data(kData);
            data.clear();
            const int iterations = blocks == 1 ? 1024 : 128;
            const auto elapsed = [&](int count) {
                return milliseconds([&] { reduce<Operation><<<blocks, 256>>>(data.data(), offsets, warp_bytes, count, 1); });
            };
            const double ms = median_of([&] { return elapsed(3 * iterations) - elapsed(iterations); });
            report(name, 2.0 * iterations * blocks * 256 / ms * 1e-6, "thread operations per ns", note);
        });
    }
}

} // namespace

void measure_atomics()
{
    const LaneOffsets same = lane_offsets([](unsigned) { return 0U; });
    const LaneOffsets words = lane_offsets([](unsigned lane) { return lane * 4; });
    const LaneOffsets sectors = lane_offsets([](unsigned lane) { return lane * 32; });
    latency<Add>("1_lane", same, 1);
    latency<Add>("same_address", same, kWarpSize);
    latency<Add>("coalesced", words, kWarpSize);
    latency<Add>("32_sectors", sectors, kWarpSize);
    latency<AddFloat>("1_lane", same, 1);
    latency<AddFloat>("same_address", same, kWarpSize);
    latency<CompareAndSwap>("1_lane", same, 1);
    throughput<Add>("one_address", same, 0, "all threads of the grid at one word");
    throughput<Add>("address_per_warp", same, 128, "all lanes of a warp at one word; one line per request");
    throughput<Add>("coalesced", words, 128, "32 neighboring words per request; 16 MiB");
    throughput<Add>("32_sectors", sectors, 1024, "32 sectors per request; 16 MiB");
    throughput<AddFloat>("one_address", same, 0, "all threads of the grid at one word");
    throughput<AddFloat>("address_per_warp", same, 128, "all lanes of a warp at one word; one line per request");
    throughput<AddFloat>("coalesced", words, 128, "32 neighboring words per request; 16 MiB");
    throughput<AddFloat>("32_sectors", sectors, 1024, "32 sectors per request; 16 MiB");
}

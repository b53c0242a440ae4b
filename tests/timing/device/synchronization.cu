// Barriers, fences, divergent branches and loops.
#include "harness.h"

namespace {

constexpr int kIterations = 64;
constexpr int kUnroll = 8;

enum class Wait { block, warp, block_fence, device_fence };

template <Wait kWait> __device__ void wait(unsigned* own)
{
    if constexpr (kWait == Wait::block)
        asm volatile("bar.sync 0;" ::: "memory");
    if constexpr (kWait == Wait::warp)
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    if constexpr (kWait == Wait::block_fence)
        asm volatile("st.volatile.global.u32 [%0], 1; membar.cta;" ::"l"(own) : "memory");
    if constexpr (kWait == Wait::device_fence)
        asm volatile("st.volatile.global.u32 [%0], 1; membar.gl;" ::"l"(own) : "memory");
}

template <Wait kWait> __global__ void __launch_bounds__(kFullBlock) waits(int iterations, Span* spans, unsigned* words)
{
    unsigned* own = words + threadIdx.x;
    __syncthreads();
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int j = 0; j < kUnroll; ++j)
            wait<kWait>(own);
    }
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

constexpr int kPath = 24; // operations of one path of the branch

// In each iteration a lane takes the path of additions if (lane ^ iteration) & mask is `value`, otherwise the path of products.
__global__ void branch(unsigned mask, unsigned value, const float* seeds, int iterations, Span* spans, float* sink)
{
    float x = seeds[threadIdx.x];
    const float y = seeds[kWarpSize + threadIdx.x];
    const unsigned lane = threadIdx.x;
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
        if (((lane ^ static_cast<unsigned>(i)) & mask) == value) {
#pragma unroll
            for (int j = 0; j < kPath; ++j)
                asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        } else {
#pragma unroll
            for (int j = 0; j < kPath; ++j)
                asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        }
        asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); // both paths meet here
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// A short body that ptxas replaces by predicated instructions.
__global__ void short_branch(unsigned mask, const float* seeds, int iterations, Span* spans, float* sink)
{
    float x = seeds[threadIdx.x];
    const float y = seeds[kWarpSize + threadIdx.x];
    const unsigned lane = threadIdx.x;
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
        if (((lane ^ static_cast<unsigned>(i)) & mask) == 0)
            asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        else
            asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// Branches around a path that no lane takes, with BSSY before and BSYNC behind them, and one operation each.
__global__ void __launch_bounds__(kFullBlock) skip(int most, const float* seeds, int iterations, Span* spans, float* sink)
{
    float x = seeds[threadIdx.x % kWarpSize];
    const float y = seeds[kWarpSize + threadIdx.x % kWarpSize];
    const int own = static_cast<int>(threadIdx.x % kWarpSize) + most;
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int k = 0; k < kUnroll; ++k) {
            if (own > kWarpSize + k) {
#pragma unroll
                for (int j = 0; j < kPath; ++j)
                    asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
            }
            asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
        }
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

// A loop of kBody dependent operations that is not unrolled.
template <int kBody> __global__ void loop(const float* seeds, int iterations, Span* spans, float* sink)
{
    float x = seeds[threadIdx.x % kWarpSize];
    const float y = seeds[kWarpSize + threadIdx.x % kWarpSize];
    const long long begin = read_clock();
#pragma unroll 1
    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int j = 0; j < kBody; ++j)
            asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(y));
    }
    sink[threadIdx.x] = x;
    const long long end = read_clock();
    keep_span(spans, begin, end);
}

DeviceArray<float> seeds()
{
    return DeviceArray<float>(std::vector<float>(2 * kWarpSize, 0.999F));
}

template <Wait kWait> void measure_wait(const std::string& prefix, int warps, const char* note)
{
    const std::string name = prefix + "_" + std::to_string(warps) + "_warps";
    measure(name, [&] {
        DeviceArray<unsigned> words(kFullBlock);
        const double cycles = cycles_per_repetition(warps, kIterations,
            [&](int iterations, Span* spans) { waits<kWait><<<1, warps * kWarpSize>>>(iterations, spans, words.data()); });
        report(name, cycles / kUnroll, "cycles", note);
    });
}

void measure_branch(const std::string& name, unsigned mask, unsigned value, const char* note)
{
    measure(name, [&] {
        const DeviceArray<float> input = seeds();
        DeviceArray<float> sink(kWarpSize);
        const double cycles = cycles_per_repetition(1, kIterations, [&](int iterations, Span* spans) {
            branch<<<1, kWarpSize>>>(mask, value, input.data(), iterations, spans, sink.data());
        });
        report(name, cycles, "cycles", note);
    });
}

void measure_short_branch(const std::string& name, unsigned mask)
{
    measure(name, [&] {
        const DeviceArray<float> input = seeds();
        DeviceArray<float> sink(kWarpSize);
        const double cycles = cycles_per_repetition(1, kIterations, [&](int iterations, Span* spans) {
            short_branch<<<1, kWarpSize>>>(mask, input.data(), iterations, spans, sink.data());
        });
        report(name, cycles, "cycles", "one add or one product per path; predicated; includes the loop");
    });
}

void measure_skip(int warps)
{
    const std::string name = "branch_around_" + std::to_string(warps) + "_warps";
    measure(name, [&] {
        const DeviceArray<float> input = seeds();
        DeviceArray<float> sink(kFullBlock);
        const double cycles = cycles_per_repetition(warps, kIterations, [&](int iterations, Span* spans) {
            skip<<<1, warps * kWarpSize>>>(0, input.data(), iterations, spans, sink.data());
        });
        report(name, cycles / kUnroll, "cycles", "BSSY; comparison; branch; BSYNC; one product");
    });
}

template <int kBody> void measure_loop(int warps)
{
    const std::string name = "loop_" + std::to_string(kBody) + "_fma_" + std::to_string(warps) + "_warps";
    measure(name, [&] {
        const DeviceArray<float> input = seeds();
        DeviceArray<float> sink(kFullBlock);
        const double cycles = cycles_per_repetition(warps, kIterations, [&](int iterations, Span* spans) {
            loop<kBody><<<1, warps * kWarpSize>>>(input.data(), iterations, spans, sink.data());
        });
        report(name, cycles, "cycles per iteration", "dependent fma.rn.f32; not unrolled");
    });
}

} // namespace

void measure_synchronization()
{
    for (const int warps : { 1, 2, 4, 8, 16, 32 })
        measure_wait<Wait::block>("barrier", warps, "bar.sync without other work");
    for (const int warps : { 1, 32 }) {
        measure_wait<Wait::warp>("syncwarp", warps, "bar.warp.sync of a converged warp: ptxas emits NOP");
        measure_wait<Wait::block_fence>("fence_block", warps, "a store and membar.cta");
        measure_wait<Wait::device_fence>("fence_device", warps, "a store and membar.gl");
    }
    measure_branch("branch_all_add", 0, 0, "all lanes take one path: 24 dependent add.rn.f32; includes the loop");
    measure_branch("branch_all_mul", 0, 1, "all lanes take the other path: 24 dependent mul.rn.f32; includes the loop");
    measure_branch("branch_divergent", 1, 0, "even and odd lanes take different paths; includes the loop");
    measure_branch("branch_divergent_halves", 16, 0, "lower and upper lanes take different paths; includes the loop");
    measure_short_branch("branch_short_uniform", 0);
    measure_short_branch("branch_short_divergent", 1);
    for (const int warps : { 4, 8, 16, 32 })
        measure_skip(warps);
    measure_loop<1>(1);
    measure_loop<4>(1);
    measure_loop<16>(1);
    measure_loop<1>(4);
    measure_loop<1>(32);
}

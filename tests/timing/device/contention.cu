// Atomics and stores of the whole grid on few words of global memory: how the throughput depends on the number of lines and
// words, for integers, floating point numbers, loops with compare and swap, and stores.
#include "harness.h"

namespace {

constexpr size_t kMost = 4 * kMiB; // bytes of the largest region

__device__ unsigned hashed(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

struct AddWord {
    using Word = unsigned;
    static constexpr const char* kName = "add_u32";
    __device__ static void update(Word* at)
    {
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(at), "r"(threadIdx.x) : "memory");
    }
};

struct AddFloat {
    using Word = float;
    static constexpr const char* kName = "add_f32";
    __device__ static void update(Word* at) { asm volatile("red.global.add.f32 [%0], 0f3F800000;" ::"l"(at) : "memory"); }
};

struct AddDouble {
    using Word = double;
    static constexpr const char* kName = "add_f64";
    __device__ static void update(Word* at) { asm volatile("red.global.add.f64 [%0], 0d3FF0000000000000;" ::"l"(at) : "memory"); }
};

struct AddWithResult {
    using Word = unsigned;
    static constexpr const char* kName = "atom_add_u32";
    __device__ static void update(Word* at)
    {
        unsigned old;
        asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(at), "r"(threadIdx.x) : "memory");
        if (old == ~0U) // never: the result is used
            __trap();
    }
};

struct SwapLoop {
    using Word = unsigned;
    static constexpr const char* kName = "cas_loop_u32";
    __device__ static void update(Word* at)
    {
        unsigned old = *reinterpret_cast<volatile unsigned*>(at);
        for (unsigned seen; (seen = atomicCAS(at, old, old + 1)) != old;)
            old = seen;
    }
};

struct Store {
    using Word = unsigned;
    static constexpr const char* kName = "store_u32";
    __device__ static void update(Word* at) { asm volatile("st.global.u32 [%0], 1;" ::"l"(at) : "memory"); }
};

// Requests of 32 neighboring words; the k-th request of warp w goes to line (k * all warps + w) modulo `lines`.
template <typename Operation> __global__ void __launch_bounds__(256) on_lines(char* base, unsigned lines, int iterations)
{
    const unsigned warps = gridDim.x * blockDim.x / kWarpSize;
    unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / kWarpSize;
    for (int i = 0; i < iterations; ++i) {
        auto* line = reinterpret_cast<typename Operation::Word*>(
            base + (warp & (lines - 1)) * kWarpSize * sizeof(typename Operation::Word));
        Operation::update(line + threadIdx.x % kWarpSize);
        warp += warps;
    }
}

// Each lane goes to a random word of the first `words`.
template <typename Operation> __global__ void __launch_bounds__(256) on_words(char* base, unsigned words, int iterations)
{
    unsigned state = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < iterations; ++i) {
        state = hashed(state + 0x9e3779b9U);
        Operation::update(reinterpret_cast<typename Operation::Word*>(base) + (state & (words - 1)));
    }
}

template <typename Kernel> void rate(const std::string& name, Kernel kernel, unsigned count, const char* note)
{
    measure(name, [&] {
        DeviceArray<char> data(kMost);
        data.clear();
        const int blocks = 8 * multiprocessors();
        constexpr int kIterations = 16;
        const auto elapsed = [&](int iterations) {
            return milliseconds([&] { kernel<<<blocks, 256>>>(data.data(), count, iterations); });
        };
        const double ms = median_of([&] { return elapsed(3 * kIterations) - elapsed(kIterations); });
        report(name, 2.0 * kIterations * blocks * 256 / ms * 1e-6, "thread operations per ns", note);
    });
}

template <typename Operation> void rates(unsigned most_lines)
{
    const std::string name = std::string("rate_contended_") + Operation::kName;
    for (unsigned lines = 1; lines <= most_lines; lines *= lines < 64 ? 2 : 4)
        rate(name + "_lines_" + std::to_string(lines), on_lines<Operation>, lines, "32 neighboring words per request, all SMs");
    for (unsigned words = 1; words <= 1U << 18; words *= 4)
        rate(name + "_words_" + std::to_string(words), on_words<Operation>, words, "each lane at a random word, all SMs");
}

} // namespace

void measure_contention()
{
    rates<AddWord>(8192);
    rates<AddFloat>(1024);
    rates<AddDouble>(1024);
    rates<AddWithResult>(1024);
    rates<SwapLoop>(1024);
    rates<Store>(1024);
}

// Scattered requests of all SMs: 32 sectors per request. Each lane loads or stores one word.
#include "harness.h"

#include <cstring>

namespace {

constexpr size_t kSector = 32;
constexpr size_t kLineBytes = 128;
constexpr int kLoads = 4; // loads of a thread in flight

// Access patterns of a warp. column: down a column of a matrix, one sector per row; the next warp takes the next sector of the
// same rows. words: as column, but the next warp takes the next word, as a transpose without a tile does. random: sectors far
// apart, each one once.
enum class Pattern { column, words, random };

struct Shape {
    char* base;
    size_t bytes;
    size_t pitch; // bytes of a row
};

template <Pattern kPattern> __device__ char* address_of(const Shape& shape, size_t thread)
{
    constexpr size_t kUnit = kPattern == Pattern::words ? 4 : kSector;
    if constexpr (kPattern == Pattern::random)
        return shape.base + (thread * 0x9E3779B1U & (shape.bytes / kSector - 1)) * kSector;
    const size_t warp = thread / kWarpSize;
    const auto columns = static_cast<unsigned>(shape.pitch / kUnit);
    const auto column = static_cast<unsigned>(warp) % columns;
    const size_t row = static_cast<unsigned>(warp) / columns * size_t(kWarpSize) + thread % kWarpSize;
    return shape.base + row * shape.pitch + column * kUnit;
}

template <Pattern kPattern> __global__ void __launch_bounds__(256) store_words(Shape shape, size_t count, int iterations)
{
    for (int iteration = 0; iteration < iterations; ++iteration) {
        for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
            const int value = iteration + 1;
            asm volatile("st.global.u32 [%0], %1;" ::"l"(address_of<kPattern>(shape, i)), "r"(value) : "memory");
        }
    }
}

template <Pattern kPattern>
__global__ void __launch_bounds__(256) load_words(Shape shape, size_t count, int iterations, unsigned* sink)
{
    const size_t threads = size_t(gridDim.x) * blockDim.x;
    unsigned sum = 0;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        const size_t block = (blockIdx.x + 37U * iteration) % gridDim.x;
#pragma unroll 1
        for (size_t i = block * blockDim.x + threadIdx.x; i + (kLoads - 1) * threads < count; i += kLoads * threads) {
            unsigned values[kLoads];
#pragma unroll
            for (int j = 0; j < kLoads; ++j)
                asm volatile("ld.global.u32 %0, [%1];" : "=r"(values[j]) : "l"(address_of<kPattern>(shape, i + j * threads)));
#pragma unroll
            for (int j = 0; j < kLoads; ++j)
                sum += values[j];
        }
    }
    if (sum == 12345U) // never true: the data are 0
        *sink = sum;
}

// One thread per word or sector of whole groups of 32 rows.
template <Pattern kPattern> size_t threads_of(size_t bytes, size_t pitch)
{
    if constexpr (kPattern == Pattern::random)
        return bytes / kSector;
    return bytes / pitch / kWarpSize * kWarpSize * (pitch / (kPattern == Pattern::words ? 4 : kSector));
}

template <Pattern kPattern> void measure_pattern(const std::string& name, size_t bytes, size_t pitch, int iterations)
{
    measure("sectors_" + name, [&] {
        DeviceArray<char> data(bytes);
        DeviceArray<unsigned> sink(1);
        data.clear();
        const Shape shape { data.data(), bytes, pitch };
        const size_t count = threads_of<kPattern>(bytes, pitch);
        const int blocks = 8 * multiprocessors();
        const int loading = std::min(blocks, static_cast<int>(count / (256 * kLoads)));
        const auto store_ms = [&](int repeated) {
            return milliseconds([&] { store_words<kPattern><<<blocks, 256>>>(shape, count, repeated); });
        };
        const auto load_ms = [&](int repeated) {
            return milliseconds([&] { load_words<kPattern><<<loading, 256>>>(shape, count, repeated, sink.data()); });
        };
        const double store = median_of([&] { return (store_ms(3 * iterations) - store_ms(iterations)) / (2 * iterations); });
        report("sectors_stored_" + name, double(count) / store * 1e-6, "sectors per ns",
            "one word of each; 32 sectors per request; all SMs");
        data.clear();
        const size_t group = size_t(loading) * 256 * kLoads;
        const double load = median_of([&] { return (load_ms(3 * iterations) - load_ms(iterations)) / (2 * iterations); });
        report("sectors_loaded_" + name, double(count / group * group) / load * 1e-6, "sectors per ns",
            "one word of each; 32 sectors per request; all SMs");
    });
}

// Each lane stores one value; the lanes of the grid are `stride` bytes apart, the first one at `offset`.
template <typename Value>
__global__ void __launch_bounds__(256) store_strided(char* base, unsigned stride, size_t count, int iterations)
{
    for (int iteration = 0; iteration < iterations; ++iteration) {
        const size_t block = (blockIdx.x + 37U * iteration) % gridDim.x;
        for (size_t i = block * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
            Value value {};
            memcpy(&value, &iteration, sizeof iteration);
            *reinterpret_cast<Value*>(base + i * stride) = value;
        }
    }
}

// Lines that are written whole or in part, all in L2.
template <typename Value> void measure_lines(unsigned stride, unsigned offset = 0)
{
    constexpr size_t kBytes = 16 * kMiB;
    const std::string name = "lines_stored_" + std::to_string(sizeof(Value)) + "_of_" + std::to_string(stride)
        + (offset == 0 ? "" : "_from_" + std::to_string(offset));
    measure(name, [&] {
        DeviceArray<char> data(kBytes + kLineBytes);
        data.clear();
        const auto ms = [&](int iterations) {
            return milliseconds([&] {
                store_strided<Value><<<8 * multiprocessors(), 256>>>(data.data() + offset, stride, kBytes / stride, iterations);
            });
        };
        const double once = median_of([&] { return (ms(24) - ms(8)) / 16; });
        report(name, double(kBytes) / kLineBytes / once * 1e-6, "lines per ns", "bytes of each lane; distance of the lanes");
    });
}

// Each thread stores `kWords` words next to each other, one store per word; the threads are `stride` bytes apart.
template <int kWords>
__global__ void __launch_bounds__(256) store_structures(char* base, unsigned stride, size_t count, int iterations)
{
    for (int iteration = 0; iteration < iterations; ++iteration) {
        const size_t block = (blockIdx.x + 37U * iteration) % gridDim.x;
        for (size_t i = block * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
            char* const at = base + i * stride;
#pragma unroll
            for (int word = 0; word < kWords; ++word)
                asm volatile("st.global.u32 [%0], %1;" ::"l"(at + 4 * word), "r"(iteration) : "memory");
        }
    }
}

// In L2: whether the stores of a warp to the same sectors leave L1 together shows in the time.
template <int kWords> void measure_structures(unsigned stride)
{
    constexpr size_t kBytes = 16 * kMiB;
    const std::string name = "structures_stored_" + std::to_string(4 * kWords) + "_of_" + std::to_string(stride);
    measure(name, [&] {
        DeviceArray<char> data(kBytes + kLineBytes);
        data.clear();
        const size_t count = kBytes / stride;
        const auto ms = [&](int iterations) {
            return milliseconds(
                [&] { store_structures<kWords><<<8 * multiprocessors(), 256>>>(data.data(), stride, count, iterations); });
        };
        const double once = median_of([&] { return (ms(24) - ms(8)) / 16; });
        report(name, double(count) / once * 1e-6, "structures per ns", "bytes that one store per word writes; distance of the threads");
    });
}

} // namespace

void measure_sectors()
{
    measure_structures<1>(4);
    measure_structures<2>(8);
    measure_structures<3>(12);
    measure_structures<4>(16);
    measure_structures<5>(20);
    measure_structures<6>(24);
    measure_structures<7>(28);
    measure_structures<8>(32);
    measure_structures<9>(36);
    measure_structures<12>(48);
    measure_structures<16>(64);
    measure_structures<1>(36);
    measure_structures<2>(36);
    measure_structures<3>(36);
    measure_structures<5>(36);
    measure_structures<1>(32);
    measure_structures<2>(32);
    measure_structures<4>(32);
    measure_structures<1>(64);
    measure_structures<2>(64);
    measure_structures<4>(64);
    measure_structures<8>(64);
    measure_structures<1>(128);
    measure_structures<2>(128);
    measure_structures<4>(128);
    measure_lines<float>(4); // whole
    measure_lines<float>(4, 4); // the first and the last sector of a request in part
    measure_lines<float>(8); // four sectors in part
    measure_lines<float>(32);
    measure_lines<float4>(32);
    measure_lines<float>(64); // two sectors in part
    measure_lines<float>(128); // one
    measure_pattern<Pattern::column>("column_16MiB", 16 * kMiB, 4 * kKiB, 8);
    measure_pattern<Pattern::column>("column_256MiB", 256 * kMiB, 16 * kKiB, 1);
    measure_pattern<Pattern::column>("column_odd_pitch_256MiB", 256 * kMiB, 16 * kKiB + 512, 1);
    measure_pattern<Pattern::words>("words_16MiB", 16 * kMiB, 8 * kKiB, 2);
    measure_pattern<Pattern::words>("words_256MiB", 256 * kMiB, 32 * kKiB, 1);
    measure_pattern<Pattern::random>("random_16MiB", 16 * kMiB, 0, 8);
    measure_pattern<Pattern::random>("random_256MiB", 256 * kMiB, 0, 1);
    measure_pattern<Pattern::random>("random_1GiB", kGiB, 0, 1);
}

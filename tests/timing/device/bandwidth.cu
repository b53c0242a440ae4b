// Bandwidth of DRAM and L2: reads, writes and copies of all SMs, of a single SM, and reads versus the bytes in flight.
#include "harness.h"

namespace {

constexpr size_t kData = kGiB;

template <typename Vector> struct Stream;

template <> struct Stream<float> {
    static __device__ float load(const float* from)
    {
        float value;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(from));
        return value;
    }
    static __device__ float load_l2(const float* from)
    {
        float value;
        asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(from));
        return value;
    }
    static __device__ float sum(float value) { return value; }
};

template <> struct Stream<float4> {
    static __device__ float4 load(const float4* from)
    {
        float4 value;
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
                     : "l"(from));
        return value;
    }
    static __device__ float4 load_l2(const float4* from)
    {
        float4 value;
        asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
                     : "l"(from));
        return value;
    }
    static __device__ float sum(float4 value) { return value.x + value.y + value.z + value.w; }
};

enum class Cache { all_levels, l2_only };

// Each thread issues kLoads loads, waits for all, and continues. In iteration p block b takes the part of block b + 37 p, so that
// no block finds its own lines in L1.
template <typename Vector, int kLoads, Cache kCache>
__global__ void __launch_bounds__(kFullBlock) read_stream(const Vector* data, size_t count, int iterations, float* sink)
{
    const size_t threads = size_t(gridDim.x) * blockDim.x;
    float sum = 0;
#pragma unroll 1
    for (int iteration = 0; iteration < iterations; ++iteration) {
        const size_t block = (blockIdx.x + 37U * iteration) % gridDim.x;
#pragma unroll 1
        for (size_t i = block * blockDim.x + threadIdx.x; i + (kLoads - 1) * threads < count; i += kLoads * threads) {
            Vector values[kLoads];
#pragma unroll
            for (int j = 0; j < kLoads; ++j) {
                if constexpr (kCache == Cache::l2_only)
                    values[j] = Stream<Vector>::load_l2(data + i + j * threads);
                else
                    values[j] = Stream<Vector>::load(data + i + j * threads);
            }
#pragma unroll
            for (int j = 0; j < kLoads; ++j)
                sum += Stream<Vector>::sum(values[j]);
        }
    }
    if (sum == 12345.678F) // never true
        *sink = sum;
}

__global__ void __launch_bounds__(kFullBlock) write_stream(float4* data, size_t count, int iterations, float value)
{
    for (int iteration = 0; iteration < iterations; ++iteration) {
        for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
            asm volatile("st.global.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(data + i), "f"(value) : "memory");
    }
}

__global__ void __launch_bounds__(kFullBlock) copy_stream(const float4* from, float4* to, size_t count)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        to[i] = from[i];
}

double gigabytes_per_second(double bytes, double elapsed_ms)
{
    return bytes / elapsed_ms * 1e-6;
}

// Bytes that read_stream() reads in one iteration: whole groups of kLoads loads of all threads.
template <typename Vector, int kLoads> size_t bytes_read(size_t bytes, size_t threads)
{
    const size_t group = threads * kLoads * sizeof(Vector);
    return bytes / group * group;
}

void measure_dram()
{
    DeviceArray<float4> from(kData / sizeof(float4));
    DeviceArray<float4> to(kData / sizeof(float4));
    DeviceArray<float> sink(1);
    from.clear();
    const int blocks = 2 * multiprocessors();
    const size_t count = kData / sizeof(float4);
    const size_t read = bytes_read<float4, 4>(kData, size_t(blocks) * kFullBlock);
    const double read_ms = median_of([&] {
        return milliseconds(
            [&] { read_stream<float4, 4, Cache::all_levels><<<blocks, kFullBlock>>>(from.data(), count, 1, sink.data()); });
    });
    report("dram_read", gigabytes_per_second(double(read), read_ms), "GB/s", "1 GiB; float4; 4 loads in flight; 64 warps per SM");
    const double write_ms =
        median_of([&] { return milliseconds([&] { write_stream<<<blocks, kFullBlock>>>(to.data(), count, 1, 1); }); });
    report("dram_write", gigabytes_per_second(double(kData), write_ms), "GB/s", "1 GiB; float4");
    const double copy_ms =
        median_of([&] { return milliseconds([&] { copy_stream<<<blocks, kFullBlock>>>(from.data(), to.data(), count); }); });
    report("dram_copy", gigabytes_per_second(2.0 * kData, copy_ms), "GB/s", "1 GiB; float4; bytes read plus bytes written");
    const double one_block_ms = median_of(
        [&] { return milliseconds([&] { copy_stream<<<unsigned(count / 256), 256>>>(from.data(), to.data(), count); }); });
    report("dram_copy_one_element", gigabytes_per_second(2.0 * kData, one_block_ms), "GB/s",
        "as dram_copy; one float4 per thread; blocks of 256 threads");
}

// `groups` times the bytes that all blocks load at once stay in L2. Two numbers of iterations are subtracted, so the first one,
// which misses, does not count.
void measure_l2(int blocks, int groups, const std::string& name)
{
    measure(name, [&] {
        constexpr int kIterations = 8;
        const size_t count = size_t(groups) * size_t(blocks) * kFullBlock * 4;
        DeviceArray<float4> data(count);
        DeviceArray<float> sink(1);
        data.clear();
        const auto elapsed = [&](int iterations) {
            return milliseconds([&] {
                read_stream<float4, 4, Cache::l2_only><<<blocks, kFullBlock>>>(data.data(), count, iterations, sink.data());
            });
        };
        const double ms = median_of([&] { return (elapsed(5 * kIterations) - elapsed(kIterations)) / (4 * kIterations); });
        const double bytes = double(count) * sizeof(float4);
        const std::string note =
            std::to_string(int(bytes / kMiB)) + " MiB; ld.global.cg; float4; 4 loads in flight; 32 warps per SM";
        report(name, gigabytes_per_second(bytes, ms), "GB/s", note.c_str());
    });
}

void measure_l2_write(size_t resident, int blocks, const std::string& name)
{
    measure(name, [&] {
        DeviceArray<float4> data(resident / sizeof(float4));
        const size_t count = resident / sizeof(float4);
        const auto elapsed = [&](int iterations) {
            return milliseconds([&] { write_stream<<<blocks, kFullBlock>>>(data.data(), count, iterations, 1); });
        };
        const double ms = median_of([&] { return (elapsed(24) - elapsed(8)) / 16; });
        report(name, gigabytes_per_second(double(resident), ms), "GB/s", "st.global.v4.f32");
    });
}

void measure_one_sm()
{
    DeviceArray<float4> data(kData / sizeof(float4));
    DeviceArray<float> sink(1);
    data.clear();
    constexpr size_t kWindow = 32 * kMiB;
    size_t window = 0;
    for (const int warps : { 8, 32 }) {
        const double ms = median_of([&] {
            window = (window + 1) % (kData / kWindow);
            const float4* from = data.data() + window * kWindow / sizeof(float4);
            return milliseconds([&] {
                read_stream<float4, 4, Cache::all_levels>
                    <<<1, warps * kWarpSize>>>(from, kWindow / sizeof(float4), 1, sink.data());
            });
        });
        report("dram_read_one_sm_" + std::to_string(warps) + "_warps", gigabytes_per_second(double(kWindow), ms), "GB/s",
            "one SM alone; float4; 4 loads in flight; L2 holds nothing of it");
    }
}

// Reads and writes of DRAM in several proportions: each thread loads kRead numbers and stores kWritten, each in an array of its
// own.
template <int kRead, int kWritten>
__global__ void __launch_bounds__(256) mix(const float4* from, float4* to, size_t count, float4* sink)
{
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    float4 sum {};
#pragma unroll
    for (int j = 0; j < kRead; ++j) {
        const float4 value = Stream<float4>::load(from + j * count + i);
        sum.x += value.x + value.y + value.z + value.w;
    }
#pragma unroll
    for (int j = 0; j < kWritten; ++j)
        to[j * count + i] = sum;
    if (kWritten == 0 && sum.x == 12345.678F) // never true
        *sink = sum;
}

// `launches` follow each other in memory, so that L2 holds nothing of their data. Microseconds of one launch of several.
template <int kRead, int kWritten> void measure_mix(const DeviceArray<float4>& from, const DeviceArray<float4>& to, size_t bytes)
{
    const size_t count = bytes / sizeof(float4) / (kRead + kWritten) / 256 * 256;
    constexpr int kLaunches = 16;
    const size_t all = kData / sizeof(float4);
    const double ms = median_of([&] {
        return milliseconds([&] {
            for (int i = 0; i < kLaunches; ++i) {
                const size_t read = all / std::max<size_t>(1, count * kRead);
                const size_t written = all / std::max<size_t>(1, count * kWritten);
                mix<kRead, kWritten><<<unsigned(count / 256), 256>>>(
                    from.data() + i % read * count * kRead, to.data() + i % written * count * kWritten, count, to.data());
            }
        });
    });
    report("dram_mix_" + std::to_string(kRead) + "_" + std::to_string(kWritten) + "_" + std::to_string(bytes / kMiB) + "MiB",
        ms / kLaunches * 1000, "us", "reads and writes; one launch of 16");
}

void measure_mixes()
{
    DeviceArray<float4> from(kData / sizeof(float4));
    DeviceArray<float4> to(kData / sizeof(float4));
    from.clear();
    to.clear();
    for (const size_t bytes : { 32 * kMiB, 64 * kMiB, 128 * kMiB, 256 * kMiB, 512 * kMiB }) {
        measure_mix<1, 0>(from, to, bytes);
        measure_mix<4, 0>(from, to, bytes);
        measure_mix<8, 1>(from, to, bytes);
        measure_mix<4, 1>(from, to, bytes);
        measure_mix<2, 1>(from, to, bytes);
        measure_mix<1, 1>(from, to, bytes);
        measure_mix<2, 2>(from, to, bytes);
        measure_mix<1, 2>(from, to, bytes);
        measure_mix<1, 4>(from, to, bytes);
        measure_mix<0, 1>(from, to, bytes);
        measure_mix<0, 4>(from, to, bytes);
    }
}

__device__ inline unsigned long long nanoseconds_now()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
    return time;
}

// As mix<1, 1>, with the first and last nanosecond of each SM.
__global__ void __launch_bounds__(256)
    copy_timed(const float4* from, float4* to, unsigned long long* begins, unsigned long long* ends)
{
    const unsigned long long begin = nanoseconds_now();
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    to[i] = from[i];
    if (threadIdx.x == 0) {
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        atomicMin(begins + sm, begin);
        atomicMax(ends + sm, nanoseconds_now());
    }
}

// When the SMs begin and end, in launches that follow each other.
void measure_ends()
{
    DeviceArray<float4> from(kData / sizeof(float4));
    DeviceArray<float4> to(kData / sizeof(float4));
    from.clear();
    const int all = multiprocessors();
    constexpr int kLaunches = 16;
    for (const size_t bytes : { 8 * kMiB, 16 * kMiB, 32 * kMiB, 64 * kMiB, 128 * kMiB, 256 * kMiB }) {
        DeviceArray<unsigned long long> begins(std::vector<unsigned long long>(size_t(all) * kLaunches, ~0ULL));
        DeviceArray<unsigned long long> ends(std::vector<unsigned long long>(size_t(all) * kLaunches, 0ULL));
        const size_t count = bytes / 2 / sizeof(float4);
        for (int i = 0; i < kLaunches; ++i) {
            const size_t at = i % (kData / (bytes / 2)) * count;
            copy_timed<<<unsigned(count / 256), 256>>>(
                from.data() + at, to.data() + at, begins.data() + i * all, ends.data() + i * all);
        }
        const auto b = begins.read();
        const auto e = ends.read();
        std::vector<double> spans;
        std::vector<double> early;
        std::vector<double> gaps;
        for (int i = 4; i < kLaunches; ++i) {
            const auto first = *std::min_element(b.begin() + i * all, b.begin() + (i + 1) * all);
            const auto last = *std::max_element(e.begin() + i * all, e.begin() + (i + 1) * all);
            double sum = 0;
            for (int sm = 0; sm < all; ++sm)
                sum += double(last - e[size_t(i * all + sm)]);
            spans.push_back(double(last - first));
            early.push_back(sum / all);
            if (i + 1 < kLaunches)
                gaps.push_back(double(*std::min_element(b.begin() + (i + 1) * all, b.begin() + (i + 2) * all)) - double(last));
        }
        const std::string name = "copy_" + std::to_string(bytes / kMiB) + "MiB_";
        report(name + "first_to_last", quantile(spans, 0.5), "ns", "from the first block to the last one");
        report(name + "mean_end", quantile(early, 0.5), "ns", "that SMs end before the last one; mean");
        report(name + "next_launch", quantile(gaps, 0.5), "ns", "from the last block to the first one of the next launch");
    }
}

// Loads of words by warps whose data begin `shift` bytes after a line. Data in L2, as measure_l2().
void measure_shifted(size_t bytes, unsigned shift)
{
    const int blocks = 4 * multiprocessors();
    const size_t count = bytes / sizeof(float) / (size_t(blocks) * 512 * 4) * (size_t(blocks) * 512 * 4);
    DeviceArray<float> data(count + kWarpSize);
    DeviceArray<float> sink(1);
    data.clear();
    const auto elapsed = [&](int iterations) {
        return milliseconds([&] {
            read_stream<float, 4, Cache::all_levels>
                <<<blocks, 512>>>(data.data() + shift / sizeof(float), count, iterations, sink.data());
        });
    };
    const double ms = median_of([&] { return (elapsed(40) - elapsed(8)) / 32; });
    report("l2_read_words_" + std::to_string(bytes / kMiB) + "MiB_shifted_" + std::to_string(shift),
        gigabytes_per_second(double(count) * sizeof(float), ms), "GB/s", "ld.global; 4 loads in flight; 64 warps per SM");
}

// Little's law: bandwidth against resident warps per SM, loads in flight per thread and bytes per load. Each run reads another
// part of the data, so that L2 holds little of it.
template <typename Vector, int kLoads> void measure_in_flight(const DeviceArray<float4>& data, const DeviceArray<float>& sink)
{
    const std::string suffix = "_loads_of_" + std::to_string(sizeof(Vector)) + "_bytes_";
    size_t window = 0;
    for (const int warps : { 1, 2, 4, 8, 16, 32, 64 }) {
        const size_t bytes = (warps <= 4 ? 64 : 256) * kMiB;
        const int blocks = warps <= 32 ? multiprocessors() : 2 * multiprocessors();
        const int threads = std::min(warps, 32) * kWarpSize;
        const double ms = median_of(
            [&] {
                window = (window + 1) % (kData / bytes);
                const auto* from = reinterpret_cast<const Vector*>(data.data() + window * bytes / sizeof(float4));
                return milliseconds([&] {
                    read_stream<Vector, kLoads, Cache::all_levels>
                        <<<blocks, threads>>>(from, bytes / sizeof(Vector), 1, sink.data());
                });
            },
            3);
        const double read = double(bytes_read<Vector, kLoads>(bytes, size_t(blocks) * size_t(threads)));
        const std::string note = std::to_string(size_t(warps) * kWarpSize * kLoads * sizeof(Vector)) + " bytes in flight per SM";
        report("in_flight_" + std::to_string(warps) + "_warps_" + std::to_string(kLoads) + suffix + "dram",
            gigabytes_per_second(read, ms), "GB/s", note.c_str());
    }
}

} // namespace

void measure_bandwidth()
{
    measure("dram", measure_dram);
    const int all = multiprocessors();
    for (const int groups : { 1, 2, 4 })
        measure_l2(all, groups, "l2_read_" + std::to_string(groups) + "_groups");
    measure_l2(1, 64, "l2_read_one_sm");
    measure_l2_write(16 * kMiB, all, "l2_write_16MiB");
    measure_l2_write(4 * kMiB, 1, "l2_write_one_sm");
    measure("dram_read_one_sm", measure_one_sm);
    measure("dram_mix", measure_mixes);
    measure("ends", measure_ends);
    for (const size_t bytes : { 5 * kMiB, 9 * kMiB, 17 * kMiB })
        for (const unsigned shift : { 0U, 4U, 32U, 64U, 96U, 124U })
            measure("l2_read_words", [=] { measure_shifted(bytes, shift); });
    measure("in_flight", [] {
        DeviceArray<float4> data(kData / sizeof(float4));
        DeviceArray<float> sink(1);
        data.clear();
        measure_in_flight<float, 1>(data, sink);
        measure_in_flight<float, 2>(data, sink);
        measure_in_flight<float, 4>(data, sink);
        measure_in_flight<float4, 1>(data, sink);
        measure_in_flight<float4, 2>(data, sink);
        measure_in_flight<float4, 4>(data, sink);
    });
}

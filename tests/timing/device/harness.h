// What every subject of measure_gpu shares: error checks, device arrays, medians, the clock of an SM and the lines of the report.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline constexpr int kWarpSize = 32;
inline constexpr int kFullBlock = 1024; // threads of the one block that fills half of an SM: 8 warps per scheduler
inline constexpr size_t kKiB = 1024;
inline constexpr size_t kMiB = 1024 * kKiB;
inline constexpr size_t kGiB = 1024 * kMiB;

inline void check(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

// One line of the report. A note contains no comma.
inline void report(const std::string& name, double value, const char* unit, const char* note = "")
{
    std::printf("%s,%.6g,%s,%s\n", name.c_str(), value, unit, note);
    std::fflush(stdout);
}

// Runs one measurement. If it fails, the report names the error, and the device is reset so that the next measurement can run.
template <typename Body> void measure(const std::string& name, Body body)
{
    try {
        body();
        check(cudaDeviceSynchronize());
    } catch (const std::exception& error) {
        report(name, std::numeric_limits<double>::quiet_NaN(), "error", error.what());
        static_cast<void>(cudaDeviceReset());
        static_cast<void>(cudaGetLastError());
    }
}

template <typename Value> class DeviceArray {
public:
    explicit DeviceArray(size_t count)
        : m_count(count)
    {
        check(cudaMalloc(&m_data, count * sizeof(Value)));
    }
    explicit DeviceArray(const std::vector<Value>& values)
        : DeviceArray(values.size())
    {
        check(cudaMemcpy(m_data, values.data(), m_count * sizeof(Value), cudaMemcpyHostToDevice));
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    ~DeviceArray() { static_cast<void>(cudaFree(m_data)); }

    Value* data() const { return m_data; }
    void clear() { check(cudaMemset(m_data, 0, m_count * sizeof(Value))); }
    std::vector<Value> read() const
    {
        std::vector<Value> values(m_count);
        check(cudaMemcpy(values.data(), m_data, m_count * sizeof(Value), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    Value* m_data = nullptr;
    size_t m_count = 0;
};

inline double quantile(std::vector<double> values, double fraction)
{
    std::sort(values.begin(), values.end());
    return values.at(static_cast<size_t>(fraction * static_cast<double>(values.size() - 1) + 0.5));
}

// The median of `sample()`, after one run that is not counted.
template <typename Sample> double median_of(Sample sample, int repetitions = 5)
{
    static_cast<void>(sample());
    std::vector<double> values;
    for (int i = 0; i < repetitions; ++i)
        values.push_back(sample());
    return quantile(values, 0.5);
}

// Milliseconds on the device between two events around `launch()`.
template <typename Launch> double milliseconds(Launch launch)
{
    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaEventRecord(begin));
    launch();
    check(cudaGetLastError());
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float elapsed = 0;
    check(cudaEventElapsedTime(&elapsed, begin, end));
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    return elapsed;
}

inline int multiprocessors()
{
    int count = 0;
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
}

// Byte offset of the address of each lane of a warp. The host chooses it, so that the compiler cannot know which lanes share a
// line, a bank or a word.
struct LaneOffsets {
    unsigned at[kWarpSize] = {};
};

template <typename OffsetOf> LaneOffsets lane_offsets(OffsetOf offset_of)
{
    LaneOffsets offsets;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
        offsets.at[lane] = offset_of(lane);
    return offsets;
}

// First and last clock of a warp.
struct Span {
    long long begin;
    long long end;
};

// Cycles from the first warp that begins to the last warp that ends. All warps ran on one SM: the clocks of two SMs differ.
inline double cycles_of(const std::vector<Span>& spans)
{
    long long begin = std::numeric_limits<long long>::max();
    long long end = std::numeric_limits<long long>::min();
    for (const Span& span : spans) {
        begin = std::min(begin, span.begin);
        end = std::max(end, span.end);
    }
    return static_cast<double>(end - begin);
}

// Cycles per repetition inside the kernel that `launch(repetitions, spans)` starts with one block of `warps` warps: two run
// lengths are subtracted, so that the cost of the clock, of the start and of the end cancels.
template <typename Launch> double cycles_per_repetition(int warps, int repetitions, Launch launch)
{
    DeviceArray<Span> spans(static_cast<size_t>(warps));
    const auto cycles = [&](int count) {
        launch(count, spans.data());
        check(cudaGetLastError());
        return cycles_of(spans.read());
    };
    return median_of([&] { return (cycles(3 * repetitions) - cycles(repetitions)) / (2.0 * repetitions); });
}

__device__ inline long long read_clock()
{
    long long clock;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock)::"memory");
    return clock;
}

__device__ inline int lane_of_thread()
{
    return static_cast<int>(threadIdx.x) % kWarpSize;
}

__device__ inline void keep_span(Span* spans, long long begin, long long end)
{
    if (lane_of_thread() == 0)
        spans[threadIdx.x / kWarpSize] = { begin, end };
}

// One function per subject.
void measure_arithmetic();
void measure_shared();
void measure_global();
void measure_constant();
void measure_bandwidth();
void measure_sectors();
void measure_atomics();
void measure_contention();
void measure_synchronization();
void measure_launch();
void measure_blocks();
void measure_slow_paths();
void measure_pieces();
void measure_waits();

// What the programs of the suite share: device arrays, random numbers, the check of the result and the clock.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#ifdef SUITE_COMPARED
// Of compare.cpp, which loads versions of a program as libraries: returns when all of them are measured.
void suite_compare(const std::function<void()>& launch, const std::function<void()>& reset, bool correct);
#endif

namespace suite {

inline void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
}

template <typename T> T* zeros(size_t count)
{
    T* data = nullptr;
    check(cudaMalloc(&data, count * sizeof(T)));
    check(cudaMemset(data, 0, count * sizeof(T)));
    return data;
}

template <typename T> T* device(const std::vector<T>& values)
{
    T* data = nullptr;
    check(cudaMalloc(&data, values.size() * sizeof(T)));
    check(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return data;
}

template <typename T> std::vector<T> host(const T* data, size_t count)
{
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
}

template <typename T> void copy(T* to, const T* from, size_t count)
{
    check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToDevice));
}

template <typename T> void clear(T* data, size_t count, int byte = 0)
{
    check(cudaMemsetAsync(data, byte, count * sizeof(T)));
}

class Random {
public:
    explicit Random(uint32_t seed)
        : m_state(seed * 2654435769U + 1)
    {
    }
    uint32_t operator()()
    {
        m_state ^= m_state << 13;
        m_state ^= m_state >> 17;
        m_state ^= m_state << 5;
        return m_state;
    }
    uint32_t below(uint32_t end) { return static_cast<uint32_t>((static_cast<uint64_t>((*this)()) * end) >> 32); }
    float unit() { return static_cast<float>((*this)() >> 8) * (1.0F / 16777216.0F); }

private:
    uint32_t m_state;
};

inline std::vector<float> floats(size_t count, uint32_t seed)
{
    Random random(seed);
    std::vector<float> values(count);
    for (float& value : values)
        value = random.unit();
    return values;
}

inline std::vector<int> integers(size_t count, uint32_t end, uint32_t seed)
{
    Random random(seed);
    std::vector<int> values(count);
    for (int& value : values)
        value = static_cast<int>(random.below(end));
    return values;
}

inline bool near(double a, double b, double tolerance = 1e-4)
{
    return std::fabs(a - b) <= tolerance * (1.0 + std::fabs(b));
}

inline constexpr size_t kFlushed = 256 << 20; // bytes: several times L2

// Keeps the device busy while the host puts the events and the kernel into the stream.
static __global__ void wait_for_host(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) { }
}

// Time of `launch` between two events in microseconds: the median of 20 after two that warm up. With `flush`, other data fill L2
// before each launch.
template <typename Launch, typename Reset> double median_us(Launch launch, Reset reset, char* flush)
{
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int i = 0; i < 22; ++i) {
        reset();
        if (flush != nullptr)
            clear(flush, kFlushed);
        wait_for_host<<<1, 1>>>(100'000);
        check(cudaEventRecord(start));
        launch();
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        float milliseconds = 0.0F;
        check(cudaEventElapsedTime(&milliseconds, start, stop));
        if (i >= 2)
            times.push_back(milliseconds * 1000.0F);
    }
    std::sort(times.begin(), times.end());
    return (times[9] + times[10]) / 2;
}

// Runs `launch` once and compares the result by `verify`; `PROGRAM N` runs it N times more and stops, `PROGRAM twice` once.
// Otherwise prints "program,kernel,microseconds,microseconds after other data filled L2". `reset` restores the input before each
// launch.
template <typename Launch, typename Verify, typename Reset>
int run(int argc, char** argv, const char* program, const char* kernel, Launch launch, Verify verify, Reset reset)
{
    reset();
    launch();
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    const bool correct = verify();
#ifdef SUITE_COMPARED
    suite_compare(launch, reset, correct);
    return 0;
#endif
    if (!correct) {
        std::printf("%s,%s,wrong\n", program, kernel);
        return 1;
    }
    if (argc > 1) {
        for (int more = std::strcmp(argv[1], "twice") == 0 ? 1 : std::atoi(argv[1]); more > 0; --more) {
            reset();
            launch();
            check(cudaDeviceSynchronize());
        }
        return 0;
    }
    const double warm = median_us(launch, reset, nullptr);
    std::printf("%s,%s,%.3f,%.3f\n", program, kernel, warm, median_us(launch, reset, zeros<char>(kFlushed)));
    return 0;
}

template <typename Launch, typename Verify>
int run(int argc, char** argv, const char* program, const char* kernel, Launch launch, Verify verify)
{
    return run(argc, argv, program, kernel, launch, verify, [] {});
}

} // namespace suite

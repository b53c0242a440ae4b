// Kernel launches, graphs, the cost per block, and copies between host and device.
#include "harness.h"

#include <chrono>

namespace {

__global__ void empty() { }

__global__ void spin(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) { }
}

struct Passes {
    long long first;
    long long second;
};

// The same straight code twice: the first time, no cache of the multiprocessor holds it.
template <int kLength> __global__ void run_twice(float* values, Passes* passes)
{
    float x[4] = { values[0], values[1], values[2], values[3] };
    long long times[3] = { read_clock(), 0, 0 };
#pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
#pragma unroll
        for (int i = 0; i < kLength; ++i)
            asm volatile("fma.rn.f32 %0, %0, %0, %1;" : "+f"(x[i % 4]) : "f"(x[(i + 1) % 4]));
        times[pass + 1] = read_clock();
    }
    values[threadIdx.x % 4] = x[0] + x[1] + x[2] + x[3];
    if (threadIdx.x == 0)
        passes[blockIdx.x] = { times[1] - times[0], times[2] - times[1] };
}

template <int kLength> void measure_first_pass()
{
    const auto blocks = static_cast<unsigned>(multiprocessors());
    DeviceArray<float> values(4);
    values.clear();
    DeviceArray<Passes> passes(blocks);
    std::vector<double> more;
    for (int run = 0; run < 5; ++run) {
        spin<<<1, 1>>>(100'000); // another kernel
        run_twice<kLength><<<blocks, 32>>>(values.data(), passes.data());
        for (const Passes& times : passes.read())
            more.push_back(static_cast<double>(times.first - times.second));
    }
    report("first_pass_" + std::to_string(kLength), quantile(more, 0.5), "cycles",
        "the first pass through as many instructions takes longer than the second; one warp on each SM");
}

template <typename Action> double host_microseconds(Action action)
{
    const auto begin = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

// Microseconds per kernel of `launches` launches without a wait between them.
double per_launch(int launches, unsigned blocks, unsigned threads)
{
    return median_of([&] {
        return milliseconds([&] {
            for (int i = 0; i < launches; ++i)
                empty<<<blocks, threads>>>();
        }) * 1000
            / launches;
    });
}

void measure_sm_clock()
{
    constexpr long long kCycles = 20'000'000;
    const auto elapsed = [](long long cycles) {
        return milliseconds([&] { spin<<<unsigned(multiprocessors()), 32>>>(cycles); });
    };
    const double ms = median_of([&] { return elapsed(2 * kCycles) - elapsed(kCycles); });
    report("sm_clock", kCycles / ms / 1000, "MHz", "clock64 against events; one warp per SM");
}

void measure_stream_launches()
{
    const auto sms = static_cast<unsigned>(multiprocessors());
    report("launch_1_block", per_launch(1000, 1, 32), "us per launch", "empty kernel; back to back in one stream");
    report("launch_16_blocks_per_sm", per_launch(1000, 16 * sms, 32), "us per launch", "empty kernel; blocks of 32 threads");
    for (const unsigned threads : { 32U, 128U, 256U, 1024U }) {
        const double few = per_launch(20, 100'000, threads);
        const double many = per_launch(20, 300'000, threads);
        const std::string suffix = "_" + std::to_string(threads) + "_threads";
        report("launch_100000_blocks" + suffix, few, "us per launch", "empty kernel");
        report("block" + suffix, (many - few) / 200'000 * 1000, "ns per block",
            "empty blocks; whole GPU; slope from 100000 to 300000 blocks");
        const unsigned wave = 2048 / std::max(threads, 64U) * sms; // resident at once: 32 blocks or 2048 threads per SM
        const double ten = per_launch(100, 10 * wave, threads);
        const double twenty = per_launch(100, 20 * wave, threads);
        report("wave" + suffix, (twenty - ten) / 10, "us per wave", "empty blocks; a wave fills all SMs");
    }
    const double call = median_of([] {
        const double elapsed = host_microseconds([] {
            for (int i = 0; i < 500; ++i)
                empty<<<1, 32>>>();
        });
        check(cudaDeviceSynchronize());
        return elapsed / 500;
    });
    report("launch_host", call, "us per launch", "time of the host in the launch call");
    const double round = median_of([] {
        return host_microseconds([] {
            for (int i = 0; i < 200; ++i) {
                empty<<<1, 32>>>();
                check(cudaDeviceSynchronize());
            }
        }) / 200;
    });
    report("launch_and_synchronize", round, "us per launch", "host clock");
    report("launch_between_events", median_of([] { return milliseconds([] { empty<<<1, 32>>>(); }); }, 51) * 1000, "us",
        "events around one empty kernel");
    report("events_without_kernel", median_of([] { return milliseconds([] {}); }, 51) * 1000, "us", "two events in sequence");
}

// Kernels of 50 000 and 100 000 cycles: what one launch takes beyond its kernel, when the host is faster than the device.
void measure_launch_gap()
{
    constexpr long long kCycles = 50'000;
    const auto per_kernel = [](long long cycles) {
        return median_of([&] {
            return milliseconds([&] {
                for (int i = 0; i < 200; ++i)
                    spin<<<1, 32>>>(cycles);
            }) * 1000
                / 200;
        });
    };
    const double once = per_kernel(kCycles);
    const double twice = per_kernel(2 * kCycles);
    report("launch_gap", 2 * once - twice, "us",
        "time between dependent kernels of 25 us in one stream; includes the start of the block");
}

enum class Access { none, load, store };

// Each thread accesses a word of its own after some cycles.
template <Access kAccess> __global__ void wait_and_access(long long cycles, float* words)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) { }
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if constexpr (kAccess == Access::store)
        words[i] = static_cast<float>(cycles);
    if constexpr (kAccess == Access::load)
        if (words[i] == 1.0F) // never
            words[0] = 2.0F;
}

// What a kernel of one block per SM takes beyond its cycles, as one of many in a stream.
template <Access kAccess> void measure_first_access(const std::string& name)
{
    constexpr long long kCycles = 4000;
    constexpr unsigned kThreads = 256;
    const auto blocks = static_cast<unsigned>(multiprocessors());
    DeviceArray<float> words(blocks * kThreads);
    words.clear();
    const auto us = [&](int launches) {
        return 1000 * milliseconds([&] {
            spin<<<1, 32>>>(1'000'000); // the host goes ahead
            for (int i = 0; i < launches; ++i)
                wait_and_access<kAccess><<<blocks, kThreads>>>(kCycles, words.data());
        });
    };
    const double once = median_of([&] { return (us(150) - us(50)) / 100; });
    report("launch_gap_" + name, once - kCycles / 1980.0, "us", "beyond 4000 cycles at 1980 MHz; one block per SM");
}

void measure_graph(int nodes)
{
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < nodes; ++i)
        empty<<<1, 32, 0, stream>>>();
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&executable, graph, 0));
    constexpr int kLaunches = 200;
    const double us = median_of([&] {
        const double elapsed = host_microseconds([&] {
            for (int i = 0; i < kLaunches; ++i)
                check(cudaGraphLaunch(executable, stream));
            check(cudaStreamSynchronize(stream));
        });
        return elapsed / kLaunches;
    });
    const std::string suffix = "_" + std::to_string(nodes) + "_nodes";
    report("graph_launch" + suffix, us, "us per graph", "empty kernels in sequence; back to back; host clock");
    report("graph_node" + suffix, us / nodes, "us per kernel", "empty kernels in sequence");
    check(cudaGraphExecDestroy(executable));
    check(cudaGraphDestroy(graph));
    check(cudaStreamDestroy(stream));
}

void report_copy(const std::string& name, size_t bytes, void* to, const void* from, cudaMemcpyKind kind)
{
    const double us = median_of([&] {
        return host_microseconds([&] {
            check(cudaMemcpyAsync(to, from, bytes, kind));
            check(cudaDeviceSynchronize());
        });
    });
    report(name, double(bytes) / us * 1e-3, "GB/s", "host clock; includes the call and the wait");
}

void measure_device_copies()
{
    DeviceArray<char> from(kGiB);
    DeviceArray<char> to(kGiB);
    from.clear();
    const double copy = median_of(
        [&] { return milliseconds([&] { check(cudaMemcpyAsync(to.data(), from.data(), kGiB, cudaMemcpyDeviceToDevice)); }); });
    report("copy_device_to_device", 2.0 * kGiB / copy * 1e-6, "GB/s", "cudaMemcpyAsync; 1 GiB; bytes read plus bytes written");
    const double set = median_of([&] { return milliseconds([&] { check(cudaMemsetAsync(to.data(), 0, kGiB)); }); });
    report("memset", double(kGiB) / set * 1e-6, "GB/s", "cudaMemsetAsync; 1 GiB");
}

void measure_host_copies()
{
    constexpr size_t kBytes = 64 * kMiB;
    DeviceArray<char> device(kBytes);
    std::vector<char> pageable(kBytes, 1);
    report_copy("copy_host_to_device_pageable", kBytes, device.data(), pageable.data(), cudaMemcpyHostToDevice);
    report_copy("copy_device_to_host_pageable", kBytes, pageable.data(), device.data(), cudaMemcpyDeviceToHost);
    void* pinned = nullptr;
    check(cudaMallocHost(&pinned, kBytes));
    report_copy("copy_host_to_device_pinned", kBytes, device.data(), pinned, cudaMemcpyHostToDevice);
    report_copy("copy_device_to_host_pinned", kBytes, pinned, device.data(), cudaMemcpyDeviceToHost);
    for (const bool to_device : { true, false }) {
        const double us = median_of(
            [&] {
                return host_microseconds([&] {
                    check(to_device ? cudaMemcpyAsync(device.data(), pinned, 4, cudaMemcpyHostToDevice)
                                    : cudaMemcpyAsync(pinned, device.data(), 4, cudaMemcpyDeviceToHost));
                    check(cudaDeviceSynchronize());
                });
            },
            101);
        report(to_device ? "copy_host_to_device_4_bytes" : "copy_device_to_host_4_bytes", us, "us",
            "pinned; host clock; with the wait");
    }
    check(cudaFreeHost(pinned));
}

} // namespace

void measure_launch()
{
    measure("sm_clock", measure_sm_clock);
    measure("launch", measure_stream_launches);
    measure("launch_gap", measure_launch_gap);
    measure("launch_gap_access", [] {
        measure_first_access<Access::none>("waits");
        measure_first_access<Access::store>("stores");
        measure_first_access<Access::load>("loads");
    });
    measure("first_pass", [] {
        measure_first_pass<16>();
        measure_first_pass<128>();
        measure_first_pass<1024>();
    });
    for (const int nodes : { 1, 10, 100 })
        measure("graph_launch", [&] { measure_graph(nodes); });
    measure("copy_device", measure_device_copies);
    measure("copy_host", measure_host_copies);
}

// measure_gpu: measures the constants of one GPU for the SM model. It uses no code of warpstage.
//
// Usage: measure_gpu [SUBJECT]...
//   SUBJECT  arithmetic, shared, global, constant, bandwidth, sectors, atomics, contention, synchronization, blocks, slow_paths,
//   pieces, waits or launch (default: all)
//
// The output is one line per figure: name,value,unit,note. A figure that cannot be measured has the value nan and the unit error,
// and the note is the message; the other figures follow. The run takes under 90 s and needs 3 GiB of device memory. Other
// programs must not use the GPU meanwhile.
//
// Cycles are those of clock64() on one SM. A latency is the time of a chain of dependent instructions divided by its length; two
// lengths are subtracted, so that the cost of the clock cancels. A rate has 32 warps with 8 independent chains each. Every figure
// is the median of several runs after one run that is not counted.
#include "harness.h"

#include <cstring>

namespace {

__global__ void busy(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) { }
}

struct Subject {
    const char* name;
    void (*measure)();
};

constexpr Subject kSubjects[] = {
    { "launch", measure_launch },
    { "blocks", measure_blocks },
    { "arithmetic", measure_arithmetic },
    { "shared", measure_shared },
    { "global", measure_global },
    { "constant", measure_constant },
    { "bandwidth", measure_bandwidth },
    { "sectors", measure_sectors },
    { "atomics", measure_atomics },
    { "contention", measure_contention },
    { "synchronization", measure_synchronization },
    { "slow_paths", measure_slow_paths },
    { "pieces", measure_pieces },
    { "waits", measure_waits },
};

void describe_device()
{
    cudaDeviceProp device {};
    check(cudaGetDeviceProperties(&device, 0));
    report("device", device.major * 10 + device.minor, "compute capability times 10", device.name);
    report("multiprocessors", device.multiProcessorCount, "SMs");
    report("l2_size", static_cast<double>(device.l2CacheSize), "bytes");
    report("memory_size", static_cast<double>(device.totalGlobalMem), "bytes");
}

// The clocks rise under load.
void warm_up()
{
    for (int i = 0; i < 200; ++i)
        busy<<<1024, 256>>>(2'000'000);
    check(cudaDeviceSynchronize());
}

bool is_chosen(const Subject& subject, int count, char** names)
{
    return count == 0
        || std::any_of(names, names + count, [&](const char* name) { return std::strcmp(name, subject.name) == 0; });
}

} // namespace

int main(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        if (std::none_of(std::begin(kSubjects), std::end(kSubjects),
                [&](const Subject& s) { return std::strcmp(argv[i], s.name) == 0; })) {
            std::fprintf(stderr, "Unknown subject `%s`. See the comment at the start of main.cu.\n", argv[i]);
            return 2;
        }
    }
    std::printf("name,value,unit,note\n");
    measure("device", describe_device);
    measure("warm_up", warm_up);
    for (const Subject& subject : kSubjects) {
        if (is_chosen(subject, argc - 1, argv + 1))
            measure(subject.name, subject.measure);
    }
    return 0;
}

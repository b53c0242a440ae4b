// Host code of the lesson on memory order. Build and run: nvcc -o order host.cu && ./order
// It launches the variants without a race; `warpstage check order --engine vm` names the races of the others.
#include "kernels.cu"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

// Every runtime call can fail: report where, and exit.
#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(error));                            \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

const int n = 1 << 20, blocks = n / kBlock;

struct Memory {
    int *in, *message, *out, *sums, *prefixes, *total, *largest;
    unsigned *flags, *counter;
    unsigned long long* words;
};

template <typename T> void allocate(T** words, size_t count)
{
    CHECK(cudaMalloc(words, count * sizeof(T)));
}

// The time of a launch in ms; exits if the result differs. Counters and flags are reset before each launch.
void measure(const char* name, const Memory& memory, const int* result, const std::vector<int>& expected, const std::function<void()>& launch)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    float ms = 0.0f;
    for (int i = 0; i < 2; i++) { // the first launch also loads the kernel
        reset<<<1, kBlock>>>(memory.counter, memory.flags, memory.words, memory.total, memory.largest, blocks);
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&ms, start, stop));
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    std::vector<int> found(expected.size());
    CHECK(cudaMemcpy(found.data(), result, found.size() * sizeof(int), cudaMemcpyDeviceToHost));
    if (found != expected) {
        std::printf("%s: wrong result\n", name);
        std::exit(1);
    }
    std::printf("%-20s %.4f ms\n", name, ms);
}

int main()
{
    // The expected results.
    std::vector<int> numbers(n), scanned(n), total(1), largest(2);
    for (int i = 0; i < n; i++) {
        numbers[i] = 1 + i * 37 % 99;
        total[0] += numbers[i];
        scanned[i] = total[0];
    }
    for (int b = 0; b < blocks; b++) {
        int sum = scanned[(b + 1) * kBlock - 1] - (b == 0 ? 0 : scanned[b * kBlock - 1]);
        if (sum > largest[0])
            largest = { sum, b };
    }

    Memory m;
    for (int** words : { &m.in, &m.message, &m.out })
        allocate(words, n);
    for (int** words : { &m.sums, &m.prefixes })
        allocate(words, blocks);
    allocate(&m.total, 1);
    allocate(&m.largest, 2);
    allocate(&m.counter, 1);
    allocate(&m.flags, blocks);
    allocate(&m.words, blocks);
    CHECK(cudaMemcpy(m.in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    measure("message_fences", m, m.out, numbers,
        [&] { pass_message<BothFences><<<2 * blocks, kBlock>>>(m.in, m.message, m.flags, m.out, m.counter); });
    measure("message_release", m, m.out, numbers,
        [&] { pass_message<DeviceScope><<<2 * blocks, kBlock>>>(m.in, m.message, m.flags, m.out, m.counter); });
    measure("total_device_scope", m, m.total, total, [&] { add_device_scope<<<blocks, kBlock>>>(m.in, m.total); });
    measure("lock", m, m.largest, largest, [&] { find_largest<SpinLock><<<blocks, kBlock>>>(m.in, m.largest, m.counter); });
    measure("last_block", m, m.total, total,
        [&] { add_last_block<FencedCount><<<blocks, kBlock>>>(m.in, m.sums, m.counter, m.total); });
    measure("last_block_ordered", m, m.total, total,
        [&] { add_last_block<OrderedCount><<<blocks, kBlock>>>(m.in, m.sums, m.counter, m.total); });
    measure("scan_flag", m, m.out, scanned, [&] {
        scan<FlagAndValue><<<blocks, kBlock>>>(m.in, m.out, m.sums, m.prefixes, m.flags, m.words, m.counter);
    });
    measure("scan_word", m, m.out, scanned,
        [&] { scan<OneWord><<<blocks, kBlock>>>(m.in, m.out, m.sums, m.prefixes, m.flags, m.words, m.counter); });

    for (int* words : { m.in, m.message, m.out, m.sums, m.prefixes, m.total, m.largest })
        CHECK(cudaFree(words));
    CHECK(cudaFree(m.flags));
    CHECK(cudaFree(m.counter));
    CHECK(cudaFree(m.words));
    return 0;
}

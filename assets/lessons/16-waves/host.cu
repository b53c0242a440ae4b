// Host code of the lesson on waves and caches. Build and run: nvcc -O2 -o waves host.cu && ./waves
// Hits in L2, in sectors: ncu --metrics lts__t_sectors_op_read.sum,lts__t_sectors_op_read_lookup_hit.sum,dram__bytes_read.sum ./waves
#include "kernels.cu"

#include <cmath>
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

// The shortest time of five launches, in ms; exits if an element of the result deviates from `expected`.
void measure(const char* name, const float* result, size_t count, const std::function<void()>& launch,
    const std::function<double(size_t)>& expected)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    float shortest = INFINITY;
    for (int run = 0; run < 6; run++) { // the first launch also loads the kernel
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0.0f;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        if (run > 0)
            shortest = std::fmin(shortest, ms);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    std::vector<float> found(count);
    CHECK(cudaMemcpy(found.data(), result, count * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count; i++) {
        if (std::fabs(found[i] - expected(i)) > 1e-5 * (1.0 + std::fabs(expected(i)))) {
            std::printf("%s: element %zu is %g instead of %g\n", name, i, found[i], expected(i));
            std::exit(1);
        }
    }
    std::printf("%-20s %.4f ms\n", name, shortest);
}

float* copy_to_device(const std::vector<float>& values)
{
    float* all;
    CHECK(cudaMalloc(&all, values.size() * sizeof(float)));
    CHECK(cudaMemcpy(all, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    return all;
}

// `large_tasks`, `small_tasks`, `persistent`: 5 % of a wave more than one wave of large tasks.
void measure_tail(int multiprocessors)
{
    int per_multiprocessor = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, persistent, 256, 0));
    const int resident = per_multiprocessor * multiprocessors;
    const int chunks = resident + resident / 20;
    const int count = 4096 * chunks, rounds = 4096;
    std::printf("%d blocks of 256 threads at the same time\n", resident);
    std::vector<float> values(count);
    for (int i = 0; i < count; i++)
        values[i] = static_cast<float>(i % 1000) / 1000.0f;
    float* x = copy_to_device(values);
    float* y;
    CHECK(cudaMalloc(&y, count * sizeof(float)));
    auto twice = [&](size_t i) { return 2.0 * values[i]; };
    measure("large_tasks", y, count, [&] { large_tasks<<<chunks, 256>>>(x, y, rounds); }, twice);
    measure("small_tasks", y, count, [&] { small_tasks<<<16 * chunks, 256>>>(x, y, rounds); }, twice);
    measure("persistent", y, count, [&] { persistent<<<resident, 256>>>(x, y, count, rounds); }, twice);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}

// `multiply_rows`, `multiply_columns`, `multiply_groups`: 128 MiB per matrix, more than L2.
void measure_order()
{
    const int rows = 512, columns = 512, k = 65536;
    std::vector<float> left(static_cast<size_t>(rows) * k), right(static_cast<size_t>(columns) * k);
    for (size_t i = 0; i < left.size(); i++)
        left[i] = static_cast<float>(i / k % 7 + i % 4);
    for (size_t i = 0; i < right.size(); i++)
        right[i] = static_cast<float>(i / k % 5) - static_cast<float>(i % 4);
    float* device_a = copy_to_device(left);
    float* device_b = copy_to_device(right);
    float* c;
    CHECK(cudaMalloc(&c, rows * columns * sizeof(float)));
    const float4* a = reinterpret_cast<const float4*>(device_a);
    const float4* b = reinterpret_cast<const float4*>(device_b);
    const int blocks = rows * columns;
    // The sum over q of (i % 7 + q % 4) * (j % 5 - q % 4).
    auto product = [&](size_t at) {
        const double i = static_cast<double>(at / columns % 7), j = static_cast<double>(at % columns % 5);
        return k * (i * j + 1.5 * j - 1.5 * i - 3.5);
    };
    measure("multiply_rows", c, blocks, [&] { multiply_rows<<<dim3(columns, rows), 1024>>>(a, b, c, columns, k); }, product);
    measure("multiply_columns", c, blocks, [&] { multiply_columns<<<blocks, 1024>>>(a, b, c, rows, columns, k); }, product);
    measure("multiply_groups", c, blocks, [&] { multiply_groups<<<blocks, 1024>>>(a, b, c, rows, columns, k); }, product);
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(c));
}

// `stencil_line`, `stencil_tile`, `stencil_tall`: points of a plane, whose stencil is the plane itself, except at the border.
void measure_shape()
{
    const int n = 16384;
    const size_t count = static_cast<size_t>(n) * n;
    std::vector<float> plane(count);
    for (size_t i = 0; i < count; i++)
        plane[i] = static_cast<float>(i % n + 2 * (i / n));
    float* in = copy_to_device(plane);
    float* out;
    CHECK(cudaMalloc(&out, count * sizeof(float)));
    auto value = [&](size_t i) {
        const size_t x = i % n, y = i / n;
        const double left = x == 0 ? 0.125 : 0.0, right = x == n - 1 ? -0.125 : 0.0;
        const double up = y == 0 ? 0.25 : 0.0, down = y == n - 1 ? -0.25 : 0.0;
        return plane[i] + left + right + up + down;
    };
    measure("stencil_line", out, count, [&] { stencil<<<dim3(n / 256, n), dim3(256, 1)>>>(in, out, n); }, value);
    measure("stencil_tile", out, count, [&] { stencil<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); }, value);
    measure("stencil_tall", out, count, [&] { stencil<<<dim3(n / 8, n / 32), dim3(8, 32)>>>(in, out, n); }, value);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

int main()
{
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    std::printf("%s: %d multiprocessors, L2 of %.0f MiB\n", gpu.name, gpu.multiProcessorCount, gpu.l2CacheSize / 1048576.0);
    measure_tail(gpu.multiProcessorCount);
    measure_order();
    measure_shape();
    return 0;
}

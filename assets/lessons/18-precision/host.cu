// Host code of the lesson on precision. Build and run: nvcc -O2 -arch=native -o precision host.cu && ./precision
// With fast math: nvcc -O2 -arch=native -use_fast_math -o precision host.cu
#include "kernels.cu"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
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

const int n = 16384, sums = 1024;

// The shortest time of five launches, the largest error in units in the last place of the exact result, and how many results of the
// launches differ from those of the first one.
void measure(const char* name, const float* result, const std::vector<double>& exact, const std::function<void()>& launch)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> first(exact.size()), found(exact.size());
    float shortest = INFINITY;
    int differing = 0;
    for (int run = 0; run < 6; run++) { // the first launch also loads the kernel
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0.0f;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        CHECK(cudaMemcpy(found.data(), result, found.size() * sizeof(float), cudaMemcpyDeviceToHost));
        if (run == 0)
            first = found;
        else
            shortest = std::fmin(shortest, ms);
        for (size_t i = 0; i < found.size(); i++)
            differing += found[i] != first[i];
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    double largest = 0, units = 0;
    for (size_t i = 0; i < found.size(); i++) {
        float magnitude = std::fabs(static_cast<float>(exact[i]));
        double error = std::fabs(found[i] - exact[i]);
        largest = std::fmax(largest, error);
        units = std::fmax(units, error / (std::nextafterf(magnitude, INFINITY) - magnitude));
    }
    std::printf("%-20s %8.4f ms, error up to %.3g (%.3g units in the last place)", name, shortest, largest, units);
    if (differing > 0)
        std::printf(", %d of %zu results differ from the first run", differing, 5 * found.size());
    std::printf("\n");
}

template <typename T> T* copy_to_device(const std::vector<T>& values)
{
    T* all;
    CHECK(cudaMalloc(&all, values.size() * sizeof(T)));
    CHECK(cudaMemcpy(all, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return all;
}

int main()
{
    const size_t count = static_cast<size_t>(n) * sums;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> positive(0.0f, 1.0f), both(-1.0f, 1.0f);
    std::vector<float> x(count), y(count), falling(count), a(n), b(n), c(n), z(n);
    std::vector<double> sums_x(sums), sums_falling(sums), dots(sums), ones(sums, n), discriminants(n), logistics(n);
    for (size_t i = 0; i < count; i++) {
        size_t s = i % sums;
        x[i] = positive(random);
        y[i] = both(random);
        falling[i] = static_cast<float>(std::pow(1.0 + i / sums + s / (1.0 * sums), -2.0));
        sums_x[s] += x[i];
        sums_falling[s] += falling[i];
        dots[s] += static_cast<double>(x[i]) * y[i];
    }
    for (int i = 0; i < n; i++) {
        double place = 1.0 + 0.618034 * i - std::floor(0.618034 * i);
        a[i] = static_cast<float>(place + 0.002);
        b[i] = static_cast<float>(place);
        c[i] = static_cast<float>(place - 0.002);
        z[i] = 40.0f * i / n - 20.0f;
        discriminants[i] = static_cast<double>(b[i]) * b[i] - static_cast<double>(a[i]) * c[i];
        logistics[i] = 1.0 / (1.0 + std::exp(-static_cast<double>(z[i])));
    }
    float *dx = copy_to_device(x), *dy = copy_to_device(y), *df = copy_to_device(falling);
    float *da = copy_to_device(a), *db = copy_to_device(b), *dc = copy_to_device(c), *dz = copy_to_device(z);
    half* halves = copy_to_device(std::vector<half>(count, __float2half(1.0f)));
    __nv_bfloat16* bfloats = copy_to_device(std::vector<__nv_bfloat16>(count, __float2bfloat16(1.0f)));
    float *out, *values;
    CHECK(cudaMalloc(&out, sums * sizeof(float)));
    CHECK(cudaMalloc(&values, n * sizeof(float)));

    measure("serial", out, sums_x, [&] { add_in_order<<<sums / 64, 64>>>(dx, out, n, sums); });
    measure("tree", out, sums_x, [&] { add_tree<<<sums / 32, dim3(32, 32)>>>(dx, out, n, sums); });
    measure("atomics", out, sums_x, [&] {
        clear<<<sums / 64, 64>>>(out);
        add_atomically<<<dim3(sums / 64, n / 64), 64>>>(dx, out, n, sums);
    });
    measure("kahan", out, sums_x, [&] { add_kahan<<<sums / 64, 64>>>(dx, out, n, sums); });
    measure("doubles", out, sums_x, [&] { add_in_double<<<sums / 64, 64>>>(dx, out, n, sums); });
    measure("large_first", out, sums_falling, [&] { add_in_order<<<sums / 64, 64>>>(df, out, n, sums); });
    measure("small_first", out, sums_falling, [&] { add_from_last<<<sums / 64, 64>>>(df, out, n, sums); });
    measure("discriminant", values, discriminants, [&] { discriminant<<<n / 256, 256>>>(da, db, dc, values); });
    measure("discriminant_fma", values, discriminants, [&] { discriminant_fma<<<n / 256, 256>>>(da, db, dc, values); });
    measure("discriminant_kahan", values, discriminants, [&] { discriminant_kahan<<<n / 256, 256>>>(da, db, dc, values); });
    measure("logistic", values, logistics, [&] { logistic<<<n / 256, 256>>>(dz, values); });
    measure("half_sums", out, ones, [&] { add_halves<<<sums / 64, 64>>>(halves, out, n, sums); });
    measure("half_inputs", out, ones, [&] { add_halves_in_float<<<sums / 64, 64>>>(halves, out, n, sums); });
    measure("bfloat_sums", out, ones, [&] { add_bfloats<<<sums / 64, 64>>>(bfloats, out, n, sums); });
    measure("tf32", out, dots, [&] { dot_tf32<<<sums / 64, 64>>>(dx, dy, out, n, sums); });
    measure("tf32_split", out, dots, [&] { dot_tf32_split<<<sums / 64, 64>>>(dx, dy, out, n, sums); });

    for (float* all : { dx, dy, df, da, db, dc, dz, out, values })
        CHECK(cudaFree(all));
    CHECK(cudaFree(halves));
    CHECK(cudaFree(bfloats));
    return 0;
}

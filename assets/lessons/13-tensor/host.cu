// Host code of the lesson on tensor cores: times each step and compares it with a product in double precision. Needs compute
// capability 9.0. Build and run: nvcc -O3 -arch=sm_90a -o tensor host.cu && ./tensor 4096
// With `-DWITH_CUBLAS -lcublas` the last line is the time of cuBLAS.
#include "kernels.cu"

#include <cuda.h>

#ifdef WITH_CUBLAS
#include <cublas_v2.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

template <typename Element> Element* on_device(const std::vector<Element>& values)
{
    Element* memory = nullptr;
    CHECK(cudaMalloc(&memory, values.size() * sizeof(Element)));
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(Element), cudaMemcpyHostToDevice));
    return memory;
}

template <typename Element> std::vector<Element> on_host(const Element* memory, size_t count)
{
    std::vector<Element> values(count);
    CHECK(cudaMemcpy(values.data(), memory, count * sizeof(Element), cudaMemcpyDeviceToHost));
    return values;
}

// The shortest of several times, and the largest deviation from the reference; false if it is larger than `allowed`.
template <typename Sum>
bool measure(const char* step, int n, Sum* c, const std::vector<Sum>& expected, double allowed, const std::function<void()>& launch)
{
    CHECK(cudaMemset(c, 0, expected.size() * sizeof(Sum)));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    float shortest = 1e9f;
    for (int i = 0; i < 20; i++) {
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float ms = 0;
        CHECK(cudaEventElapsedTime(&ms, start, stop));
        shortest = std::min(shortest, ms);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    const std::vector<Sum> found = on_host(c, expected.size());
    double deviation = 0;
    for (size_t i = 0; i < found.size(); i++)
        deviation = std::max(deviation, std::abs(double(found[i]) - double(expected[i])));
    std::printf("%-12s %8.3f ms %8.1f T/s  largest deviation %g\n", step, shortest, 2.0 * n * n * n / shortest * 1e-9, deviation);
    return deviation <= allowed;
}

// Describes a matrix of n x n elements of f16, of which a copy takes 64 columns of so many rows, with the swizzle of 128 bytes.
TensorMap map_of(half* matrix, int n, unsigned rows)
{
    void* encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found));
    const cuuint64_t sizes[] = { cuuint64_t(n), cuuint64_t(n) }, strides[] = { n * sizeof(half) };
    const cuuint32_t box[] = { 64, rows }, steps[] = { 1, 1 };
    CUtensorMap map;
    const auto status = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix,
        sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        std::fprintf(stderr, "cuTensorMapEncodeTiled: error %d\n", status);
        std::exit(1);
    }
    TensorMap result;
    std::memcpy(&result, &map, sizeof(result));
    return result;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
    if (n < 256 || n % 256 != 0 || n > 16384) {
        std::fprintf(stderr, "n must be a multiple of 256\n");
        return 1;
    }
    const size_t count = size_t(n) * n;
    std::vector<half> a(count), b(count);
    std::vector<float> a_float(count), b_float(count);
    std::vector<signed char> a_int8(count), b_int8(count);
    std::srand(1);
    auto random = [] { return 2.0f * std::rand() / RAND_MAX - 1; };
    for (size_t i = 0; i < count; i++) {
        a_float[i] = random();
        b_float[i] = random();
        a[i] = __float2half(a_float[i]);
        b[i] = __float2half(b_float[i]);
        a_int8[i] = static_cast<signed char>(std::rand() % 16 - 8);
        b_int8[i] = static_cast<signed char>(std::rand() % 16 - 8);
    }
    half *da = on_device(a), *db = on_device(b);
    float *fa = on_device(a_float), *fb = on_device(b_float), *ta, *tb, *c;
    signed char *ia = on_device(a_int8), *ib = on_device(b_int8);
    int* ci;
    CHECK(cudaMalloc(&ta, count * sizeof(float)));
    CHECK(cudaMalloc(&tb, count * sizeof(float)));
    CHECK(cudaMalloc(&c, count * sizeof(float)));
    CHECK(cudaMalloc(&ci, count * sizeof(int)));

    const dim3 cells(n / 32, n / 8), threads(32, 8);
    reference<half, double, float><<<cells, threads>>>(n, da, db, c);
    CHECK(cudaDeviceSynchronize());
    const std::vector<float> product = on_host(c, count);
    reference<float, double, float><<<cells, threads>>>(n, fa, fb, c);
    CHECK(cudaDeviceSynchronize());
    const std::vector<float> product_of_floats = on_host(c, count);
    reference<signed char, int, int><<<cells, threads>>>(n, ia, ib, ci);
    CHECK(cudaDeviceSynchronize());
    const std::vector<int> product_of_integers = on_host(ci, count);

    bool right = true;
    auto half_step = [&](const char* step, double allowed, const std::function<void()>& launch) {
        right = measure(step, n, c, product, allowed, launch) && right;
    };
    // Variant `shared`
    half_step("shared", 0.01, [&] { multiply_shared<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(n, da, db, c); });
    // Variant `mma`
    half_step("mma", 0.01, [&] { multiply_mma<<<dim3(n / 16, n / 32), 128>>>(n, da, db, c); });
    // Variant `ldmatrix`
    half_step("ldmatrix", 0.01, [&] { multiply_tiles<false><<<dim3(n / 64, n / 64), 128>>>(n, da, db, c); });
    // Variant `swizzle`
    half_step("swizzle", 0.01, [&] { multiply_tiles<true><<<dim3(n / 64, n / 64), 128>>>(n, da, db, c); });
    // Variant `pipeline`
    half_step("pipeline", 0.01, [&] { multiply_pipeline<half, float><<<dim3(n / 128, n / 128), 256>>>(n, da, db, c); });
    // Variant `wgmma`: more than 48 KiB of shared memory must be requested.
    const int shared = 4 * (128 + 256) * 128;
    CHECK(cudaFuncSetAttribute(multiply_wgmma, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    half_step("wgmma", 0.01, [&] { multiply_wgmma<<<dim3(n / 128, n / 256), 256, shared>>>(n, da, db, c); });
    // Variant `tma`
    const TensorMap map_a = map_of(da, n, 128), map_b = map_of(db, n, 256);
    CHECK(cudaFuncSetAttribute(multiply_tma, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    half_step("tma", 0.01, [&] { multiply_tma<<<dim3(n / 128, n / 256), 384, shared>>>(n, map_a, map_b, c); });
    // Variant `half_sums`
    half_step("half_sums", 2, [&] { multiply_half_sums<<<dim3(n / 16, n / 32), 128>>>(n, da, db, c); });
    // Variant `tf32`
    right = measure("tf32", n, c, product_of_floats, 0.1, [&] {
        round_to_tf32<<<n * n / 256, 256>>>(fa, ta);
        round_to_tf32<<<n * n / 256, 256>>>(fb, tb);
        multiply_pipeline<float, float><<<dim3(n / 128, n / 128), 256>>>(n, ta, tb, c);
    }) && right;
    // Variant `int8`
    right = measure("int8", n, ci, product_of_integers, 0, [&] {
        multiply_pipeline<signed char, int><<<dim3(n / 128, n / 128), 256>>>(n, ia, ib, ci);
    }) && right;

#ifdef WITH_CUBLAS
    // cuBLAS stores by columns: its product of b and a has the rows of c as columns.
    cublasHandle_t handle;
    cublasCreate(&handle);
    const float one = 1, zero = 0;
    half_step("cuBLAS", 0.01, [&] {
        cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, db, CUDA_R_16F, n, da, CUDA_R_16F, n, &zero, c, CUDA_R_32F, n,
            CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    });
    cublasDestroy(handle);
#endif
    std::printf("%s\n", right ? "all results are right" : "a result is wrong");
    for (void* memory : { (void*)da, (void*)db, (void*)fa, (void*)fb, (void*)ta, (void*)tb, (void*)c, (void*)ia, (void*)ib, (void*)ci })
        CHECK(cudaFree(memory));
    return right ? 0 : 1;
}

// Host code of the lesson on swizzles. Build and run: nvcc -o swizzle host.cu && ./swizzle; for tensor copies add -arch=sm_90.
#include "kernels.cu"

#include <cuda.h>

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

const int kTiles = 4096;

// The time of a launch in ms; exits if a word of the result is not the one that `source` names.
void measure(const char* name, const std::vector<unsigned>& in, const unsigned* out, const std::function<void()>& launch,
    const std::function<int(int)>& source)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    launch(); // the first launch also loads the kernel
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = 0.0f;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    std::vector<unsigned> found(in.size());
    CHECK(cudaMemcpy(found.data(), out, found.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < found.size(); i++) {
        if (found[i] != in[i / 1024 * 1024 + source(i % 1024)]) {
            std::printf("%s: word %zu is wrong\n", name, i);
            std::exit(1);
        }
    }
    std::printf("%-20s %.4f ms\n", name, ms);
}

// Describes rows of 32 words, of which a copy takes 32.
TensorMap map_of(unsigned* words, CUtensorMapSwizzle swizzle)
{
    void* encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found));
    const cuuint64_t sizes[] = { 32, 32 * kTiles }, strides[] = { 32 * sizeof(unsigned) };
    const cuuint32_t box[] = { 32, 32 }, steps[] = { 1, 1 };
    CUtensorMap map;
    const auto status = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, words, sizes,
        strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        std::fprintf(stderr, "cuTensorMapEncodeTiled: error %d\n", status);
        std::exit(1);
    }
    TensorMap result;
    std::memcpy(&result, &map, sizeof(result));
    return result;
}

int main()
{
    std::vector<unsigned> words(1024 * kTiles);
    for (size_t i = 0; i < words.size(); i++)
        words[i] = static_cast<unsigned>(i * 2654435761u);
    unsigned *in, *out;
    CHECK(cudaMalloc(&in, words.size() * sizeof(unsigned)));
    CHECK(cudaMalloc(&out, words.size() * sizeof(unsigned)));
    CHECK(cudaMemcpy(in, words.data(), words.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    const uint4* chunks = reinterpret_cast<const uint4*>(in);
    uint4* chunks_out = reinterpret_cast<uint4*>(out);

    auto by_column = [](int i) { return i % 32 * 32 + i / 32; };
    auto by_chunk = [](int i) { return i / 4 % 32 * 32 + i / 128 * 4 + i % 4; };
    measure("column", words, out, [&] { read_columns<Padded<0>><<<kTiles, 256>>>(in, out); }, by_column);
    measure("padded", words, out, [&] { read_columns<Padded<1>><<<kTiles, 256>>>(in, out); }, by_column);
    measure("xor", words, out, [&] { read_columns<Xor><<<kTiles, 256>>>(in, out); }, by_column);
    measure("swizzled", words, out, [&] { read_columns<Swizzle<5, 0, 5>><<<kTiles, 256>>>(in, out); }, by_column);
    measure("chunks", words, out, [&] { read_chunks<Padded<0>><<<kTiles, 256>>>(chunks, chunks_out); }, by_chunk);
    measure("chunks_padded", words, out, [&] { read_chunks<Padded<4>><<<kTiles, 256>>>(chunks, chunks_out); }, by_chunk);
    measure("chunks_swizzled", words, out, [&] { read_chunks<Swizzle<3, 2, 3>><<<kTiles, 256>>>(chunks, chunks_out); }, by_chunk);
    measure("matrices", words, out, [&] { read_matrices<Padded<0>><<<kTiles, 256>>>(chunks, out); }, by_chunk);
    measure("matrices_padded", words, out, [&] { read_matrices<Padded<4>><<<kTiles, 256>>>(chunks, out); }, by_chunk);
    measure("matrices_shifted", words, out, [&] { read_matrices<Swizzle<3, 3, 3>><<<kTiles, 256>>>(chunks, out); }, by_chunk);
    measure("matrices_swizzled", words, out, [&] { read_matrices<Swizzle<3, 2, 3>><<<kTiles, 256>>>(chunks, out); }, by_chunk);

    int major = 0;
    CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    if (major >= 9) {
        const TensorMap plain = map_of(in, CU_TENSOR_MAP_SWIZZLE_NONE), swizzled = map_of(in, CU_TENSOR_MAP_SWIZZLE_128B);
        measure("copied", words, out, [&] { read_copied<Padded<0>><<<kTiles, 256>>>(plain, chunks_out); }, by_chunk);
        measure("copied_swizzled", words, out, [&] { read_copied<Swizzle<3, 2, 3>><<<kTiles, 256>>>(swizzled, chunks_out); }, by_chunk);
    }

    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}

// Host code of the lesson on memories: a texture and constant memory.
// Build and run: nvcc -o memories host.cu && ./memories
#include "kernels.cu"

#include <cmath>
#include <cstdio>
#include <cstdlib>
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

// A texture object for a CUDA array. The array has its own memory layout. Reads
// outside the image return the nearest pixel at the edge.
cudaTextureObject_t texture_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = cudaAddressModeClamp;
    description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

int main()
{
    const int width = 256;
    const size_t bytes = width * width * sizeof(float);
    std::vector<float> picture(width * width), found(width * width);
    for (int i = 0; i < width * width; i++)
        picture[i] = i % 7;

    cudaArray_t array;
    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &channel, width, width));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, picture.data(), width * sizeof(float),
                              width * sizeof(float), width, cudaMemcpyHostToDevice));
    cudaTextureObject_t texture = texture_of(array);
    float* y;
    CHECK(cudaMalloc(&y, bytes));

    // `table` is a __constant__ array: the host may write it before a launch.
    float words[32];
    for (int i = 0; i < 32; i++)
        words[i] = i;
    CHECK(cudaMemcpyToSymbol(table, words, sizeof words));

    dim3 block(16, 16);
    dim3 grid(width / 16, width / 16);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    blur_texture<<<grid, block>>>(texture, y, width);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = 0.0f;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    CHECK(cudaMemcpy(found.data(), y, bytes, cudaMemcpyDeviceToHost));

    float sum = 0.0f;  // of the pixels around row 1, column 1
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            sum += picture[row * width + column];
    bool right = std::abs(found[width + 1] - sum / 9.0f) < 1.0e-5f;
    std::printf("%.3f ms, %s\n", ms, right ? "correct" : "WRONG");

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(y));
    return right ? 0 : 1;
}

// Host code of the lesson on transfers, which is most of the lesson: pageable and
// pinned memory, whole and in pieces. Build and run: nvcc -o transfers host.cu && ./transfers
#include "kernels.cu"

#include <chrono>
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

const int kElements = 1 << 24;
const int kRounds = 64;
const int kBlock = 256;

// Variant `pageable`: memory from malloc. The driver copies it through its own
// pinned buffer, and each call returns when the copy is done.
// Variant `pinned`: the same calls with memory from cudaMallocHost.
void copy_whole(const float* in, float* out, float* device_in, float* device_out)
{
    const size_t bytes = kElements * sizeof(float);
    CHECK(cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice));
    work<<<kElements / kBlock, kBlock>>>(device_in, device_out, 0, kElements, kRounds);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost));
}

// Variant `overlapped`: pieces in several streams. While one piece is processed,
// the next one is copied. This needs pinned memory.
void copy_overlapped(const float* in, float* out, float* device_in, float* device_out,
                     cudaStream_t* streams, int count, int pieces)
{
    const int length = kElements / pieces;
    for (int piece = 0; piece < pieces; piece++) {
        cudaStream_t stream = streams[piece % count];
        const int first = piece * length;
        const size_t bytes = length * sizeof(float);
        CHECK(cudaMemcpyAsync(device_in + first, in + first, bytes, cudaMemcpyHostToDevice, stream));
        work<<<length / kBlock, kBlock, 0, stream>>>(device_in, device_out, first, length, kRounds);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, device_out + first, bytes, cudaMemcpyDeviceToHost, stream));
    }
    for (int i = 0; i < count; i++)
        CHECK(cudaStreamSynchronize(streams[i]));
}

// v = 1 - v, an even number of times, is v.
int wrong_elements(const float* in, const float* out)
{
    int wrong = 0;
    for (int i = 0; i < kElements; i++)
        wrong += out[i] != in[i];
    return wrong;
}

int main()
{
    const size_t bytes = kElements * sizeof(float);
    const int kStreams = 4, kPieces = 8;
    std::vector<float> pageable_in(kElements), pageable_out(kElements);
    float *in, *out, *device_in, *device_out;
    CHECK(cudaMallocHost(&in, bytes));
    CHECK(cudaMallocHost(&out, bytes));
    CHECK(cudaMalloc(&device_in, bytes));
    CHECK(cudaMalloc(&device_out, bytes));
    for (int i = 0; i < kElements; i++)
        in[i] = pageable_in[i] = (i % 1024) / 1024.0f;
    cudaStream_t streams[kStreams];
    for (cudaStream_t& stream : streams)
        CHECK(cudaStreamCreate(&stream));

    // The host's clock measures the time, because host and device work concurrently.
    int wrong = 0;
    for (int variant = 0; variant < 3; variant++) {
        const auto start = std::chrono::steady_clock::now();
        if (variant == 0)
            copy_whole(pageable_in.data(), pageable_out.data(), device_in, device_out);
        else if (variant == 1)
            copy_whole(in, out, device_in, device_out);
        else
            copy_overlapped(in, out, device_in, device_out, streams, kStreams, kPieces);
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        wrong += wrong_elements(in, variant == 0 ? pageable_out.data() : out);
        std::printf("%s: %.3f ms\n", variant == 0 ? "pageable" : variant == 1 ? "pinned" : "overlapped", time.count());
    }
    std::printf("%d elements wrong\n", wrong);

    for (cudaStream_t stream : streams)
        CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
    return wrong == 0 ? 0 : 1;
}

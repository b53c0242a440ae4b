// Kernels with asynchronous copies, phases and semaphores, each with the host code that checks its result.
#pragma once

#include "../check.h"

#include <cuda_runtime.h>

#include <functional>
#include <vector>

constexpr int kThreads = 128; // of a block
constexpr int kTile = 128; // elements of a stage
constexpr int kTiles = 12; // of a block
constexpr int kBlocks = 3;

// input[i] of what the kernels read.
inline float input_at(int i)
{
    return static_cast<float>((i * 37 + 11) % 101);
}

// Device memory for `count` values; the host sees a copy.
template <typename T> class Values {
public:
    explicit Values(
        int count, const std::function<T(int)>& value_at = [](int) { return T {}; })
        : m_count(count)
    {
        std::vector<T> values(count);
        for (int i = 0; i < count; ++i)
            values[i] = value_at(i);
        CUDA(cudaMalloc(&m_device, count * sizeof(T)));
        CUDA(cudaMemcpy(m_device, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;
    ~Values() { cudaFree(m_device); }

    operator T*() const { return m_device; }
    std::vector<T> read() const
    {
        std::vector<T> values(m_count);
        CUDA(cudaMemcpy(values.data(), m_device, m_count * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    int m_count;
    T* m_device = nullptr;
};

// The sums over the tiles of a block, one for each position in a tile; thread t reads the element of its right neighbor.
inline std::vector<float> neighbor_sums()
{
    std::vector<float> sums(kBlocks * kTile);
    for (int block = 0; block < kBlocks; ++block) {
        for (int tile = 0; tile < kTiles; ++tile) {
            for (int t = 0; t < kTile; ++t)
                sums[block * kTile + t] += input_at((block * kTiles + tile) * kTile + (t + 1) % kTile);
        }
    }
    return sums;
}

// Runs a kernel that computes neighbor_sums() from (output, input) and checks it.
inline void check_sums(const std::function<void(float*, const float*)>& launch)
{
    const Values<float> in(kBlocks * kTiles * kTile, input_at);
    const Values<float> out(kBlocks * kTile);
    launch(out, in);
    CUDA(cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    CHECK(out.read() == neighbor_sums());
}

void double_buffer();
void four_stages();
void unified_pipeline();
void partitioned_pipeline();
void split_arrive_and_wait();
void tensor_copies();
void producer_and_consumers();
void ping_pong();
void cluster_multicast();
void stream_k();
void decoupled_look_back();
void persistent();
void cooperative_grid();

// 140 blocks that need most of the shared memory: the second wave has eight.
#include "suite.h"

__global__ void tail_blocks(const float* weights, float* out, int rounds)
{
    extern __shared__ float table[];
    for (int i = threadIdx.x; i < 32'000; i += blockDim.x)
        table[i] = weights[i];
    __syncthreads();
    float value = 0.0f;
    int at = (blockIdx.x * 97 + threadIdx.x) % 32'000;
    for (int r = 0; r < rounds; ++r) {
        value = value * 0.5f + table[at];
        at += 1031;
        if (at >= 32'000)
            at -= 32'000;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main(int argc, char** argv)
{
    const int blocks = 140;
    const auto weight = suite::floats(32'000, 101);
    float* weights = suite::device(weight);
    float* out = suite::zeros<float>(blocks * 512);
    suite::check(cudaFuncSetAttribute(tail_blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, 128'000));
    return suite::run(
        argc, argv, "tail_blocks", "tail_blocks", [&] { tail_blocks<<<blocks, 512, 128'000>>>(weights, out, 400); },
        [&] {
            const auto result = suite::host(out, blocks * 512);
            for (int i = 0; i < blocks * 512; i += 3) {
                float value = 0;
                int at = (i / 512 * 97 + i % 512) % 32'000;
                for (int r = 0; r < 400; ++r) {
                    value = value * 0.5F + weight[at];
                    at = (at + 1031) % 32'000;
                }
                if (!suite::near(result[i], value))
                    return false;
            }
            return true;
        });
}

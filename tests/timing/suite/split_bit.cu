// Splits the keys of each block by one bit and keeps their order: ranks from ballots.
#include "suite.h"

__global__ void split_bit(const unsigned* in, unsigned* out, int bit)
{
    __shared__ unsigned zeros_before[9];
    int i = blockIdx.x * 256 + threadIdx.x;
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    unsigned key = in[i];
    bool one = (key >> bit) & 1;
    unsigned zeros = __ballot_sync(0xffffffffu, !one);
    if (lane == 0)
        zeros_before[warp + 1] = __popc(zeros);
    __syncthreads();
    if (threadIdx.x == 0) {
        zeros_before[0] = 0;
        for (int w = 1; w <= 8; ++w)
            zeros_before[w] += zeros_before[w - 1];
    }
    __syncthreads();
    unsigned rank = zeros_before[warp] + __popc(zeros & ((1u << lane) - 1));
    unsigned place = one ? zeros_before[8] + threadIdx.x - rank : rank;
    out[blockIdx.x * 256 + place] = key;
}

int main(int argc, char** argv)
{
    const int n = 1 << 22;
    suite::Random random(4);
    std::vector<unsigned> input(n);
    for (unsigned& key : input)
        key = random();
    unsigned* in = suite::device(input);
    unsigned* out = suite::zeros<unsigned>(n);
    return suite::run(
        argc, argv, "split_bit", "split_bit", [&] { split_bit<<<n / 256, 256>>>(in, out, 5); },
        [&] {
            for (int b = 0; b < n; b += 256)
                std::stable_partition(
                    input.begin() + b, input.begin() + b + 256, [](unsigned key) { return (key >> 5 & 1) == 0; });
            return suite::host(out, n) == input;
        });
}

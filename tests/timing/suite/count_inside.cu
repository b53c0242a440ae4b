// Monte Carlo with integers: points inside of a circle, counted by ballots.
#include "suite.h"

__global__ void count_inside(unsigned* count, int each)
{
    unsigned long long state = (blockIdx.x * blockDim.x + threadIdx.x) * 0x9e3779b97f4a7c15ull + 1;
    unsigned inside = 0;
    for (int k = 0; k < each; ++k) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned x = unsigned(state >> 48);
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        unsigned y = unsigned(state >> 48);
        bool hit = (unsigned long long)x * x + (unsigned long long)y * y < 65536ull * 65536ull;
        inside += __popc(__ballot_sync(0xffffffffu, hit));
    }
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, inside);
}

int main(int argc, char** argv)
{
    unsigned* count = suite::zeros<unsigned>(1);
    return suite::run(
        argc, argv, "count_inside", "count_inside", [&] { count_inside<<<528, 256>>>(count, 64); },
        [&] { return std::fabs(suite::host(count, 1)[0] / (528.0 * 256 * 64) - 0.785398) < 0.002; },
        [&] { suite::clear(count, 1); });
}

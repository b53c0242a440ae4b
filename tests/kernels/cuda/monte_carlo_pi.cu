// Pi by throwing darts, with two generators of random numbers in a thread's registers: Marsaglia's xorshift32 (2003) and the
// linear congruential generator of Numerical Recipes.

__device__ unsigned int xorshift32(unsigned int& state)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

__device__ float uniform(unsigned int bits)
{
    return (bits >> 8) * (1.0f / 16777216.0f);
}

__global__ void pi_xorshift(unsigned long long* hits, unsigned int seed, int darts)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int state = seed ^ (thread + 1) * 2654435769u;
    unsigned int inside = 0;
    for (int i = 0; i < darts; i++) {
        float x = uniform(xorshift32(state));
        float y = uniform(xorshift32(state));
        if (x * x + y * y <= 1.0f)
            inside++;
    }
    atomicAdd(hits, (unsigned long long)inside);
}

__global__ void pi_lcg(unsigned int* hits, unsigned long long seed, int darts)
{
    __shared__ unsigned int block_hits;
    if (threadIdx.x == 0)
        block_hits = 0;
    __syncthreads();
    unsigned long long state = seed + blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < darts; i++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float x = uniform((unsigned int)(state >> 32));
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float y = uniform((unsigned int)(state >> 32));
        if (x * x + y * y <= 1.0f)
            atomicInc(&block_hits, 0xffffffffu);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        hits[blockIdx.x] = block_hits;
}

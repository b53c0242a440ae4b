// N bodies in the plane attract each other:
//   a_i = G m * sum over k of (r_k - r_i) / |r_k - r_i|^3
// A thread computes one body. n is a multiple of the block size.

constexpr float kGm = 10.0f;       // G m
constexpr float kNearest = 0.01f;  // no force below this distance
constexpr int kTile = 256;         // threads a block

// Every thread reads every body from global memory.
__global__ void accelerate_global(const float* x, const float* y,
                                  float* ax, float* ay, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float xi = x[i];
    float yi = y[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int k = 0; k < n; ++k) {
        float dx = x[k] - xi;
        float dy = y[k] - yi;
        float r = sqrtf(dx * dx + dy * dy);
        if (r > kNearest) {
            float pull = kGm / (r * r * r);
            sum_x += dx * pull;
            sum_y += dy * pull;
        }
    }

    ax[i] = sum_x;
    ay[i] = sum_y;
}

// The block reads a tile of bodies once and shares it.
__global__ void accelerate_shared(const float* x, const float* y,
                                  float* ax, float* ay, int n)
{
    __shared__ float tile_x[kTile];
    __shared__ float tile_y[kTile];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float xi = x[i];
    float yi = y[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int start = 0; start < n; start += kTile) {
        tile_x[threadIdx.x] = x[start + threadIdx.x];
        tile_y[threadIdx.x] = y[start + threadIdx.x];
        __syncthreads();

        for (int k = 0; k < kTile; ++k) {
            float dx = tile_x[k] - xi;
            float dy = tile_y[k] - yi;
            float r = sqrtf(dx * dx + dy * dy);
            if (r > kNearest) {
                float pull = kGm / (r * r * r);
                sum_x += dx * pull;
                sum_y += dy * pull;
            }
        }
        __syncthreads();
    }

    ax[i] = sum_x;
    ay[i] = sum_y;
}

// One step of length tau: first the positions, then the velocities.
__global__ void advance(float* x, float* y, float* vx, float* vy,
                        const float* ax, const float* ay,
                        float tau, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] += vx[i] * tau + ax[i] * tau * tau * 0.5f;
        y[i] += vy[i] * tau + ay[i] * tau * tau * 0.5f;
        vx[i] += ax[i] * tau;
        vy[i] += ay[i] * tau;
    }
}

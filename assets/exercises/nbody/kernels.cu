constexpr int kTile = 256; // blockDim.x

// a holds n accelerations in x, then n in y.
__global__ void accelerate(const float* x, const float* y, float* a, int n)
{
    int i = blockIdx.x * kTile + threadIdx.x;
    if (i >= n)
        return;

    // TODO: every thread reads all positions from global memory. Load 256 of them at a time into shared memory.
    float sum_x = 0;
    float sum_y = 0;
    for (int k = 0; k < n; ++k) {
        float dx = x[k] - x[i];
        float dy = y[k] - y[i];
        float inverse = rsqrtf(dx * dx + dy * dy + 1e-2f);
        float factor = inverse * inverse * inverse;
        sum_x += dx * factor;
        sum_y += dy * factor;
    }
    a[i] = sum_x;
    a[n + i] = sum_y;
}

constexpr int kTile = 256; // blockDim.x

__global__ void accelerate(const float* x, const float* y, float* a, int n)
{
    __shared__ float2 tile[kTile];
    int i = blockIdx.x * kTile + threadIdx.x;
    float own_x = i < n ? x[i] : 0;
    float own_y = i < n ? y[i] : 0;

    float sum_x = 0;
    float sum_y = 0;
    for (int start = 0; start < n; start += kTile) {
        int loaded = start + threadIdx.x;
        if (loaded < n)
            tile[threadIdx.x] = {x[loaded], y[loaded]};
        __syncthreads();
        int count = min(kTile, n - start);
        for (int k = 0; k < count; ++k) {
            float dx = tile[k].x - own_x;
            float dy = tile[k].y - own_y;
            float inverse = rsqrtf(dx * dx + dy * dy + 1e-2f);
            float factor = inverse * inverse * inverse;
            sum_x += dx * factor;
            sum_y += dy * factor;
        }
        __syncthreads();
    }

    if (i < n) {
        a[i] = sum_x;
        a[n + i] = sum_y;
    }
}

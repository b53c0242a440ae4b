// A time step of the heat equation: a five-point stencil on a tile with its halo in shared memory. Sizes need not be multiples of the tile.

#define TILE 16

__global__ void heat_step(const float* in, float* out, int width, int height, float alpha)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;

    // The temperature beyond the edge is that of the edge.
    int cx = min(x, width - 1);
    int cy = min(y, height - 1);
    tile[ty][tx] = in[cy * width + cx];
    if (threadIdx.x == 0)
        tile[ty][0] = in[cy * width + max(cx - 1, 0)];
    if (threadIdx.x == TILE - 1)
        tile[ty][TILE + 1] = in[cy * width + min(cx + 1, width - 1)];
    if (threadIdx.y == 0)
        tile[0][tx] = in[max(cy - 1, 0) * width + cx];
    if (threadIdx.y == TILE - 1)
        tile[TILE + 1][tx] = in[min(cy + 1, height - 1) * width + cx];
    __syncthreads();

    if (x < width && y < height) {
        float centre = tile[ty][tx];
        float sum = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx];
        out[y * width + x] = centre + alpha * (sum - 4.0f * centre);
    }
}

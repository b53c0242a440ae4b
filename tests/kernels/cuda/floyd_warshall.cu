// All shortest paths (Floyd 1962, Warshall 1962): one launch for each intermediate vertex.

__global__ void floyd_warshall_step(int* distance, int* through, int n, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        int detour = distance[i * n + k] + distance[k * n + j];
        if (detour < distance[i * n + j]) {
            distance[i * n + j] = detour;
            through[i * n + j] = k;
        }
    }
}

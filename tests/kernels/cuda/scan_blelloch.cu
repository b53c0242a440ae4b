// Work-efficient exclusive scan (Blelloch 1990), as printed in GPU Gems 3, chapter 39: each block scans 2 * blockDim.x elements in
// dynamic shared memory, padded against bank conflicts; the blocks' sums are also scanned and then added.

#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

extern __shared__ int temp[];

__global__ void prescan(int* g_odata, const int* g_idata, int* g_sums)
{
    int n = 2 * blockDim.x;
    int thid = threadIdx.x;
    int first = blockIdx.x * n;
    int offset = 1;

    int ai = thid;
    int bi = thid + (n / 2);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
    int bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = g_idata[first + ai];
    temp[bi + bankOffsetB] = g_idata[first + bi];

    for (int d = n >> 1; d > 0; d >>= 1) { // build sum in place up the tree
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }

    if (thid == 0) { // clear the last element
        int last = n - 1 + CONFLICT_FREE_OFFSET(n - 1);
        if (g_sums != nullptr)
            g_sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }

    for (int d = 1; d < n; d *= 2) { // traverse down tree and build scan
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1;
            int b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a);
            b += CONFLICT_FREE_OFFSET(b);
            int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();

    g_odata[first + ai] = temp[ai + bankOffsetA];
    g_odata[first + bi] = temp[bi + bankOffsetB];
}

__global__ void add_block_sums(int* data, const int* sums)
{
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    data[i] += sums[blockIdx.x];
    data[i + blockDim.x] += sums[blockIdx.x];
}

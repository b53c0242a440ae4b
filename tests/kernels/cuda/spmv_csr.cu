// Sparse matrix in compressed rows times vector (Bell, Garland 2008): one thread per row, and one warp per row.

__global__ void spmv_csr_scalar_kernel(
    const int num_rows, const int* ptr, const int* indices, const double* data, const double* x, double* y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < num_rows) {
        double dot = 0;
        int row_start = ptr[row];
        int row_end = ptr[row + 1];
        for (int jj = row_start; jj < row_end; jj++)
            dot += data[jj] * x[indices[jj]];
        y[row] += dot;
    }
}

__global__ void spmv_csr_vector_kernel(
    const int num_rows, const int* ptr, const int* indices, const float* data, const float* x, float* y)
{
    __shared__ float vals[128];
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x; // global thread index
    int warp_id = thread_id / 32; // global warp index
    int lane = thread_id & (32 - 1); // thread index within the warp

    // one warp per row
    int row = warp_id;
    if (row < num_rows) {
        int row_start = ptr[row];
        int row_end = ptr[row + 1];

        // compute running sum per thread
        vals[threadIdx.x] = 0;
        for (int jj = row_start + lane; jj < row_end; jj += 32)
            vals[threadIdx.x] += data[jj] * x[indices[jj]];

        // parallel reduction in shared memory
        for (int d = 16; d > 0; d /= 2) {
            __syncwarp();
            if (lane < d)
                vals[threadIdx.x] += vals[threadIdx.x + d];
        }

        // first thread writes the result
        if (lane == 0)
            y[row] += vals[threadIdx.x];
    }
}

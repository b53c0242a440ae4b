__global__ void multiply_in_double(const float* a, const float* b, float* c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n)
        return;

    double sum = 0;
    for (int k = 0; k < n; ++k)
        sum += static_cast<double>(a[row * n + k]) * b[k * n + column];
    c[row * n + column] = static_cast<float>(sum);
}

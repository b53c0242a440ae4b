__global__ void accelerate_in_double(const float* x, const float* y, float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    double sum_x = 0;
    double sum_y = 0;
    for (int k = 0; k < n; ++k) {
        double dx = static_cast<double>(x[k]) - x[i];
        double dy = static_cast<double>(y[k]) - y[i];
        double squared = dx * dx + dy * dy + 1e-2f;
        double factor = 1.0 / (squared * sqrt(squared));
        sum_x += dx * factor;
        sum_y += dy * factor;
    }
    a[i] = static_cast<float>(sum_x);
    a[n + i] = static_cast<float>(sum_y);
}

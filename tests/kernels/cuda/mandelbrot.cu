// The Mandelbrot set by escape time.

__global__ void mandelbrot(int* counts, int width, int height, float x0, float y0, float dx, float dy, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    float cx = x0 + px * dx;
    float cy = y0 + py * dy;
    float x = 0.0f;
    float y = 0.0f;
    int count = 0;
    while (x * x + y * y <= 4.0f && count < limit) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        count++;
    }
    counts[py * width + px] = count;
}
